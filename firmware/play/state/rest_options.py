"""How the panel rests when nobody plays: with a clock or without, and dimmed at night."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time


def local_time() -> time:
    """The time of day at the table."""
    return datetime.now().astimezone().time()


@dataclass(frozen=True, slots=True)
class Night:
    """The hours in which the panel is dimmed; over midnight where it begins later than it ends."""

    begins: time
    ends: time

    def has(self, moment: time) -> bool:
        """Whether it is night."""
        if self.begins <= self.ends:
            return self.begins <= moment < self.ends
        return moment >= self.begins or moment < self.ends


def night_of(written: str) -> Night | None:
    """The night that a configuration has, such as ``22:00-07:00``; None for an empty text."""
    return Night(*map(time.fromisoformat, written.split("-"))) if written else None


@dataclass(frozen=True, slots=True)
class RestOptions:
    """How the panel rests.

    Attributes:
        clock: it shows the time of day.
        night: when it is dimmed; None for never.
        local_time: the time of day.
    """

    clock: bool = False
    night: Night | None = None
    local_time: Callable[[], time] = local_time

    @property
    def written(self) -> str:
        """The time as it is shown, empty where it is not wanted."""
        return f"{self.local_time():%H:%M}" if self.clock else ""
