#!/usr/bin/env python3
"""`make lab-cubes`: throws of two to four six-sided dice, with pips or numerals, and how often one is told wrongly.

A throw is told if every die's value is reported for sure, wrong if one of them is another than was thrown, and else
asked about. Bar: none wrong, at most 3 % asked. The exit code is 1 if it is not held.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

HERE = Path(__file__).parent
sys.path += [str(HERE.parent), str(HERE.parent / "bench")]

from counting import interval  # noqa: E402 - found on the path above
from support.scenes import words  # noqa: E402 - likewise
from support.shipped import tracker  # noqa: E402 - likewise

from firmware.simulated.camera import SimulatedCamera  # noqa: E402 - after the path above
from firmware.simulated.scenario import FRAMES_A_SECOND  # noqa: E402 - likewise
from firmware.simulated.world.players import COLORS, Throw  # noqa: E402 - likewise
from firmware.simulated.world.stadium import NUMERALS, PIPS, SimulatedStadium  # noqa: E402 - likewise
from vision.readings import DieReading  # noqa: E402 - likewise
from vision.tracking.events import Report, Thrown  # noqa: E402 - likewise

Verdict = Literal["told", "asked", "wrong"]
EVENING = 25
"""Throws on one table, one after another."""
MOST_ASKED = 0.03


def evening(seed: int) -> list[tuple[str, Verdict, str]]:
    """Throws of the same dice on one table: marks, what became of each, and details where not all was reported."""
    cv2.setNumThreads(1)
    marks = (PIPS, NUMERALS)[seed % 2]
    camera = SimulatedCamera(SimulatedStadium(seed, numbering=marks), fps=FRAMES_A_SECOND)
    eyes, verdicts = tracker(), []
    colors = [str(each) for each in np.random.default_rng(seed).permutation(COLORS)[: 2 + seed // 2 % 3]]
    for number in range(EVENING):
        chance = np.random.default_rng([seed, number])
        thrown = dict(zip(colors, chance.integers(1, 7, len(colors)).tolist(), strict=True))
        camera.lay(Throw("dice", dice=tuple(thrown.items())), chance)
        seen: list[Report] = []
        while camera.filming:
            frame = camera.frame()
            assert frame is not None  # until it is closed
            seen += eyes.update(frame, camera.still)
        verdict = _verdict(thrown, seen)
        details = "" if verdict == "told" else f"seed {seed}, throw {number}: {thrown}: {', '.join(map(words, seen))}"
        verdicts.append((marks, verdict, details))
    return verdicts


def _verdict(thrown: dict[str, int], seen: list[Report]) -> Verdict:
    read = [each.reading for each in seen if isinstance(each, Thrown)]
    sure = [(each.color, each.value) if isinstance(each, DieReading) else ("chip", 0) for each in read if each.is_sure]
    if any(thrown.get(color) != value for color, value in sure):
        return "wrong"
    return "told" if sorted(sure) == sorted(thrown.items()) else "asked"


def main() -> None:
    """Throw, evening after evening, saying how it stands."""
    parser = argparse.ArgumentParser(prog="make lab-cubes", description=__doc__)
    parser.add_argument("--throws", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    parser.add_argument("--workers", type=int, default=2, help="evenings at a time")
    wanted = parser.parse_args()
    counts = Counter[str]()
    with get_context("spawn").Pool(wanted.workers) as crew:
        seeds = range(wanted.seed, wanted.seed + -(-wanted.throws // EVENING))
        for verdicts in crew.imap_unordered(evening, seeds):
            for marks, verdict, details in verdicts:
                counts.update((verdict, f"{marks} {verdict}"))
                if details:
                    print(f"{verdict}: {details}", flush=True)
            print(", ".join(f"{what} {counts[what]}" for what in sorted(counts)), flush=True)
    throws = sum(counts[each] for each in ("told", "asked", "wrong"))
    print(f"asked, 95 %: {interval(counts['asked'], throws)}; wrong, 95 %: {interval(counts['wrong'], throws)}")
    broken = bool(counts["wrong"]) or counts["asked"] > MOST_ASKED * throws
    print(f"bar none wrong, {100 * MOST_ASKED:.0f} % asked: {'NOT held' if broken else 'held'}")
    sys.exit(broken)


if __name__ == "__main__":
    main()
