"""How things fly: tosses recorded once with a physics engine, replayed so that any wanted face comes up.

A d10 looks the same from any of its faces but for the numerals, so a toss that ended on one face becomes one that ends
on another by a symmetry of the die. Rule kept here: all numerals turn together, as on a real die.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from firmware.simulated.rendering.bodies import Cube
from firmware.simulated.rendering.optics import Vectors
from vision.geometry.d10 import D10

Kind = Literal["die", "chip", "stray", "cube"]
"""What was tossed: a d10 into the field, the chip, a d10 that jumped out, or a six-sided die into the field."""
Shape: TypeAlias = D10 | Cube
SHAPES: Mapping[Kind, Shape] = {"die": D10(), "stray": D10(), "cube": Cube()}
FILE = Path(__file__).with_name("tosses.npz")
FRAMES_A_SECOND = 60
RECORDED_RADIUS = 8.0
"""Girdle radius of the d10 that was tossed, and half an edge of the cube, mm."""
HUNDREDTHS = 100
"""Places are kept in hundredths of a millimetre."""
UNIT = 32767
"""A quaternion's 1."""


@dataclass(frozen=True)
class Toss:
    """A flight, one row a frame at `FRAMES_A_SECOND`, the last one at rest.

    Attributes:
        places: of the middle, mm, shape (N, 3).
        turns: rotations, shape (N, 3, 3), of a thing whose own +z side (the chip) or face 0 (a die) ends on top.
    """

    places: Vectors
    turns: Vectors


@cache
def recorded(kind: Kind) -> tuple[Toss, ...]:
    """Every toss of a kind."""
    with np.load(FILE) as file:
        rows, lengths = file[kind].astype(float), file[f"{kind}_lengths"]
    tracks = np.split(rows, np.cumsum(lengths)[:-1])
    return tuple(_toss(track, kind) for track in tracks)


def _toss(track: Vectors, kind: Kind) -> Toss:
    """A recorded toss, turned so that its first side ends exactly on top."""
    turns = rotations(track[:, 3:] / UNIT)
    sides = SHAPES[kind].normals if kind in SHAPES else np.array([(0.0, 0, 1), (0, 0, -1)])
    top = int(np.argmax((turns[-1] @ sides.T)[2]))
    turns = _upright(turns[-1] @ sides[top]) @ turns
    flipped = flip() if top else np.eye(3)
    first_to_top = symmetry(SHAPES[kind], 0, top) if kind in SHAPES else flipped
    return Toss(track[:, :3] / HUNDREDTHS, turns @ first_to_top)


def flip() -> Vectors:
    """The rotation that turns the chip over."""
    return np.diag((1.0, -1.0, -1.0))


def symmetry(shape: Shape, face: int, onto: int) -> Vectors:
    """The rotation, shape (3, 3), that brings ``face`` where ``onto`` was and leaves the die's shape as it was."""
    frames = (shape.numeral_frame(each) for each in (onto, face))
    target, source = (np.column_stack((frame.right, frame.up, frame.normal)) for frame in frames)
    return target @ source.T


def rotations(quaternions: Vectors) -> Vectors:
    """Quaternions, shape (N, 4), scalar first, as matrices, shape (N, 3, 3)."""
    w, x, y, z = (quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)).T
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return np.asarray(np.moveaxis(np.array(rows), 2, 0))


def _upright(top: Vectors) -> Vectors:
    """The least rotation that turns a nearly vertical normal to the vertical."""
    x, y, z = top
    cross = np.array([(0.0, 0, -x), (0, 0, -y), (x, y, 0)])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1 + z))
