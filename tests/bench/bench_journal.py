"""What many games cost beside few: start, list, menu and play on 5,000 games and on 50. Run by ``make bench``.

Processor time is told, and the ratio of the two: one of what must not grow with the number of games is about 1. The
list looks every line through, so it grows with what there is to read.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.journal import many
from support.scoring import blue

from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal

FEW = 50
TRIES = 5


def started(path: Path) -> None:
    """As `stadium run` opens its games."""
    ResilientJournal.open(path).close()


def listed(path: Path) -> None:
    """As `stadium games` reads them."""
    with Journal.open_readonly(path) as journal:
        journal.listings()


def offered(path: Path) -> None:
    """As the menu asks for games to take up."""
    with Journal.open_readonly(path) as journal:
        journal.unfinished(10)


def played(path: Path) -> None:
    """A new game of a hundred plays."""
    with closing(ResilientJournal.open(path)) as resilient:
        with Journal.open_readonly(path) as journal:
            game = resilient.add([line for _, line in journal.lines(1)][:1])
        for number in range(2, 102):
            resilient.append(game, number, blue(3))


def seconds(do: Callable[[Path], None], path: Path) -> float:
    """Processor time, the least of a few tries."""
    return min(_timed(do, path) for _ in range(TRIES))


def _timed(do: Callable[[Path], None], path: Path) -> float:
    begun = time.process_time()
    do(path)
    return time.process_time() - begun


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="how many there are in the larger journal")
    parser.add_argument("--lines", type=int, default=300, help="of each game")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few, lots = Path(folder) / "few" / "games.sqlite", Path(folder) / "lots" / "games.sqlite"
        many(few, FEW, plays=wanted.lines)
        many(lots, wanted.games, plays=wanted.lines)
        print(f"{wanted.games} games of {wanted.lines} lines ({lots.stat().st_size / 2**20:.0f} MB) beside {FEW}:")
        for name, do in {"start": started, "list": listed, "menu": offered, "100 plays": played}.items():
            much, little = seconds(do, lots), seconds(do, few)
            print(f"  {name:10}{1000 * much:9.1f} ms, {much / little:6.1f} times the {1000 * little:.1f} ms of few")


if __name__ == "__main__":
    sys.exit(main())
