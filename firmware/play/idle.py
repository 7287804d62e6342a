"""Rest: what the panel shows, and how bright it is, when nobody has thrown or pressed for some minutes.

Rule kept here: a game that is being played is never dimmed or hidden; a throw or a press wakes everything at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

IDLE_S: Final = 300.0
"""Without a throw or a press nobody plays."""
NIGHT_SHARE: Final = 0.25
"""Of the configured brightness at night."""


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


class Rest:
    """Says whether anybody plays; ``now`` is the loop's clock, in seconds, and ``options`` are those that hold now."""

    def __init__(self, now: Callable[[], float], options: RestOptions) -> None:
        self._now, self.options = now, options
        self._touched: float | None = None

    def touch(self) -> None:
        """Somebody threw or pressed."""
        self._touched = self._now()

    @property
    def seconds(self) -> float:
        """For how long the panel has rested; negative while somebody plays."""
        if self._touched is None:
            self._touched = self._now()
        return self._now() - self._touched - IDLE_S

    @property
    def brightness(self) -> float:
        """The share of its brightness that the panel has now."""
        night = self.options.night
        is_night = night is not None and self.seconds >= 0 and night.has(self.options.local_time())
        return NIGHT_SHARE if is_night else 1.0
