"""The places of a board where a piece may stand and where the ball may lie, in millimetres; the stadium's, or any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vision.geometry.sizes import CHIP_RADIUS
from vision.geometry.stadium import PLACES, STEPS, Area, Field
from vision.types import Point, Points

PlaceName = int | str
"""1 to 23 on the stadium's base path, 0 is home plate; a dugout's seat or another board's place by its name."""
REACH = 7.0
"""How far from a place a foot may be to stand there, mm; the places of the stadium lie 22.4 mm apart."""
REACH_SHARE = 5 / 16
"""The same of another board, as a share of the distance between its closest places."""
PIECE_MM = 16.0
"""Across a piece's foot, mm: a helmet's."""
BASES = ("HP", "1B", "2B", "3B")


@dataclass(frozen=True, eq=False)
class MarkedPlaces:
    """Where pieces stand and the ball lies, all in mm of the board.

    Attributes:
        standing: the places of pieces.
        lying: the places of the ball, each with how far from it the ball may lie.
        area: the board.
        reach: how far from its place a piece's foot may be.
        piece: across a piece's foot.
    """

    standing: Mapping[PlaceName, Point]
    area: Area
    reach: float = REACH
    piece: float = PIECE_MM
    lying: tuple[tuple[PlaceName, Point, float], ...] = field(default=())

    def nearest(self, foot: Point) -> tuple[PlaceName, float]:
        """The place that is nearest to a foot, and how far away, mm."""
        away = np.hypot(*(self._centres - foot).T)
        nearest = int(away.argmin())
        return self._names[nearest], float(away[nearest])

    @property
    def zones(self) -> Mapping[str, tuple[Point, float]]:
        """The zones of the ball by name, each with its radius."""
        named = {name: (at, reach) for name, at, reach in self.lying if isinstance(name, str)}
        return {name: zone for name, zone in named.items() if name not in BASES}

    @cached_property
    def _names(self) -> tuple[PlaceName, ...]:
        return tuple(self.standing)

    @cached_property
    def _centres(self) -> Points:
        return np.array(list(self.standing.values()), float).reshape(-1, 2)


def reach_among(centres: Points) -> float:
    """How far from its place a foot may be on a board with these places, shape (N, 2) mm."""
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) + np.diag(np.full(len(centres), np.inf))
    closest = float(apart.min()) if len(centres) > 1 else np.inf
    return REACH_SHARE * closest if np.isfinite(closest) else REACH


def of_field(field: Field) -> MarkedPlaces:
    """Those of a stadium: the base path, the dugouts' seats, and the zones, bases and steps of the ball."""
    standing: dict[PlaceName, Point] = dict(enumerate(field.path))
    for side, row in field.dugouts.items():
        standing |= {f"{side} {number}": seat for number, seat in enumerate(row, 1)}
    zones = {f"Z{zone.number}": (zone.centre, zone.radius) for zone in field.zones if zone.centre != field.path[0]}
    return on_print(field.side, standing, zones)


def on_print(
    side: float,
    standing: Mapping[PlaceName, Point],
    zones: Mapping[str, tuple[Point, float]],
    reach: float = REACH,
    piece: float = PIECE_MM,
) -> MarkedPlaces:
    """Places on a board that is printed ``side`` mm wide; with a whole base path the ball may lie by that, too."""
    half = side / 2
    path = [standing[number] for number in range(PLACES) if number in standing]
    lying = lying_on(zones, path) if len(path) == PLACES else tuple((name, *zone) for name, zone in zones.items())
    area = around(np.array([(-half, -half), (half, half), *standing.values()]))
    return MarkedPlaces(standing, area, reach, piece, lying)


def around(points: Points) -> Area:
    """The upright rectangle that holds points, shape (N, 2) mm."""
    return Area(*map(float, (*points.min(axis=0), *points.max(axis=0))))


def lying_on(
    zones: Mapping[str, tuple[Point, float]], path: Sequence[Point]
) -> tuple[tuple[PlaceName, Point, float], ...]:
    """Where the ball may lie: in the zones, each with its radius, and at or next to each place of the base path."""
    lying: list[tuple[PlaceName, Point, float]] = [(name, at, radius) for name, (at, radius) in zones.items()]
    middle = np.mean(path[::STEPS], axis=0)
    for number, place in enumerate(path):
        base, step = divmod(number, STEPS)
        name: PlaceName = number if step else BASES[base]
        outward = np.subtract(place, middle) / np.hypot(*np.subtract(place, middle))
        next_to = np.add(place, (PIECE_MM / 2 + CHIP_RADIUS + 2) * outward)  # of a helmet that stands there
        lying += [(name, place, REACH), (name, (float(next_to[0]), float(next_to[1])), REACH)]
    return tuple(lying)
