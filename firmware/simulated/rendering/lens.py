"""The camera over the stadium: a lens with a little distortion, and two streams of one scene.

Things are so small before this lens that each is drawn for a pinhole, `SimulatedLens.near` it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware.simulated.rendering.optics import Picture, Pinhole, Vectors

MAIN, WATCH = (2304, 1296), (640, 360)
"""Width and height of the large stream and of the small one, pixels."""
FIELD_OF_VIEW = np.radians(66)
"""From left to right; the Raspberry Pi Camera Module 3's."""
DISTORTION = -0.035
"""Radial (OpenCV's k1): a little barrel, as that module has."""
MARGIN = 1.055
"""How much more than the field the camera sees from top to bottom."""
TILT = 4.0
"""Degrees off the vertical at which a camera hangs by default: no mount is quite straight."""
GRID = 16
"""The distortion is smooth: it is computed for every so many pixels and interpolated between."""


@dataclass(frozen=True)
class SimulatedLens:
    """A camera at one place.

    Attributes:
        axes: its right, down and forward as rows, shape (3, 3).
        eye: where it is, mm, shape (3,).
        focal: in pixels of this stream.
        size: width and height of this stream.
    """

    axes: Vectors
    eye: Vectors
    focal: float
    size: tuple[int, int]

    @property
    def matrix(self) -> Vectors:
        """Camera coordinates to pixels, shape (3, 3), without distortion."""
        x, y = self._middle
        return np.array([(self.focal, 0, x), (0, self.focal, y), (0, 0, 1)])

    @property
    def _middle(self) -> tuple[float, float]:
        """The picture's; a pixel's own is a whole number, so that both streams agree to a fraction of one."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    def project(self, points: Vectors) -> Vectors:
        """Where points, shape (N, 3), mm, are seen, shape (N, 2), in pixels."""
        seen = (points - self.eye) @ self.axes.T
        flat = seen[:, :2] / seen[:, 2:]
        bent = flat * (1 + DISTORTION * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * self.focal + self._middle)

    def near(self, point: Vectors) -> Pinhole:
        """A pinhole camera that sees the neighbourhood of ``point``, shape (3,), as this one does."""
        x, y, depth = self.axes @ (point - self.eye)
        u, v = x / depth, y / depth
        k, square = DISTORTION, u * u + v * v
        slope = np.array([(1 + k * (square + 2 * u * u), 2 * k * u * v), (2 * k * u * v, 1 + k * (square + 2 * v * v))])
        bent = np.array((u, v)) * (1 + k * square)
        local = np.eye(3)
        local[:2, :2], local[:2, 2] = slope, bent - slope @ (u, v)
        return Pinhole(self.matrix @ local, self.axes, self.eye, self.size)

    def ground(self) -> tuple[Picture, Picture]:
        """The place on the table, x and y in mm, that each pixel sees; two arrays of shape (height, width)."""
        width, height = self.size
        xs, ys = np.arange(0, width + GRID, GRID), np.arange(0, height + GRID, GRID)
        pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2).astype(float)
        flat = cv2.undistortPoints(pixels, self.matrix, np.array((DISTORTION, 0, 0, 0, 0))).reshape(-1, 2)
        rays = np.column_stack((flat, np.ones(len(flat)))) @ self.axes
        hits = self.eye[:2] - rays[:, :2] * (self.eye[2] / rays[:, 2:])
        return self._interpolated(hits[:, 0], len(ys)), self._interpolated(hits[:, 1], len(ys))

    def _interpolated(self, coarse: Vectors, rows: int) -> Picture:
        """Values of all pixels from those of every `GRID`-th."""
        width, height = self.size
        at = np.array([(GRID, 0, 0), (0, GRID, 0)], float)
        grid = coarse.reshape(rows, -1).astype(np.float32)
        return np.asarray(cv2.warpAffine(grid, at, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)

    def stream(self, size: tuple[int, int]) -> SimulatedLens:
        """The same camera's stream of another size."""
        return replace(self, focal=self.focal * size[0] / self.size[0], size=size)

    def bumped(self, dx: float, dy: float, turn: float) -> SimulatedLens:
        """The camera turned so that its picture moves right and down in large-stream pixels and turns in degrees."""
        scale = self.size[0] / MAIN[0] / self.focal
        tip, _ = cv2.Rodrigues(np.array([dy * -scale, dx * scale, np.radians(turn)]))
        return replace(self, axes=np.asarray(tip) @ self.axes)


def over(side: float, tilt: float = TILT, azimuth: float = -70.0, height: float = 1.0) -> SimulatedLens:
    """The large stream of a camera that sees all of a field ``side`` mm wide.

    It hangs ``tilt`` degrees off the vertical, ``azimuth`` degrees counter-clockwise from the first-base side, and
    ``height`` times as high as would do.
    """
    focal = MAIN[0] / 2 / np.tan(FIELD_OF_VIEW / 2)
    distance = focal * side * MARGIN / MAIN[1] * height
    lean, way = np.radians(tilt), np.radians(azimuth)
    back = np.array([np.sin(lean) * np.cos(way), np.sin(lean) * np.sin(way), np.cos(lean)])
    right = np.cross((0, 1, 0), back)
    right /= np.linalg.norm(right)
    return SimulatedLens(np.stack((right, -np.cross(back, right), -back)), distance * back, focal, MAIN)
