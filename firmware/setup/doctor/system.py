"""The machine itself: its card, power, clock, heat, what is installed, and our permissions."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path

from firmware.devices.protocols import Clock
from firmware.files.atomic import MEGABYTE
from firmware.notice import Notice, finding
from firmware.service.pi_status import temperature
from firmware.service.systemd import CLOCK_SET
from firmware.setup.doctor.machine import Machine
from scoreboard.message import Words, message

SCARCE, SHORT = 500 * MEGABYTE, 50 * MEGABYTE
"""Free bytes below which a card is amber, and below which it is red: an evening of games takes a tenth of one."""
WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi slows itself down from 80 on."""
BUILT = datetime.fromisoformat("2026-01-01T00:00:00Z")
"""A right clock says more."""
GROUPS = ("gpio", "spi", "video", "audio")
"""Raspberry Pi OS's groups for what we use, as ``use.gpio`` says it."""
LIBRARIES = ("opencv-python-headless", "opencv", "numpy", "pillow", "gpiozero", "lgpio", "picamera2", "spidev")

FLAGS = ("voltage", "slowed", "throttled", "hot")
"""Bits of the firmware's flags now; `SINCE` places on, the same since the start
(https://www.raspberrypi.com/documentation/computers/os.html#get_throttled)."""
SINCE = 16


def board(machine: Machine) -> Notice:
    """The machine's name."""
    model = machine.model
    if model is not None:
        return finding("green", model)
    return finding("skipped", message("doctor.no-pi", kind=platform.machine()))


def power(machine: Machine) -> Notice:
    """Whether the supply is strong enough, and has been since the start: as the firmware says."""
    flags = throttled(machine)
    if flags is None:
        return finding("skipped", message("doctor.untold"))
    now, since = (_set(flags), _set(flags >> SINCE))
    advice = message("doctor.power.remedy")
    if now:
        return finding("red" if flags & 1 else "amber", message("doctor.flags-now", flags=now), advice)
    if since:
        return finding("amber", message("doctor.flags-since", flags=since), advice)
    return finding("green", message("doctor.power.well"))


def _set(flags: int) -> tuple[str, ...]:
    return tuple(flag for bit, flag in enumerate(FLAGS) if flags >> bit & 1)


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
        return finding("skipped", message("doctor.no-thermometer"))
    heat = message("doctor.heat", degrees=round(degrees))
    if degrees < WARM:
        return finding("green", heat)
    return finding("red" if degrees >= HOT else "amber", heat, message("doctor.heat.remedy"))


def card(machine: Machine, home: Path) -> Notice:
    """Whether the games can be written under ``home``, and for how long."""
    folder = next(path for path in (home, *home.parents) if machine.has(path))
    if not machine.may_write(machine.at(folder)):
        why = "doctor.card.read-only" if is_read_only(machine) else "doctor.card.other-user"
        return finding("red", message("doctor.card.locked", folder=str(folder)), message(why))
    if errors := card_errors(machine):
        met = message("doctor.card.errors", count=errors)
        return finding("amber", met, message("doctor.card.errors.remedy"))
    if (room := machine.room(folder)) is None:
        return finding("skipped", message("doctor.card.untold"))
    free = message("doctor.card.free", free=room[0] // MEGABYTE, all=room[1] // MEGABYTE)
    if room[0] >= SCARCE:
        return finding("green", free)
    return finding("red" if room[0] < SHORT else "amber", free, message("doctor.card.full.remedy"))


def is_read_only(machine: Machine) -> bool:
    """Whether the system's disk is mounted read-only."""
    mounts = [line.split() for line in (machine.read("/proc/mounts") or "").splitlines()]
    return any(mount[1] == "/" and "ro" in mount[3].split(",") for mount in mounts if len(mount) > 3)  # noqa: PLR2004 - fstab(5)


def card_errors(machine: Machine) -> int:
    """How many errors ext4 has counted since it was made; they outlive a restart."""
    counts = (machine.read(path) or "" for path in machine.found("/sys/fs/ext4/*/errors_count"))
    return sum(int(count) for count in counts if count.isdigit())


def _date_words(moment: str) -> dict[str, Words]:
    """An ISO 8601 moment as people write it: the day, the month by its name, the year and the time."""
    at = datetime.fromisoformat(moment)
    # one of: month.* and 1 to 12
    return {"day": at.day, "month": message(f"month.{at.month}"), "year": at.year, "time": f"{at:%H:%M}"}


def time(machine: Machine, clock: Clock) -> Notice:
    """Whether the clock is plausible, and the network has set it."""
    now = clock.now()
    if datetime.fromisoformat(now) < BUILT:
        stopped = message("doctor.time.stopped", day=now[:10])
        return finding("amber", stopped, message("doctor.time.stopped.remedy"))
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    if machine.has(CLOCK_SET) or machine.answer(asked) == "yes":
        return finding("green", message("doctor.time.set", **_date_words(now)))
    return finding("amber", message("doctor.time.unset", **_date_words(now)), message("doctor.time.unset.remedy"))


def permissions(machine: Machine) -> Notice:
    """Whether this account belongs to the groups that may use the devices."""
    ours = machine.groups()
    if machine.model is None:
        return finding("skipped", message("doctor.permissions.no-pi"))
    if "root" in ours:
        return finding("green", message("doctor.permissions.root"))
    missing = [group for group in GROUPS if group not in ours]
    if not missing:
        return finding("green", message("doctor.permissions.well", names=GROUPS))
    lost = tuple(message("doctor.group", name=group, use=group) for group in missing)
    advice = message("doctor.permissions.remedy", names=",".join(missing))
    return finding("red", message("doctor.permissions.lost", groups=lost), advice)


def versions(machine: Machine) -> Notice:
    """What is installed, for a report."""
    known = {name: machine.package(name) for name in LIBRARIES}
    libraries = [f"{name} {version}" for name, version in known.items() if version is not None]
    own = machine.package("stadium-scoreboard")
    ours = message("doctor.unpacked") if own is None else f"stadium {own}"
    lines = (machine.read("/etc/os-release") or "").splitlines()
    system = [line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME=")][:1]
    parts = (ours, f"Python {platform.python_version()}", *libraries, *system, f"Linux {platform.release()}")
    return finding("green", message("doctor.versions", parts=parts))
