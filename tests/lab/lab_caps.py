"""Do printed caps on pieces help? Boards of ``tests/support/pawned.py`` with bare pieces, and the same ones capped.

python tests/lab/lab_caps.py [BOARDS]

A cap is a disc of matt paper, 17 mm across, that lies on a piece; it is printed in its team's colour, plain or with
sectors of white or black. A line each: what was told of the pieces, as `support.pawned.BoardTally`.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))

from support import pawned
from support.pawned import BoardTally, pawn_board, tally

from firmware.simulated.rendering.bodies import Body, Pose
from firmware.simulated.rendering.glyphs import TEXELS
from firmware.simulated.rendering.optics import linear
from firmware.simulated.rendering.sensor import SensorScene, VisibleBody
from firmware.simulated.rendering.solids import Facet, SolidPaint
from vision.board.board_reader import look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

FIRST = 201
"""Seed of the first board; only odd ones: nothing was fitted to them."""
RADIUS, SIDES = 8.5, 24
RED, BLUE = linear(30, 20, 200), linear(190, 80, 10)
WHITE, BLACK = linear(235, 240, 242), linear(25, 25, 25)
CAPS: Mapping[str, tuple[int, np.ndarray] | None] = {
    "bare pieces": None,
    "plain caps": (0, WHITE),
    "caps, 2 white sectors of 4": (2, WHITE),
    "caps, 3 white sectors of 6": (3, WHITE),
    "caps, 2 black sectors of 4": (2, BLACK),
}
"""How many sectors have another colour, and which."""
COLORS = ("red", "blue")


def capped(scene: SensorScene, sectors: int, other: np.ndarray) -> SensorScene:
    """The same with a cap on every piece."""
    caps = tuple(cap_on(seen, sectors, other) for seen in scene.resting)
    return replace(scene, resting=(*scene.resting, *caps))


def cap_on(seen: VisibleBody, sectors: int, other: np.ndarray) -> VisibleBody:
    """The cap of a piece, in its team's print."""
    high = max(float(facet.corners[:, 2].max()) for facet in seen.body.facets)
    blue, _, red = np.ravel(seen.body.paint.body)
    paint = SolidPaint(RED if red > blue else BLUE, other)
    angle = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    rim = RADIUS * np.column_stack((np.cos(angle), np.sin(angle), np.zeros(SIDES)))
    frame = np.array([(0, 0, 0), (2 * RADIUS, 0, 0), (0, 2 * RADIUS, 0)], float)
    disc = Facet(rim, np.array([0.0, 0, 1]), sector_print(sectors), frame)
    place = np.add(seen.pose.place, (0, 0, high))
    return VisibleBody(f"cap of {seen.name}", Body((disc,), paint, 0.3, 0.0, RADIUS), Pose(place, seen.pose.turn))


def sector_print(sectors: int) -> np.ndarray:
    """So many sectors of ink and as many gaps, each as wide, shape (texels, texels), 0 or 1."""
    steps = np.arange(TEXELS) - (TEXELS - 1) / 2
    x, y = np.meshgrid(steps, -steps)
    turns = (np.arctan2(y, x) / (2 * np.pi)) % 1
    return np.asarray((turns * 2 * sectors).astype(int) % 2 == 1, np.float32)


def tallied(boards: int, cap: tuple[int, np.ndarray] | None) -> BoardTally:
    """The tally of that many boards."""
    places, total = of_field(STADIUM), BoardTally()

    def scene(*words: Any, **more: Any) -> SensorScene:  # noqa: ANN401 - those of SensorScene
        bare = SensorScene(*words, **more)
        return bare if cap is None else capped(bare, *cap)

    with patch.object(pawned, "SensorScene", scene):
        for seed in range(FIRST, FIRST + 2 * boards, 2):
            picture, truth = pawn_board(seed, colors=COLORS)
            seen = look_at(picture, Board().register(picture), places, tuple(map(PieceColor, COLORS)))
            total += tally(seen, truth)
    return total


if __name__ == "__main__":
    for name, cap in CAPS.items():
        print(f"{name}: {tallied(int((*sys.argv, 20)[1]), cap)}", flush=True)
