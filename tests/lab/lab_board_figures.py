#!/usr/bin/env python3
"""`make lab-board-figures`: three hundred drawn boards with ten pieces each, and how many are told where they stand.

The boards are those of ``tests/support/pawned.py``: bodies, paints, print and light that are not the simulator's, of
odd seeds, which nothing is fitted to; feet are up to 6 mm off. Drawn in full size each takes some seconds. Bars: of the
places that are told to pieces 99.5 % are right, no piece is told the other team's, and no place of the path is called
taken or empty wrongly; what is asked about is counted. The exit code is 1 if they are not held.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
from multiprocessing import get_context
from pathlib import Path

import cv2

sys.path.append(str(Path(__file__).parents[1]))

from support.pawned import BoardTally, pawn_board, tally

from vision.board.board_reader import look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

PIECES = 10
TEAMS = ("red", "blue")
RIGHT = 0.995
"""The share of right ones among the places that are told to pieces."""
FIRST = 1001
"""An odd seed that no figure of docs/vision was set by."""
EVERY = 20


def board(seed: int) -> tuple[int, BoardTally]:
    """What is told of a board, counted."""
    cv2.setNumThreads(1)
    frame, truth = pawn_board(seed, pieces=PIECES, colors=TEAMS)
    seen = look_at(frame, Board().register(frame), of_field(STADIUM), tuple(map(PieceColor, TEAMS)))
    return seed, tally(seen, truth)


def main() -> None:
    """Count the boards, saying every so many how it stands, and each that is told wrongly."""
    parser = argparse.ArgumentParser(prog="make lab-board-figures", description=__doc__)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=FIRST, help="of the first board; they are odd")
    parser.add_argument("--workers", type=int, default=2, help="boards at a time")
    wanted = parser.parse_args()
    first, total = wanted.seed | 1, BoardTally()
    with get_context("spawn").Pool(wanted.workers) as crew:
        seeds = range(first, first + 2 * wanted.boards, 2)
        for number, (seed, one) in enumerate(crew.imap_unordered(board, seeds), 1):
            total += one
            if one.wrong_colors or one.wrong_places or one.wrongly_empty_or_taken:
                print(f"seed {seed}: {_words(one)}", flush=True)
            if not number % EVERY or number == wanted.boards:
                print(f"{number} boards: {_words(total)}", flush=True)
    is_held = _share_right(total) >= RIGHT and not total.wrong_colors and not total.wrongly_empty_or_taken
    print(f"bars {'held' if is_held else 'NOT held'}")
    sys.exit(not is_held)


def _share_right(one: BoardTally) -> float:
    return one.right / max(one.right + one.wrong_places, 1)


def _words(one: BoardTally) -> str:
    asked = one.pieces - one.right - one.missed - one.wrong_places
    return (
        f"pieces {one.pieces}: told {one.right}, of all told {_share_right(one):.2%} at the right place, "
        f"wrong place {one.wrong_places}, wrong team {one.wrong_colors}, asked {asked}, missed {one.missed}; "
        f"places {one.places}: wrongly taken or empty {one.wrongly_empty_or_taken}, asked {one.asked_places}"
    )


if __name__ == "__main__":
    main()
