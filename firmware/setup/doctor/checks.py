"""Every check of `stadium doctor`, in the order in which a person would repair what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.config.schema import Config
from firmware.devices.protocols import Clock
from firmware.notice import Notice, finding
from firmware.setup.doctor import brokers, devices, dice_heard, storage, system
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.machine import Machine
from scoreboard.journal.lock import is_claimed
from scoreboard.message import message


@dataclass(frozen=True)
class Checks:
    """All checks, of the settings in force and their ``file``, where one was named; ``wait`` keeps the test pattern."""

    machine: Machine
    config: Config
    file: Path | None
    bench: Bench
    journal: Path
    clock: Clock
    wait: Callable[[float], None]

    def findings(self) -> Iterator[Notice]:
        """Run them; yields each finding as soon as it is there."""
        yield from self.during_a_game()
        if is_claimed(self.journal):
            yield finding("skipped", message("doctor.busy"), about="devices")
            return
        yield from self._found(DEVICES)
        yield from devices.camera(self.bench)

    def during_a_game(self) -> Iterator[Notice]:
        """Those that open no device."""
        yield from self._found(DURING_A_GAME)

    def _found(self, checks: Mapping[str, Check]) -> Iterator[Notice]:
        for name, check in checks.items():
            yield replace(check(self), about=name)


Check = Callable[[Checks], Notice]
"""Looks at one thing; it raises nothing."""

DURING_A_GAME: Mapping[str, Check] = {
    "machine": lambda on: system.board(on.machine),
    "versions": lambda on: system.versions(on.machine),
    "power": lambda on: system.power(on.machine),
    "panel-power": lambda on: devices.panel_power(on.config.panel),
    "temperature": lambda on: system.heat(on.machine),
    "card": lambda on: system.card(on.machine, on.journal.parent),
    "time": lambda on: system.time(on.machine, on.clock),
    "permissions": lambda on: system.permissions(on.machine),
    "settings": lambda on: storage.settings(on.file),
    "games": lambda on: storage.games(on.journal),
    "broker": lambda on: brokers.broker(on.config.mqtt, on.journal),
    "pixels": lambda on: dice_heard.smart_dice(on.config.pixels),
}
OF_A_VERSION = ("versions", "card", "permissions", "settings", "games")
"""Those that tell of the program and what it keeps: neither of the network nor of what may be unplugged."""
DEVICES: Mapping[str, Check] = {
    "buttons": lambda on: devices.buttons(on.machine, on.config, on.bench),
    "spi": lambda on: devices.spi(on.machine, on.config),
    "panel": lambda on: devices.panel(on.bench, on.config.panel.size, on.wait),
    "sound": lambda on: devices.sound(on.machine, on.config, on.bench),
    "voice": lambda on: devices.voice(on.machine, on.config),
}


def must_be_mended(on: Checks) -> list[str]:
    """What the checks of `OF_A_VERSION` find red, by name."""
    return [name for name in OF_A_VERSION if DURING_A_GAME[name](on).severity == "red"]
