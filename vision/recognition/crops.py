"""Small square views cut out of a frame, turned and scaled: what the networks look at.

Training cuts its pictures with the same functions, so what a network learned is what it meets.
Frames are BGR uint8 arrays of shape (height, width, 3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Frame, Matrix, Tensor

Above: TypeAlias = Callable[[float, float], Matrix]
"""x, y of a pixel -> how a camera looks on there, shape (2, 3).

The first two columns make pixel steps millimetres of the level plane seen straight from above; a camera that looks
straight down and is not turned gives [[s, 0], [0, s]], s being millimetres a pixel. The last one is where, in those
millimetres, a thing is seen for each millimetre that it is higher: straight away from the camera, by the tangent of
the angle between the ray and the vertical.
"""

WHOLE_SIZE = 64
"""Side in pixels of a view of a whole die or chip."""
WHOLE_MARGIN = 1.4
"""Side of that view over the longer side of the token's box."""
CLOSE_SIZE = 32
"""Side in pixels of a view of an upright numeral."""
CLOSE_MARGIN = 2.0
"""Side of that view over the numeral's height."""
FACE_SIZE = 48
"""Side in pixels of a view of the face around an upright numeral."""
FACE_MARGIN = 2.8
"""Side of that view over the numeral's height."""


class Crop(NamedTuple):
    """How much of a die a view of its upright numeral shows.

    Attributes:
        margin: side of the view over the numeral's height.
        size: side in pixels.
    """

    margin: float
    size: int


CLOSE, FACE = Crop(CLOSE_MARGIN, CLOSE_SIZE), Crop(FACE_MARGIN, FACE_SIZE)
STEEPEST = 2.0
"""The most that a view is stretched: a camera 60 degrees off the vertical sees too little of a top face to read it."""
LEAN_UNIT = 2.0
"""What a lean is multiplied by, to be about as large as what else the networks see."""
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


@dataclass(frozen=True, eq=False)
class Level:
    """What undoes a camera's tilt at one place of a frame.

    Only the shape counts: how far the picture is squeezed and which way, not its scale nor how the camera is turned.
    From one side a side face can look larger than the top one; that the top lies farther from the camera tells them
    apart, so a lean has a sense.

    Attributes:
        stretch: symmetric, shape (2, 2), frame pixels to pixels as if seen from straight above; the direction that was
            not foreshortened keeps its length.
        lean: straight away from the camera in the levelled frame, as long as the tangent of the tilt: (0, 0) from
            straight above, of length 1 at 45 degrees.
    """

    stretch: Matrix
    lean: tuple[float, float]

    @classmethod
    def of(cls, above: npt.NDArray[np.floating[Any]]) -> Level:
        """From how a camera looks on, shape (2, 3); see `vision.Above`."""
        spin, scales, axes = np.linalg.svd(np.asarray(above, np.float64)[:, :2])
        ratios = np.minimum(scales / max(float(scales[1]), 1e-9), STEEPEST)
        x, y = (spin @ axes).T @ above[:, 2]
        short = min(1.0, STEEPEST / max(float(np.hypot(x, y)), 1e-9))
        return cls(axes.T @ np.diag(ratios) @ axes, (short * float(x), short * float(y)))

    @classmethod
    def leaning(cls, lean: tuple[float, float]) -> Level:
        """From a lean alone: what lies along it was squeezed by the cosine of the tilt."""
        slope = float(np.hypot(*lean))
        along = np.asarray(lean) / max(slope, 1e-9)
        return cls(np.eye(2) + (np.hypot(1, slope) - 1) * np.outer(along, along), lean)

    @property
    def room(self) -> float:
        """By how much more a view must span, so that all of a leant die fits."""
        return float((1 + np.hypot(*self.lean) ** 2) ** 0.25)

    def rise(self, height: float) -> tuple[float, float]:
        """How far off in the frame, in pixels, a thing is seen that is ``height`` pixels higher than another."""
        x, y = np.linalg.solve(self.stretch, height * np.asarray(self.lean))
        return float(x), float(y)

    def seen_turned(self, angle: float) -> tuple[float, float]:
        """``lean`` in a view that `view_matrix` turned by ``angle``."""
        x, y = self.lean
        return x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)


FLAT = Level(np.eye(2), (0.0, 0.0))
"""Seen from straight above, or from nobody knows where."""


def level_view(centre: tuple[float, float], side: float, angle: float, size: int, level: Level) -> Matrix:
    """`view_matrix` of the frame as it would look from straight above; ``side`` and ``angle`` are meant there."""
    linear = view_matrix((0.0, 0.0), side, angle, size)[:, :2] @ level.stretch
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


def standardised(views: npt.NDArray[np.uint8]) -> Tensor:
    """Views of shape (N, S, S, 3) as network input (N, 3, S, S): each with mean 0 and spread 1, whatever the light."""
    pixels = views.astype(np.float32) / 255
    pixels -= pixels.mean(axis=(1, 2, 3), keepdims=True)
    pixels /= np.maximum(pixels.std(axis=(1, 2, 3), keepdims=True), 0.04)
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))


def leant(views: npt.NDArray[np.uint8], leans: npt.NDArray[np.floating[Any]]) -> Tensor:
    """Standardised views with two planes more, shape (N, 5, S, S): how the camera looked on, ``leans`` (N, 2)."""
    planes = np.broadcast_to(LEAN_UNIT * leans[:, :, None, None], (len(views), 2, *views.shape[1:3]))
    return np.ascontiguousarray(np.concatenate((standardised(views), planes), axis=1), np.float32)


def scaled(frame: Frame) -> Tensor:
    """A frame as the finder's input (1, 3, height, width): black -1, white 1."""
    return np.ascontiguousarray((frame.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None])
