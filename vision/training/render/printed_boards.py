"""A printed board: fields, lines, rings, words, numerals that no die carries, spots as large as dice."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.data.numerals import Rng
from vision.training.data.prints import word_board
from vision.training.render.paints import any_color
from vision.training.render.typefaces import glyph, pick
from vision.types import Frame

WORDS = (
    "HOME",
    "1B",
    "2B",
    "3B",
    "OUT",
    "BALL",
    "STRIKE",
    "RUN",
    "FOUL",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
)
SHEET_MM = 420.0
"""Millimetres along a printed sheet's side."""
SPOT_ROWS, SPOT_HALF_SIDE = (25, 60), (0.013, 0.045)
"""How many rows of spots, and half of what such a spot measures, in sides of the sheet."""


def board(rng: Rng, side: int) -> Frame:
    """BGR, shape (side, side, 3)."""
    sheet = np.empty((side, side, 3), np.uint8)
    sheet[:] = _ink(rng)
    for _ in range(rng.integers(4, 12)):
        _shape(rng, sheet)
    for _ in range(rng.integers(5, 25)):
        _word(rng, sheet)
    return sheet


def cluttered_board(rng: Rng, side: int) -> Frame:
    """The same, strewn with spots, rings and squares as large as dice and chips, as where pieces are set down."""
    sheet = board(rng, side)
    for _ in range(rng.integers(*SPOT_ROWS)):
        _row_of_spots(rng, sheet)
    return sheet


def squares_board(rng: Rng, side: int) -> Frame:
    """The board of a word game: squares as large as dice, some with words."""
    typeface, many = pick(rng, test=False), int(rng.integers(9, 19))
    squares = word_board(rng, side, lambda text: glyph(typeface, text), (many, many))
    return np.asarray(cv2.resize(squares, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _row_of_spots(rng: Rng, sheet: Frame) -> None:
    """Alike, and often joined by a line, as bases and boxes are."""
    side = sheet.shape[0]
    half = float(np.exp(rng.uniform(*np.log(SPOT_HALF_SIDE)))) * side
    first, angle = rng.uniform(0, side, 2), rng.uniform(0, 2 * np.pi)
    step = half * rng.uniform(2.1, 4) * np.array((np.cos(angle), np.sin(angle)))
    middles = [first + place * step for place in range(rng.integers(1, 9))]
    inside, rim, line = _ink(rng), _ink(rng), _ink(rng)
    thick = max(1, round(half * rng.uniform(0.05, 0.25)))
    if rng.random() < 0.5:
        cv2.line(sheet, _whole(middles[0]), _whole(middles[-1]), line, thick, cv2.LINE_AA)
    filled, round_, turned = rng.random() < 0.7, rng.random() < 0.7, float(rng.uniform(0, 90))
    for middle in middles:
        for ink, width in ((inside, -1),) * filled + ((rim, thick),) * bool(not filled or rng.random() < 0.8):
            if round_:
                cv2.circle(sheet, _whole(middle), round(half), ink, width, cv2.LINE_AA)
            else:
                corners = cv2.boxPoints((middle.tolist(), (2 * half, 2 * half), turned)).astype(np.int32)
                cv2.drawContours(sheet, [corners], 0, ink, width, cv2.LINE_AA)


def _whole(point: npt.NDArray[np.floating[Any]]) -> list[int]:
    return [int(coordinate) for coordinate in point.round()]


def _ink(rng: Rng) -> list[int]:
    return [round(255 * channel) for channel in any_color(rng, vivid=0.6)]


def _shape(rng: Rng, sheet: Frame) -> None:
    side = sheet.shape[0]
    ends = rng.integers(-side // 6, side * 7 // 6, (4, 2))
    thick = int(rng.integers(2, side // 60))
    kind = rng.integers(4)
    if kind == 0:
        cv2.fillConvexPoly(sheet, cv2.convexHull(ends.astype(np.int32)), _ink(rng), cv2.LINE_AA)
    elif kind == 1:
        cv2.line(sheet, ends[0].tolist(), ends[1].tolist(), _ink(rng), thick, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(sheet, ends[0].tolist(), int(rng.integers(side // 40, side // 2)), _ink(rng), thick, cv2.LINE_AA)
    else:
        cv2.rectangle(sheet, ends[0].tolist(), ends[1].tolist(), _ink(rng), int(rng.choice([-1, thick])), cv2.LINE_AA)


def _word(rng: Rng, sheet: Frame) -> None:
    side = sheet.shape[0]
    mask = glyph(pick(rng, test=False), str(rng.choice(WORDS)))
    share = rng.uniform(0.012, 0.06) * side / mask.shape[0]
    small = np.asarray(cv2.resize(mask, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.float32)
    mask = np.ascontiguousarray(np.rot90(small, int(rng.integers(4))))
    high, wide = mask.shape
    top, left = rng.integers(0, side - high), rng.integers(0, max(1, side - wide))
    patch = sheet[top : top + high, left : left + wide]
    share3 = mask[: patch.shape[0], : patch.shape[1], None]
    patch[:] = patch * (1 - share3) + np.array(_ink(rng)) * share3
