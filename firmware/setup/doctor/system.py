"""The machine itself: its card, its power, its clock, its heat, what is installed, and what we may do."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from firmware.devices.protocols import Clock
from firmware.files.atomic import MEGABYTE
from firmware.setup.doctor.finding import Finding
from firmware.setup.doctor.machine import Machine

SCARCE, SHORT = 500 * MEGABYTE, 50 * MEGABYTE
"""Free bytes below which a card is amber, and below which it is red: an evening of games takes a tenth of one."""
WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi slows itself down from 80 on."""
BUILT = datetime.fromisoformat("2026-01-01T00:00:00Z")
"""No clock that is right says less."""
GROUPS = {"gpio": "the buttons", "spi": "the panel", "video": "the camera", "audio": "sound"}
"""Raspberry Pi OS's names for who may use what."""
LIBRARIES = ("opencv-python-headless", "opencv", "numpy", "pillow", "gpiozero", "lgpio", "picamera2", "spidev")

NOW = {0: "the supply gives too little voltage", 1: "it runs slowed down", 2: "it is throttled", 3: "it is too hot"}
"""Bits of what the firmware says of this moment; sixteen places on, the same since it was started
(https://www.raspberrypi.com/documentation/computers/os.html#get_throttled)."""
SINCE = 16


@dataclass(frozen=True)
class Board:
    """Which machine this is."""

    machine: Machine
    name: str = "machine"

    def check(self) -> Finding:
        """Look at its model."""
        model = self.machine.model
        if model is not None:
            return Finding(self.name, "green", model)
        said = f"no Raspberry Pi ({platform.machine()}): its pins, power and heat are not looked at"
        return Finding(self.name, "skipped", said)


@dataclass(frozen=True)
class Power:
    """Whether the supply is strong enough, and has been since the start."""

    machine: Machine
    name: str = "power"

    def check(self) -> Finding:
        """Ask the firmware."""
        flags = throttled(self.machine)
        if flags is None:
            return Finding(self.name, "skipped", "this machine does not tell")
        now, since = said_of(flags), said_of(flags >> SINCE)
        advice = "Use the supply made for this Pi and a short cable; give it air if it is hot."
        if now:
            return Finding(self.name, "red" if flags & 1 else "amber", f"now: {', '.join(now)}", advice)
        if since:
            return Finding(self.name, "amber", f"since it was started: {', '.join(since)}", advice)
        return Finding(self.name, "green", "enough, and ever since it was started")


def throttled(machine: Machine) -> int | None:
    """The firmware's flags, from its command or from the kernel; None where neither tells."""
    told = machine.answer(["vcgencmd", "get_throttled"]) or ""
    digits = told.partition("=")[2] or machine.read("/sys/devices/platform/soc/soc:firmware/get_throttled") or ""
    try:
        return int(digits, 16)
    except ValueError:
        return None


def said_of(flags: int) -> list[str]:
    """What the lowest bits say."""
    return [words for bit, words in NOW.items() if flags >> bit & 1]


@dataclass(frozen=True)
class Heat:
    """How hot the processor is."""

    machine: Machine
    name: str = "temperature"

    def check(self) -> Finding:
        """Read its own thermometer."""
        told = self.machine.read("/sys/class/thermal/thermal_zone0/temp")
        if told is None or not told.lstrip("-").isdigit():
            return Finding(self.name, "skipped", "this machine has no thermometer to read")
        degrees = int(told) / 1000
        if degrees < WARM:
            return Finding(self.name, "green", f"{degrees:.0f} °C")
        advice = "Give it air: a heat sink, or a case with holes."
        return Finding(self.name, "red" if degrees >= HOT else "amber", f"{degrees:.0f} °C", advice)


