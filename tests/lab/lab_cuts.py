#!/usr/bin/env python3
"""`make lab-cuts`: a whole computer loses its power at random moments of a game, and is switched on again. Needs root.

The computer is that of `make lab-machine`, without a camera. Buttons are pressed at its pins, and at a moment drawn by
lot, in the game or while it boots, its emulator is killed: what the kernel has not written is lost. The same disk is
booted again, nobody repairs anything, and each time

- all that was on the LEDs before the cut is on the disk, and nothing that was not pressed;
- the LEDs show the game as it is on the disk;
- the scoreboard has started once, put no file aside and warned of nothing new, and the file system has no error.

As many computers are at work at the same time as there are processors. The last line is the result, the exit code the
verdict.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab_machine import BUTTONS, made  # noqa: E402 - what follows is found on the path above
from machine_table import Table, histories, pictures  # noqa: E402
from machine_tree import Boot, missing_tools  # noqa: E402
from telling import demand, needs_root, tell  # noqa: E402
from virtual_machine import VirtualMachine  # noqa: E402

from scoreboard.rules.events import AnyLine, Button, Press  # noqa: E402

CUTS = 50
IN_A_BOOT = 0.2
"""Share of the cuts that come while the computer boots."""
PRESSED: tuple[Button, ...] = ("run", "out", "strike", "ball", "homerun")
"""What is pressed, one of them again and again up to a cut: a press that is missed makes no other game of the rest."""
PRESSES = 12
KEPT = "/var/lib/stadium"
COMPLAINTS = (
    "dmesg --notime --level=emerg,alert,crit,err | grep EXT4;"
    " journalctl --boot --unit=stadium --priority=warning --quiet --output=cat"
)


@dataclass(slots=True)
class CutComputer:
    """A computer that loses its power again and again.

    Attributes:
        lots: when it does.
        files: what the scoreboard keeps, by name.
        usual: what it complains of though nothing has happened.
        lines: of its game, as they were found last.
        boot_s: how long its last boot took, up to the score.
        press_s: how long a press took.
        cuts: how many, by where they came.
        shown: plays that were on the LEDs before a cut.
    """

    table: Table
    lots: random.Random
    files: set[str] = field(default_factory=set)
    usual: set[str] = field(default_factory=set)
    lines: list[AnyLine] = field(default_factory=list)
    boot_s: float = 0.0
    press_s: float = 0.0
    cuts: Counter[str] = field(default_factory=Counter)
    shown: int = 0

    def begin(self) -> None:
        """Switch it on, and begin a game."""
        self._timed_boot()
        self.table.begin()
        began = time.monotonic()
        self.table.press(PRESSED[0])
        self.press_s = time.monotonic() - began
        self.table.await_lines(lambda lines: any(isinstance(line, Press) for line in lines))
        self.lines = self.table.score()
        self.files, self.usual = self._kept(), self._complaints()

    def cut(self) -> str:
        """Pull its plug at some moment, switch it on, and see what there is.

        Raises:
            RuntimeError: if anything is lost, added, or amiss.
        """
        in_a_boot = self.lots.random() < IN_A_BOOT
        pressed, seen, after = self._cut_in_a_boot() if in_a_boot else self._cut_in_a_game()
        self._timed_boot()
        found = self.table.score()
        shown = shown_of(self.lines, pressed, seen)
        buttons = check_lines(self.lines, pressed, found, shown)
        self._check_unharmed()
        self.lines = found
        where = "boot" if in_a_boot else "game"
        self.cuts[where] += 1
        self.shown += shown
        return f"after {after:.1f} s of a {where}: {shown} plays were on the LEDs, {buttons} are on the disk"

    def _cut_in_a_game(self) -> tuple[Sequence[Button], set[bytes], float]:
        pressed = [self.lots.choice(PRESSED)] * PRESSES
        after = self.lots.uniform(0, PRESSES * self.press_s)
        since = self.table.panel.count
        self.table.press(*pressed, wait=False)
        time.sleep(after)
        self.table.machine.pull_the_plug()
        return pressed, set(self.table.panel.since(since)), after

    def _cut_in_a_boot(self) -> tuple[Sequence[Button], set[bytes], float]:
        self.table.machine.pull_the_plug()
        after = self.lots.uniform(0, self.boot_s)
        self.table.machine.switch_on()
        time.sleep(after)
        self.table.machine.pull_the_plug()
        return (), set(), after

    def _timed_boot(self) -> None:
        began = time.monotonic()
        self.table.machine.boot()
        self.table.panel.wait(any)
        self.boot_s = time.monotonic() - began

    def _check_unharmed(self) -> None:
        more = self._kept() - self.files
        demand(not more, f"there are new files: {more}")
        complaints = self._complaints() - self.usual
        demand(not complaints, f"it complains: {complaints}")
        demand(self.table.restarts == 0, "it was started again")

    def _complaints(self) -> set[str]:
        return set(self.table.machine.says(COMPLAINTS).splitlines())

    def _kept(self) -> set[str]:
        names = self.table.machine.says(f"cd {KEPT} && find . -type f").splitlines()
        return {name for name in names if not name.endswith(("-wal", "-shm"))}


def shown_of(before: Sequence[AnyLine], pressed: Sequence[Button], seen: set[bytes]) -> int:
    """How many of the plays were on the LEDs, by what they have shown; the fewest, where two scores look alike."""
    looks = [pictures(each) for each in histories([*before, *presses_of(pressed)])[len(before) - 1 :]]
    firsts = (next((plays for plays, look in enumerate(looks) if picture in look), 0) for picture in seen)
    return max(firsts, default=0)


def check_lines(before: Sequence[AnyLine], pressed: Sequence[Button], found: Sequence[AnyLine], shown: int) -> int:
    """Compare what is on the disk with what was there, pressed and shown; returns how many of the plays there are.

    Raises:
        RuntimeError: if a line is lost, or was never pressed.
    """
    demand(list(found[: len(before)]) == list(before), f"of {len(before)} lines not all are there: {found}")
    new = found[len(before) :]
    buttons = [line.button for line in new if isinstance(line, Press)]
    demand(len(buttons) == len(new), f"not all that is new was pressed: {new}")
    demand(buttons == list(pressed[: len(buttons)]), f"pressed was {pressed}, played {buttons}")
    demand(len(buttons) >= shown, f"LOST: {shown} plays were on the LEDs, {len(buttons)} are on the disk")
    return len(buttons)


def presses_of(buttons: Sequence[Button]) -> list[Press]:
    """The lines of buttons that are pressed."""
    return [Press(button=button) for button in buttons]


def cut_again_and_again(boot: Boot, stop: Event, share: tuple[int, int]) -> tuple[int, CutComputer]:
    """Cut one computer's power so many times, by the lots of that seed; returns how many cuts failed, 0 or 1.

    After one that fails it is no longer known what should be there; then the others stop, too.
    """
    cuts, seed = share
    with VirtualMachine(boot, BUTTONS) as machine:
        computer = CutComputer(Table(machine), random.Random(seed))  # noqa: S311 - a moment, no secret
        try:
            computer.begin()
            for number in range(1, cuts + 1):
                if stop.is_set():
                    break
                tell(f"ok      computer {seed}, cut {number} of {cuts}, {computer.cut()}")
        except RuntimeError as error:
            stop.set()
            tell(f"FAILED  computer {seed}, after {computer.cuts.total()} cuts: {error}")
            return 1, computer
    return 0, computer


def main() -> None:
    """Cut as often as was asked for, each computer its share."""
    parser = argparse.ArgumentParser(prog="make lab-cuts", description=__doc__)
    parser.add_argument("--cuts", type=int, default=CUTS, help=f"how many, {CUTS} by default")
    parser.add_argument("--seed", type=int, default=1, help="of the lots that are drawn")
    asked = parser.parse_args()
    needs_root("lab-cuts", "This makes a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    boot, began, computers = made(), time.monotonic(), min(os.cpu_count() or 1, asked.cuts)
    shares = [
        (asked.cuts // computers + (nth < asked.cuts % computers), asked.seed * 100 + nth) for nth in range(computers)
    ]
    with ThreadPoolExecutor(computers) as together:
        outcomes = list(together.map(partial(cut_again_and_again, boot, Event()), shares))
    failed = sum(each for each, _ in outcomes)
    cuts, shown = Counter[str](), 0
    for _, computer in outcomes:
        cuts += computer.cuts
        shown += computer.shown
    tell(
        f"power cuts: {cuts.total()} of {asked.cuts}, in a boot {cuts['boot']}, in a game {cuts['game']}, plays on the"
        f" LEDs before them {shown}, lost or amiss {failed}, minutes {(time.monotonic() - began) / 60:.1f}"
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
