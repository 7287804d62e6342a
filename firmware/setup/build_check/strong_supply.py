"""The supply: whether it has held while panel, camera and sound were at work; so it comes last."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from firmware.setup.build_check.part_check import BuildCheck
from firmware.setup.doctor import system
from scoreboard.message import Words, message


class StrongSupply(BuildCheck):
    """Asks nobody: the Pi's firmware has watched the voltage since the start."""

    guides: ClassVar = {"power": "hardware/wiring.md#power"}

    @property
    def words(self) -> Words:
        """Nothing is to be done."""
        return message("about.power")

    def advance(self, now: float) -> None:  # noqa: ARG002 - it takes no time
        """Look."""
        self.findings = (replace(system.power(self.bench.machine), about="power"),)