@dataclass(frozen=True)
class Disk:
    """Whether the games can be written, and for how long."""

    machine: Machine
    home: Path
    name: str = "card"

    def check(self) -> Finding:
        """Look at the card under the folder of the games."""
        folder = next(path for path in (self.home, *self.home.parents) if self.machine.has(path))
        if not self.machine.may_write(self.machine.at(folder)):
            return Finding(self.name, "red", f"{folder} cannot be written", self._advice())
        if errors := card_errors(self.machine):
            advice = "Make a backup (stadium backup FILE) and put in a new card soon."
            return Finding(self.name, "amber", f"the file system has met {errors} errors", advice)
        return self._room(folder)

    def _room(self, folder: Path) -> Finding:
        room = self.machine.room(folder)
        if room is None:
            return Finding(self.name, "skipped", "this machine does not tell how full it is")
        said = f"{room[0] // MEGABYTE} of {room[1] // MEGABYTE} MB free"
        if room[0] >= SCARCE:
            return Finding(self.name, "green", said)
        advice = "Make room: sudo apt clean, copy what else lies there elsewhere, then sudo stadium clean-up."
        return Finding(self.name, "red" if room[0] < SHORT else "amber", said, advice)

    def _advice(self) -> str:
        if is_read_only(self.machine):
            return "The card is mounted read-only, as Linux does when one wears out: back up, and put in a new card."
        return "Run this as the user that plays: sudo -u stadium stadium doctor."


def is_read_only(machine: Machine) -> bool:
    """Whether the disk that the system runs from may not be written."""
    mounts = [line.split() for line in (machine.read("/proc/mounts") or "").splitlines()]
    return any(mount[1] == "/" and "ro" in mount[3].split(",") for mount in mounts if len(mount) > 3)  # noqa: PLR2004 - fstab(5)


def card_errors(machine: Machine) -> int:
    """How many errors ext4 has noted since it was made; they outlive a restart."""
    told = (machine.read(path) or "" for path in machine.found("/sys/fs/ext4/*/errors_count"))
    return sum(int(count) for count in told if count.isdigit())


@dataclass(frozen=True)
class Time:
    """Whether the clock can be believed."""

    machine: Machine
    clock: Clock
    name: str = "time"

    def check(self) -> Finding:
        """Ask the clock, and whether the network has set it."""
        now = self.clock.now()
        if datetime.fromisoformat(now) < BUILT:
            advice = "Games are kept in order all the same. Join a network once, or add a clock module (RTC)."
            return Finding(self.name, "amber", f"the clock stands at {now[:10]}", advice)
        if self.machine.has("/run/systemd/timesync/synchronized") or self._says_so():
            return Finding(self.name, "green", f"{now[:16]} UTC, set by the network")
        return Finding(self.name, "amber", f"{now[:16]} UTC, not set by the network", "Join a network to set it.")

    def _says_so(self) -> bool:
        return self.machine.answer(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "yes"


@dataclass(frozen=True)
class Permissions:
    """Whether we belong to the groups that may use the devices."""

    machine: Machine
    name: str = "permissions"

    def check(self) -> Finding:
        """Compare our groups with those there are."""
        ours = self.machine.groups()
        if self.machine.model is None:
            return Finding(self.name, "skipped", "no Raspberry Pi, so no groups of its devices")
        if "root" in ours:
            return Finding(self.name, "green", "root may do everything")
        missing = [group for group in GROUPS if group not in ours]
        if not missing:
            return Finding(self.name, "green", f"in the groups {', '.join(GROUPS)}")
        said = f"not in the group {', '.join(f'{group} ({GROUPS[group]})' for group in missing)}"
        return Finding(self.name, "red", said, f"sudo usermod -aG {','.join(missing)} $USER, then log in again.")


@dataclass(frozen=True)
class Versions:
    """What is installed."""

    machine: Machine
    name: str = "versions"

    def check(self) -> Finding:
        """Name them, for a report."""
        known = {name: self.machine.package(name) for name in LIBRARIES}
        libraries = [f"{name} {version}" for name, version in known.items() if version is not None]
        own = f"stadium {self.machine.package('stadium-scoreboard') or 'unpacked'}"
        parts = [own, f"Python {platform.python_version()}", *libraries, self._system(), f"Linux {self.machine.kernel}"]
        return Finding(self.name, "green", ", ".join(part for part in parts if part))

    def _system(self) -> str:
        lines = (self.machine.read("/etc/os-release") or "").splitlines()
        return next((line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME=")), "")
