"""The camera of a render, and what its pictures say about a point of the table: one law for Blender and for labels.

World lengths are millimetres, z is up. Pixels have their origin at the picture's upper left corner, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import Points

FLIP_Y = np.diag((1.0, -1.0))
"""Table axes with y down as in a picture, so that a camera straight above that is not turned sees no mirror image."""
STEP_MM = 0.01
"""Millimetres that a point is moved to see where the picture of the table goes."""


@dataclass(frozen=True)
class RenderCamera:
    """A pinhole camera.

    Attributes:
        position: in the world, millimetres, shape (3,).
        axes: rows right, down and forward as unit vectors in the world, shape (3, 3).
        focal: focal length in pixels.
        centre: the pixel that the camera looks at squarely; it may lie outside the picture.
        size: width and height of the picture in pixels.
    """

    position: Points
    axes: Points
    focal: float
    centre: tuple[float, float]
    size: tuple[int, int]

    def project(self, points: Points) -> Points:
        """World points of shape (N, 3) as pixels of shape (N, 2)."""
        seen = (np.asarray(points) - self.position) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + self.centre)

    def above(self, point: Points) -> Points:
        """What makes pixel steps near ``point`` millimetres of its level plane seen straight from above, shape (2, 2).

        A camera straight above that is not turned gives ``[[s, 0], [0, s]]`` with ``s`` millimetres a pixel.
        """
        steps = np.asarray(point) + np.array(((0, 0, 0), (STEP_MM, 0, 0), (0, STEP_MM, 0)))
        origin, east, north = self.project(steps)
        return np.asarray(FLIP_Y @ np.linalg.inv(np.column_stack((east - origin, north - origin)) / STEP_MM))

    def tilt(self, point: Points) -> float:
        """Radians between the ray to ``point`` and the vertical."""
        ray = np.asarray(point) - self.position
        return float(np.arccos(np.clip(-ray[2] / np.linalg.norm(ray), -1, 1)))

    def away(self, point: Points) -> Points:
        """The picture's direction at ``point`` of a level step straight away from the camera's foot, a unit vector."""
        outward = np.asarray(point)[:2] - self.position[:2]
        outward = outward / max(float(np.linalg.norm(outward)), 1e-9)
        here, there = self.project(np.array([point, point + np.append(outward, 0) * STEP_MM]))
        return _unit(there - here)


def look_at(tilt: float, azimuth: float, distance: float, target: Points, roll: float = 0.0) -> tuple[Points, Points]:
    """Where a camera stands, and its axes, that looks at ``target`` from ``distance`` millimetres away.

    Args:
        tilt: radians off the vertical.
        azimuth: radians, where the camera stands seen from the target.
        distance: millimetres.
        target: shape (3,).
        roll: radians that the camera is turned about its own axis.
    """
    toward = np.array((np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)))
    forward = -toward
    right = np.array((-np.sin(azimuth), np.cos(azimuth), 0.0))
    down = np.cross(forward, right)
    turn = np.array(((np.cos(roll), np.sin(roll)), (-np.sin(roll), np.cos(roll))))
    axes = np.vstack((turn @ np.vstack((right, down)), forward))
    return np.asarray(target) + toward * distance, axes


def frame_all(position: Points, axes: Points, points: Points, *, scale: float, margin: float) -> RenderCamera:
    """A camera whose picture just holds all ``points``, with ``margin`` pixels to spare.

    Args:
        position: where it stands.
        axes: how it is turned.
        points: shape (N, 3).
        scale: pixels a millimetre wanted at the points' mean depth.
        margin: in pixels.
    """
    seen = (points - position) @ axes.T
    focal = scale * float(seen[:, 2].mean())
    flat = seen[:, :2] / seen[:, 2:] * focal
    low, high = flat.min(axis=0) - margin, flat.max(axis=0) + margin
    wide, tall = (int(np.ceil(extent)) for extent in high - low)
    return RenderCamera(position, axes, focal, (float(-low[0]), float(-low[1])), (wide, tall))


def _unit(vector: Points) -> Points:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12))
