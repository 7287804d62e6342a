#!/usr/bin/env python3
"""`make lab-bad-card`: a card that fails at the n-th write, for every n, of a play, a setting, a backup and so on.

Every change of the disk counts, a flush and a rename too (`crash_fuse.py`). From the n-th on, or for it alone, it
answers with an error of the system: it cannot be written (EIO), it is full (ENOSPC), it is read-only (EROFS). The
stadium then plays on, the card heals or does not, and the stadium is started again. Nothing that was said to be saved
may be missing, whoever asked is told in words what is not, and what was refused is there whole or not at all.
`make lab-power` has the kernel make such disks, of every kind but one that fails once.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "tests"):
    sys.path.insert(0, str(folder))

from crash_box import HOME, STICK, BriefBox, Found, lighten, look, started  # noqa: E402 - found on the path above
from crash_evening import MADE, CrashDisk  # noqa: E402
from support.scoring import thrown  # noqa: E402
from support.teach import taught  # noqa: E402
from telling import needs_root, tell  # noqa: E402

from firmware.errors import StadiumError  # noqa: E402
from firmware.files.staged_replace import DataPaths  # noqa: E402
from firmware.paths import SYSTEM_FILE  # noqa: E402
from firmware.storage.backup import back_up  # noqa: E402
from firmware.storage.restore import Sent, stage  # noqa: E402
from scoreboard.errors import ScoreboardError  # noqa: E402
from scoreboard.language import ENGLISH  # noqa: E402
from scoreboard.rules.events import Press  # noqa: E402
from scoreboard.web.http.guard import ChangeError  # noqa: E402

FOR_GOOD = 10**9
MOST_WRITES = 400
MOST_SHOWN = 20
FAULTS = {"fails": errno.EIO, "is full": errno.ENOSPC, "is read-only": errno.EROFS}
EXPECTED = (StadiumError, ScoreboardError, ChangeError)
"""What is worded for whoever asked."""


class FailingCardError(Exception):
    """Something is not as it should be."""


class Trial(NamedTuple):
    """A stadium on a disk that is to fail.

    Attributes:
        box: the stadium.
        root: of what it keeps.
    """

    box: BriefBox
    root: Path

    @property
    def paths(self) -> DataPaths:
        """Where that is."""
        return DataPaths(self.root / HOME, SYSTEM_FILE)


Act = Callable[[Trial], Awaitable[None]]


async def play(trial: Trial) -> None:
    """A throw."""
    game = trial.box.session.game
    await trial.box.app.page.record_line(thrown(game, trial.box.session.history.number % 9 + 1), None, dry_run=False)


async def undo(trial: Trial) -> None:
    """The last throw is taken back."""
    await trial.box.app.page.record_line(Press(button="undo"), None, dry_run=False)


async def settings(trial: Trial) -> None:
    """A setting on the page."""
    await trial.box.control.owner.settings.change({"game.innings": 5})


async def backup(trial: Trial) -> None:
    """A backup, over an older one."""
    back_up(trial.root / STICK / "evening.zip", trial.paths, MADE)


async def restore(trial: Trial) -> None:
    """A backup is sent, to be put back by the next start."""
    stage(Sent(trial.root / STICK / "evening.zip", "it"), trial.paths)


async def teaching(trial: Trial) -> None:
    """A face more of a die."""
    trial.box.sight.taught.change("green", lambda _: taught("green", 3, 5))


ACTS: dict[str, Act] = {each.__name__: each for each in (play, undo, settings, backup, restore, teaching)}


class ActOutcome(NamedTuple):
    """What came of an act.

    Attributes:
        words: what whoever asked was told; empty if it was done.
        saved: lines that were shown when all was saved.
        trouble: what the table was told meanwhile: NOT SAVED and why.
        is_over: whether the disk had not failed when it was done: there are no more writes.
    """

    words: str
    saved: int
    trouble: str
    is_over: bool


async def furnish(trial: Trial) -> None:
    """A stadium that has been played with, a backup of it, and a throw more."""
    for value in range(4):
        await trial.box.app.page.record_line(thrown(trial.box.session.game, value + 2), None, dry_run=False)
    await trial.box.control.owner.settings.change({"game.innings": 7})
    trial.box.sight.taught.change("green", lambda _: taught("green", 3))
    await backup(trial)
    await play(trial)


class FailingCard:
    """The disk that fails, and a stadium on it."""

    def __init__(self, disk: CrashDisk) -> None:
        self._disk, self._runs = disk, 0
        self.base = disk.folder / "base"
        for name in (HOME, STICK):
            (self.base / name).mkdir(parents=True)
        _quietly(lambda: started(self.base, lambda box: furnish(Trial(box, self.base))))

    def tried(self, act: Act, error: int, first: int, last: int, *, heals: bool) -> tuple[ActOutcome, Path]:
        """Start, have the card fail so during the act, play on, and end; heal the card before that, or after."""
        self._runs += 1
        root = self._disk.folder / f"run-{self._runs}"
        shutil.copytree(self.base, root)
        shown = list[int]()
        outcome = list[ActOutcome]()

        async def script(box: BriefBox) -> None:
            trial, refusal = Trial(box, root), ""
            self._disk.fail(error, first, last)
            try:
                await act(trial)
            except EXPECTED as failure:
                refusal = str(failure) or type(failure).__name__
            has_failed = self._disk.has_failed()
            await play(trial)
            trouble = "" if box.store.trouble is None else ENGLISH(box.store.trouble.words)
            if heals:
                self._disk.heal()
                box.look_at_card()
                if box.store.trouble is not None:
                    raise FailingCardError(f"healed, and still {ENGLISH(box.store.trouble.words)}")
            if not box.session.is_held:
                shown.append(box.session.history.number)
            outcome.append(ActOutcome(refusal, max(shown), trouble, not has_failed))

        def saw() -> None:
            box = boxes[0]
            if not box.session.is_held:
                shown.append(box.session.history.number)

        boxes = list[BriefBox]()

        async def kept(box: BriefBox) -> None:
            boxes.append(box)
            box.on_change = saw
            saw_before = box.session.history.number
            shown.append(saw_before)
            await script(box)

        try:
            _quietly(lambda: started(root, kept))
        finally:
            self._disk.heal()
        return outcome[0], root

    def judge(self, act: str, root: Path, outcome: ActOutcome, before: Found, after: Found) -> None:
        """Start again and see what is there."""
        found = look(root)
        if found["complaints"]:
            raise FailingCardError(f"the next start says: {found['complaints']}")
        if int(found["lines"]) < outcome.saved and act != "restore":
            raise FailingCardError(f"{found['lines']} lines, and {outcome.saved} were saved")
        for key in ("settings", "dice", "stick"):
            allowed = {after[key]} if not outcome.words else {before[key], after[key]}
            if found[key] not in allowed:
                raise FailingCardError(
                    f"{key} is {found[key]!r}, not one of {sorted(allowed)}; told: {outcome.words!r}"
                )


def _quietly(do: Callable[[], object]) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        do()


def trials(card: FailingCard, name: str, act: Act) -> Iterator[str]:
    """Each of an act's writes fails, once and for good, in every way; yields what is wrong, empty where all is well."""
    before = look(_copy(card, "before"))
    _, done = card.tried(act, errno.EIO, 0, -1, heals=True)
    after = look(done)
    for kind, error in FAULTS.items():
        for last_of, heals in ((0, True), (FOR_GOOD, True), (FOR_GOOD, False)):
            for first in range(MOST_WRITES):
                how = f"{name}: the card {kind} at write {first + 1}{' and all after it' if last_of else ''}"
                try:
                    outcome, root = card.tried(act, error, first, first + last_of, heals=heals)
                    card.judge(name, root, outcome, before, after)
                except FailingCardError as wrong:
                    yield f"{how}: {wrong}"
                    continue
                except Exception as fault:  # noqa: BLE001 - whatever reaches us would reach a player
                    yield f"{how}: {type(fault).__name__}: {fault}"
                    continue
                if outcome.is_over:
                    break
                if not (outcome.words or outcome.trouble or not last_of):
                    yield f"{how}: nobody was told"
                yield ""


