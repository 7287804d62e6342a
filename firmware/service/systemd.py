"""Notify systemd, as sd_notify(3) describes (one datagram to the socket it names), and ping its watchdog.

systemd ends a service that falls silent (``WatchdogSec=``) and starts it again. Rule kept here: the watchdog is pinged
only if every part has moved since the last ping (`firmware.devices.health.Heartbeat`); without NOTIFY_SOCKET, started
by hand, nothing is sent; and a manager that does not listen is no reason to stop a game.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware.devices.health import Heartbeat

CHECKS = 4
"""Checks in one period of the watchdog, so that a part that is slow, and does not hang, is not missed."""

CLOCK_SET: Final = Path("/run/systemd/timesync/synchronized")
"""Is there once the network has set the clock (systemd-timesyncd.service(8))."""


def clock_is_set() -> bool:
    """Whether the network has set the clock since the machine was switched on."""
    return CLOCK_SET.exists()


def ready() -> None:
    """The game is on: `systemctl start` returns."""
    _send("READY=1")


def stopping() -> None:
    """We are closing down of our own accord."""
    _send("STOPPING=1")


def status(text: str) -> None:
    """One line for `systemctl status`, such as the score."""
    _send("STATUS=" + " ".join(text.split()))


def watchdog() -> None:
    """Everything still moves."""
    _send("WATCHDOG=1")


def supervises() -> bool:
    """Whether it was systemd that has started us, as a service, and starts us again after an error."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def watchdog_s() -> float | None:
    """After how many seconds of silence systemd ends us; None without a watchdog, or if it is for another process."""
    period, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not period.isdecimal() or process not in {"", str(os.getpid())}:
        return None
    return int(period) / 1e6 or None


async def feed(heartbeat: Heartbeat, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Ping systemd's watchdog for as long as everything moves; returns at once where there is no watchdog."""
    period_s = watchdog_s()
    while period_s is not None:
        await sleep(period_s / CHECKS)
        if heartbeat.all_alive():
            watchdog()


def _send(message: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # Linux's abstract namespace
        address = "\0" + address[1:]
    # the system may have no file left for a socket: that must not end the pings
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.connect(address)
        sender.sendall(message.encode())
