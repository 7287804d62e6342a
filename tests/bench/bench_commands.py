"""What a light command costs, beside a Python that does nothing. Run by ``make bench``.

On a Pi Zero everything takes some ten times as long, so a command loads what it needs and nothing else. Bars, on an
ordinary computer: 0.4 s of processor time and 50 MB at most; ``tests/firmware/cli/test_main.py`` holds what makes it
so, a list of what is not loaded. How soon ``stadium run`` plays is told without a bar.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.cli.main import COMMANDS

CPU_BAR_S, MEMORY_BAR_MB = 0.4, 50.0
TRIES = 3
"""The least of so many counts: a busy machine only adds."""
RECORD = Path(__file__).parents[1] / "golden" / "games" / "manual-figures.jsonl"
STADIUM = [sys.executable, "-m", "firmware"]
READY = "Play ball!"
"""What `stadium run` says when the score is lit."""


class Cost(NamedTuple):
    """What a program took: seconds of processor time, and MB at most."""

    cpu_s: float
    most_mb: float


def cost(command: Sequence[str]) -> Cost:
    """The least that a program takes of each."""
    counted = [_once(command) for _ in range(TRIES)]
    return Cost(min(each.cpu_s for each in counted), min(each.most_mb for each in counted))


def _once(command: Sequence[str]) -> Cost:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if process.returncode is None and os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(command)} failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def seconds_until_ready(folder: str, *options: str) -> float:
    """How long `stadium run` takes until it says that it plays; the least of several."""
    return min(_until_ready(f"{folder}/{number}.sqlite", *options) for number in range(TRIES))


def _until_ready(journal: str, *options: str) -> float:
    begun = time.monotonic()
    command = [*STADIUM, "run", "--new", "--headless", "--port", "0", "--journal", journal, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if READY in line:
                break
        taken = time.monotonic() - begun
        process.kill()
    return taken


def main() -> None:
    """Count each light command, and every command's help."""
    nothing = cost([sys.executable, "-c", "pass"])
    print(f"python -c pass: {nothing.cpu_s:.2f} s of processor time, {nothing.most_mb:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        journal = ["--journal", f"{folder}/games.sqlite"]
        subprocess.run([*STADIUM, "import", str(RECORD), *journal], check=True, stdout=subprocess.DEVNULL)
        light = [["--version"], ["--help"], ["games", *journal], ["games", "1", *journal], ["replay", str(RECORD)]]
        for words in [*light, *([name, "--help"] for name in COMMANDS)]:
            took = cost([*STADIUM, *words])
            kept = took.cpu_s < CPU_BAR_S and took.most_mb < MEMORY_BAR_MB
            times = f"{took.cpu_s / nothing.cpu_s:.0f} and {took.most_mb / nothing.most_mb:.1f} times that"
            result = f"{took.cpu_s:.2f} s, {took.most_mb:.0f} MB, {times}: {'ok' if kept else 'OVER THE BAR'}"
            print(f"stadium {' '.join(Path(word).name for word in words if word != '--journal')}: {result}")
        for options in (["--simulate"], ["--camera", "none", "--buttons", "mock", "--panel", "simulated"]):
            print(f"stadium run {' '.join(options)}: ready after {seconds_until_ready(folder, *options):.2f} s")


if __name__ == "__main__":
    main()
