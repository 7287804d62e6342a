#!/usr/bin/env python3
"""`make lab-crash`: disks that a power cut may leave of an evening's writes are built, started from, and judged.

An evening (`crash_evening.py`) is played on a file system that logs what is written to it (`crash_fuse.py`). Of the log
every prefix is built, and reorderings up to the next flush: all of them where they are few, a sample where they are
many (`crash_disk.py` has the model, and the sample). The stadium is started on each disk, as it is (`crash_box.py`).
What was shown, or answered, must be there; what was asked for and not yet answered, whole or not at all; and nothing
may complain. That a backup was not put back is told, for nobody has answered that it was; after anything but a restore
it may not be.

Of an update, what root's programs keep is on the disk. apt and dpkg are made up, for the real ones would write the
thousands of files of a whole Debian into the log: of dpkg its status alone is on the disk (`crash_update.py`). The real
dpkg is cut by `make lab-update`: there all processes die, but what the kernel holds is not lost.

Then the power is cut once more: on some of these disks, drawn by lot of each thing that was asked for, the start itself
is logged, and disks that a cut may leave of it are started from likewise, by the same demands; and once that start has
shown something, by what it showed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "tests"):
    sys.path.insert(0, str(folder))

import crash_update  # noqa: E402 - found on the path above
from crash_box import NOT_RESTORED, BriefBox, Found, lighten, look, started  # noqa: E402
from crash_evening import ASKED, DONE, LAID, CrashDisk, evening  # noqa: E402
from support.crash_disk import Disk, Mark, Operation, Order, Thoroughness, states, whole  # noqa: E402
from telling import needs_root, tell  # noqa: E402

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
AGAIN = Thoroughness(pieces=6, all_of=3, pairs=2, drawn=2, fewer=1)
"""How thoroughly a start is cut that comes after a cut."""
CUT_STARTS = 6
"""Of each thing that was asked for, so many disks whose start is cut."""
STARTS_A_WORKER = 250
"""After so many a worker is made anew: a program that starts once keeps what it has taken."""
BATCH = 256
CUT_START, RESTORING = "start after a cut", "restore"
REPORT_EVERY_S = 60
MOST_SHOWN = 20
LONGEST = 300


class LogMoment(NamedTuple):
    """What must be there at a place in the log.

    Attributes:
        during: what was asked for last.
        first: the number of the version that was shown or answered last.
        last: of the one that was asked for last.
    """

    during: str
    first: int
    last: int


class DiskOpened(NamedTuple):
    """A disk that was started from: the state's number, and what was found."""

    state: bytes
    found: Found


class CutStart(NamedTuple):
    """A start that was cut, and what was found at the one after it.

    Attributes:
        base: the state of the disk that it began on.
        has_shown: whether it had shown something before the cut.
        found: what was found.
    """

    base: bytes
    has_shown: bool
    found: Found


def played(folder: Path) -> Sequence[Operation]:
    """The log of the evening."""
    disk = CrashDisk(folder)
    return _logged(disk, partial(evening, disk))


def _logged(disk: CrashDisk, do: Callable[[], object]) -> Sequence[Operation]:
    """What is written to that disk while something is done in a process of its own; all of it must be."""
    if (child := os.fork()) == 0:
        try:
            do()
        except BaseException as fault:  # noqa: BLE001 - the parent ends for it
            tell(f"FAILED  {type(fault).__name__}: {fault}")
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    log = disk.log()
    if status:
        raise RuntimeError("what is logged could not be done to its end")
    return log


def moments(log: Sequence[Operation]) -> tuple[list[LogMoment], list[int]]:
    """What must be there before each operation and at the end; and where each version was complete."""
    at, versions, found = LogMoment("start", 0, 0), [0], []
    for place, operation in enumerate(log):
        found.append(at)
        if isinstance(operation, Mark):
            kind, _, what = operation.text.partition(" ")
            if kind == ASKED:
                at = LogMoment(what, at.first, len(versions))
                versions.append(len(log))
            else:
                versions[at.last] = place + 1
                at = LogMoment(what, at.last, at.last)
    return [*found, at], versions


