"""The machine itself: its card, power, clock, heat, what is installed, and our permissions."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path

from firmware.devices.protocols import Clock
from firmware.files.atomic import MEGABYTE
from firmware.notice import Notice, finding
from firmware.service.pi_status import temperature
from firmware.setup.doctor.machine import Machine

SCARCE, SHORT = 500 * MEGABYTE, 50 * MEGABYTE
"""Free bytes below which a card is amber, and below which it is red: an evening of games takes a tenth of one."""
WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi slows itself down from 80 on."""
BUILT = datetime.fromisoformat("2026-01-01T00:00:00Z")
"""A right clock says more."""
GROUPS = {"gpio": "the buttons", "spi": "the panel", "video": "the camera", "audio": "sound"}
"""Raspberry Pi OS's groups -> what their members may use."""
LIBRARIES = ("opencv-python-headless", "opencv", "numpy", "pillow", "gpiozero", "lgpio", "picamera2", "spidev")

FLAGS = ("the supply gives too little voltage", "it runs slowed down", "it is throttled", "it is too hot")
"""Bits of the firmware's flags now; `SINCE` places on, the same since the start
(https://www.raspberrypi.com/documentation/computers/os.html#get_throttled)."""
SINCE = 16


def board(machine: Machine) -> Notice:
    """The machine's name."""
    model = machine.model
    if model is not None:
        return finding("green", model)
    return finding("skipped", f"no Raspberry Pi ({platform.machine()}): its pins, power and heat are not looked at")


def power(machine: Machine) -> Notice:
    """Whether the supply is strong enough, and has been since the start: as the firmware says."""
    flags = throttled(machine)
    if flags is None:
        return finding("skipped", "this machine does not tell")
    now, since = ([words for bit, words in enumerate(FLAGS) if part >> bit & 1] for part in (flags, flags >> SINCE))
    advice = "Use the supply made for this Pi and a short cable; give it air if it is hot."
    if now:
        return finding("red" if flags & 1 else "amber", f"now: {', '.join(now)}", advice)
    if since:
        return finding("amber", f"since it was started: {', '.join(since)}", advice)
    return finding("green", "enough, and ever since it was started")


def throttled(machine: Machine) -> int | None:
    """The firmware's flags, from its command or from the kernel; None where neither has them."""
    answer = machine.answer(["vcgencmd", "get_throttled"]) or ""
    digits = answer.partition("=")[2] or machine.read("/sys/devices/platform/soc/soc:firmware/get_throttled") or ""
    try:
        return int(digits, 16)
    except ValueError:
        return None


def heat(machine: Machine) -> Notice:
    """The processor's temperature, by its own thermometer."""
    degrees = temperature(machine.at("/sys"))
    if degrees is None:
        return finding("skipped", "this machine has no thermometer to read")
    if degrees < WARM:
        return finding("green", f"{degrees:.0f} °C")
    advice = "Give it air: a heat sink, or a case with holes."
    return finding("red" if degrees >= HOT else "amber", f"{degrees:.0f} °C", advice)


def card(machine: Machine, home: Path) -> Notice:
    """Whether the games can be written under ``home``, and for how long."""
    folder = next(path for path in (home, *home.parents) if machine.has(path))
    if not machine.may_write(machine.at(folder)):
        read_only = "The card is mounted read-only, as Linux does when one wears out: back up, and put in a new card."
        as_player = "Run this as the user that plays: sudo -u stadium stadium doctor."
        return finding("red", f"{folder} cannot be written", read_only if is_read_only(machine) else as_player)
    if errors := card_errors(machine):
        advice = "Make a backup (stadium backup FILE) and put in a new card soon."
        return finding("amber", f"the file system has met {errors} errors", advice)
    if (room := machine.room(folder)) is None:
        return finding("skipped", "this machine does not tell how full it is")
    free = f"{room[0] // MEGABYTE} of {room[1] // MEGABYTE} MB free"
    if room[0] >= SCARCE:
        return finding("green", free)
    advice = "Make room: sudo apt clean, copy what else lies there elsewhere, then sudo stadium clean-up."
    return finding("red" if room[0] < SHORT else "amber", free, advice)


def is_read_only(machine: Machine) -> bool:
    """Whether the system's disk is mounted read-only."""
    mounts = [line.split() for line in (machine.read("/proc/mounts") or "").splitlines()]
    return any(mount[1] == "/" and "ro" in mount[3].split(",") for mount in mounts if len(mount) > 3)  # noqa: PLR2004 - fstab(5)


def card_errors(machine: Machine) -> int:
    """How many errors ext4 has counted since it was made; they outlive a restart."""
    counts = (machine.read(path) or "" for path in machine.found("/sys/fs/ext4/*/errors_count"))
    return sum(int(count) for count in counts if count.isdigit())


def time(machine: Machine, clock: Clock) -> Notice:
    """Whether the clock is plausible, and the network has set it."""
    now = clock.now()
    if datetime.fromisoformat(now) < BUILT:
        advice = "Games are kept in order all the same. Join a network once, or add a clock module (RTC)."
        return finding("amber", f"the clock stands at {now[:10]}", advice)
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    if machine.has("/run/systemd/timesync/synchronized") or machine.answer(asked) == "yes":
        return finding("green", f"{now[:16]} UTC, set by the network")
    return finding("amber", f"{now[:16]} UTC, not set by the network", "Join a network to set it.")


def permissions(machine: Machine) -> Notice:
    """Whether this account belongs to the groups that may use the devices."""
    ours = machine.groups()
    if machine.model is None:
        return finding("skipped", "no Raspberry Pi, so no groups of its devices")
    if "root" in ours:
        return finding("green", "root may do everything")
    missing = [group for group in GROUPS if group not in ours]
    if not missing:
        return finding("green", f"in the groups {', '.join(GROUPS)}")
    lost = f"not in the group {', '.join(f'{group} ({GROUPS[group]})' for group in missing)}"
    return finding("red", lost, f"sudo usermod -aG {','.join(missing)} $USER, then log in again.")


def versions(machine: Machine) -> Notice:
    """What is installed, for a report."""
    known = {name: machine.package(name) for name in LIBRARIES}
    libraries = [f"{name} {version}" for name, version in known.items() if version is not None]
    own = f"stadium {machine.package('stadium-scoreboard') or 'unpacked'}"
    lines = (machine.read("/etc/os-release") or "").splitlines()
    system = [line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME=")][:1]
    parts = [own, f"Python {platform.python_version()}", *libraries, *system, f"Linux {platform.release()}"]
    return finding("green", ", ".join(part for part in parts if part))
