"""The shape of a ten-sided die, for drawing and for reading alike.

A d10 is a pentagonal trapezohedron: ten kites, five around each of two poles. The top of every numeral points to its
pole. When one face lies level on top, the opposite face lies on the table, so the value is the level face's numeral.
Coordinates are right-handed; the girdle has radius 1 and the poles lie on the z axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, pi

import numpy as np

from vision.types import Points

FACES = (
    *((10, i, (i + 1) % 10, (i + 2) % 10) for i in (0, 2, 4, 6, 8)),
    *((11, (i + 2) % 10, (i + 1) % 10, i) for i in (1, 3, 5, 7, 9)),
)
"""Ten kites as vertex indices, counter-clockwise seen from outside: pole, side, tip, side."""

NUMBERING = (0, 4, 6, 2, 8, 7, 1, 9, 5, 3)
"""Face -> digit on most makers' dice: even ring 0 4 6 2 8, odd ring 1 7 3 5 9, opposite faces sum to 9."""

NUMBERINGS = {
    "common": NUMBERING,
    "mirrored": (0, 8, 2, 6, 4, 3, 5, 9, 1, 7),
    "counting": (0, 2, 4, 6, 8, 3, 1, 9, 7, 5),
}
"""Numberings by name. ``mirrored`` runs the common rings the other way; ``counting`` runs evens up and odds up."""


@dataclass(frozen=True)
class NumeralFrame:
    """Where a numeral is printed on its face: a point and three perpendicular unit vectors, each of shape (3,)."""

    origin: Points
    right: Points
    up: Points
    normal: Points


@dataclass(frozen=True)
class D10:
    """A die with girdle radius 1; its poles are ``pole`` from the centre: about 0.85 (squat) to 1.1 (pointed)."""

    pole: float = 1.0
    numbering: tuple[int, ...] = NUMBERING

    @cached_property
    def vertices(self) -> Points:
        """Corners, shape (12, 3): ten around the girdle, then the upper and the lower pole."""
        zigzag = self.pole * (1 - cos(pi / 5)) / (1 + cos(pi / 5))  # the one height that keeps the kites flat
        angle = np.arange(10) * pi / 5
        height = np.where(np.arange(10) % 2 == 0, zigzag, -zigzag)
        girdle = np.column_stack((np.cos(angle), np.sin(angle), height))
        return np.vstack((girdle, [(0, 0, self.pole), (0, 0, -self.pole)]))

    @cached_property
    def normals(self) -> Points:
        """Outward unit normals, shape (10, 3)."""
        corners = self.vertices[np.array(FACES)]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
        return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))

    @cached_property
    def apothem(self) -> float:
        """Distance from the centre to any face: how high the centre of a resting die is."""
        return float(self.vertices[10] @ self.normals[0])

    def face_of(self, digit: int) -> int:
        """The face that ``digit`` (0 to 9) is printed on."""
        return self.numbering.index(digit)

    def ring(self, face: int) -> tuple[int, int]:
        """The faces left and right of ``face``, which share its pole, when its numeral stands upright."""
        ring = (0, 1, 2, 3, 4) if FACES[face][0] == FACES[0][0] else (9, 8, 7, 6, 5)
        here = ring.index(face)
        return ring[here - 1], ring[(here + 1) % 5]

    def numeral_frame(self, face: int, along: float = 0.64) -> NumeralFrame:
        """Where and which way up the numeral of ``face`` is printed, ``along`` the way from pole (0) to tip (1)."""
        pole, _, tip, _ = self.vertices[list(FACES[face])]
        up = (pole - tip) / np.linalg.norm(pole - tip)
        normal = self.normals[face]
        return NumeralFrame(pole + along * (tip - pole), np.cross(up, normal), up, normal)

    def resting(self, face: int, turn: float = 0.0) -> Points:
        """The rotation, shape (3, 3), that lays ``face`` level on top, its numeral's top to +y.

        ``turn`` is in radians counter-clockwise from above. Vertices are turned by ``vertices @ rotation.T``.
        """
        frame = self.numeral_frame(face)
        level = np.stack((frame.right, frame.up, frame.normal))
        sin_turn, cos_turn = np.sin(turn), np.cos(turn)
        spin = np.array([(cos_turn, -sin_turn, 0), (sin_turn, cos_turn, 0), (0, 0, 1)])
        return np.asarray(spin @ level)
