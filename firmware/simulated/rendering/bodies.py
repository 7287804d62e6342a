"""The pieces of the game as bodies that can lie, lean and fly: dice, the chip and helmets.

Each is made once about its own middle; `Body.at` puts it anywhere, turned any way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from firmware.errors import DeviceError
from firmware.simulated.rendering.glyphs import Coverage, numeral, pips, sign, word
from firmware.simulated.rendering.optics import Vectors
from firmware.simulated.rendering.solids import (
    CHIP_PAINT,
    DIE_RADIUS,
    NUMERAL_SIDE,
    PAINTS,
    DrawnSolid,
    Facet,
    SolidPaint,
)
from vision.geometry.d10 import D10, FACES, NUMBERINGS, NumeralFrame
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS

D6_NUMERAL_SIDE = 1.7
"""Side of a numeral's print on a six-sided die, in half edges."""
CHIP_SIDES = 40
HELMET_RADIUS = 8.0
HELMET_HEIGHT = 10.0
HELMET_SIDES = 16
PieceShape = Literal["helmet", "pawn", "disc"]
PROFILES: Mapping[PieceShape, tuple[tuple[float, float], ...]] = {
    "helmet": tuple(
        (HELMET_RADIUS * np.cos(level), HELMET_HEIGHT * np.sin(level)) for level in np.radians((0, 28, 52, 74))
    ),
    "pawn": ((8.0, 0.0), (8.0, 2.5), (4.6, 9.0), (5.4, 14.0), (5.4, 16.5), (4.2, 19.0)),
    "disc": ((8.0, 0.0), (8.0, 5.0), (7.2, 6.5), (5.2, 7.4)),
}
"""What a batter's piece looks like from its foot to its top: radius and height, mm."""
SIGN_SIDES: Mapping[PieceShape, float] = {"helmet": 8.0, "pawn": 6.0, "disc": 8.0}
"""Of what is painted on top of it, mm."""
VISOR = ((-5.0, 5.5), (-5.5, 10.0), (0.0, 12.0), (5.5, 10.0), (5.0, 5.5))
"""A helmet's visor, x and y, mm."""
SQUARES = ((2, 3, 1, 0), (1, 5, 4, 0), (4, 6, 2, 0), (7, 5, 1, 3), (2, 6, 7, 3), (6, 4, 5, 7))
"""A cube's faces as vertex indices, counter-clockwise from outside; a vertex's bits are its z, y and x, 1 for -1."""


@dataclass(frozen=True)
class Cube:
    """The shape of a six-sided die, half an edge 1 long, with the members of `vision.geometry.d10.D10`.

    Values lie as on most makers' dice: opposite faces sum to seven, and 1, 2 and 3 run counter-clockwise round their
    common corner.
    """

    numbering: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    @cached_property
    def vertices(self) -> Vectors:
        """Corners, shape (8, 3)."""
        bits = np.arange(8)[:, None] >> np.array((2, 1, 0)) & 1
        return np.asarray(1.0 - 2.0 * bits)

    @cached_property
    def normals(self) -> Vectors:
        """Outward unit normals, shape (6, 3)."""
        return np.asarray(self.vertices[np.array(SQUARES)].mean(axis=1))

    def face_of(self, value: int) -> int:
        """The face that shows ``value``."""
        return self.numbering.index(value)

    def numeral_frame(self, face: int) -> NumeralFrame:
        """The middle of a face, and which way up its pips are."""
        first, second = self.vertices[list(SQUARES[face][:2])]
        normal, up = self.normals[face], (first - second) / 2
        return NumeralFrame(normal, np.cross(up, normal), up, normal)

    def resting(self, face: int, turn: float = 0.0) -> Vectors:
        """The rotation, shape (3, 3), that lays ``face`` level on top; see `vision.geometry.d10.D10.resting`."""
        frame = self.numeral_frame(face)
        return np.asarray(spun(turn) @ np.stack((frame.right, frame.up, frame.normal)))


@dataclass(frozen=True)
class Pose:
    """Where a thing's middle is, mm, shape (3,), and how the thing is turned, shape (3, 3)."""

    place: Vectors
    turn: Vectors

    def same(self, other: Pose) -> bool:
        """Whether both are one."""
        return bool((self.place == other.place).all() and (self.turn == other.turn).all())


@dataclass(frozen=True, eq=False)
class Body:
    """A thing about its own middle; all lengths in mm.

    Attributes:
        facets: its faces.
        paint: its material.
        bevel: how round its edges are.
        low: the height of its middle when it rests.
        reach: from its middle to its farthest corner.
    """

    facets: tuple[Facet, ...]
    paint: SolidPaint
    bevel: float
    low: float
    reach: float

    def at(self, pose: Pose) -> DrawnSolid:
        """The thing as it lies in the world."""
        return DrawnSolid(tuple(_moved(facet, pose) for facet in self.facets), self.paint, self.bevel)


