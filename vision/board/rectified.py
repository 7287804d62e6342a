"""The board as from straight above, in millimetres: what stands up leans away from the point below the camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.geometry.stadium import Area
from vision.types import Floats, Frame, Point, Points

FINEST = 1.2
"""Pixels a millimetre: a foot is 19 across, and the whole stadium a third of a million pixels."""
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

    def pixel(self, place: Point) -> tuple[int, int]:
        """The column and the row of the pixel that a place is in, mm; it may lie outside of the picture."""
        x, y = place
        return round((x - self.left) * self.scale - 0.5), round((self.top - y) * self.scale - 0.5)

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
    around = Area(area.left - AROUND, area.bottom - AROUND, area.right + AROUND, area.top + AROUND)
    size = (around.right - around.left) * (around.top - around.bottom)
    scale = min(FINEST, max((MOST_PIXELS / size) ** 0.5, COARSEST))
    places = _sources(registration, around, scale, (picture.shape[1], picture.shape[0]))
    part = picture[places.rows, places.columns]
    if places.reduced > 1:
        wide, tall = part.shape[1] // places.reduced, part.shape[0] // places.reduced
        part = cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    shown = cv2.remap(part, places.whole, places.fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    x, y, height = registration.eye
    return RectifiedBoard(np.asarray(shown, np.uint8), scale, around.left, around.top, (x, y), height)


@dataclass(frozen=True, eq=False)
class _Sources:
    """Which part of a picture is looked at, how many times it is reduced, and where each pixel is taken from then."""

    rows: slice
    columns: slice
    reduced: int
    whole: Floats
    fractions: Floats


@lru_cache(maxsize=1)
def _sources(registration: Registration, around: Area, scale: float, size: tuple[int, int]) -> _Sources:
    """The same for every picture of that size, as long as the registration holds."""
    wide, tall = round((around.right - around.left) * scale), round((around.top - around.bottom) * scale)
    across, down = np.meshgrid(np.arange(0, wide + GRID, GRID), np.arange(0, tall + GRID, GRID))
    places = np.column_stack((around.left + (across.ravel() + 0.5) / scale, around.top - (down.ravel() + 0.5) / scale))
    zoom = size[0] / registration.lens.size[0]
    seen = (registration.to_pixels(places) + 0.5) * zoom  # from the picture's corner
    (left, top), (right, bottom) = (
        np.clip(each, (0, 0), np.subtract(size, 1)).astype(int) for each in (seen.min(axis=0), seen.max(axis=0))
    )
    reduced = max(round(_pixels_a_step(seen, across.shape)), 1)
    stop = left + max((right + 1 - left) // reduced, 1) * reduced, top + max((bottom + 1 - top) // reduced, 1) * reduced
    taken = ((seen - (left, top)) / reduced - 0.5).astype(np.float32)
    stretch = np.array([(GRID, 0, 0), (0, GRID, 0)], float)
    maps = [cv2.warpAffine(np.ascontiguousarray(each.reshape(across.shape)), stretch, (wide, tall)) for each in taken.T]
    whole, fractions = cv2.convertMaps(maps[0], maps[1], cv2.CV_16SC2)
    return _Sources(
        slice(int(top), int(stop[1])), slice(int(left), int(stop[0])), reduced, np.asarray(whole), np.asarray(fractions)
    )


def _pixels_a_step(seen: Points, shape: tuple[int, ...]) -> float:
    """How many pixels of the picture go into one of the board, where it is smallest."""
    grid = seen.reshape(*shape, 2)
    steps = [np.hypot(*np.diff(grid, axis=axis).reshape(-1, 2).T) for axis in (0, 1)]
    return float(np.percentile(np.concatenate(steps), 10)) / GRID
