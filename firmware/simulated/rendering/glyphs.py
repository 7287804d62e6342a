"""Numerals and words as pen strokes, the way a die is engraved, so that no font file is needed.

Rule kept here: these shapes belong to the simulated table alone. The reader is trained on other ones, so that a picture
drawn here is as new to it as a photograph.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Stroke: TypeAlias = npt.NDArray[np.float64]
"""A line of the pen, shape (N, 2): x to the right, y up, in heights of a numeral, (0, 0) its middle."""
Coverage: TypeAlias = npt.NDArray[np.float32]
"""How much of each pixel is inked, 0 to 1; a square, its middle the print's middle."""

TEXELS = 256
"""Pixels along a side of a print."""
FINE = 4
"""Strokes are drawn this many times larger and then averaged, which makes their edges smooth."""
NUMERAL_PEN, NUMERAL_HEIGHT = 0.13, 0.62
"""Width of a numeral's stroke, in heights, and its height, as a share of the print's side."""
UNDERLINED = frozenset("69")


def arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> Stroke:
    """Part of an ellipse round (x, y), from ``start`` to ``end`` degrees, counter-clockwise when it grows."""
    angle = np.radians(np.linspace(start, end, 48))
    return np.column_stack((x + wide * np.cos(angle), y + high * np.sin(angle)))


def line(*points: tuple[float, float]) -> Stroke:
    """Straight from point to point."""
    return np.array(points)


STROKES: dict[str, tuple[Stroke, ...]] = {
    "0": (arc(0, 0, 0.28, 0.5, 0, 360),),
    "1": (line((-0.16, 0.3), (0.05, 0.5), (0.05, -0.5)),),
    "2": (np.vstack((arc(0, 0.21, 0.28, 0.29, 165, -35), line((-0.28, -0.5), (0.3, -0.5)))),),
    "3": (arc(-0.02, 0.25, 0.25, 0.25, 150, -90), arc(-0.02, -0.23, 0.29, 0.27, 90, -150)),
    "4": (line((0.13, -0.5), (0.13, 0.5), (-0.3, -0.2), (0.32, -0.2)),),
    "5": (np.vstack((line((0.24, 0.5), (-0.18, 0.5), (-0.24, 0.02)), arc(0, -0.18, 0.29, 0.32, 145, -145))),),
    "6": (arc(0, -0.2, 0.28, 0.3, 0, 360), arc(0.25, -0.2, 0.53, 0.7, 180, 100)),
    "7": (line((-0.28, 0.5), (0.28, 0.5), (-0.08, -0.5)),),
    "8": (arc(0, 0.26, 0.23, 0.24, 0, 360), arc(0, -0.24, 0.28, 0.26, 0, 360)),
    "9": (arc(0, 0.2, 0.28, 0.3, 0, 360), arc(-0.25, 0.2, 0.53, 0.7, 0, -80)),
    "H": (line((-0.28, -0.5), (-0.28, 0.5)), line((0.28, -0.5), (0.28, 0.5)), line((-0.28, 0), (0.28, 0))),
    "I": (line((0, -0.5), (0, 0.5)),),
    "O": (arc(0, 0, 0.36, 0.5, 0, 360),),
    "T": (line((-0.32, 0.5), (0.32, 0.5)), line((0, 0.5), (0, -0.5))),
    "+": (line((-0.42, 0), (0.42, 0)), line((0, -0.42), (0, 0.42))),
    "-": (line((-0.42, 0), (0.42, 0)),),
    "U": (np.vstack((line((-0.29, 0.5)), arc(0, -0.18, 0.29, 0.32, 180, 360), line((0.29, 0.5)))),),
}
ADVANCE = {"I": 0.42}
"""How far the pen moves on after a letter, in heights; most letters take 0.92."""
UNDERLINE = line((-0.18, -0.72), (0.18, -0.72))
CORNERS, SIDES = ((-1, 1), (1, -1), (1, 1), (-1, -1)), ((-1, 0), (1, 0))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: CORNERS[:2],
    3: (*CORNERS[:2], (0, 0)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, *SIDES),
}
PIP_PLACE, PIP = 0.26, 0.19
"""How far from the middle line a pip is, and how wide, as shares of the face."""
RAISED = np.array((0.0, 0.08))
"""An underlined numeral stands this much higher, to keep its line on the face."""


@cache
def numeral(digit: int) -> Coverage:
    """A digit, 0 to 9, upright, 6 and 9 underlined."""
    strokes = STROKES[str(digit)]
    if str(digit) not in UNDERLINED:
        return _ink(strokes, NUMERAL_PEN, NUMERAL_HEIGHT)
    bar = _ink((UNDERLINE + RAISED,), 0.75 * NUMERAL_PEN, NUMERAL_HEIGHT)
    return np.maximum(_ink(tuple(stroke + RAISED for stroke in strokes), NUMERAL_PEN, NUMERAL_HEIGHT), bar)


@cache
def pips(value: int) -> Coverage:
    """So many pips, 1 to 6, on the face of a die that is as wide as the print."""
    dots = tuple(np.array([(x, y), (x, y)]) * PIP_PLACE for x, y in PIPS[value])
    return _ink(dots, PIP, 1.0)


@cache
def sign(painted: str) -> Coverage:
    """A helmet's sign, ``+`` or ``-``, as wide as nearly the whole print."""
    return _ink(STROKES[painted], 0.24, 0.95)


@cache
def word(letters: str) -> Coverage:
    """Bold capitals side by side, with a ring round them as on a token."""
    advances = [ADVANCE.get(letter, 0.92) for letter in letters]
    middles = np.cumsum(advances) - np.array(advances) / 2 - sum(advances) / 2
    strokes = [np.add(stroke, (x, 0)) for letter, x in zip(letters, middles, strict=True) for stroke in STROKES[letter]]
    return np.maximum(_ink(tuple(strokes), 0.24, 0.27), _ink((arc(0, 0, 0.45, 0.45, 0, 360),), 0.025, 1))


def _ink(strokes: tuple[Stroke, ...], pen: float, scale: float) -> Coverage:
    """Strokes in heights of ``scale`` prints, drawn with a pen as many heights wide."""
    side = TEXELS * FINE
    sheet = np.zeros((side, side), np.uint8)
    pixels = [np.rint((0.5 + stroke * (scale, -scale)) * side).astype(np.int32) for stroke in strokes]
    cv2.polylines(sheet, pixels, isClosed=False, color=255, thickness=max(1, round(pen * scale * side)))
    small = cv2.resize(sheet, (TEXELS, TEXELS), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)
