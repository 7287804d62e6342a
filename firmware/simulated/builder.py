"""Somebody who looks over a simulated stadium that may be badly built: presses what is asked, looks, listens.

Rule kept here: a fault is in the stadium, never in what is reported of it. The builder does the right thing; a button
that was wired wrongly, or a panel that hangs upside down, makes something else of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import structs
from PIL import Image

from firmware.config.schema import PanelConfig
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.scenario import BuildFault

STUCK, DEAD, SWAPPED, BOUNCING = "batter", "run", ("ball", "strike"), "out"
"""Which buttons are wrong."""
BRIGHT: Final = 200
"""Of 255, from which a light is seen beside dimmer ones."""
SMALL_SUPPLY_A: Final = 3.0
"""What is printed on the supply of a panel whose lights of all colours want more."""
WEAK: Final = "throttled=0x50005"
"""What the Pi's firmware says of a voltage that is too low, now and since the start."""


def built_panel(panel: PanelConfig, faults: Iterable[BuildFault]) -> PanelConfig:
    """The panel as it was built and configured, by somebody with those faults."""
    if "small-supply" not in faults:
        return panel
    return structs.replace(panel, driver="ws2812", width=64, height=16, max_amps=SMALL_SUPPLY_A)


class SimulatedBuilder:
    """One of them, at that panel and those buttons, with these ``faults``."""

    def __init__(self, panel: SimulatedPanel, buttons: SimulatedButtons, faults: Iterable[BuildFault] = ()) -> None:
        self._panel, self._buttons, self._faults = panel, buttons, frozenset(faults)
        if "stuck-button" in self._faults:
            buttons.down = frozenset({STUCK})

    def press(self, name: str) -> None:
        """Press that button, once."""
        if name == DEAD and "dead-button" in self._faults:
            return
        if name in SWAPPED and "swapped-buttons" in self._faults:
            name = SWAPPED[1 - SWAPPED.index(name)]
        for _ in range(2 if name == BOUNCING and "bouncing-button" in self._faults else 1):
            self._buttons.press(name)  # type: ignore[arg-type] # a button's name is a gesture

    @property
    def seen(self) -> Image.Image:
        """The panel as it hangs there."""
        if "dark-panel" in self._faults:
            return Image.new("RGB", self._panel.size)
        shown = self._panel.picture
        return shown.rotate(180) if "turned-panel" in self._faults else shown

    def lit_corner(self, corners: Sequence[str]) -> str | None:
        """Which corner is lit, of these names, clockwise from the top left; None if all is dark."""
        pixels = np.asarray(self.seen)
        at = [pixels[0, 0], pixels[0, -1], pixels[-1, -1], pixels[-1, 0]]
        return next((name for name, pixel in zip(corners, at, strict=True) if pixel.min() >= BRIGHT), None)

    @property
    def hears(self) -> bool:
        """Whether the notes are heard."""
        return "silent" not in self._faults

    def answer_of(self, command: Sequence[str]) -> str | None:
        """What the computer answers to a command."""
        is_asked = list(command) == ["vcgencmd", "get_throttled"]
        return (WEAK if "weak-supply" in self._faults else "throttled=0x0") if is_asked else None
