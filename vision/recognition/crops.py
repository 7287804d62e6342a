"""Small square views of a picture, turned, scaled and rectified: the networks' inputs, in training as well."""

from __future__ import annotations

from math import cos, sin
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.tilt import Tilt
from vision.types import Floats, Frame, Matrix, Point, Tensor

TOKEN_SIZE = 64
"""Side in pixels of a view of a whole die or chip."""
TOKEN_MARGIN = 1.4
"""Side of that view over the longer side of the token's box."""


class Crop(NamedTuple):
    """How much of a die a view of its upright numeral shows: its side over the numeral's height, and in pixels."""

    margin: float
    size: int


NUMERAL_CROP, FACE_CROP = Crop(margin=2.0, size=32), Crop(margin=2.8, size=48)
SLOPE_SCALE = 2.0
"""Factor of the tilt planes, to be about as large as the other inputs."""
COARSEST = 0.75
"""View pixels per picture pixel below which the next level of the pyramid is taken."""


def view_matrix(centre: Point, side: float, angle: float, size: int) -> Matrix:
    """The affine map, shape (2, 3), from picture pixels to a view of ``size`` pixels a side.

    The view has its ``centre`` and ``side`` in the picture, and its up there at ``angle`` (radians, clockwise from up).
    """
    zoom = size / side
    linear = zoom * np.array(((cos(angle), sin(angle)), (-sin(angle), cos(angle))))
    return np.column_stack((linear, size / 2 - linear @ np.asarray(centre)))


def rectified_view(centre: Point, side: float, angle: float, size: int, tilt: Tilt) -> Matrix:
    """`view_matrix` of the picture as it would look from straight above; ``side`` and ``angle`` are meant there."""
    linear = view_matrix((0.0, 0.0), side, angle, size)[:, :2] @ tilt.stretch
    return np.column_stack((linear, size / 2 - linear @ np.asarray(centre)))


class ImagePyramid:
    """A picture (uint8) at half its size, a quarter …, so that a small view averages pixels rather than skips them."""

    def __init__(self, picture: Frame) -> None:
        self._levels = [picture]

    def view(self, matrix: Matrix, size: int) -> Frame:
        """The square of ``size`` pixels that ``matrix`` maps to, shape (size, size, channels); edges are repeated."""
        zoom = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
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


def normalised(views: npt.NDArray[np.uint8]) -> Tensor:
    """Views of shape (N, S, S, 3) as network input (N, 3, S, S): each with mean 0 and deviation 1, in any light."""
    pixels = views.astype(np.float32) / 255
    pixels -= pixels.mean(axis=(1, 2, 3), keepdims=True)
    pixels /= np.maximum(pixels.std(axis=(1, 2, 3), keepdims=True), 0.04)
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))


def with_tilt_planes(views: npt.NDArray[np.uint8], slopes: Floats) -> Tensor:
    """Normalised views with two more planes, shape (N, 5, S, S): the camera's ``slopes`` there, shape (N, 2)."""
    planes = np.broadcast_to(SLOPE_SCALE * slopes[:, :, None, None], (len(views), 2, *views.shape[1:3]))
    return np.ascontiguousarray(np.concatenate((normalised(views), planes), axis=1), np.float32)


def scaled(picture: Frame) -> Tensor:
    """A picture as the detector's input (1, 3, height, width): black -1, white 1."""
    return np.ascontiguousarray((picture.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None])
