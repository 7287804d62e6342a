"""An update on a disk that may lose its power: what installs and what judges are as they are, dpkg and apt are made up.

What they write is tried: the package that was handed over, the versions that are kept, the trial, the outcome, the
gate's own copy and its units. What dpkg itself lays out is not; of dpkg there is one file on the disk, its status,
which is half-installed while it works, and is replaced whole and flushed, as dpkg does it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from support.fake_dpkg import FakeComputer, lay

from firmware.update import gate
from firmware.update.gate import Gate
from firmware.update.installer import SENT, Installer, hand_over

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
ROOM, UNITS, STATUS = "update", "units", "dpkg/status"
"""On the disk: root's folder of updates, the gate's own units, and what dpkg knows."""
FIRST, GOOD, BAD, LATER = "1.0", "2.0", "3.0", "4.0"
"""Versions: BAD never starts."""


class DiskComputer(FakeComputer):
    """A made-up computer whose versions, and what dpkg knows of them, lie on a disk; all else lies beside it."""

    def __init__(self, disk: Path, away: Path) -> None:
        self._status = disk / STATUS
        version, state = self._status.read_text(encoding="utf-8").split() if self._status.exists() else (FIRST, "")
        super().__init__(away, version)
        self.state = state or "installed"
        self.fault = {BAD: {"dead": True}}
        self.places = replace(self.places, room=disk / ROOM, own_units=disk / UNITS)
        self.live()

    def note(self) -> None:
        """Have the status on the disk."""
        gate.write(self._status, f"{self.version} {self.state}".encode())

    def run(self, *command: str) -> tuple[bool, str]:
        """Do what that command would; what is being installed is half installed until it is."""
        installs = {"install", "--install"} & {*command} and Path(command[-1]).exists()
        if installs:
            self.state = "half-installed"
            self.note()
        done = super().run(*command)
        if installs:
            self.note()
        return done


@contextmanager
def computer(disk: Path) -> Iterator[DiskComputer]:
    """The one of that disk, as it is after it is switched on."""
    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory, prefix="stadium-crash-") as away:
        yield DiskComputer(disk, Path(away))


def is_there(disk: Path) -> bool:
    """Whether anything of updates is on that disk."""
    return (disk / STATUS).exists()


def install(disk: Path) -> None:
    """Install the first version by hand: it brings the gate, and dpkg notes at last that all of it is there."""
    with computer(disk) as made:
        gate.adopt(made.places, made)
        made.note()


def update(disk: Path, version: str) -> None:
    """Hand a signed version over, have it installed, and have it judged."""
    with computer(disk) as made:
        _update(made, version)


def _update(made: DiskComputer, version: str) -> None:
    package = lay(made.places.life.parent / "owners", version, signed_by="ours")
    hand_over(package, made.places.room / SENT)
    Installer(made.places, made.sources, made).update()
    if gate.under_trial(made.places) is not None:
        Gate(made.places, made).pass_or_put_back()


def switch_on(disk: Path) -> None:
    """What the gate does at a start: it ends a trial that was cut off."""
    with computer(disk) as made:
        if made.places.trial.exists():
            Gate(made.places, made).pass_or_put_back()


def found(disk: Path) -> tuple[str, str]:
    """The version that runs on that disk after it was switched on, and what is amiss; it is updated once more."""
    switch_on(disk)
    with computer(disk) as made:
        version, amiss = made.version, list[str]()
        if made.state != "installed" or made.places.trial.exists():
            amiss.append(f"{version} is {made.state}, and {made.places.trial.exists()} that it is tried")
        for own in (made.places.gate, *(made.places.own_units / unit for unit in gate.UNITS)):
            words = own.read_text(encoding="utf-8").rpartition(" of ") if own.exists() else ("", "", "")
            if words[2] not in {FIRST, GOOD}:
                amiss.append(f"{own.name} is {words}")
        _update(made, LATER)
        if made.version != LATER:
            amiss.append(f"it cannot be updated: {made.places.outcome.read_text(encoding='utf-8')}")
    return version, "; ".join(amiss)
