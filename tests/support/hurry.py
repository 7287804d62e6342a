"""An event loop whose time is told: where it would wait, it is later at once."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any


class HurriedLoop(asyncio.SelectorEventLoop):
    """It never sleeps; its clock goes on by what it would have slept."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_Impatient(self))

    def time(self) -> float:
        """What it would have slept until now, in seconds."""
        return self._now

    def later(self, seconds: float) -> None:
        """Go on."""
        self._now += seconds


class _Impatient(selectors.DefaultSelector):
    def __init__(self, loop: HurriedLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        """What is ready now."""
        if ready := super().select(0):
            return ready
        self._loop.later(timeout or 0.0)
        return []
