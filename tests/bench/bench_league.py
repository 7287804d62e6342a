"""What a league takes in a second: lines verified by replay, into SQLite and into PostgreSQL. Run by ``make bench``.

The bar: 20,000 lines a second on two cores, into either. What each database costs without the replay is told beside it.
A machine with other work tells less.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from support.league import league, sent
from support.postgresql import postgresql
from support.season import team, whole_game

from scoreboard.league.game_store import open_store
from scoreboard.league.verified_game import SentGame
from scoreboard.league.verifying import all_verified

BAR = 20_000
DIFFERENT = 40
"""Games that are played; each is sent many times, under another number."""


def games(rules: str, lines: int) -> list[SentGame]:
    """So many lines of games of that kind, as a stadium sends them."""
    reds, blues = team("Reds"), team("Blues", "blue")
    played = [whole_game(reds, blues, seed, "2026-01-01T18:00:00Z", rules) for seed in range(DIFFERENT)]
    found, have = list[SentGame](), 0
    while have < lines:
        record = played[len(found) % DIFFERENT]
        found.append(sent("attic", len(found) + 1, record))
        have += len(record)
    return found


def taken_in(all_sent: Sequence[SentGame], database: str) -> tuple[float, float, int]:
    """Seconds that all of it takes, and the database alone; how many lines."""
    begun = time.perf_counter()
    verified = list(all_verified(all_sent, league()))
    kept = time.perf_counter()
    with open_store(database) as store:
        store.keep(verified)
    ended = time.perf_counter()
    assert all(each.fault is None for each in verified)
    return ended - begun, ended - kept, sum(each.lines for each in verified)


def tell(name: str, database: str, all_sent: Sequence[SentGame]) -> None:
    """Print what it takes in."""
    whole, alone, lines = taken_in(all_sent, database)
    print(f"  {name:11}{lines / whole:9,.0f} lines a second (bar {BAR:,}); without the replay {lines / alone:11,.0f}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=200_000, help="how many of each kind of game")
    wanted = parser.parse_args()
    for rules in ("diamante-amateur", "two-dice"):
        all_sent = games(rules, wanted.lines)
        print(f"{rules}, {len(all_sent)} games, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}:")
        with tempfile.TemporaryDirectory() as folder:
            tell("SQLite", str(Path(folder) / "league.sqlite"), all_sent)
        try:
            with postgresql() as address:
                tell("PostgreSQL", address, all_sent)
        except pytest.skip.Exception as missing:
            print(f"  {missing}")


if __name__ == "__main__":
    sys.exit(main())
