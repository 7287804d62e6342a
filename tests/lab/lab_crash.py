#!/usr/bin/env python3
"""`make lab-crash`: every state that a power cut may leave of an evening's writes is built, started from, and judged.

An evening (`crash_evening.py`) is played on a file system that logs what is written to it (`crash_fuse.py`). Of the log
every disk is built that a cut may leave (the model and what of it is tried: `crash_disk.py`), and the stadium is
started on it, as it is (`crash_box.py`). What was shown, or answered, must be there; what was asked for and not yet
answered, whole or not at all; and nothing may complain.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "tests"):
    sys.path.insert(0, str(folder))

from crash_box import Found, lighten, look  # noqa: E402 - found on the path above
from crash_evening import ASKED, CrashDisk, evening  # noqa: E402
from support.crash_disk import Disk, Mark, Operation, Order, Thoroughness, states, whole  # noqa: E402
from telling import needs_root, tell  # noqa: E402

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
STARTS_A_WORKER = 250
"""After so many a worker is made anew: a program that starts once keeps what it has taken."""
BATCH = 256
MOST_TOLD = 20
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


def played(folder: Path) -> Sequence[Operation]:
    """The log of the evening, which is played in a process of its own."""
    disk = CrashDisk(folder)
    context = get_context("fork")
    player = context.Process(target=evening, args=(disk,))
    player.start()
    player.join()
    log = disk.log()
    if player.exitcode:
        raise SystemExit("The evening could not be played to its end.")
    return log


def moments(log: Sequence[Operation]) -> tuple[list[LogMoment], list[int]]:
    """What must be there before each operation and at the end; and where each version was complete."""
    at, versions, found = LogMoment("start", 0, 0), [0], []
    for place, operation in enumerate(log):
        found.append(at)
        if isinstance(operation, Mark):
            said, _, what = operation.text.partition(" ")
            if said == ASKED:
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


class Judge:
    """Judges disks, each different one once, and counts.

    Attributes:
        counted: of each thing that was asked for, the states.
        lost: sentences about states that lack something, or have half of it.
        repairs: about those over which something complains.
        left_out: different disks that were built and not opened.
    """

    def __init__(self, log: Sequence[Operation]) -> None:
        self._moments, places = moments(log)
        self._version = cache(lambda number: _lasting(opened(whole(log[: places[number]]))))
        self._due: dict[bytes, set[LogMoment]] = {}
        self._found: dict[bytes, Found] = {}
        self.counted, self.distinct = Counter[str](), Counter[str]()
        self.lost, self.repairs, self.left_out = list[str](), list[str](), 0

    def during(self, at: int) -> str:
        """What was asked for last."""
        return self._moments[at].during

    def take(self, at: int, disk: Disk) -> tuple[bytes, Disk] | None:
        """A state; what is to be opened, unless one that is the same was taken before."""
        digest, moment = disk.digest(), self._moments[at]
        self.counted[moment.during] += 1
        due = self._due.setdefault(digest, set())
        is_new = not due
        due.add(moment)
        self.distinct[moment.during] += is_new
        if not is_new:
            return None
        disk.forget_lost()
        return digest, disk

    def found(self, verdict: DiskOpened) -> None:
        """What was found on a disk."""
        self._found[verdict.state] = verdict.found

    def judge(self) -> None:
        """Compare all that was found with what must be there."""
        for digest, due in self._due.items():
            if digest not in self._found:
                self.left_out += 1
                continue
            found = self._found[digest]
            there = _lasting(found)
            for moment in due:
                allowed = [self._version(number) for number in range(moment.first, moment.last + 1)]
                if there not in allowed:
                    self.lost.append(f"{moment.during}: {_difference(there, allowed)} {found['complaints']}"[:LONGEST])
                    break
            if found["complaints"]:
                during = ", ".join(sorted({moment.during for moment in due}))
                self.repairs.append(f"{during}: {found['complaints']}"[:LONGEST])


def _lasting(found: Found) -> Found:
    """What is found but for what is complained of."""
    return {key: value for key, value in found.items() if key != "complaints"}


def _difference(there: Found, allowed: Sequence[Found]) -> str:
    nearest = min(allowed, key=lambda one: sum(one.get(key) != value for key, value in there.items()))
    keys = {key for key in {*there, *nearest} if there.get(key) != nearest.get(key)}
    return "; ".join(f"{key} is {there.get(key)!r}, not {nearest.get(key)!r}" for key in sorted(keys))


def judged(log: Sequence[Operation], how: Thoroughness, order: Order, only: Collection[str], until: float) -> Judge:
    """Judge every state of that log, or of the moments at which one of those was asked for last, until that moment."""
    judge = Judge(log)
    all_states = states(log, how, order, wanted=lambda at: not only or judge.during(at) in only)
    with get_context("fork").Pool(os.cpu_count(), maxtasksperchild=STARTS_A_WORKER) as pool:
        tasks = (task for state in all_states if (task := judge.take(*state)) is not None)
        while (batch := list(islice(tasks, BATCH))) and time.monotonic() < until:
            for each in pool.imap_unordered(verdict, batch, chunksize=4):
                judge.found(each)
    judge.judge()
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
    parser.add_argument("--minutes", type=float, default=60, help="What is not judged by then is left out, and said so")
    asked = parser.parse_args()
    needs_root("lab-crash", "This mounts a file system of its own")
    lighten()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        log = played(Path(folder))
    how = Thoroughness(pieces=asked.pieces, pairs=asked.pairs, drawn=asked.drawn, fewer=asked.fewer)
    judge = judged(log, how, Order.BY_FOLDER if asked.strict else Order.JOURNAL, asked.only, began + 60 * asked.minutes)
    for what, count in judge.counted.items():
        tell(f"{what}: states {count}, distinct {judge.distinct[what]}")
    for sentence, count in Counter([*judge.lost, *judge.repairs]).most_common(MOST_TOLD):
        tell(f"FAILED  {count} times: {sentence}")
    total, distinct = judge.counted.total(), judge.distinct.total() - judge.left_out
    minutes = (time.monotonic() - began) / 60
    tell(
        f"crash: states {total}, distinct {distinct}, lost {len(judge.lost)}, repairs {len(judge.repairs)}, "
        f"writes {len(log)}, left out {judge.left_out}, minutes {minutes:.1f}"
    )
    sys.exit(1 if judge.lost or judge.repairs or judge.left_out else 0)


if __name__ == "__main__":
    main()
