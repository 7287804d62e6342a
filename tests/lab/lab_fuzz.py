#!/usr/bin/env python3
"""`make lab-fuzz`: whatever reads what others wrote is given made-up bytes, and may answer with errors of ours alone.

atheris (libFuzzer for Python) makes them up, guided by which lines of ours they reach; a target is a process of its
own. What is raised besides, a hang, and memory without bound are crashes; the input of one is kept and named. What was
found to reach something new is kept in `.cache/fuzz` and is where the next run begins.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from fuzz_files import FILES
from fuzz_network import NETWORK
from telling import tell

HERE: Final = Path(__file__).resolve().parents[2]
PYTHON: Final = HERE / ".venv-fuzzing/bin/python"
CACHE: Final = HERE / ".cache/fuzz"
TARGETS: Final = {**FILES, **NETWORK}
HANG_S, MEMORY_MB, LONGEST = 20, 1400, 24_000
"""Seconds and megabytes that one input may take, and its bytes at most: far above what any needs."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a fresh folder in it, of ours alone
"""Files in it are files in memory."""
LEAST_S: Final = 5
MOST_TOLD: Final = 3000
"""Characters of what went wrong."""
_RUNS: Final = re.compile(r"Done (\d+) runs|stat::number_of_executed_units: (\d+)|^#(\d+)\s", re.MULTILINE)


class Fuzzed(NamedTuple):
    """What came of a target: how many inputs were read, and of one that crashed where it is and what was said."""

    name: str
    runs: int
    crash: str


def planted(name: str) -> Path:
    """The folder of the target's inputs, with its seeds."""
    corpus = CACHE / name
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in TARGETS[name].seeds():
        (corpus / sha256(seed).hexdigest()[:20]).write_bytes(seed)
    return corpus


def fuzzed(name: str, seconds: int, seed: int) -> Fuzzed:
    """Fuzz a target for so long."""
    crashes = CACHE / "crashes" / name
    crashes.mkdir(parents=True, exist_ok=True)
    limits = (f"-max_total_time={seconds}", f"-timeout={HANG_S}", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={LONGEST}")
    command: Sequence[object] = (
        *(PYTHON, HERE / "tests/lab/fuzz_inside.py", name, planted(name)),
        *(*limits, f"-seed={seed}", f"-artifact_prefix={crashes}/", "-print_final_stats=1"),
    )
    paths, words = f"{HERE / 'tests'}:{HERE / 'tests/lab'}", [str(word) for word in command]
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        environment = {**os.environ, "PYTHONPATH": paths, "OPENCV_LOG_LEVEL": "OFF", "TMPDIR": folder}
        ended = subprocess.run(words, capture_output=True, check=False, env=environment, cwd=HERE)
    said = (ended.stderr + ended.stdout).decode("utf-8", "replace")
    runs = max((int(next(filter(None, found))) for found in _RUNS.findall(said)), default=0)
    told = "\n".join(line for line in said.splitlines() if not line.startswith(("INFO", "#", "stat:", "WARNING")))
    crash = "" if ended.returncode == 0 and runs else f"{crashes}, exit {ended.returncode}:\n{told[-MOST_TOLD:]}"
    return Fuzzed(name, runs, crash)


def main() -> int:
    """Fuzz every target for its share of the time, two at once, and print a line about each and one about all."""
    asked = argparse.ArgumentParser(prog="make lab-fuzz", description=__doc__)
    asked.add_argument("--minutes", type=float, default=5.0, help="for all targets together (default: 5)")
    asked.add_argument("--only", nargs="+", choices=sorted(TARGETS), default=list(TARGETS), metavar="TARGET")
    asked.add_argument("--seed", type=int, default=1, help="of what is made up (default: 1)")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="targets (default: a core each)")
    given = asked.parse_args()
    each = max(LEAST_S, round(given.minutes * 60 * given.at_once / len(given.only)))
    results = list[Fuzzed]()
    with ThreadPoolExecutor(given.at_once) as pool:
        for result in pool.map(partial(fuzzed, seconds=each, seed=given.seed), given.only):
            results.append(result)
            tell(f"FAILED  {result.name}: {result.crash}" if result.crash else f"ok      {result.name}: {result.runs}")
    crashes = sum(bool(result.crash) for result in results)
    tell(f"targets {len(results)}, runs {sum(result.runs for result in results)}, crashes {crashes}")
    return min(crashes, 1)


if __name__ == "__main__":
    sys.exit(main())
