#!/usr/bin/env python3
"""`make lab-fuzz`: whatever reads what others wrote is given made-up bytes, and may answer with errors of ours alone.

atheris (libFuzzer for Python) makes them up, guided by which lines of ours they reach. Each target is a process of its
own, forked off this one, so that the project is loaded once. What is raised besides, a hang, and memory without bound
are crashes; the input of one is kept and named. What was found to reach something new is kept in `.cache/fuzz` and is
where the next run begins. There each target's inputs are read once first, and those that reach nothing which smaller
ones do not reach are deleted, so that they do not become more and more. That is part of the target's time.
"""

from __future__ import annotations

import argparse
import ctypes
import logging
import os
import re
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

import atheris
from telling import tell

COUNTED: Final = ["firmware", "scoreboard", "vision", "tomllib", "wave", "zipfile", "gzip"]
"""Of what atheris counts lines, and says so of each module; numpy and cv2 would be slow."""
with redirect_stderr(StringIO()), atheris.instrument_imports(include=COUNTED):
    from fuzz_inside import TARGETS, control_file, reading, superfluous

HERE: Final = Path(__file__).resolve().parents[2]
CACHE: Final = HERE / ".cache/fuzz"
HANG_S, MEMORY_MB, LONGEST = 60, 1400, 24_000
"""Seconds of the processor and megabytes that one input may take, and its bytes at most: far above what any needs."""
STUCK_S: Final = 10 * HANG_S
"""Seconds of the clock after which libFuzzer ends an input of itself: in a library's own code no signal is heard."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a fresh folder in it, of ours alone
"""Files in it are files in memory."""
LEAST_S: Final = 5
TRIMMED: Final = 2
"""The reading of a target's old inputs may take this part of its time; they stay as they are if it takes longer."""
MOST_CHARACTERS: Final = 3000
"""Characters of what went wrong."""
NOISE: Final = ("INFO", "#", "stat:", "WARNING")
"""How lines of libFuzzer begin that say nothing of a crash."""
_RUNS: Final = re.compile(r"Done (\d+) runs|stat::number_of_executed_units: (\d+)|^#(\d+)\s", re.MULTILINE)


class HangError(BaseException):
    """An input took the processor for too long. No reader catches it."""


class Fuzzed(NamedTuple):
    """What came of a target.

    Attributes:
        runs: how many inputs were read.
        kept: how many inputs there are for the next run.
        crash: of one that crashed where it is and what was printed; else empty.
    """

    name: str
    runs: int
    kept: int
    crash: str


class Fuzzing(NamedTuple):
    """A target that is being fuzzed."""

    name: str
    log: Path
    crashes: Path

    def ended(self, code: int) -> Fuzzed:
        """What came of it, by its exit code and by what it printed."""
        printed = self.log.read_text(encoding="utf-8", errors="replace")
        runs = max((int(next(filter(None, found))) for found in _RUNS.findall(printed)), default=0)
        kept = sum(1 for _ in (CACHE / self.name).iterdir())
        if code == 0 and runs:
            return Fuzzed(self.name, runs, kept, "")
        lines = "\n".join(line for line in printed.splitlines() if not line.startswith(NOISE))
        return Fuzzed(self.name, runs, kept, f"{self.crashes}, exit {code}:\n{lines[-MOST_CHARACTERS:]}")


def planted(name: str) -> Path:
    """The folder of the target's inputs, with its seeds."""
    corpus = CACHE / name
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in TARGETS[name].seeds():
        (corpus / sha256(seed).hexdigest()[:20]).write_bytes(seed)
    return corpus


