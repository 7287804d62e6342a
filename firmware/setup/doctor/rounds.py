"""The doctor's rounds: every check in the order in which a person would mend what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.config.schema import Config
from firmware.devices.protocols import Clock
from firmware.setup.doctor import devices, storage, system
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.camera_view import Sight
from firmware.setup.doctor.finding import Check, Finding
from firmware.setup.doctor.machine import Machine
from scoreboard.journal.lock import is_claimed

BUSY = "the scoreboard is playing and has them: to look at them, sudo systemctl stop stadium, then ask again"


@dataclass(frozen=True)
class Rounds:
    """What to look at.

    Attributes:
        machine: the machine.
        config: the settings in force.
        file: the settings' file, where one was named.
        bench: opens the devices.
        journal: of the games.
        clock: tells the time.
        wait: lets the test pattern stand.
    """

    machine: Machine
    config: Config
    file: Path | None
    bench: Bench
    journal: Path
    clock: Clock
    wait: Callable[[float], None]

    def findings(self) -> Iterator[Finding]:
        """Make the rounds; each finding as soon as it is there."""
        yield from (check.check() for check in self._standing())
        if is_claimed(self.journal):
            yield Finding("devices", "skipped", BUSY)
            return
        yield from (check.check() for check in self._devices())
        yield from Sight(self.bench).findings()

    def _standing(self) -> tuple[Check, ...]:
        machine = self.machine
        return (
            system.Board(machine),
            system.Versions(machine),
            system.Power(machine),
            system.Heat(machine),
            system.Disk(machine, self.journal.parent),
            system.Time(machine, self.clock),
            system.Permissions(machine),
            storage.Settings(self.file),
            storage.Games(self.journal),
        )

    def _devices(self) -> tuple[Check, ...]:
        return (
            devices.Pins(self.machine, self.config, self.bench),
            devices.Spi(self.machine, self.config),
            devices.Pattern(self.bench, self.config.panel.size, self.wait),
            devices.Sound(self.machine, self.config),
        )
