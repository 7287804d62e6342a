#!/usr/bin/env python3
"""`make lab-tiles`: printed tiles slide, are laid and are dropped onto the field, and how often one is told a value.

Bar: of five hundred none. What is asked about is not told. The exit code is 1 if one is told.
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
from support.scenes import moments, reports  # noqa: E402 - likewise
from support.script import ScriptedStadium  # noqa: E402 - likewise
from support.shipped import tracker  # noqa: E402 - likewise
from support.tiles import random_tile  # noqa: E402 - likewise

from vision.tracking.events import Thrown  # noqa: E402 - after the path above

Outcome = Literal["told", "asked", "nothing"]
WAYS = ("slide", "lay", "drop")
A_SECOND = 15
FIELDS = 4
"""Printed fields that there are; each is drawn once."""
REACH_MM, SPEEDS, HEIGHTS_MM = 150.0, (500.0, 2500.0), (20.0, 150.0)
"""How far from the middle a tile ends, how fast it slides, mm a second, and from how high it is dropped."""


def come(seed: int) -> tuple[int, str, Outcome]:
    """One tile: its seed, its way, and what is reported of it."""
    cv2.setNumThreads(1)
    chance, stadium, way = np.random.default_rng(seed), ScriptedStadium(seed % FIELDS), WAYS[seed % len(WAYS)]
    stadium.bring("tile", random_tile(chance))
    stadium.chance = chance
    x, y = map(float, chance.uniform(-REACH_MM, REACH_MM, 2))
    speed, height = float(chance.uniform(*SPEEDS)), float(chance.uniform(*HEIGHTS_MM))
    more = {"slide": {"speed": speed}, "drop": {"height": height}}.get(way, {})
    end = getattr(stadium, way)(1.0 + float(chance.uniform()) / A_SECOND, "tile", (x, y), **more)
    seen = reports(stadium, tracker(), moments(end + 1, A_SECOND))
    thrown = [each for each in seen if isinstance(each, Thrown)]
    return seed, way, "told" if any(each.reading.is_sure for each in thrown) else "asked" if thrown else "nothing"


def main() -> None:
    """Bring tiles, one after another in another way, and count."""
    parser = argparse.ArgumentParser(prog="make lab-tiles", description=__doc__)
    parser.add_argument("--tiles", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0, help="of the first tile")
    parser.add_argument("--workers", type=int, default=2, help="tiles at a time")
    wanted = parser.parse_args()
    counts = Counter[str]()
    reported = 0
    with get_context("spawn").Pool(wanted.workers) as crew:
        seeds = range(wanted.seed, wanted.seed + wanted.tiles)
        for number, (seed, way, outcome) in enumerate(crew.imap_unordered(come, seeds), 1):
            counts[f"{way} {outcome}"] += 1
            reported += outcome == "told"
            if outcome == "told":
                print(f"seed {seed}: {way}: told", flush=True)
            if not number % 50 or number == wanted.tiles:
                print(
                    f"{number} tiles: {', '.join(f'{what} {count}' for what, count in sorted(counts.items()))}",
                    flush=True,
                )
    print(f"told, 95 %: {interval(reported, wanted.tiles)}; bar none: {'NOT held' if reported else 'held'}")
    sys.exit(bool(reported))


if __name__ == "__main__":
    main()
