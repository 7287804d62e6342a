"""The gate: it lets a newly installed version stay, or installs the version before again.

It runs as stadium-gate.service, apart from what installs. A copy of this one file lies where no update may write
(`GATE`), and takes the place of the former only once the version that it came with has passed: so a version is judged
by the gate of one that worked. Rules kept here: nothing but Python's own library is imported, for the rest is what is
judged; what goes on is in one small file that is replaced whole (`TRIAL`), beside what dpkg itself knows; and each step
may be cut at any instant and be done again.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

NAME: Final = "stadium-scoreboard"
ROOM: Final = Path("/var/lib/stadium-update")
"""Root's folder of all that an update needs; everybody may read it."""
LIFE: Final = Path("/run/stadium/life.json")
"""Where the scoreboard tells that it plays and sees (`firmware.service.life_signs`)."""
HARDWARE: Final = {"frame": "/sys/class/video4linux", "picture": "/sys/class/spidev"}
"""Where the kernel lists the devices that give a sign: one that is unplugged meanwhile is no version's fault."""
UNITS: Final = ("stadium-gate.service", "stadium-gate.path")
SHIPPED_UNITS: Final = Path("/usr/lib/systemd/system")
OWN_UNITS: Final = Path("/etc/systemd/system")

PATIENCE_S: Final = 60.0
"""Within so many seconds a new version must have given every sign."""
STEADY_S: Final = 20.0
"""For so many of them it must have run on without a restart."""
MOST_FALLS: Final = 3
"""Restarts after which nobody waits any longer."""
MOST_STARTS: Final = 3
"""So often a version may be interrupted while it is tried: it may be what stops the computer."""
INSTALLING_S: Final = 46 * 60.0
"""systemd ends what installs a minute earlier."""
ATTEMPTS: Final = 5
LARGEST: Final = 1 << 20
"""Bytes of a small file."""
MOST_NAMES, LONGEST_NAME = 256, 64
"""What is noted of a list that the scoreboard or the kernel gives."""

Why = Literal["start", "falls", "silent", "journal", "frame", "picture", "red", "cut", "restarts", ""]
"""Why a version was taken back."""
Step = Literal["trying", "back"]
Move = Literal["judge", "put-back", "unchanged", "is-back"]


class Installed(NamedTuple):
    """What dpkg knows of the scoreboard: its version, and whether all of it is in place."""

    version: str
    whole: bool


@dataclass(frozen=True)
class Trial:
    """A version that is tried.

    Attributes:
        old: the version before.
        new: the one that is tried.
        signs: those that the version before gave: they are demanded of this one.
        reds: what the check-up of the version before found that must be mended; none of it counts. None if it did not
            end in time: then no check-up counts.
        devices: those that the kernel listed before, by sign.
        token: by which the scoreboard was asked for a check-up; see `UpdatePlaces.look`.
        step: whether it is still tried, or the version before is being installed again.
        starts: how often this has been begun.
        why: it is taken back.
    """

    old: str
    new: str
    signs: tuple[str, ...] = ()
    reds: tuple[str, ...] | None = None
    devices: dict[str, list[str]] = field(default_factory=dict)
    token: str = ""
    step: Step = "trying"
    starts: int = 0
    why: Why = ""


@dataclass(frozen=True)
class UpdatePlaces:
    """Where everything is; a test has others."""

    room: Path = ROOM
    life: Path = LIFE
    hardware: dict[str, str] = field(default_factory=lambda: dict(HARDWARE))
    shipped: Path = Path(f"/usr/share/{NAME}/firmware/update/gate.py")
    shipped_units: Path = SHIPPED_UNITS
    own_units: Path = OWN_UNITS

    @property
    def trial(self) -> Path:
        """What is tried; there is no such file while nothing is. stadium-gate.path waits for it."""
        return self.room / "trial.json"

    @property
    def look(self) -> Path:
        """What asks the scoreboard for a check-up: it answers with the word that is in it."""
        return self.room / "look"

    @property
    def outcome(self) -> Path:
        """What came of the last update, for page and panel."""
        return self.room / "outcome.json"

    @property
    def gate(self) -> Path:
        """The copy of this file that runs."""
        return self.room / "gate.py"

    def package(self, version: str) -> Path:
        """The package of a version that is kept."""
        return self.room / "versions" / f"{NAME}_{version}_all.deb"

    def devices(self) -> dict[str, list[str]]:
        """What the kernel lists now, by sign."""
        found = dict[str, list[str]]()
        for sign, folder in self.hardware.items():
            with suppress(OSError):
                found[sign] = list(names(sorted(os.listdir(folder))))  # noqa: PTH208 - names alone
        return found


class System:
    """The system's own programs; a test has others."""

    def run(self, *command: str) -> tuple[bool, str]:
        """Run one; whether it succeeded, and what it printed. What it complains of is in the log."""
        try:
            done = subprocess.run(  # noqa: S603 - our own words only
                command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace", check=False
            )
        except OSError as error:
            say(f"{command[0]}: {error.strerror}")
            return False, ""
        return done.returncode == 0, done.stdout

    def now(self) -> float:
        """Seconds that always grow."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        time.sleep(seconds)


def say(line: str) -> None:
    """Write it into the log."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


