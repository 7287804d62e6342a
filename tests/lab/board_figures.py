"""How well pieces are told on boards of folders.

python tests/lab/board_figures.py FOLDER… [--even]

A folder holds pictures and their ``boards.jsonl`` (`vision.training.render.boards`, ``tests/lab/pawned_folder.py``).
Odd seeds are counted, which nothing is fitted to; ``--even`` counts the others. Lines of what is wrong come first.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board.board_reader import SeenBoard, look_at
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.training.piece_examples import PLACES, lines, picture_of, registration_of, taken_as_tested

NEAR, HERE = 12.0, 9.0
"""Mm from a piece's foot to what is told of it, at most; and from a place to what lies on it."""
BINS = (0.0, 0.02, 0.1, 0.3, 0.7, 0.9, 0.97, 1.01)


def main() -> None:
    """Print each folder's row of docs/vision/board.md."""
    cv2.setNumThreads(1)
    even = "--even" in sys.argv
    for folder in map(Path, (each for each in sys.argv[1:] if not each.startswith("--"))):
        total: Counter[str] = Counter()
        chances: list[tuple[float, bool]] = []
        for line in lines(folder):
            if line["seed"] % 2 == (not even):
                _count(folder, line, total, chances)
        print(folder.name, dict(sorted(total.items())))
        for low, high in pairwise(BINS):
            true = [right for chance, right in chances if low <= chance < high]
            print(f"  {low} to {min(high, 1.0)}: {len(true)}, true {np.mean(true) if true else 0:.2%}")


def _count(folder: Path, line: dict[str, Any], total: Counter[str], chances: list[tuple[float, bool]]) -> None:
    picture = picture_of(folder, line)
    rendered = "eye" in line
    registration = registration_of(line) if rendered else Board().register(picture)
    if rendered:
        picture = taken_as_tested(picture, line)
    begun = time.process_time()
    seen = look_at(picture, registration, PLACES, tuple(map(PieceColor, line["colors"])))
    total["ms"] += round(1000 * (time.process_time() - begun))
    total["boards"] += 1
    total["hands"] += seen.hand is not False
    for wrong in (*_pieces(seen, line, total), *_places(seen, line, total, chances)):
        print(folder.name, line["seed"], *wrong)


def _pieces(seen: SeenBoard, line: dict[str, Any], total: Counter[str]) -> Iterator[tuple[object, ...]]:
    """Count the pieces; gives each that is read wrongly."""
    used = set()
    for piece in line["pieces"]:
        color, place, state = piece["color"], piece["place"], piece["state"]
        total[state] += 1
        away = [float(np.hypot(*np.subtract(one.foot, piece["foot"]))) for one in seen.pieces]
        if min(away, default=NEAR + 1) > NEAR:
            total[f"{state} missed"] += 1
            continue
        used.add(int(np.argmin(away)))
        found = seen.pieces[int(np.argmin(away))]
        total[f"{state} told"] += found.color == color and found.at == place and found.state == state
        total[f"{state} color"] += found.color == color
        total[f"{state} as fallen"] += found.state == "fallen"
        if found.color not in {None, color}:
            total["wrong color"] += 1
            yield "color", color, found
        if found.at not in {None, place}:
            total["wrong place"] += 1
            yield "place", piece, found
    for number, found in enumerate(seen.pieces):
        if number not in used:
            total["strays"] += 1
            if found.at is not None:
                total["wrong place"] += 1
                yield "nothing", found


def _places(
    seen: SeenBoard, line: dict[str, Any], total: Counter[str], chances: list[tuple[float, bool]]
) -> Iterator[tuple[object, ...]]:
    """Count the places; each that is told wrongly. On some lies a fallen piece, and nothing is said of them."""
    standing = {piece["place"]: piece["color"] for piece in line["pieces"] if piece["state"] == "placed"}
    fallen = [piece["foot"] for piece in line["pieces"] if piece["state"] == "fallen"]
    for number in range(24):
        place = PLACES.standing[number]
        if any(np.hypot(*np.subtract(foot, place)) < HERE for foot in fallen):
            total["places under fallen"] += 1
            continue
        likelihood, true = seen.places[number], standing.get(number, "")
        holds = likelihood.holds
        total["places"] += 1
        total["places asked"] += holds is None
        total["empty places asked"] += holds is None and not true
        chances += [(likelihood.empty, not true)] + [(one, true == name) for name, one in likelihood.taken.items()]
        if holds not in {None, true}:
            total["places wrong"] += 1
            yield "holds", number, true, holds, likelihood


if __name__ == "__main__":
    main()
