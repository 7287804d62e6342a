"""Monotonic timestamps on a machine whose clock may be wrong.

A Raspberry Pi has no clock that runs while it is unplugged: without a network it starts at a time in the past, even in
1970. Rule kept here: no timestamp of a session is earlier than the one before. While the clock is behind, time goes on
from the last known timestamp at the clock's own pace; once the clock is ahead of that, it is used again.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

from msgspec import UNSET

from scoreboard.rules.history import History

END = datetime.max.replace(tzinfo=UTC)
"""The last moment that a calendar has; a record from elsewhere may name it."""


class WallClock(Protocol):
    """The time, so that tests can set it."""

    def now(self) -> str:
        """The time as ISO 8601 in UTC."""


class MonotonicClock:
    """A clock that never goes back; satisfies `WallClock`.

    Args:
        clock: the system's.
        after: the last known timestamp; None if there is none.
    """

    def __init__(self, clock: WallClock, after: str | None = None) -> None:
        self._clock = clock
        self._last: datetime | None = None
        self._behind = timedelta(0)
        self.follow(after)

    def follow(self, after: str | None) -> None:
        """Tell no time that is earlier than this timestamp, either; None if there is none."""
        if after is not None and (self._last is None or parsed(after) > self._last):
            self._last = parsed(after)

    def now(self) -> str:
        """The time as ISO 8601 in UTC: the clock's own text, unless the clock is behind."""
        text = self._clock.now()
        now = parsed(text)
        if self._last is None or now >= self._last:
            self._last, self._behind = now, timedelta(0)
            return text
        self._behind = max(self._behind, self._last - now)
        self._last = now + min(self._behind, END - now)
        return formatted(self._last)


def latest_timestamp(history: History) -> str | None:
    """The latest timestamp of the game's lines; None if no line has one."""
    lines = (history.setup, *(recorded.line for recorded in history.lines))
    return max((line.at for line in lines if line.at is not UNSET), key=parsed, default=None)


def parsed(at: str) -> datetime:
    """A line's ``at`` as a datetime; Python has no leap seconds, so :60 is read as :59."""
    return datetime.fromisoformat(at.replace(":60", ":59"))


def formatted(time: datetime) -> str:
    """The time as the record has it, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