def _copy(card: FailingCard, name: str) -> Path:
    root = card.base.with_name(name)
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(card.base, root)
    return root


def main() -> None:
    """Try every act at every write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[], choices=ACTS, help="Of these acts alone.")
    asked = parser.parse_args()
    needs_root("lab-bad-card", "This mounts a file system of its own")
    lighten()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        disk = CrashDisk(Path(folder))
        context = get_context("fork")
        counted = context.Value("i", 0), context.Value("i", 0)
        player = context.Process(target=_try_all, args=(disk, asked.only, counted))
        player.start()
        player.join()
        disk.log()
    tried, wrong = (each.value for each in counted)
    minutes = (time.monotonic() - began) / 60
    tell(f"card: failing writes {tried}, lost or untold {wrong}, minutes {minutes:.1f}")
    sys.exit(1 if wrong or player.exitcode else 0)


def _try_all(disk: CrashDisk, only: list[str], counted: tuple[object, object]) -> None:
    card = FailingCard(disk)
    for name, act in ACTS.items():
        if only and name not in only:
            continue
        found = list(trials(card, name, act))
        wrong = [each for each in found if each]
        counted[0].value += len(found)  # type: ignore[attr-defined]
        counted[1].value += len(wrong)  # type: ignore[attr-defined]
        tell(f"{name}: failing writes {len(found)}, wrong {len(wrong)}")
        for each in wrong[:MOST_SHOWN]:
            tell(f"FAILED  {each}")


if __name__ == "__main__":
    main()
