"""The bodies on the table: dice of every kind, rounded as moulds and tumblers round them, and turned things.

A die is convex and touches one sphere with all its faces, so rounding is shrinking toward the centre and rolling a ball
over what is left. Lengths are those of the caller; dice are made with their in-sphere's radius given in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.geometry.d10 import D10, FACES, NumeralFrame
from vision.types import Points

GOLDEN = (1 + 5**0.5) / 2


@dataclass(frozen=True)
class Mesh:
    """A surface for Blender.

    Attributes:
        points: shape (N, 3).
        normals: outward unit normals at the points, shape (N, 3), or None where Blender shall find them.
        polygons: indices into points, counter-clockwise seen from outside.
        printed: how many of the first polygons carry print, in the order of the faces.
    """

    points: Points
    normals: Points | None
    polygons: tuple[tuple[int, ...], ...]
    printed: int = 0


@dataclass(frozen=True)
class DieMesh:
    """A convex die around its centre.

    Attributes:
        corners: shape (V, 3).
        faces: corner indices, counter-clockwise seen from outside.
        frames: where each face's numeral is printed.
        skin: its surface, its faces first, where that is not the edges rounded by a ball.
    """

    corners: Points
    faces: tuple[tuple[int, ...], ...]
    frames: tuple[NumeralFrame, ...]
    skin: Mesh | None = None

    @property
    def inradius(self) -> float:
        """Distance from the centre to every face."""
        return float(self.frames[0].origin @ self.frames[0].normal)

    def outline(self, face: int) -> Points:
        """The face's corners in its numeral's frame (right, up), shape (N, 2), for the print to fit in."""
        frame = self.frames[face]
        arms = self.corners[list(self.faces[face])] - frame.origin
        return np.column_stack((arms @ frame.right, arms @ frame.up))

    def level(self, face: int, turn: float) -> Points:
        """The rotation, shape (3, 3), that brings ``face`` on top with its numeral's head toward +y, then turns it."""
        frame = self.frames[face]
        sin_turn, cos_turn = np.sin(turn), np.cos(turn)
        spin = np.array([(cos_turn, -sin_turn, 0), (sin_turn, cos_turn, 0), (0, 0, 1)])
        return np.asarray(spin @ np.stack((frame.right, frame.up, frame.normal)))


def d10(inradius: float, pole: float, along: float) -> DieMesh:
    """A ten-sided die; ``pole`` and ``along`` as in ``vision.geometry.d10``."""
    shape = D10(pole=pole)
    grow = inradius / shape.apothem
    frames = [shape.numeral_frame(face, along) for face in range(10)]
    moved = tuple(NumeralFrame(each.origin * grow, each.right, each.up, each.normal) for each in frames)
    return DieMesh(shape.vertices * grow, FACES, moved)


def cube(inradius: float, turns: Sequence[int]) -> DieMesh:
    """A six-sided die: faces +z, +x, +y, -y, -x, -z, so that those that sum to seven lie opposite one another."""
    normals = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)], float)
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return _platonic(corners, normals, inradius, turns, to_corner=False)


RIM_CORNERS, DOME_STEPS = 32, 5
"""Corners around a flat of `cut_ball`, and steps from there to the next flat's share of the ball."""


def cut_ball(inradius: float, reach: float, turns: Sequence[int]) -> DieMesh:
    """A six-sided die turned from a ball of ``reach`` (1 to 1.41) inradii: six round flats."""
    block = cube(inradius, turns)
    angle = np.arange(RIM_CORNERS) * 2 * np.pi / RIM_CORNERS
    ring = np.column_stack((np.cos(angle), np.sin(angle)))
    rim = np.column_stack((ring * np.sqrt(reach**2 - 1), np.ones(RIM_CORNERS)))
    edge = np.column_stack((ring / np.abs(ring).max(axis=1, keepdims=True), np.ones(RIM_CORNERS)))
    steps = [rim + share * (edge - rim) for share in np.linspace(0, 1, DOME_STEPS)]
    dome = np.vstack([reach * arms / np.linalg.norm(arms, axis=1, keepdims=True) for arms in steps]) * inradius
    flat = dome[:RIM_CORNERS]
    axes = [np.stack((each.right, each.up, each.normal)) for each in block.frames]
    corners, domes = (np.vstack([part @ turned for turned in axes]) for part in (flat, dome))
    faces = tuple(tuple(range(place * RIM_CORNERS, (place + 1) * RIM_CORNERS)) for place in range(len(axes)))
    normals = np.repeat([each.normal for each in block.frames], RIM_CORNERS, axis=0)
    quads = tuple(
        (inner + here, inner + RIM_CORNERS + here, inner + RIM_CORNERS + there, inner + there)
        for first in range(len(corners), len(corners) + len(domes), len(dome))
        for inner in range(first, first + len(dome) - RIM_CORNERS, RIM_CORNERS)
        for here, there in pairwise((*range(RIM_CORNERS), 0))
    )
    lit = np.vstack((normals, domes / (reach * inradius)))
    return DieMesh(corners, faces, block.frames, Mesh(np.vstack((corners, domes)), lit, (*faces, *quads), len(faces)))


