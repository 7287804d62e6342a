"""The shape of a six-sided die, so that whoever tosses one and whoever draws one mean the same thing.

Values lie as on most makers' dice: opposite faces sum to seven, and 1, 2 and 3 run counter-clockwise round their common
corner. Coordinates are right-handed; half an edge is 1. It stands where `vision.geometry.d10.D10` stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from firmware.simulated.rendering.optics import Vectors
from vision.geometry.d10 import NumeralFrame

FACES = ((2, 3, 1, 0), (1, 5, 4, 0), (4, 6, 2, 0), (7, 5, 1, 3), (2, 6, 7, 3), (6, 4, 5, 7))
"""Six squares as vertex indices, counter-clockwise seen from outside; a vertex's bits are its z, y and x, 1 for -1."""
VALUES = (1, 2, 3, 4, 5, 6)
"""Face -> value."""


@dataclass(frozen=True)
class Cube:
    """A die with half an edge 1 long.

    Attributes:
        numbering: face -> value.
    """

    numbering: tuple[int, ...] = VALUES
    apothem: float = 1.0

    @cached_property
    def vertices(self) -> Vectors:
        """Corners, shape (8, 3)."""
        bits = np.arange(8)[:, None] >> np.array((2, 1, 0)) & 1
        return np.asarray(1.0 - 2.0 * bits)

    @cached_property
    def normals(self) -> Vectors:
        """Outward unit normals, shape (6, 3)."""
        return np.asarray(self.vertices[np.array(FACES)].mean(axis=1))

    def face_of(self, value: int) -> int:
        """The face that shows ``value``."""
        return self.numbering.index(value)

    def numeral_frame(self, face: int) -> NumeralFrame:
        """The middle of a face, and which way up its pips are."""
        first, second = self.vertices[list(FACES[face][:2])]
        normal, up = self.normals[face], (first - second) / 2
        return NumeralFrame(normal, np.cross(up, normal), up, normal)

    def resting(self, face: int, turn: float = 0.0) -> Vectors:
        """The rotation, shape (3, 3), that lays ``face`` level on top; see `vision.geometry.d10.D10.resting`."""
        frame = self.numeral_frame(face)
        cos, sin = np.cos(turn), np.sin(turn)
        spin = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])
        return np.asarray(spin @ np.stack((frame.right, frame.up, frame.normal)))
