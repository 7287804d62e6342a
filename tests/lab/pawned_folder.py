"""Boards of ``tests/support/pawned.py`` as a folder for ``vision.training.fit_piece_network`` and ``fit_pieces``.

python tests/lab/pawned_folder.py OUT [FIRST STOP]

The shipped weights were fitted to the even seeds from 2 to 160. From 1000 on even seeds have up to 17 pieces in up to
four colours, some seen aslant or far from their places: the shipped network learned from those from 1000 to 1198.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).parents[1]))

from support.pawned import COLORS, StandingPawn, pawn_board

from vision.types import Frame

TEAMS = ("red", "blue")
CROWDED_FROM = 1000


def main() -> None:
    """Draw the boards; a line of ``boards.jsonl`` has no camera, for the pictures show the printed markers."""
    out, first, stop = Path(sys.argv[1]), *(map(int, sys.argv[2:4] or (2, 161)))
    out.mkdir(parents=True, exist_ok=True)
    with (out / "boards.jsonl").open("a", encoding="utf-8") as lines:
        for seed in range(first, stop):
            picture, pawns, colors = _board(seed)
            cv2.imwrite(str(out / f"{seed:05}.png"), picture)
            pieces = [asdict(pawn) | {"state": "placed"} for pawn in pawns]
            lines.write(json.dumps({"seed": seed, "colors": colors, "pieces": pieces}) + "\n")


def _board(seed: int) -> tuple[Frame, list[StandingPawn], tuple[str, ...]]:
    if seed % 2 or seed < CROWDED_FROM:
        return *pawn_board(seed, colors=TEAMS), TEAMS
    rng = np.random.default_rng((seed, 9))
    colors = tuple(str(name) for name in rng.permutation(list(COLORS))[: int(rng.integers(2, 5))])
    pieces = int(rng.integers(8, 18))
    tilt = None if rng.random() < 0.6 else float(rng.uniform(14, 40))
    off = 6.0 if rng.random() < 0.6 else 16.0
    return *pawn_board(seed, pieces=pieces, colors=colors, off=off, tilt=tilt), colors


if __name__ == "__main__":
    main()
