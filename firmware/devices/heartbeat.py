"""Which parts of the appliance still move: each says so itself, from whatever thread it lives on.

Rule kept here: silence of one part is silence of all. A timer that merely runs would go on while the camera's thread
hangs in its driver; so every part reports its own heartbeat. A device that is known to be lost reports too: its
supervisor does so while it waits for the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial


class Heartbeat:
    """Which parts have moved since the last check, ``parts`` expected from the start; safe from any thread."""

    def __init__(self, parts: Iterable[str] = ()) -> None:
        self._parts = set(parts)
        self._awaited = set(self._parts)

    def register(self, part: str) -> Callable[[], None]:
        """Wait for this part from now on; returns what it calls whenever it has moved."""
        self._parts.add(part)
        self._awaited.add(part)
        return partial(self.beat, part)

    def beat(self, part: str) -> None:
        """That part has moved."""
        self._awaited.discard(part)

    def all_alive(self) -> bool:
        """Whether every part has moved since this last returned true; then all are waited for anew."""
        if self._awaited:
            return False
        self._awaited.update(self._parts)
        return True
