"""What the tests of the doctor are made of: a Pi made of files, and devices that all work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from firmware.config.schema import shipped
from firmware.notice import Notice
from firmware.setup.calibration.steps import Plan
from firmware.setup.doctor.bench import Bench, StillCamera
from firmware.setup.doctor.machine import Machine
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.world.stadium import SimulatedStadium

HEALTHY = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\x00",
    "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs ro 0 0\n",
    "/proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n",
    "/sys/class/thermal/thermal_zone0/temp": "48312\n",
    "/sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
    "/sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "/run/systemd/timesync/synchronized": "",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/dev/gpiochip0": "",
    "/dev/spidev0.0": "",
    "/var/lib/stadium/games.sqlite.lock": "",
}
"""A Raspberry Pi in good order, as far as its files tell."""
HOME = Path("/var/lib/stadium")


class APi:
    """A machine made of a folder and a few answers."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.answers = {
            "aplay --version": "aplay: version 1.2.14",
            "espeak-ng --version": "eSpeak NG text-to-speech: 1.51  Data at: /usr/lib/espeak-ng-data",
            "espeak-ng -q -v en-us en-us": "",
        }
        self.groups = frozenset({"gpio", "spi", "video", "audio", "stadium"})
        self.locked: set[str] = set()
        for path, text in HEALTHY.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        """Have the machine's file say ``text``."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def lose(self, path: str) -> None:
        """Have no such file."""
        (self.root / path.lstrip("/")).unlink()

    @property
    def machine(self) -> Machine:
        """The machine as the checks see it."""
        return Machine(self.root, self._answer, lambda: self.groups, self._may_write, lambda name: f"1-{name}")

    def _answer(self, command: Sequence[str]) -> str | None:
        return self.answers.get(" ".join(command))

    def _may_write(self, path: Path) -> bool:
        return not any(path.is_relative_to(self.root / locked.lstrip("/")) for locked in self.locked)


CONFIG = shipped()
LOUD = structs.replace(CONFIG, sound=structs.replace(CONFIG.sound, driver="alsa"))
BENCH = Bench(
    lambda: StillCamera(SimulatedStadium(4), 0.1),
    SimulatedButtons,
    lambda: SimulatedPanel((64, 16)),
    Plan(()),
    "simulated",
)
"""Simulated devices that all work."""


def with_other(**changed: object) -> Bench:
    """The bench with another device on it."""
    return replace(BENCH, **changed)  # type: ignore[arg-type]


def seen(found: Notice) -> tuple[str, bool]:
    """How bad it is what a check found, and whether it says what to do."""
    return found.severity, bool(found.remedy)