def octahedron(inradius: float, turns: Sequence[int]) -> DieMesh:
    """A d8."""
    normals = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return _platonic(np.vstack((np.eye(3), -np.eye(3))), normals, inradius, turns, to_corner=True)


def _icosa() -> Points:
    base = [(0, a, b * GOLDEN) for a in (-1, 1) for b in (-1, 1)]
    return np.array([np.roll(point, shift) for shift in range(3) for point in base], float)


def _dodeca() -> Points:
    cube_corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    base = [(0, a / GOLDEN, b * GOLDEN) for a in (-1, 1) for b in (-1, 1)]
    return np.array(cube_corners + [tuple(np.roll(point, shift)) for shift in range(3) for point in base], float)


def dodecahedron(inradius: float, turns: Sequence[int]) -> DieMesh:
    """A d12."""
    normals = np.array([np.roll((0, a * GOLDEN, b), shift) for shift in range(3) for a in (-1, 1) for b in (-1, 1)])
    return _platonic(_dodeca(), normals, inradius, turns, to_corner=True)


def icosahedron(inradius: float, turns: Sequence[int]) -> DieMesh:
    """A d20."""
    base = [(0, a * GOLDEN, b / GOLDEN) for a in (-1, 1) for b in (-1, 1)]
    cube_corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    normals = np.array(cube_corners + [tuple(np.roll(point, shift)) for shift in range(3) for point in base], float)
    return _platonic(_icosa(), normals, inradius, turns, to_corner=True)


def _platonic(corners: Points, normals: Points, inradius: float, turns: Sequence[int], *, to_corner: bool) -> DieMesh:
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    corners = corners * inradius / (corners @ normals[0]).max()
    faces = tuple(_ring(corners, normal) for normal in normals)
    frames = tuple(
        _centred(corners[list(face)], normal, turn, to_corner=to_corner)
        for face, normal, turn in zip(faces, normals, turns, strict=True)
    )
    return DieMesh(corners, faces, frames)


def _ring(corners: Points, normal: Points) -> tuple[int, ...]:
    height = corners @ normal
    chosen = np.flatnonzero(height > height.max() - 1e-6)
    return tuple(int(chosen[place]) for place in np.argsort(_angles(corners[chosen], normal)))


def _angles(points: Points, normal: Points) -> Points:
    middle = points.mean(axis=0)
    east = points[0] - middle
    east = east - normal * (east @ normal)
    east = east / np.linalg.norm(east)
    north = np.cross(normal, east)
    return np.asarray(np.arctan2((points - middle) @ north, (points - middle) @ east))


def _centred(ring: Points, normal: Points, turn: int, *, to_corner: bool) -> NumeralFrame:
    """A frame in the face's middle whose up points to a corner, or to an edge's middle."""
    start, after = ring[turn % len(ring)], ring[(turn + 1) % len(ring)]
    aim = start if to_corner else (start + after) / 2
    middle = ring.mean(axis=0)
    up = (aim - middle) / np.linalg.norm(aim - middle)
    return NumeralFrame(middle, np.cross(up, normal), up, normal)


# --- rounding ---


def rounded(die: DieMesh, radius: float, segments: int = 2) -> Mesh:
    """The die's surface with edges and corners rounded by a ball of ``radius``; its faces come first."""
    return die.skin or _Rounder(die, radius, segments).mesh()


