#!/usr/bin/env python3
"""`make lab-play`: a day and a night of simulated play at top speed, and how often the reader told what was not thrown.

Every game is `stadium run --simulate` in a process of its own, of another seed. Hours are those of the stadium's own
clock, which runs as fast as its pictures can be drawn and read. Bar: at most one throw in 5,000 scored wrongly; the
exit code is 1 if it is not held.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import astuple
from functools import partial
from multiprocessing import get_context
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "bench"))

import cv2  # noqa: E402 - after the path above
from counting import interval  # noqa: E402 - found on the path above

from firmware.cli.main import main as stadium  # noqa: E402 - likewise
from firmware.demo import ReadingTally  # noqa: E402 - likewise
from firmware.simulated.scenario import PACES  # noqa: E402 - likewise
from scoreboard.rules import RULE_SETS  # noqa: E402 - likewise

BAR = 5000
"""Throws among which one may be wrong."""
MOST = 10_000
"""Games; a day and a night has far fewer."""
LAST_LINE = re.compile(r"read (\d+), asked (\d+), wrong (\d+) of (\d+) throws?")


def game(seed: int, kind: Sequence[str] = ()) -> tuple[int, ReadingTally, float]:
    """A whole game: its seed, and how many seconds it took by its own clock, the sum of the pauses it leaves out.

    ``kind`` is what `stadium run` is told of it; the configuration's game if nothing.
    """
    seconds: list[float] = []
    PACES["max"] = seconds.append
    cv2.setNumThreads(1)
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(printed):
        kept = ["--journal", f"{folder}/games.sqlite", "--seed", str(seed)]
        stadium(["run", "--simulate", "--headless", "--speed", "max", "--new", *kind, *kept], standalone_mode=False)
    found = LAST_LINE.search(printed.getvalue())
    if found is None:
        raise SystemExit(f"seed {seed}: the game has no last line:\n{printed.getvalue()[-2000:]}")
    read, asked, wrong, throws = map(int, found.groups())
    return seed, ReadingTally(throws, read, asked, wrong), sum(seconds)


def main() -> None:
    """Play until the hours are full, saying after every game how it stands."""
    parser = argparse.ArgumentParser(prog="make lab-play", description=__doc__)
    parser.add_argument("--hours", type=float, default=24.0, help="of the stadium's clock")
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--workers", type=int, default=2, help="games at a time")
    parser.add_argument("--rules", choices=list(RULE_SETS), help="which game; the configuration's if left out")
    parser.add_argument("--innings", type=int, help="of each game")
    wanted = parser.parse_args()
    named = {"--rules": wanted.rules, "--innings": wanted.innings}
    kind = [str(part) for option in named.items() if option[1] for part in option]
    played, hours = ReadingTally(), 0.0
    with get_context("spawn").Pool(wanted.workers, maxtasksperchild=1) as crew:
        seeds = range(wanted.seed, wanted.seed + MOST)
        for number, (seed, tally, seconds) in enumerate(crew.imap_unordered(partial(game, kind=kind), seeds), 1):
            played = ReadingTally(*(mine + its for mine, its in zip(astuple(played), astuple(tally), strict=True)))
            hours += seconds / 3600
            if tally.wrong:
                print(f"seed {seed}: {tally}", flush=True)
            print(f"game {number}, {hours:.1f} hours of play: {played}", flush=True)
            if hours >= wanted.hours:
                break
    broken = played.wrong * BAR > played.throws
    verdict = "NOT held" if broken else "held" if played.throws >= BAR else "too few throws to tell"
    print(f"wrong, 95 %: {interval(played.wrong, played.throws)}; bar 1 in {BAR}: {verdict}")
    sys.exit(broken)


if __name__ == "__main__":
    main()
