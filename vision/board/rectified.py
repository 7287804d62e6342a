"""The board as from straight above, in millimetres: what stands up leans away from the point below the camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.geometry.stadium import Area
from vision.types import Frame, Point, Points

FINEST = 1.6
"""Pixels a millimetre: a foot is 26 across, and the whole stadium two thirds of a million pixels."""
COARSEST = 0.8
"""Pixels a millimetre of a very large board."""
MOST_PIXELS = 1_100_000
AROUND = 30.0
"""How much of the table around the board is looked at, mm."""
GRID = 12
"""The camera's distortion is smooth: it is computed for every so many pixels and interpolated between."""


@dataclass(frozen=True, eq=False)
class RectifiedBoard:
    """A picture of the board, ``scale`` pixels a mm; ``left`` and ``top`` are the mm of its first pixel's corner."""

    picture: Frame
    scale: float
    left: float
    top: float
    below_eye: Point
    eye_height: float

    def millimetres(self, pixels: Points) -> Points:
        """Where pixels, shape (N, 2), are on the board, mm."""
        return np.asarray((np.asarray(pixels, float) + 0.5) / self.scale * (1, -1) + (self.left, self.top))

    def pixels(self, places: Points) -> Points:
        """The inverse of `millimetres`."""
        return np.asarray((np.asarray(places, float) - (self.left, self.top)) * (1, -1) * self.scale - 0.5)

    def outward(self, place: Point) -> Point:
        """The direction in which a thing at a place leans, unit; and none below the camera."""
        away = np.subtract(place, self.below_eye)
        length = max(float(np.hypot(*away)), 1e-6)
        return float(away[0] / length), float(away[1] / length)

    def lean(self, place: Point, height: float) -> float:
        """By how many mm the top of what stands at a place, so high, seems to be farther out."""
        share = height / max(self.eye_height - height, height)
        return float(np.hypot(*np.subtract(place, self.below_eye))) * share


def rectified(picture: Frame, registration: Registration, area: Area) -> RectifiedBoard:
    """The board in an undistorted picture from above, with some of the table around it."""
    left, right = area.left - AROUND, area.right + AROUND
    bottom, top = area.bottom - AROUND, area.top + AROUND
    scale = min(FINEST, max((MOST_PIXELS / ((right - left) * (top - bottom))) ** 0.5, COARSEST))
    wide, tall = round((right - left) * scale), round((top - bottom) * scale)
    columns, rows = np.arange(0, wide + GRID, GRID), np.arange(0, tall + GRID, GRID)
    across, down = np.meshgrid(columns, rows)
    places = np.column_stack((left + (across.ravel() + 0.5) / scale, top - (down.ravel() + 0.5) / scale))
    zoom = picture.shape[1] / registration.lens.size[0]
    seen = ((registration.to_pixels(places) + 0.5) * zoom - 0.5).astype(np.float32)
    stretch = np.array([(GRID, 0, 0), (0, GRID, 0)], float)
    maps = [cv2.warpAffine(np.ascontiguousarray(each.reshape(across.shape)), stretch, (wide, tall)) for each in seen.T]
    shown = cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    x, y, height = registration.eye
    return RectifiedBoard(np.asarray(shown, np.uint8), scale, left, top, (x, y), height)
