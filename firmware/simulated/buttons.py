"""Simulated buttons: whoever holds them says which one was pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.devices import Gesture


class SimulatedButtons:
    """Nine buttons that a program presses; satisfies `firmware.devices.Buttons`."""

    def __init__(self) -> None:
        self._heard: Callable[[Gesture], None] | None = None
        self.down: frozenset[str] = frozenset()
        """Those that somebody holds down."""

    def held(self) -> frozenset[str]:
        """The buttons that are down now."""
        return self.down

    def listen(self, heard: Callable[[Gesture], None]) -> None:
        """Call ``heard`` for every gesture from now on, from the thread that presses."""
        self._heard = heard

    def press(self, gesture: Gesture) -> None:
        """Press a button; ``redo`` and ``menu`` are held ones. Nobody listening, nothing happens."""
        if self._heard is not None:
            self._heard(gesture)

    def close(self) -> None:
        """Stop telling anybody."""
        self._heard = None
