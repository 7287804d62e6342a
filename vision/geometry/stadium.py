"""The printed stadium in millimetres: what lies where.

The origin is the field's middle, x points to first base's side, y from home plate to centre field, z up from the print.
Everything printed grows with the side of the field; dice keep their size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.types import Point, Points

SIDE = 450.0
"""Of the field, mm, from wall to wall."""
PLACES = 24
"""On the base path, D1; the place after the last is home again."""
STEPS = 6
"""Places from one base to the next, D1."""

HOME, FIRST, SECOND, THIRD = (0.0, -130.0), (95.0, -35.0), (0.0, 60.0), (-95.0, -35.0)
ZONES: tuple[Point, ...] = (
    (0.0, -35.0), HOME, (133.0, 18.0), (68.0, 78.0), (-133.0, 18.0), (-68.0, 78.0),
    (-128.0, 140.0), (0.0, 165.0), (128.0, 140.0),
)  # fmt: skip
"""Centres of zones 1 to 9, D2: pitcher, catcher, first-, second-, third-base side, shortstop, left, centre, right."""
ZONE_RADIUS = 20.0
DUGOUT_STEPS = (55.0, 85.0, 115.0, 145.0)
"""Distances from the middle line of a dugout's helmets, the next batter first (D49)."""
DUGOUT_DEPTH = -192.0
MARKER_SIDE = 34.0
MARKER_QUIET = 6.0
"""White paper that must stay around a marker."""
MARKER_CENTRES: tuple[Point, ...] = (
    (-198.0, 198.0), (198.0, 198.0), (198.0, -198.0), (-198.0, -198.0), (-198.0, 60.0), (198.0, 60.0),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Area:
    """An upright rectangle on the field, mm."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Whether ``point`` lies inside, or outside by no more than ``margin`` mm."""
        across = self.left - margin <= point[0] <= self.right + margin
        return across and self.bottom - margin <= point[1] <= self.top + margin

    @property
    def corners(self) -> Points:
        """Top left, top right, bottom right, bottom left, shape (4, 2)."""
        return np.array(
            [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]
        )

    def grown(self, margin: float) -> Area:
        """The area with ``margin`` mm more on every side."""
        return Area(self.left - margin, self.bottom - margin, self.right + margin, self.top + margin)

    def scaled(self, scale: float) -> Area:
        """The same area of a field ``scale`` times as large."""
        return Area(self.left * scale, self.bottom * scale, self.right * scale, self.top * scale)


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker of DICT_4X4_50, printed upright: its centre, and the side of its black square, mm."""

    number: int
    centre: Point
    side: float

    @property
    def corners(self) -> Points:
        """Top left, top right, bottom right, bottom left as ArUco counts them, shape (4, 2), mm."""
        half = self.side / 2
        x, y = self.centre
        return Area(x - half, y - half, x + half, y + half).corners


@dataclass(frozen=True, slots=True)
class Zone:
    """A round field where the Ball may lie, D2; ``number`` is 1 to 9."""

    number: int
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Field:
    """A whole stadium, mm.

    Attributes:
        path: centres of the 24 places, D1: 0 home, 6 first base, 12 second, 18 third.
        dugouts: where each side's four helmets stand, the next batter first.
        tray: where a throw counts; outside it a die is thrown again.
        dice_corner: where dice lie that are not in use.
    """

    side: float
    markers: tuple[Marker, ...]
    path: tuple[Point, ...]
    zones: tuple[Zone, ...]
    dugouts: Mapping[Literal["away", "home"], tuple[Point, ...]]
    tray: Area
    dice_corner: Area

    @property
    def bases(self) -> tuple[Point, ...]:
        """Home plate, first, second and third base."""
        return self.path[::STEPS]


def lay_out(side: float = SIDE) -> Field:
    """The stadium printed ``side`` mm wide."""
    scale = side / SIDE
    half = side / 2
    return Field(
        side,
        tuple(Marker(number, _scaled(at, scale), MARKER_SIDE * scale) for number, at in enumerate(MARKER_CENTRES)),
        tuple(_scaled(_place(number), scale) for number in range(PLACES)),
        tuple(Zone(number, _scaled(at, scale), ZONE_RADIUS * scale) for number, at in enumerate(ZONES, 1)),
        {
            "away": tuple(_scaled((-step, DUGOUT_DEPTH), scale) for step in DUGOUT_STEPS),
            "home": tuple(_scaled((step, DUGOUT_DEPTH), scale) for step in DUGOUT_STEPS),
        },
        Area(-half, -half, half, half),
        Area(163.0, -165.0, 220.0, -65.0).scaled(scale),
    )


def _scaled(point: Point, scale: float) -> Point:
    return point[0] * scale, point[1] * scale


def _place(number: int) -> Point:
    """Its position on the way from its base to the next."""
    base, step = divmod(number, STEPS)
    corners = (HOME, FIRST, SECOND, THIRD, HOME)
    share = step / STEPS
    (x0, y0), (x1, y1) = corners[base], corners[base + 1]
    return x0 + share * (x1 - x0), y0 + share * (y1 - y0)


STADIUM = lay_out()
"""The stadium as it comes: 450 mm wide."""
