"""systemd's watchdog, pinged only while everything that must move has really moved.

systemd ends a service that falls silent (``WatchdogSec=``) and starts it again. If any part has not moved since the
last ping (see `firmware.devices.health`), no ping is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from firmware.devices.health import Heartbeat
from firmware.service import systemd

CHECKS = 4
"""Checks in one period of the watchdog; a part that is slow, and does not hang, must not miss its turn."""


async def feed(heartbeat: Heartbeat, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Ping systemd's watchdog for as long as everything moves; returns at once where there is no watchdog."""
    period_s = systemd.watchdog_s()
    while period_s is not None:
        await sleep(period_s / CHECKS)
        if heartbeat.all_alive():
            systemd.watchdog()
