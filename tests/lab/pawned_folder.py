"""Boards of ``tests/support/pawned.py`` as a folder for ``python -m vision.training.fit_pieces``.

python tests/lab/pawned_folder.py OUT [FIRST STOP]

The shipped weights were fitted to the even seeds from 2 to 160.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import cv2

sys.path.append(str(Path(__file__).parents[1]))

from support.pawned import pawn_board

COLORS = ("red", "blue")


def main() -> None:
    """Draw the boards; a line of ``boards.jsonl`` has no camera, for the pictures show the printed markers."""
    out, first, stop = Path(sys.argv[1]), *(map(int, sys.argv[2:4] or (2, 161)))
    out.mkdir(parents=True, exist_ok=True)
    with (out / "boards.jsonl").open("a", encoding="utf-8") as lines:
        for seed in range(first, stop):
            picture, pawns = pawn_board(seed, colors=COLORS)
            cv2.imwrite(str(out / f"{seed:05}.png"), picture)
            pieces = [asdict(pawn) | {"state": "placed"} for pawn in pawns]
            lines.write(json.dumps({"seed": seed, "colors": COLORS, "pieces": pieces}) + "\n")


if __name__ == "__main__":
    main()
