"""Dice of other shapes, drawn so that a d6 can be read and a d8, d12 or d20 is not taken for a d10."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import sqrt
from typing import TypeAlias

import cv2
import numpy as np

from vision.geometry.d10 import NumeralFrame
from vision.training.data.numerals import TILE, Rng
from vision.training.data.pip_faces import draw_pip_style
from vision.training.data.symbols import draw_marks, is_symbol, symbol
from vision.types import Floats, Points

Corner: TypeAlias = tuple[float, float, float]
GOLDEN = (1 + sqrt(5)) / 2


def _cycled(points: Iterable[Corner]) -> list[Corner]:
    """Each point with its coordinates passed round, each of them once."""
    return sorted({(p[i], p[(i + 1) % 3], p[(i + 2) % 3]) for p in points for i in range(3)})


CUBE: list[Corner] = [(x, y, z) for x, y, z in product((-1.0, 1.0), repeat=3)]
OCTAHEDRON = _cycled([(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)])
ICOSAHEDRON = _cycled([(0.0, a, b * GOLDEN) for a, b in product((-1.0, 1.0), repeat=2)])
DODECAHEDRON = CUBE + _cycled([(0.0, a * GOLDEN, b / GOLDEN) for a, b in product((-1.0, 1.0), repeat=2)])
SHAPES: dict[int, tuple[list[Corner], list[Corner], float]] = {
    6: (CUBE, OCTAHEDRON, 1.1),
    8: (OCTAHEDRON, CUBE, 0.95),
    12: (DODECAHEDRON, ICOSAHEDRON, 0.95),
    20: (ICOSAHEDRON, DODECAHEDRON, 0.62),
}
"""Number of faces -> corners, directions of the faces, and side of the square that a numeral is drawn on."""


@dataclass(frozen=True)
class Polyhedron:
    """A die with ``len(numbering)`` faces whose corners lie 1 from its middle; a peer of `vision.geometry.d10.D10`.

    Attributes:
        vertices: corners, shape (N, 3).
        faces: corner indices, counter-clockwise seen from outside.
        numbering: face index -> what is printed on it.
    """

    vertices: Points
    faces: tuple[tuple[int, ...], ...]
    numbering: tuple[int, ...]

    @cached_property
    def normals(self) -> Points:
        """Outward unit normals, one a face."""
        middles = np.array([self.vertices[list(face)].mean(axis=0) for face in self.faces])
        return np.asarray(middles / np.linalg.norm(middles, axis=1, keepdims=True))

    def numeral_frame(self, face: int, _along: float = 0.0) -> NumeralFrame:
        """Where the numeral is printed: on the face's middle, its head to a corner, on a d6 to an edge."""
        corners = self.vertices[list(self.faces[face])]
        middle = corners.mean(axis=0)
        head = corners[0] if len(self.faces) > 6 else (corners[0] + corners[1]) / 2
        up = (head - middle) / np.linalg.norm(head - middle)
        normal = self.normals[face]
        return NumeralFrame(middle, np.cross(up, normal), up, normal)

    def resting(self, face: int, turn: float = 0.0) -> Points:
        """As `vision.geometry.d10.D10.resting`."""
        frame = self.numeral_frame(face)
        level = np.stack((frame.right, frame.up, frame.normal))
        sin_turn, cos_turn = np.sin(turn), np.cos(turn)
        spin = np.array([(cos_turn, -sin_turn, 0), (sin_turn, cos_turn, 0), (0, 0, 1)])
        return np.asarray(spin @ level)


def solid(rng: Rng, sides: int) -> Polyhedron:
    """A die of 6, 8, 12 or 20 sides, numbered at random."""
    vertices, faces = _shape(sides)
    turned = tuple(tuple(np.roll(face, int(rng.integers(len(face))))) for face in faces)
    return Polyhedron(vertices, turned, tuple((rng.permutation(sides) + 1).tolist()))


@lru_cache
def _shape(sides: int) -> tuple[Points, tuple[tuple[int, ...], ...]]:
    corners, directions, _ = SHAPES[sides]
    vertices = np.array(corners) / np.linalg.norm(corners[0])
    return vertices, tuple(_face(vertices, np.array(direction)) for direction in directions)


def _face(vertices: Points, direction: Points) -> tuple[int, ...]:
    """The corners farthest out in ``direction``, counter-clockwise seen from outside."""
    outward = direction / np.linalg.norm(direction)
    reach = vertices @ outward
    ring = np.flatnonzero(reach > reach.max() - 1e-6)
    right = vertices[ring[0]] - outward * reach[ring[0]]
    up = np.cross(outward, right)
    angles = np.arctan2(vertices[ring] @ up, vertices[ring] @ right)
    return tuple(int(corner) for corner in ring[np.argsort(angles)])


class Pips:
    """How one die is marked with pips; the interface is `vision.training.data.numerals.NumeralStyle`'s."""

    height = 0.6
    """Of a face's side: a close view of twice this height shows the whole face."""

    def __init__(self, rng: Rng) -> None:
        self._style = draw_pip_style(rng)

    def tile(self, value: int) -> Floats:
        """The face's marks on its tile, shape (TILE, TILE), ink 1."""
        return self._style.mask(value, TILE)


class Symbols:
    """How a die of another game is marked: plus, minus and blank, suits, letters or logos; likewise."""

    def __init__(self, rng: Rng, write: Callable[[str], Floats]) -> None:
        self._marks, self._write = draw_marks(rng), write
        self.height = float(rng.uniform(0.35, 0.75))

    def tile(self, value: int) -> Floats:
        """As of `Pips`."""
        mark, tile = self._marks[value - 1], np.zeros((TILE, TILE), np.float32)
        if mark:
            ink = symbol(mark) if is_symbol(mark) else self._write(mark)
            zoom = self.height * TILE / max(ink.shape)
            high, wide = (max(round(edge * zoom), 1) for edge in ink.shape)
            top, left = (TILE - high) // 2, (TILE - wide) // 2
            tile[top : top + high, left : left + wide] = cv2.resize(ink, (wide, high), interpolation=cv2.INTER_AREA)
        return tile
