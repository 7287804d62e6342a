"""How makers mark the faces of six-sided dice with pips: where, how large, ringed, hollow or left out of an inlay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.types import Floats

Place: TypeAlias = tuple[float, float]
"""Steps aside and down from the middle of a face."""
FOUR: tuple[Place, ...] = ((-1, -1), (1, -1), (-1, 1), (1, 1))
OVERSAMPLED = 4
"""Pixels drawn for each one that is kept."""
LIMIT = 0.97
"""Share of half the side that pips keep within."""
CLOSE_ROWS_SHARE, SQUEEZED = 0.4, (0.45, 0.85)
"""Share of makers whose rows of the six lie close, and how close beside the pips of their four."""
OTHER_DIAGONAL, SIDE_BY_SIDE, STRAIGHT, LARGE_ONE = 0.5, 0.12, 0.06, 0.3
"""Shares of makers: 2 and 3 along the other diagonal, the 2 side by side, the 3 in a row, a large one-pip."""
SHAPES, SHAPE_SHARES = ("dot", "ringed", "hollow", "disc"), (0.72, 0.1, 0.06, 0.12)


@dataclass(frozen=True)
class PipStyle:
    """One maker's pips; lengths are shares of half a face's side.

    Attributes:
        apart: from the middle to the outer pips, aside and up.
        radius: of a pip.
        one: radius of the one-pip beside that of the others.
        rows: how far the six's rows lie apart beside the pips of a four, and
        long: how long they are.
        turned: quarter turns of the 2, the 3 and the 6.
        two: "diagonal", "middle" or "edge", the last two side by side.
        straight: whether the 3 lies in a row.
        shape: a full dot, one in a ring, a hollow one, or dots left out of an inked disc.
    """

    apart: float = 0.54
    radius: float = 0.2
    one: float = 1.0
    rows: float = 1.0
    long: float = 1.0
    turned: tuple[int, int, int] = (0, 0, 0)
    two: str = "diagonal"
    straight: bool = False
    shape: str = "dot"

    def places(self, count: int) -> tuple[Place, ...]:
        """Where the pips of ``count`` lie, in steps of `apart`."""
        if count == 2:
            return _turned(self._two(), self.turned[0])
        if count == 3:
            ends: tuple[Place, ...] = ((-1, 0), (1, 0)) if self.straight else ((-1, -1), (1, 1))
            return _turned(((0, 0), *ends), self.turned[1])
        if count == 6:
            six = tuple((side * self.rows, step * self.long) for side in (-1, 1) for step in (-1, 0, 1))
            return _turned(six, self.turned[2])
        return ((), ((0, 0),), (), (), FOUR, (*FOUR, (0, 0)))[count]

    def _two(self) -> tuple[Place, ...]:
        return {"middle": ((-1, 0), (1, 0)), "edge": ((-1, -1), (1, -1))}.get(self.two, ((-1, -1), (1, 1)))

    def mask(self, count: int, side: int) -> Floats:
        """Ink 0 to 1 on a square face, shape (side, side)."""
        half = side * OVERSAMPLED / 2
        mask = np.zeros((side * OVERSAMPLED,) * 2, np.float32)
        if self.shape == "disc":
            _dot(mask, (half, half), half * LIMIT * 0.95, 1.0)
        radius = half * self.radius * (self.one if count == 1 else 1.0)
        for place in self.places(count):
            across, down = (half * (1 + step * self.apart) for step in place)
            self._pip(mask, (across, down), radius)
        return np.asarray(cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA), np.float32)

    def _pip(self, mask: Floats, middle: Place, radius: float) -> None:
        rings = {"dot": (1.0,), "ringed": (1.0, 0.78, 0.55), "hollow": (1.0, 0.55), "disc": (1.0,)}[self.shape]
        for place, share in enumerate(rings):
            _dot(mask, middle, radius * share, float((place % 2 == 0) != (self.shape == "disc")))


def _dot(mask: Floats, middle: Place, radius: float, ink: float) -> None:
    across, down = (round(step * 16 - 8) for step in middle)
    cv2.circle(mask, (across, down), max(round(radius * 16), 16), ink, -1, cv2.LINE_AA, 4)


def _turned(places: tuple[Place, ...], quarters: int) -> tuple[Place, ...]:
    for _ in range(quarters % 4):
        places = tuple((-down, across) for across, down in places)
    return places


def draw_pip_style(rng: Rng) -> PipStyle:
    """Any maker's."""
    shape = str(rng.choice(SHAPES, p=SHAPE_SHARES))
    close = rng.random() < CLOSE_ROWS_SHARE
    rows = float(rng.uniform(*SQUEEZED)) if close else 1.0
    apart = float(rng.uniform(0.34, 0.56) if shape == "disc" else rng.uniform(0.36, 0.7))
    long = float(rng.uniform(0.8, 1.0)) if close and rng.random() < 0.5 else 1.0
    room = min(apart * long / 2 * 0.92, apart * rows * 0.9, (0.8 if shape == "disc" else LIMIT) - apart)
    radius = max(room * float(rng.uniform(0.45, 1.0)), 0.07)
    turns = rng.integers(0, 4, 3) if rng.random() < OTHER_DIAGONAL else (0, 0, 0)
    side_by_side = rng.random() < SIDE_BY_SIDE
    return PipStyle(
        apart=apart,
        radius=radius,
        one=float(rng.uniform(1.2, 2.6)) if rng.random() < LARGE_ONE else 1.0,
        rows=rows,
        long=long,
        turned=(int(turns[0]), int(turns[1]), int(turns[2])),
        two=str(rng.choice(["middle", "edge"])) if side_by_side else "diagonal",
        straight=bool(rng.random() < STRAIGHT),
        shape=shape,
    )
