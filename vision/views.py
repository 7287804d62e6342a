"""Small square views cut out of a frame, turned and scaled: what the networks look at.

Training cuts its pictures with the same functions, so what a network learned is what it meets.
Frames are BGR uint8 arrays of shape (height, width, 3).
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Frame: TypeAlias = npt.NDArray[np.uint8]
Matrix: TypeAlias = npt.NDArray[np.float64]
Blob: TypeAlias = npt.NDArray[np.float32]

WHOLE_SIZE = 64
"""Side in pixels of a view of a whole die or chip."""
WHOLE_MARGIN = 1.4
"""Side of that view over the longer side of the token's box."""
CLOSE_SIZE = 32
"""Side in pixels of a view of an upright numeral."""
CLOSE_MARGIN = 2.0
"""Side of that view over the numeral's height."""
COARSEST = 0.75
"""View pixels per picture pixel below which a halving is taken instead."""


def view_matrix(centre: tuple[float, float], side: float, angle: float, size: int) -> Matrix:
    """The affine map, shape (2, 3), from frame pixels to a view of ``size`` pixels a side.

    Args:
        centre: x, y in the frame of the view's middle.
        side: what the view spans in the frame, in pixels.
        angle: radians; the frame direction (sin, -cos), clockwise from up, becomes the view's up.
        size: of the view in pixels.
    """
    zoom = size / side
    linear = zoom * np.array(((cos(angle), sin(angle)), (-sin(angle), cos(angle))))
    return np.column_stack((linear, size / 2 - linear @ np.asarray(centre)))


def up_angle(up: tuple[float, float]) -> float:
    """The angle, in radians clockwise from up, of a direction in the frame (x right, y down)."""
    return float(np.arctan2(up[0], -up[1]) % (2 * pi))


class Halvings:
    """A picture and its halvings, so that a small view of a big die averages pixels instead of skipping them.

    Args:
        picture: any array of shape (height, width, channels), uint8.
    """

    def __init__(self, picture: Frame) -> None:
        self._levels = [picture]

    def view(self, matrix: Matrix, size: int) -> Frame:
        """What ``matrix`` maps onto a square of ``size`` pixels, shape (size, size, channels); edges are repeated."""
        zoom = float(np.hypot(matrix[0, 0], matrix[0, 1]))
        level = self._level_for(zoom)
        halved = matrix @ np.diag((2.0**level, 2.0**level, 1.0))
        picture = self._levels[level]
        taken = cv2.warpAffine(picture, halved, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, np.uint8)

    def _level_for(self, zoom: float) -> int:
        level = max(0, int(np.floor(np.log2(COARSEST / zoom))) + 1)
        while len(self._levels) <= level and min(self._levels[-1].shape[:2]) > 1:
            half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return min(level, len(self._levels) - 1)


def standardised(views: npt.NDArray[np.uint8]) -> Blob:
    """Views of shape (N, S, S, 3) as network input (N, 3, S, S): each with mean 0 and spread 1, whatever the light."""
    pixels = views.astype(np.float32) / 255
    pixels -= pixels.mean(axis=(1, 2, 3), keepdims=True)
    pixels /= np.maximum(pixels.std(axis=(1, 2, 3), keepdims=True), 0.04)
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))


def scaled(frame: Frame) -> Blob:
    """A frame as the finder's input (1, 3, height, width): black -1, white 1."""
    return np.ascontiguousarray((frame.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None])
