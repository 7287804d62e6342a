"""A camera over a table and a lamp beside it: where a point is seen, and how bright.

Everything is in millimetres; the table is z = 0 and z points up. Light is linear, 0 to 1, in BGR order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Vectors: TypeAlias = npt.NDArray[np.float64]
Picture: TypeAlias = npt.NDArray[np.float32]
Box: TypeAlias = tuple[int, int, int, int]
"""x, y, width, height in pixels."""

GAMMA = 2.2


def linear(*color: int) -> Picture:
    """A colour given in ordinary BGR bytes, as light."""
    return np.asarray((np.array(color) / 255) ** GAMMA, np.float32)


@dataclass(frozen=True)
class Pinhole:
    """A pinhole camera.

    Attributes:
        lens: camera coordinates to pixels, shape (3, 3).
        axes: its right, down and forward as rows, shape (3, 3).
        eye: its position, shape (3,).
        size: width and height of its picture.
    """

    lens: Vectors
    axes: Vectors
    eye: Vectors
    size: tuple[int, int]

    def project(self, points: Vectors) -> Vectors:
        """Where points, shape (N, 3), are seen, shape (N, 2)."""
        seen = (points - self.eye) @ self.axes.T @ self.lens.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def plane(self, origin: Vectors, right: Vectors, up: Vectors) -> Vectors:
        """The homography, shape (3, 3), from a plane's (u, v) in millimetres to pixels."""
        return np.asarray(self.lens @ self.axes @ np.column_stack((right, up, origin - self.eye)))

    def box_around(self, points: Vectors, margin: int) -> Box:
        """The points' bounding box and ``margin`` pixels more, cut off at the picture's edges."""
        seen = self.project(points)
        left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - margin, 0)
        right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + margin, self.size)
        return int(left), int(top), int(right - left), int(bottom - top)

    def zoom(self, box: Box, factor: int) -> Pinhole:
        """The same camera, looking only at ``box``, ``factor`` times larger."""
        x, y, width, height = box
        crop = np.array([(factor, 0, -factor * x), (0, factor, -factor * y), (0, 0, 1)], float)
        return replace(self, lens=crop @ self.lens, size=(width * factor, height * factor))


@dataclass(frozen=True)
class Lamp:
    """One soft lamp and the light of the room.

    Attributes:
        toward: unit vector from the table to the lamp, shape (3,).
        strength: brightness of a surface that faces the lamp.
        room: brightness that comes from everywhere.
        spread: how wide the lamp is, as a share of its distance.
    """

    toward: Vectors
    strength: float
    room: float
    spread: float
