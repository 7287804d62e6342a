"""How a camera's tilt squeezes a picture, and what undoes it at one place of a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeAlias

import numpy as np

from vision.types import Floats, Matrix, Point

TiltField: TypeAlias = Callable[[float, float], Matrix]
"""x, y of a pixel -> how the camera sees the table there, shape (2, 3).

The first two columns make pixel steps millimetres of the level plane seen straight from above: [[s, 0], [0, s]], at s
millimetres a pixel, for a camera that looks straight down and is not turned. The last one is where, in those
millimetres, a thing is seen for each millimetre that it is higher: straight away from the camera, by the tangent of the
angle between the ray and the vertical.
"""

STEEPEST = 2.0
"""The most that a view is stretched: a camera 60 degrees off the vertical sees too little of a top face to read it."""


@dataclass(frozen=True, eq=False)
class Tilt:
    """A camera's tilt at one place of a picture: its shape, not its scale nor how the camera is turned.

    From one side a side face can look larger than the top one; that the top lies farther from the camera distinguishes
    them, so the slope has a sign.

    Attributes:
        stretch: symmetric, shape (2, 2), from pixels to pixels as seen from straight above; the direction that was not
            foreshortened keeps its length.
        slope: straight away from the camera in the rectified picture, as long as the tangent of the tilt.
    """

    stretch: Matrix
    slope: Point

    @classmethod
    def of(cls, local: Floats) -> Tilt:
        """From a `TiltField`'s value at the place, shape (2, 3)."""
        spin, scales, axes = np.linalg.svd(np.asarray(local, np.float64)[:, :2])
        ratios = np.minimum(scales / max(float(scales[1]), 1e-9), STEEPEST)
        x, y = (spin @ axes).T @ local[:, 2]
        short = min(1.0, STEEPEST / max(float(np.hypot(x, y)), 1e-9))
        return cls(axes.T @ np.diag(ratios) @ axes, (short * float(x), short * float(y)))

    @classmethod
    def from_slope(cls, slope: Point) -> Tilt:
        """From a slope alone: what lies along it was squeezed by the cosine of the tilt."""
        tangent = float(np.hypot(*slope))
        along = np.asarray(slope) / max(tangent, 1e-9)
        return cls(np.eye(2) + (np.hypot(1, tangent) - 1) * np.outer(along, along), slope)

    @property
    def margin(self) -> float:
        """Factor of a view's side, so that all of a tilted die fits."""
        return float((1 + np.hypot(*self.slope) ** 2) ** 0.25)

    def parallax(self, height: float) -> Point:
        """Offset in the picture, pixels, of what is ``height`` pixels higher."""
        x, y = np.linalg.solve(self.stretch, height * np.asarray(self.slope))
        return float(x), float(y)

    def rotated_slope(self, angle: float) -> Point:
        """``slope`` in a view that `vision.recognition.crops.view_matrix` turned by ``angle``."""
        x, y = self.slope
        return x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)


NO_TILT = Tilt(np.eye(2), (0.0, 0.0))
"""Seen from straight above, or from an unknown viewpoint."""


def up_angle(up: Point) -> float:
    """The angle, in radians clockwise from up, of a direction in the picture (x right, y down)."""
    return float(np.arctan2(up[0], -up[1]) % (2 * pi))
