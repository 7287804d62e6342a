"""The places of a stadium whose measures nobody knows, by where its owner taps them on a picture of it.

Five taps are enough: home, the bases and the pitcher. The places between bases follow in equal steps, zones and seats
lie as in the printed stadium, stretched to these bases; each can then be moved alone. Of a dugout the two outer seats
are enough: those between them follow in equal steps.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.board.marked_places import REACH, MarkedPlaces, PlaceName, of_field, on_print, reach_among
from vision.geometry.registration import transformed
from vision.geometry.stadium import PLACES, STADIUM, STEPS
from vision.types import Point

TAPPED_FIRST = ("0", "6", "12", "18", "Z1")
"""Home, first, second, third, and the pitcher's zone."""
CLOSEST = 10.0
"""Places that lie nearer to each other, mm, cannot be told apart."""


def by_name(places: MarkedPlaces) -> Mapping[str, tuple[Point, float]]:
    """All that can be moved, each with how large it is drawn, mm from its middle."""
    standing = {str(name): (at, places.piece / 2) for name, at in places.standing.items()}
    return standing | dict(places.zones)


def proposed(taps: Mapping[str, Point]) -> MarkedPlaces:
    """The places of a stadium with these bases and this pitcher's zone: `TAPPED_FIRST`, mm of the print."""
    printed = of_field(STADIUM)
    corners = [taps[name] for name in TAPPED_FIRST[:-1]]
    bases = np.array(STADIUM.bases, np.float32), np.array(corners, np.float32)
    stretch = np.asarray(cv2.getPerspectiveTransform(*bases), np.float64)
    size = float(np.ptp(bases[1][:, 1]) / np.ptp(bases[0][:, 1]))
    standing = {name: _stretched(stretch, at) for name, at in printed.standing.items()}
    for number in range(PLACES):
        base, step = divmod(number, STEPS)
        here, there = np.array(corners[base]), np.array(corners[(base + 1) % len(corners)])
        x, y = here + (there - here) * (step / STEPS)
        standing[number] = float(x), float(y)
    zones = {name: (_stretched(stretch, at), radius * size) for name, (at, radius) in printed.zones.items()}
    zones["Z1"] = taps["Z1"], zones["Z1"][1]
    return _laid(standing, zones)


def moved(places: MarkedPlaces, taps: Mapping[str, Point]) -> MarkedPlaces:
    """The same with what is named in ``taps`` there, mm of the print; seats between two that are named follow them."""
    standing = {name: taps.get(str(name), at) for name, at in places.standing.items()}
    for side, row in STADIUM.dugouts.items():
        names = [f"{side} {number}" for number in range(1, len(row) + 1)]
        if names[0] in taps and names[-1] in taps:
            seats = np.linspace(taps[names[0]], taps[names[-1]], len(row))
            standing |= {
                name: (float(x), float(y)) for name, (x, y) in zip(names, seats, strict=True) if name not in taps
            }
    zones = {name: (taps.get(name, at), radius) for name, (at, radius) in places.zones.items()}
    return _laid(standing, zones)


def is_diamond(taps: Mapping[str, Point]) -> bool:
    """Whether home and the bases go around a diamond that has room for all places between them."""
    corners = np.array([taps[name] for name in TAPPED_FIRST[:-1]], np.float32)
    return cv2.isContourConvex(corners) and cv2.contourArea(corners) >= (STEPS * CLOSEST) ** 2


def too_close(places: MarkedPlaces) -> tuple[PlaceName, PlaceName] | None:
    """Two places that lie nearer to each other than `CLOSEST`, the nearest; None if there are none."""
    names, centres = list(places.standing), np.array(list(places.standing.values()))
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) + np.diag(np.full(len(names), np.inf))
    one, other = np.unravel_index(apart.argmin(), apart.shape)
    return (names[one], names[other]) if apart.min() < CLOSEST else None


def _laid(standing: Mapping[PlaceName, Point], zones: Mapping[str, tuple[Point, float]]) -> MarkedPlaces:
    reach = min(REACH, reach_among(np.array(list(standing.values()))))
    return on_print(STADIUM.side, standing, zones, reach)


def _stretched(stretch: np.ndarray, point: Point) -> Point:
    x, y = transformed(stretch, np.array([point], np.float64))[0]
    return float(x), float(y)
