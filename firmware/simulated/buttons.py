"""Simulated buttons: whoever holds them says which one was pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.devices.protocols import Gesture, Stuck


class SimulatedButtons:
    """Nine buttons that a program presses; satisfies `firmware.devices.protocols.Buttons`."""

    def __init__(self) -> None:
        self._heard: Callable[[Gesture], None] | None = None
        self.down: frozenset[str] = frozenset()
        """Those that somebody holds down."""
        self._told: Stuck = lambda _: None
        self._stuck: frozenset[str] = frozenset()

    def held(self) -> frozenset[str]:
        """The buttons that are down now."""
        return self.down

    def listen(self, heard: Callable[[Gesture], None], stuck: Stuck = lambda _: None) -> None:
        """Call ``heard`` for every gesture from now on, and ``stuck`` as `stick` says, from the thread that presses."""
        self._heard, self._told = heard, stuck

    def press(self, gesture: Gesture) -> None:
        """Press a button; ``redo`` and ``menu`` are held ones. Nobody listening, or stuck, nothing happens."""
        if self._heard is not None and gesture not in self._stuck:
            self._heard(gesture)

    def stick(self, *names: str) -> None:
        """Hold these buttons down for so long that they are ignored; without a name, let all of them go."""
        self._stuck = frozenset(names)
        self._told(self._stuck)

    def close(self) -> None:
        """Stop telling anybody."""
        self._heard = None
