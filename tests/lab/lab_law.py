#!/usr/bin/env python3
"""`make lab-law`: five thousand random games, judged by both laws; the first that they judge differently is printed.

The second law (tests/second_law) was written from the clauses alone. The exit code is 1 if the two part.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
from multiprocessing import get_context
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from second_law.coaches import random_game
from second_law.compare import Difference, first_difference, shrunk


def judged(seed: int) -> tuple[int, Difference | None]:
    """A game by its seed, and where the laws part on it."""
    return seed, first_difference(random_game(seed))


def main() -> int:
    """Play them all on every core."""
    parser = argparse.ArgumentParser(prog="make lab-law", description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    with get_context("spawn").Pool() as pool:
        for seed, found in pool.imap(judged, seeds, chunksize=50):
            if found:
                print(f"seed {seed}:\n{shrunk(found)}")
                return 1
    print(f"{asked.games} games, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
