"""Rest: what the panel shows, and how bright it is, when nobody has thrown or pressed for some minutes.

Rule kept here: a game that is being played is never dimmed or hidden; a throw or a press wakes everything at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firmware.play.state.rest_options import RestOptions

IDLE_S: Final = 300.0
"""Without a throw or a press nobody plays."""
NIGHT_SHARE: Final = 0.25
"""Of the configured brightness at night."""


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