class _Rounder:
    def __init__(self, die: DieMesh, radius: float, segments: int) -> None:
        self._die, self._radius, self._segments = die, radius, segments
        self._inner = die.corners * (1 - radius / die.inradius)
        self._points: list[Points] = []
        self._normals: list[Points] = []
        self._known: dict[tuple[int, tuple[float, ...]], int] = {}
        self._polygons: list[tuple[int, ...]] = []

    def mesh(self) -> Mesh:
        die = self._die
        for face, frame in zip(die.faces, die.frames, strict=True):
            self._polygons.append(tuple(self._point(corner, frame.normal) for corner in face))
        for first, second, here, there in self._edges():
            self._strip(first, second, here, there)
        for corner in range(len(die.corners)):
            self._cap(corner)
        return Mesh(np.array(self._points), np.array(self._normals), tuple(self._polygons), len(die.faces))

    def _point(self, corner: int, direction: Points) -> int:
        key = (corner, tuple(np.round(direction, 6) + 0.0))
        if key not in self._known:
            self._known[key] = len(self._points)
            self._points.append(self._inner[corner] + self._radius * direction)
            self._normals.append(direction)
        return self._known[key]

    def _edges(self) -> list[tuple[int, int, int, int]]:
        """Corner, next corner, the face they run counter-clockwise around, and the face across."""
        around = {pair: place for place, face in enumerate(self._die.faces) for pair in pairwise((*face, face[0]))}
        return [(a, b, face, around[b, a]) for (a, b), face in around.items() if a < b]

    def _arc(self, here: int, there: int) -> list[Points]:
        """Directions from one face's normal to another's."""
        start, end = self._die.frames[here].normal, self._die.frames[there].normal
        shares = np.linspace(0, 1, self._segments + 1)
        arms = [start * (1 - share) + end * share for share in shares]
        return [arm / np.linalg.norm(arm) for arm in arms]

    def _strip(self, first: int, second: int, here: int, there: int) -> None:
        for low, high in pairwise(self._arc(here, there)):
            quad = ((first, low), (first, high), (second, high), (second, low))
            self._polygons.append(tuple(self._point(corner, direction) for corner, direction in quad))

    def _cap(self, corner: int) -> None:
        owners = [place for place, face in enumerate(self._die.faces) if corner in face]
        normals = np.array([self._die.frames[place].normal for place in owners])
        middle = normals.mean(axis=0)
        middle /= np.linalg.norm(middle)
        ordered = [owners[place] for place in np.argsort(_angles(normals, middle))]
        loop = [arm for here, there in pairwise((*ordered, ordered[0])) for arm in self._arc(here, there)[:-1]]
        half = [(arm + middle) / np.linalg.norm(arm + middle) for arm in loop]
        for place, after in pairwise((*range(len(loop)), 0)):
            quad = (loop[place], loop[after], half[after], half[place])
            self._polygons.append(tuple(self._point(corner, arm) for arm in quad))
            self._polygons.append(tuple(self._point(corner, arm) for arm in (half[place], half[after], middle)))


# --- turned things ---


def turned(profile: Sequence[tuple[float, float]], around: int = 40) -> Mesh:
    """A body turned on a lathe: ``profile`` runs (radius, height) from the top rim down; its lid comes first."""
    angle = np.arange(around) * 2 * np.pi / around
    rings = [np.column_stack((r * np.cos(angle), r * np.sin(angle), np.full(around, z))) for r, z in profile]
    lid = tuple(range(around))
    walls = []
    for ring in range(len(profile) - 1):
        for here, there in pairwise((*range(around), 0)):
            high, low = ring * around, (ring + 1) * around
            walls.append((high + here, low + here, low + there, high + there))
    base = (len(profile) - 1) * around
    floor = tuple(base + place for place in reversed(range(around)))
    return Mesh(np.vstack(rings), None, (lid, *walls, floor), 1)


def slab(wide: float, tall: float, thick: float) -> Mesh:
    """A flat block standing on z = 0 with its printed side first: cards, tiles."""
    x, y = wide / 2, tall / 2
    points = np.array([(a, b, z) for z in (thick, 0.0) for a, b in ((-x, -y), (x, -y), (x, y), (-x, y))])
    sides = tuple((a, a + 4, b + 4, b) for a, b in pairwise((0, 1, 2, 3, 0)))
    return Mesh(points, None, ((0, 1, 2, 3), *sides, (7, 6, 5, 4)), 1)
