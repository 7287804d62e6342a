"""What the camera shows to a job, for who looks at its page: made on the camera's thread, and seldom.

Rule kept here: while nobody looks nothing is made, and however many look it is two pictures a second at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

EVERY_S: Final = 0.5
"""Seconds between two pictures."""
LOOKED_S: Final = 5.0
"""For how long after a look the next one is awaited."""


class Filmed:
    """The last picture; ``now`` is a clock that nobody sets, in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._picture: bytes | None = None
        self._looked = self._made = -LOOKED_S

    def show(self, make: Callable[[], bytes]) -> None:
        """There is something new to be seen; called with every frame."""
        now = self._now()
        if now - self._looked < LOOKED_S and (self._picture is None or now - self._made >= EVERY_S):
            self._made, self._picture = now, make()

    def look(self) -> bytes | None:
        """The picture; None before there is one, and where the last one was made long ago."""
        now = self._now()
        self._looked = now
        return self._picture if now - self._made < LOOKED_S else None