def trim(name: str, control: Path, seconds: int) -> None:
    """Delete the target's inputs that reach nothing which smaller ones do not reach together.

    They are read in a process of its own, for libFuzzer ends it. If one of them ends it before, or it takes more than
    these seconds of the processor, all stay: what is wrong with them is found when they are fuzzed.
    """
    inputs = sorted(planted(name).iterdir())
    control.write_text(control_file(inputs), encoding="utf-8")
    if (child := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))  # the timer of signal.alarm is libFuzzer's own
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            merging = ("-merge_inner=1", f"-merge_control_file={control}", f"-max_len={LONGEST}")
            limits = (f"-timeout={STUCK_S}", f"-rss_limit_mb={MEMORY_MB}")
            atheris.Setup([name, *merging, *limits], in_time(reading(name)))
            atheris.Fuzz()
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == 0:
        for path in superfluous(inputs, control.read_text(encoding="utf-8")):
            path.unlink()


def in_time(read: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The same, which raises HangError if an input takes too much of the processor's time."""

    def end(*_: object) -> None:
        raise HangError(f"{HANG_S} s of the processor")

    def timed(data: bytes) -> None:
        signal.setitimer(signal.ITIMER_PROF, HANG_S)
        read(data)

    signal.signal(signal.SIGPROF, end)
    return timed


def begun(name: str, folder: Path, seconds: int, seed: int) -> tuple[int, Fuzzing]:
    """Begin to fuzz a target in a process of its own, which keeps its files in that folder; returns its number."""
    crashes, log, own = CACHE / "crashes" / name, folder / f"{name}.log", folder / name
    for made in (crashes, own):
        made.mkdir(parents=True, exist_ok=True)
    if child := os.fork():
        return child, Fuzzing(name, log, crashes)
    try:
        with log.open("wb") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        tempfile.tempdir = str(own)
        begun_at = time.monotonic()
        trim(name, folder / f"{name}.control", max(1, seconds // TRIMMED))
        seconds = max(LEAST_S, round(seconds - (time.monotonic() - begun_at)))
        limits = (f"-max_total_time={seconds}", f"-timeout={STUCK_S}", f"-rss_limit_mb={MEMORY_MB}")
        kept = (f"-max_len={LONGEST}", f"-artifact_prefix={crashes}/", "-print_final_stats=1", f"-seed={seed}")
        atheris.Setup([name, str(planted(name)), *limits, *kept], in_time(reading(name)))
        atheris.Fuzz()
    finally:  # an exception: libFuzzer keeps the input of a crash when the C library ends the process, and not before
        ctypes.CDLL(None).exit(1)


def fuzzed(names: list[str], at_once: int, seconds: int, seed: int) -> Iterator[Fuzzed]:
    """Fuzz the targets, so many at once and each for so long; what came of each, as soon as it has ended."""
    waiting, running = list(names), dict[int, Fuzzing]()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        while waiting or running:
            while waiting and len(running) < at_once:
                child, fuzzing = begun(waiting.pop(0), Path(folder), seconds, seed)
                running[child] = fuzzing
            child, status = os.wait()
            yield running.pop(child).ended(os.waitstatus_to_exitcode(status))


def main() -> int:
    """Fuzz every target for its share of the time, and print a line about each and one about all."""
    asked = argparse.ArgumentParser(prog="make lab-fuzz", description=__doc__)
    asked.add_argument("--minutes", type=float, default=60.0, help="for all targets together (default: 60)")
    asked.add_argument("--only", nargs="+", choices=sorted(TARGETS), default=list(TARGETS), metavar="TARGET")
    asked.add_argument("--seed", type=int, default=1, help="of what is made up (default: 1)")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="targets (default: a core each)")
    given = asked.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    each = max(LEAST_S, round(given.minutes * 60 * given.at_once / len(given.only)))
    results = list[Fuzzed]()
    for result in fuzzed(given.only, given.at_once, each, given.seed):
        results.append(result)
        line = f"ok      {result.name}: {result.runs}, inputs kept {result.kept}"
        tell(f"FAILED  {result.name}: {result.crash}" if result.crash else line)
    crashes, kept = sum(bool(result.crash) for result in results), sum(result.kept for result in results)
    runs = sum(result.runs for result in results)
    tell(f"targets {len(results)}, runs {runs}, crashes {crashes}, inputs kept {kept}")
    return min(crashes, 1)


if __name__ == "__main__":
    sys.exit(main())
