"""The watchdog is fed only while everything that must move has really moved.

systemd ends a service that falls silent (``WatchdogSec=``) and starts it again. Rule kept here: silence of one part is
silence of all. A timer that merely runs would go on feeding while the camera's thread hangs in its driver; so every
part says for itself that it has moved, and one that has not since the last feeding keeps the bowl empty. A device that
is known to be gone moves too: whoever waits for it says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from firmware import notify

CHECKS = 4
"""How often we look in one of the watchdog's periods; a part that is slow, and not hanging, must not miss its turn."""


class Pulses:
    """Who has moved since the last feeding; told from any thread."""

    def __init__(self, parts: Iterable[str] = ()) -> None:
        self._parts = set(parts)
        self._awaited = set(self._parts)

    def pulse(self, part: str) -> Callable[[], None]:
        """What a part calls whenever it has moved; from now on it is waited for."""
        self._parts.add(part)
        self._awaited.add(part)
        return partial(self.tick, part)

    def tick(self, part: str) -> None:
        """That part has moved."""
        self._awaited.discard(part)

    def all_moved(self) -> bool:
        """Whether every part has moved since this last said so; then all are waited for anew."""
        if self._awaited:
            return False
        self._awaited.update(self._parts)
        return True


async def feed(pulses: Pulses, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Feed systemd's watchdog for as long as everything moves; at once over where there is no watchdog."""
    period_s = notify.watchdog_s()
    while period_s is not None:
        await sleep(period_s / CHECKS)
        if pulses.all_moved():
            notify.watchdog()
