"""The machine itself: its card, its power, its clock, its heat, what is installed, and what we may do."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path

from firmware.devices.protocols import Clock
from firmware.files.atomic import MEGABYTE
from firmware.messages import Message, finding
from firmware.service.pi_status import temperature
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


def board(machine: Machine) -> Message:
    """Which machine this is."""
    model = machine.model
    if model is not None:
        return finding("green", model)
    return finding("skipped", f"no Raspberry Pi ({platform.machine()}): its pins, power and heat are not looked at")


def power(machine: Machine) -> Message:
    """Whether the supply is strong enough, and has been since the start: as the firmware says."""
    flags = throttled(machine)
    if flags is None:
        return finding("skipped", "this machine does not tell")
    now, since = said_of(flags), said_of(flags >> SINCE)
    advice = "Use the supply made for this Pi and a short cable; give it air if it is hot."
    if now:
        return finding("red" if flags & 1 else "amber", f"now: {', '.join(now)}", advice)
    if since:
        return finding("amber", f"since it was started: {', '.join(since)}", advice)
    return finding("green", "enough, and ever since it was started")


def throttled(machine: Machine) -> int | None:
    """The firmware's flags, from its command or from the kernel; None where neither tells."""
    answer = machine.answer(["vcgencmd", "get_throttled"]) or ""
    digits = answer.partition("=")[2] or machine.read("/sys/devices/platform/soc/soc:firmware/get_throttled") or ""
    try:
        return int(digits, 16)
    except ValueError:
        return None


def said_of(flags: int) -> list[str]:
    """What the lowest bits say."""
    return [words for bit, words in NOW.items() if flags >> bit & 1]


def heat(machine: Machine) -> Message:
    """How hot the processor is, by its own thermometer."""
    degrees = temperature(machine.at("/sys"))
    if degrees is None:
        return finding("skipped", "this machine has no thermometer to read")
    if degrees < WARM:
        return finding("green", f"{degrees:.0f} °C")
    advice = "Give it air: a heat sink, or a case with holes."
    return finding("red" if degrees >= HOT else "amber", f"{degrees:.0f} °C", advice)


def card(machine: Machine, home: Path) -> Message:
    """Whether the games can be written under ``home``, and for how long."""
    folder = next(path for path in (home, *home.parents) if machine.has(path))
    if not machine.may_write(machine.at(folder)):
        return finding("red", f"{folder} cannot be written", _why_not_written(machine))
    if errors := card_errors(machine):
        advice = "Make a backup (stadium backup FILE) and put in a new card soon."
        return finding("amber", f"the file system has met {errors} errors", advice)
    return _room(machine, folder)


def _room(machine: Machine, folder: Path) -> Message:
    room = machine.room(folder)
    if room is None:
        return finding("skipped", "this machine does not tell how full it is")
    said = f"{room[0] // MEGABYTE} of {room[1] // MEGABYTE} MB free"
    if room[0] >= SCARCE:
        return finding("green", said)
    advice = "Make room: sudo apt clean, copy what else lies there elsewhere, then sudo stadium clean-up."
    return finding("red" if room[0] < SHORT else "amber", said, advice)


def _why_not_written(machine: Machine) -> str:
    if is_read_only(machine):
        return "The card is mounted read-only, as Linux does when one wears out: back up, and put in a new card."
    return "Run this as the user that plays: sudo -u stadium stadium doctor."


def is_read_only(machine: Machine) -> bool:
    """Whether the disk that the system runs from may not be written."""
    mounts = [line.split() for line in (machine.read("/proc/mounts") or "").splitlines()]
    return any(mount[1] == "/" and "ro" in mount[3].split(",") for mount in mounts if len(mount) > 3)  # noqa: PLR2004 - fstab(5)


def card_errors(machine: Machine) -> int:
    """How many errors ext4 has noted since it was made; they outlive a restart."""
    counts = (machine.read(path) or "" for path in machine.found("/sys/fs/ext4/*/errors_count"))
    return sum(int(count) for count in counts if count.isdigit())


def time(machine: Machine, clock: Clock) -> Message:
    """Whether the clock can be believed, and the network has set it."""
    now = clock.now()
    if datetime.fromisoformat(now) < BUILT:
        advice = "Games are kept in order all the same. Join a network once, or add a clock module (RTC)."
        return finding("amber", f"the clock stands at {now[:10]}", advice)
    if machine.has("/run/systemd/timesync/synchronized") or _is_synchronized(machine):
        return finding("green", f"{now[:16]} UTC, set by the network")
    return finding("amber", f"{now[:16]} UTC, not set by the network", "Join a network to set it.")


def _is_synchronized(machine: Machine) -> bool:
    return machine.answer(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "yes"


def permissions(machine: Machine) -> Message:
    """Whether we belong to the groups that may use the devices."""
    ours = machine.groups()
    if machine.model is None:
        return finding("skipped", "no Raspberry Pi, so no groups of its devices")
    if "root" in ours:
        return finding("green", "root may do everything")
    missing = [group for group in GROUPS if group not in ours]
    if not missing:
        return finding("green", f"in the groups {', '.join(GROUPS)}")
    said = f"not in the group {', '.join(f'{group} ({GROUPS[group]})' for group in missing)}"
    return finding("red", said, f"sudo usermod -aG {','.join(missing)} $USER, then log in again.")


def versions(machine: Machine) -> Message:
    """What is installed, for a report."""
    known = {name: machine.package(name) for name in LIBRARIES}
    libraries = [f"{name} {version}" for name, version in known.items() if version is not None]
    own = f"stadium {machine.package('stadium-scoreboard') or 'unpacked'}"
    parts = [own, f"Python {platform.python_version()}", *libraries, _system(machine), f"Linux {machine.kernel}"]
    return finding("green", ", ".join(part for part in parts if part))


def _system(machine: Machine) -> str:
    lines = (machine.read("/etc/os-release") or "").splitlines()
    return next((line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME=")), "")