def opened(disk: Disk) -> Found:
    """Start the stadium on that disk."""
    folder = Path(tempfile.mkdtemp(dir=IN_MEMORY, prefix="stadium-crash-"))
    try:
        disk.lay_out(folder)
        return look(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def verdict(task: tuple[bytes, Disk]) -> DiskOpened:
    """The same in a worker."""
    return DiskOpened(task[0], opened(task[1]))


def cut_again(base: tuple[bytes, Disk]) -> list[CutStart]:
    """Start on that disk, and on those that a cut of that start may leave."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY, prefix="stadium-crash-") as place:
        disk = CrashDisk(Path(place), base[1])
        log = _logged(disk, partial(_start_shown, disk))
    laid = log.index(Mark(LAID)) + 1
    begins, log = whole(log[:laid]), log[laid:]
    shown = next(place for place, operation in enumerate(log) if isinstance(operation, Mark))
    found, taken = list[CutStart](), set[tuple[bytes, bool]]()
    for at, cut in states(log, AGAIN, begins=begins):
        key = cut.digest(), at > shown
        if key not in taken:
            taken.add(key)
            found.append(CutStart(base[0], at > shown, opened(cut)))
    return found


def _start_shown(disk: CrashDisk) -> None:
    """Start on it, and say when something is shown."""

    async def script(_: BriefBox) -> None:
        disk.say(DONE)

    with _silent():
        started(disk.folder, script)
        crash_update.switch_on(disk.folder)


@contextmanager
def _silent() -> Iterator[None]:
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        yield


class Judge:
    """Judges disks, each different one once, and counts.

    Attributes:
        counted: of each thing that was asked for, the states.
        lost: sentences about states that lack something, or have half of it.
        repairs: about those over which something complains.
        left_out: different disks that were built and not opened.
        kept: of each thing that was asked for some disks, whose start is cut.
        last: where in the log the last state that was taken is.
    """

    def __init__(self, log: Sequence[Operation], keeps: int) -> None:
        self._keeps, self._lots = keeps, random.Random(1)  # noqa: S311 - no secret
        self.kept = defaultdict[str, list[tuple[bytes, Disk]]](list)
        self._moments, places = moments(log)
        self._version = cache(lambda number: _lasting(opened(whole(log[: places[number]]))))
        self._due: dict[bytes, set[LogMoment]] = {}
        self._found: dict[bytes, Found] = {}
        self.counted, self.distinct = Counter[str](), Counter[str]()
        self.lost, self.repairs, self.left_out = list[str](), list[str](), 0
        self.last = "the beginning"

    def during(self, at: int) -> str:
        """What was asked for last."""
        return self._moments[at].during

    def take(self, at: int, disk: Disk) -> tuple[bytes, Disk] | None:
        """A state; what is to be opened, unless one that is the same was taken before."""
        digest, moment = disk.digest(), self._moments[at]
        self.last = f"write {at} of {len(self._moments) - 1}, during {moment.during}"
        self.counted[moment.during] += 1
        due = self._due.setdefault(digest, set())
        is_new = not due
        due.add(moment)
        self.distinct[moment.during] += is_new
        if not is_new:
            return None
        disk.forget_lost()
        self._keep(moment.during, (digest, disk))
        return digest, disk

    def _keep(self, during: str, state: tuple[bytes, Disk]) -> None:
        """Keep some of all there are, each as likely as any other."""
        kept, count = self.kept[during], self.distinct[during]
        if len(kept) < self._keeps:
            kept.append(state)
        elif (place := self._lots.randrange(count)) < self._keeps:
            kept[place] = state

    def found(self, verdict: DiskOpened) -> None:
        """What was found on a disk."""
        self._found[verdict.state] = verdict.found

    @property
    def opened(self) -> Collection[bytes]:
        """The states that were opened."""
        return self._found.keys()

    def judge(self) -> None:
        """Compare all that was found with what must be there."""
        for digest, due in self._due.items():
            if digest not in self._found:
                self.left_out += 1
                continue
            self._weigh(self._found[digest], [(moment.during, self._allowed(moment)) for moment in due])

    def judge_again(self, starts: Sequence[CutStart]) -> None:
        """Likewise of starts that were cut; what such a start has shown must be there."""
        for start in starts:
            shown, due = _lasting(self._found[start.base]), self._due[start.base]
            self.counted[CUT_START] += 1
            demands = [
                (f"{CUT_START}, {moment.during}", [shown] if start.has_shown else self._allowed(moment))
                for moment in due
            ]
            self._weigh(start.found, demands)

    def _allowed(self, moment: LogMoment) -> list[Found]:
        return [self._version(number) for number in range(moment.first, moment.last + 1)]

    def _weigh(self, found: Found, demands: Sequence[tuple[str, Sequence[Found]]]) -> None:
        """Hold what was found against what may be there by each of these moments."""
        there = _lasting(found)
        for during, allowed in demands:
            if there not in allowed:
                self.lost.append(f"{during}: {_difference(there, allowed)} {found['complaints']}"[:LONGEST])
                break
        all_during = ", ".join(sorted({during for during, _ in demands}))
        if found["complaints"]:
            self.repairs.append(f"{all_during}: {found['complaints']}"[:LONGEST])
        if NOT_RESTORED in found.get("backup", "") and RESTORING not in all_during:
            self.repairs.append(f"{all_during}: a backup was {NOT_RESTORED}")


def _lasting(found: Found) -> Found:
    """What is found but for what is told."""
    return {key: value for key, value in found.items() if key not in {"complaints", "backup"}}


def _difference(there: Found, allowed: Sequence[Found]) -> str:
    nearest = min(allowed, key=lambda one: sum(one.get(key) != value for key, value in there.items()))
    keys = {key for key in {*there, *nearest} if there.get(key) != nearest.get(key)}
    return "; ".join(f"{key} is {there.get(key)!r}, not {nearest.get(key)!r}" for key in sorted(keys))


class Asked(NamedTuple):
    """What is to be judged.

    Attributes:
        how: how thoroughly.
        order: the model of the disk.
        only: where there are any, only what lies behind one of these was asked for.
        cut_starts: of each thing that was asked for, so many disks whose start is cut.
        until: the moment at which what is left is left out.
    """

    how: Thoroughness
    order: Order
    only: Collection[str]
    cut_starts: int
    until: float


def judged(log: Sequence[Operation], asked: Asked) -> Judge:
    """Judge every state of that log, and of some of its starts."""
    judge, only, until = Judge(log, asked.cut_starts), asked.only, asked.until
    due = time.monotonic()
    all_states = states(log, asked.how, asked.order, wanted=lambda at: not only or judge.during(at) in only)
    with get_context("fork").Pool(os.cpu_count(), maxtasksperchild=STARTS_A_WORKER) as pool:
        tasks = (task for state in all_states if (task := judge.take(*state)) is not None)
        while (batch := list(islice(tasks, BATCH))) and time.monotonic() < until:
            for each in pool.imap_unordered(verdict, batch, chunksize=4):
                judge.found(each)
            if time.monotonic() > due:
                tell(f"        {len(judge.opened)} disks started from, up to {judge.last}")
                due = time.monotonic() + REPORT_EVERY_S
        judge.judge()
        bases = [base for kept in judge.kept.values() for base in kept if base[0] in judge.opened]
        for found in pool.imap_unordered(cut_again, bases):
            judge.judge_again(found)
    return judge


def main() -> None:
    """Play, build, start, judge, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="A disk whose folders have no journal; see crash_disk.py")
    parser.add_argument("--pieces", type=int, default=Thoroughness().pieces)
    parser.add_argument("--pairs", type=int, default=Thoroughness().pairs)
    parser.add_argument("--drawn", type=int, default=Thoroughness().drawn)
    parser.add_argument("--fewer", type=int, default=Thoroughness().fewer)
    parser.add_argument("--only", action="append", default=[], help="What was asked for: play, settings, restore, ...")
    parser.add_argument("--cut-starts", type=int, default=CUT_STARTS, help="Disks of each kind whose start is cut")
    parser.add_argument("--minutes", type=float, default=60, help="What is not judged by then is left out, and said so")
    asked = parser.parse_args()
    needs_root("lab-crash", "This mounts a file system of its own")
    lighten()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        log = played(Path(folder))
    how = Thoroughness(pieces=asked.pieces, pairs=asked.pairs, drawn=asked.drawn, fewer=asked.fewer)
    order = Order.BY_FOLDER if asked.strict else Order.JOURNAL
    judge = judged(log, Asked(how, order, asked.only, asked.cut_starts, began + 60 * asked.minutes))
    cut_starts = judge.counted.pop(CUT_START, 0)
    for what, count in judge.counted.items():
        tell(f"{what}: states {count}, distinct {judge.distinct[what]}")
    for sentence, count in Counter([*judge.lost, *judge.repairs]).most_common(MOST_SHOWN):
        tell(f"FAILED  {count} times: {sentence}")
    total, distinct = judge.counted.total(), judge.distinct.total() - judge.left_out
    minutes = (time.monotonic() - began) / 60
    tell(
        f"crash: states {total}, distinct {distinct}, of cut starts {cut_starts}, lost {len(judge.lost)}, "
        f"repairs {len(judge.repairs)}, "
        f"writes {len(log)}, left out {judge.left_out}, minutes {minutes:.1f}"
    )
    sys.exit(1 if judge.lost or judge.repairs or judge.left_out else 0)


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(f"FAILED  {error}")
