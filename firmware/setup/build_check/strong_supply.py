"""The supplies, last of all: the Pi's, which panel, camera and sound have put to the test, and the panel's own.

Nothing measures the panel's supply. What the panel may draw is computed from what the owner has said of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from firmware.setup.build_check.part_check import BuildCheck
from firmware.setup.doctor import devices, system
from scoreboard.message import Words, message


class StrongSupply(BuildCheck):
    """Asks nobody: the Pi's firmware has watched the voltage since the start, and the panel's budget is known."""

    guides: ClassVar = dict.fromkeys(("power", "panel-power"), "hardware/wiring.md#power")

    @property
    def words(self) -> Words:
        """Nothing is to be done."""
        return message("about.power")

    def advance(self, now: float) -> None:  # noqa: ARG002 - it takes no time
        """Look."""
        of_pi = replace(system.power(self.bench.machine), about="power")
        of_panel = replace(devices.panel_power(self.bench.config.panel), about="panel-power")
        self.findings = (of_pi, of_panel) if self.bench.has_panel else (of_pi,)
