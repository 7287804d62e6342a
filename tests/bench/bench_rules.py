"""How fast the law judges, beside a chess library's legality-checked moves in the same run. Run by ``make bench``.

Both are timed over lines that were drawn and recorded before: ours through `apply`, theirs through
``assert move in board.legal_moves; board.push(move)``. Then whole records are read and replayed, as `stadium replay`
does. A ratio of two figures of one run says more than either.
"""

# ruff: noqa: T201, S311 - printing is what it is for; the assertion is what is timed; lots are no secret

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from games_kit import drawn_game, setup

from scoreboard.record import read, replay, written
from scoreboard.rules import apply, start
from scoreboard.rules.events import AnyLine, Event

PLIES = 120


def events_a_second(games: list[list[Event]]) -> float:
    """Lines judged by the law, a second."""
    begun = time.perf_counter()
    for events in games:
        game = start(setup("diamante-major"))
        for event in events:
            game = apply(game, event)
    return sum(map(len, games)) / (time.perf_counter() - begun)


def moves_a_second(games: list[list[chess.Move]]) -> float:
    """Chess moves checked and made, a second."""
    begun = time.perf_counter()
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert move in board.legal_moves
            board.push(move)
    return sum(map(len, games)) / (time.perf_counter() - begun)


def drawn_chess(lots: Random) -> list[chess.Move]:
    """A chess game of random moves."""
    board = chess.Board()
    while len(board.move_stack) < PLIES and (moves := list(board.legal_moves)):
        board.push(lots.choice(moves))
    return board.move_stack


def records_seconds(records: Iterable[bytes]) -> float:
    """Seconds to read and replay records, undo and all."""
    begun = time.perf_counter()
    for record in records:
        for _ in replay(read(io.BytesIO(record), print)):
            pass
    return time.perf_counter() - begun


def recorded(events: list[Event]) -> bytes:
    """The game as a record."""
    lines: list[AnyLine] = [setup("diamante-major"), *events]
    return written(lines)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="nine-inning Major League games to read and replay")
    wanted = parser.parse_args()
    lots = Random(1)
    games = [drawn_game(setup("diamante-major"), lots) for _ in range(wanted.games)]
    timed, chess_games = games[:100], [drawn_chess(lots) for _ in range(100)]
    ours = max(events_a_second(timed) for _ in range(3))
    theirs = max(moves_a_second(chess_games) for _ in range(3))
    print(f"The law: {ours:,.0f} events a second, {ours / theirs:.2f} of python-chess's {theirs:,.0f} checked moves.")
    seconds = records_seconds(map(recorded, games))
    lines = sum(map(len, games)) + len(games)
    print(f"Records: {len(games)} nine-inning games, {lines:,} lines, read and replayed in {seconds:.1f} s.")


if __name__ == "__main__":
    sys.exit(main())