# -- files


def write(file: Path, content: bytes) -> None:
    """Replace a file whole: after a cut it is the former or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    with part.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fchmod(stream.fileno(), 0o644)
        os.fsync(stream.fileno())
    part.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Have what was made or removed in it survive a cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def forget(file: Path) -> None:
    """Remove a file for good; there may be none."""
    file.unlink(missing_ok=True)
    if file.parent.is_dir():
        sync_folder(file.parent)


def read_json(file: Path) -> dict[str, Any]:
    """What a small file says; nothing if there is none, or if it says nothing that can be read.

    The scoreboard writes one of them, and an intruder in it may lay down a link, a pipe or what is nested too deep.
    """
    with suppress(OSError, ValueError, RecursionError):
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as stream:
            if stat.S_ISREG(os.fstat(handle).st_mode):
                read = json.loads(stream.read(LARGEST))
                return read if isinstance(read, dict) else {}
    return {}


def begin(places: UpdatePlaces, trial: Trial) -> None:
    """From now on the gate waits for what installs to end, and judges."""
    write(places.trial, json.dumps(asdict(trial)).encode())


def under_trial(places: UpdatePlaces) -> Trial | None:
    """What is tried; None if nothing is, or if nobody can tell what."""
    printed = read_json(places.trial)
    try:
        lists = {"signs": names(printed["signs"]), "reds": None if printed["reds"] is None else names(printed["reds"])}
        devices = {sign: list(names(listed)) for sign, listed in dict(printed["devices"]).items()}
        return Trial(**{**printed, **lists, "starts": int(printed["starts"]), "devices": devices})
    except (KeyError, OverflowError, TypeError, ValueError):
        return None


def names(listed: Iterable[Any]) -> tuple[str, ...]:
    """A list of names that others gave, as much of it as is noted."""
    return tuple(str(name)[:LONGEST_NAME] for name in islice(listed, MOST_NAMES))


def tell(places: UpdatePlaces, what: str, **more: str) -> None:
    """Tell page and panel what came of the update."""
    say(f"{what} {' '.join(f'{key}={value}' for key, value in more.items())}")
    with suppress(OSError):  # a full card stops no repair
        write(places.outcome, json.dumps({"what": what, **more}).encode())


# -- what to do


def next_move(trial: Trial, installed: Installed) -> Move:
    """What is to be done now, once what installs has ended; a pure function of what is on the card."""
    if trial.step == "back":
        return "is-back" if installed == (trial.old, True) else "put-back"
    if installed == (trial.new, True):
        return "judge" if trial.starts <= MOST_STARTS else "put-back"
    return "unchanged" if installed == (trial.old, True) else "put-back"


def missing_sign(trial: Trial, life: dict[str, Any], devices: dict[str, list[str]]) -> Why:
    """Which sign of life is missing; empty if none. A check-up that has not ended is none that found something."""
    if life.get("version") != trial.new:
        return "silent"
    if not life.get("journal") and "journal" in trial.signs:
        return "journal"
    for sign in ("frame", "picture"):
        unplugged = set(trial.devices.get(sign, ())) - set(devices.get(sign, ()))
        if sign in trial.signs and not life.get(sign) and not unplugged:
            return sign
    return "red" if trial.reds is not None and set(_reds(trial, life) or ()) - set(trial.reds) else ""


def _reds(trial: Trial, life: dict[str, Any]) -> tuple[str, ...] | None:
    """What the check-up that was asked for found that must be mended; None if it has not ended."""
    red = life.get("red")
    return names(red) if isinstance(red, list) and life.get("token") == trial.token else None


class Gate:
    """The gate at work."""

    def __init__(self, places: UpdatePlaces, system: System) -> None:
        self._places, self._system = places, system

    def pass_or_put_back(self) -> bool:
        """Do all that the trial needs; whether the scoreboard is whole afterwards."""
        trial = under_trial(self._places)
        if trial is None:
            forget(self._places.trial)
            return self.installed().whole or self._mended()
        self._wait_for_installer()
        trial = replace(trial, starts=trial.starts + 1)
        with suppress(OSError):  # a full card is no reason to leave things as they are
            begin(self._places, trial)
        move = next_move(trial, self.installed())
        if move == "judge":
            trial = replace(trial, why=self._judged(trial))
            if not trial.why:
                self._pass(trial)
                return True
        elif move == "unchanged":
            tell(self._places, "failed", version=trial.new, before=trial.old)
            self._end(trial.old)
            return True
        elif move == "put-back" and trial.step == "trying":
            trial = replace(trial, why="cut" if trial.starts <= MOST_STARTS else "restarts")
        return self._put_back(trial)

    def installed(self) -> Installed:
        """What dpkg says."""
        shown = "${Version} ${db:Status-Status} ${db:Status-Eflag}"
        _, printed = self._system.run("dpkg-query", "--show", f"--showformat={shown}", NAME)
        version, status, flag = (*printed.split(), "", "", "")[:3]
        return Installed(version, (status, flag) == ("installed", "ok"))

    def _wait_for_installer(self) -> None:
        until = self._system.now() + INSTALLING_S
        while self._system.now() < until:
            _, state = self._system.run("systemctl", "is-active", "stadium-update.service")
            if state.strip() not in {"activating", "active", "deactivating", "reloading"}:
                return
            self._system.wait(1.0)

    # -- judging

    def _judged(self, trial: Trial) -> Why:
        """Why it may not stay; empty if it may."""
        began = self._system.now()
        say(f"{trial.new} is tried; before, {trial.old} gave these signs: {', '.join(trial.signs) or 'none'}.")
        steady, process, fault = began, "", "start"
        while True:
            running, falls = self._running()
            now = self._system.now()
            if running != process:
                process, steady = running, now
            life = read_json(self._places.life) if running else {}
            fault = missing_sign(trial, life, self._places.devices()) if running else "start"
            is_done = _reds(trial, life) is not None or now - began > PATIENCE_S
            if not fault and is_done and now - steady >= STEADY_S:
                return ""
            if falls >= MOST_FALLS:
                return "falls"
            if now - began > PATIENCE_S + (STEADY_S if not fault else 0):
                return fault or "falls"
            self._system.wait(1.0)

    def _running(self) -> tuple[str, int]:
        """The process that says it is ready; empty if none does. And how often it had to be started again."""
        _, printed = self._system.run(
            "systemctl", "show", "stadium.service", "--property=ActiveState,MainPID,NRestarts"
        )
        shown = dict(line.partition("=")[::2] for line in printed.splitlines())
        falls = shown.get("NRestarts", "0")
        ready = shown.get("ActiveState") == "active"
        return shown.get("MainPID", "") if ready else "", int(falls) if falls.isdecimal() else 0

    # -- the two ends

    def _pass(self, trial: Trial) -> None:
        with suppress(OSError):  # the former gate judges as well
            adopt(self._places, self._system)
        tell(self._places, "updated", version=trial.new, before=trial.old)
        self._end(trial.old, trial.new)

    def _put_back(self, trial: Trial) -> bool:
        """Install the version before; it is told first, for that version tells it when it starts."""
        trial = replace(trial, step="back")
        with suppress(OSError):  # on a full card the decision is made anew after a cut
            begin(self._places, trial)
        tell(self._places, "back", version=trial.new, before=trial.old, why=trial.why)
        wanted = Installed(trial.old, whole=True)
        package = str(self._places.package(trial.old))
        ways = (("--install",), ("--install", "--force-depends", "--force-overwrite", "--force-remove-reinstreq"))
        for attempt in range(ATTEMPTS):
            if self.installed() == wanted:
                break
            self._system.run("dpkg", *ways[min(attempt, 1)], package)
            self._system.run("dpkg", "--configure", "--pending")
            if self.installed() != wanted:
                self._system.wait(3.0)  # another package manager may be at work
        if self.installed() != wanted:
            tell(self._places, "stuck", version=trial.new, before=trial.old)
            return False
        self._system.run("systemctl", "daemon-reload")
        self._system.run("systemctl", "reset-failed", "stadium.service")
        self._system.run("systemctl", "--no-block", "start", "stadium.socket", "stadium.service")
        self._end(trial.old)
        return True

    def _mended(self) -> bool:
        """Finish what a package manager was at when nobody knows what it was."""
        self._system.run("dpkg", "--configure", "--pending")
        return self.installed().whole

    def _end(self, *kept: str) -> None:
        """Nothing is tried any more; of the packages only these are kept."""
        stay = {self._places.package(version) for version in kept}
        with suppress(OSError):
            for file in set(self._places.room.glob("versions/*.deb")) - stay:
                file.unlink()
        forget(self._places.look)
        forget(self._places.trial)


def adopt(places: UpdatePlaces, system: System) -> None:
    """Have the gate of the installed version judge the next one: it has passed, or an owner has installed it."""
    copies = {places.gate: places.shipped}
    copies |= {places.own_units / unit: places.shipped_units / unit for unit in UNITS}
    changed = [own for own, shipped in copies.items() if not own.exists() or own.read_bytes() != shipped.read_bytes()]
    for own in changed:
        write(own, copies[own].read_bytes())
    if changed:
        system.run("systemctl", "daemon-reload")


def abandon(places: UpdatePlaces) -> None:
    """The scoreboard is removed: there is nothing to judge any more."""
    for unit in UNITS:
        (places.own_units / unit).unlink(missing_ok=True)
    shutil.rmtree(places.room, ignore_errors=True)


def main(arguments: list[str], places: UpdatePlaces | None = None, system: System | None = None) -> int:
    """Judge; or, as the package's scripts ask: ``adopt`` unless a version is tried, ``abandon``."""
    places, system = places or UpdatePlaces(), system or System()
    match arguments:
        case ["adopt"]:
            if under_trial(places) is None:
                adopt(places, system)
            return 0
        case ["abandon"]:
            abandon(places)
            return 0
    return 0 if Gate(places, system).pass_or_put_back() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