def _moved(facet: Facet, pose: Pose) -> Facet:
    corners = facet.corners @ pose.turn.T + pose.place
    frame = None if facet.frame is None else facet.frame @ pose.turn.T + np.outer((1, 0, 0), pose.place)
    return Facet(corners, pose.turn @ facet.normal, facet.print, frame)


@cache
def d10(color: str, size: float = 2 * DIE_RADIUS, numbering: str = "common") -> Body:
    """A ten-sided die of that colour (`solids.PAINTS`), size across its girdle in mm, and numbering (`NUMBERINGS`)."""
    shape, radius = D10(numbering=NUMBERINGS[numbering]), size / 2
    faces = _faces(shape, FACES, radius, NUMERAL_SIDE, numeral)
    return Body(faces, _paint(color), 0.07 * radius, radius * shape.apothem, radius)


@cache
def d6(color: str, size: float = 2 * DIE_RADIUS, *, numerals: bool = False) -> Body:
    """A six-sided die with pips or numerals, of that colour and edge in mm."""
    half = size / 2
    faces = _faces(Cube(), SQUARES, half, *((D6_NUMERAL_SIDE, numeral) if numerals else (2, pips)))
    return Body(faces, _paint(color), 0.14 * half, half, half * np.sqrt(3))


def _paint(color: str) -> SolidPaint:
    if color not in PAINTS:
        raise DeviceError(
            f"the simulated stadium has nothing {color}; give the teams colours among {', '.join(PAINTS)}"
        )
    return PAINTS[color]


def _faces(
    shape: D10 | Cube,
    corners: Sequence[Sequence[int]],
    radius: float,
    side: float,
    printed: Callable[[int], Coverage],
) -> tuple[Facet, ...]:
    """The faces of a die ``radius`` times as large as its shape, each value printed ``side`` radii wide."""
    facets = []
    for face, indices in enumerate(corners):
        frame = shape.numeral_frame(face)
        print_frame = radius * np.stack((frame.origin, side * frame.right, side * frame.up))
        vertices = radius * shape.vertices[list(indices)]
        facets.append(Facet(vertices, frame.normal, printed(shape.numbering[face]), print_frame))
    return tuple(facets)


@cache
def chip() -> Body:
    """The Ball: HIT on its own +z side, OUT on the other."""
    rim, half = _circle(CHIP_RADIUS, CHIP_SIDES), CHIP_THICKNESS / 2
    high, low = (np.column_stack((rim, np.full(CHIP_SIDES, side * half))) for side in (1, -1))
    faces = (_chip_face(high, 1, "HIT"), _chip_face(low[::-1], -1, "OUT"))
    return Body((*faces, *_band(low, high)), CHIP_PAINT, 0.5, half, CHIP_RADIUS)


def _chip_face(corners: Vectors, side: int, letters: str) -> Facet:
    """The upper face (side 1) or the lower (-1)."""
    across = 2 * CHIP_RADIUS
    frame = np.array([(0, 0, side * CHIP_THICKNESS / 2), (across, 0, 0), (0, side * across, 0)])
    return Facet(corners, np.array([0.0, 0, side]), word(letters), frame)


@cache
def helmet(color: str, shape: PieceShape = "helmet", painted: str = "") -> Body:
    """A batter's piece of that colour, its middle on the ground; ``painted`` on top of it, + or - or nothing (D5)."""
    profile = PROFILES[shape]
    rings = [np.column_stack((_circle(radius, HELMET_SIDES), np.full(HELMET_SIDES, z))) for radius, z in profile]
    sides = [facet for low, high in pairwise(rings) for facet in _band(low, high)]
    top = profile[-1][1]
    frame = np.array([(0.0, 0, top), (SIGN_SIDES[shape], 0, 0), (0, SIGN_SIDES[shape], 0)])
    cap = Facet(rings[-1], np.array([0.0, 0, 1]), sign(painted) if painted else None, frame if painted else None)
    visor = Facet(np.array([(x, y, 2.5) for x, y in VISOR])[::-1], np.array([0.0, 0.35, 0.94]))
    below = (visor,) if shape == "helmet" else ()
    return Body((*below, *sides, cap), _paint(color), 1.1, 0.0, HELMET_RADIUS)


def _circle(radius: float, sides: int) -> Vectors:
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return radius * np.column_stack((np.cos(angle), np.sin(angle)))


def _band(low: Vectors, high: Vectors) -> list[Facet]:
    """The faces between two rings of corners."""
    after = [*range(1, len(low)), 0]
    corners = np.stack((low, low[after], high[after], high), axis=1)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return [Facet(face, normal) for face, normal in zip(corners, normals, strict=True)]


def spun(angle: float) -> Vectors:
    """A rotation about the vertical, counter-clockwise seen from above, in radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1.0)])
