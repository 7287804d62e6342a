"""When things happened, on a machine whose clock may have stopped.

A Raspberry Pi has no clock that runs while it is unplugged: without a network it comes back at some moment of the past,
even at 1970. Rule kept here: what a session stamps is never earlier than what it stamped before. While the clock is
behind, time goes on from the last known moment at the clock's own pace; once the clock is right it is believed again.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

from msgspec import UNSET

from scoreboard.rules.history import History


class WallClock(Protocol):
    """The time, so that tests can tell it."""

    def now(self) -> str:
        """The moment as ISO 8601 in UTC."""


class MonotonicClock:
    """A clock that never goes back; satisfies `WallClock`.

    Args:
        clock: the one to believe as long as it can be.
        after: the last moment known; None for none.
    """

    def __init__(self, clock: WallClock, after: str | None = None) -> None:
        self._clock = clock
        self._last = None if after is None else parsed(after)
        self._behind = timedelta(0)

    def now(self) -> str:
        """The moment as ISO 8601 in UTC: the clock's own words, unless they are of the past."""
        told = self._clock.now()
        now = parsed(told)
        if self._last is None or now >= self._last:
            self._last, self._behind = now, timedelta(0)
            return told
        self._behind = max(self._behind, self._last - now)
        self._last = now + self._behind
        return formatted(self._last)


def latest_timestamp(history: History) -> str | None:
    """The latest moment that a line of the game carries; None where none does."""
    lines = (history.setup, *(noted.line for noted in history.lines))
    return max((line.at for line in lines if line.at is not UNSET), key=parsed, default=None)


def parsed(at: str) -> datetime:
    """The moment that a line's ``at`` tells; a leap second counts as the one before it, for Python knows none."""
    return datetime.fromisoformat(at.replace(":60", ":59"))


def formatted(moment: datetime) -> str:
    """A moment as the record has it, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
