"""What comes and goes above the field: a hand with its arm, a sheet of paper.

They are too large and too soft to be bodies with faces: each is drawn once, from above, as a cutout with light and
shade on it, and then laid into the picture at a height, with its shadow on the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering.lens import SimulatedLens
from firmware.simulated.rendering.optics import Lamp, Picture, Vectors

DETAIL = 2.0
"""Pixels a millimetre."""
Capsule = tuple[tuple[float, float], tuple[float, float], float]
"""A rounded stick: from, to, radius; mm."""
SKIN = (128, 164, 214)
Extent = tuple[int, int, int, int]
"""Left, right, low and high, mm."""
HAND_EXTENT: Extent = (-60, 70, -560, 30)
DARKEST = 0.55
"""Of what lies in a cutout's shade."""

HAND: tuple[Capsule, ...] = (
    ((-1, -3), (-16, -30), 7.5),
    ((-16, -30), (-22, -62), 8.5),
    ((3, 0), (8, -28), 7),
    ((8, -28), (4, -62), 8.5),
    ((14, -6), (22, -32), 7),
    ((22, -32), (14, -66), 8.5),
    ((25, -14), (32, -38), 6.5),
    ((32, -38), (23, -70), 8),
    ((34, -26), (39, -46), 6),
    ((39, -46), (28, -74), 7.5),
    ((-12, -72), (18, -72), 16),
    ((-8, -90), (14, -92), 18),
    ((2, -105), (2, -135), 19),
)
"""A hand seen from above, about to pinch: thumb and first finger meet at (0, 0), the arm comes from below."""
ARM: tuple[Capsule, ...] = (((2, -135), (2, -560), 27),)


@dataclass(frozen=True, eq=False)
class Cutout:
    """A flat picture of a soft thing.

    Attributes:
        color: shape (H, W, 3).
        cover: where it is, 0 to 1, shape (H, W).
        shade: the same with a soft edge, for its shadow.
        origin: the pixel that is its point (0, 0).
        height: how far above the field it is, mm.
    """

    color: Frame
    cover: Picture
    shade: Picture
    origin: tuple[float, float]
    height: float


@cache
def hand(sleeve: tuple[int, int, int]) -> Cutout:
    """A hand and an arm in a sleeve of that colour."""
    skin, cloth = relief(HAND, HAND_EXTENT), relief(ARM, HAND_EXTENT)
    color = np.where(cloth[..., None] > 0, lit(np.array(sleeve, float), cloth), lit(np.array(SKIN, float), skin))
    return cutout(color, np.maximum(skin, cloth), 34, HAND_EXTENT)


@cache
def paper(side: float) -> Cutout:
    """A square of paper, (0, 0) its middle."""
    pixels = round(side * DETAIL)
    cover = np.pad(np.ones((pixels, pixels), np.float32), 8)
    color = np.full((*cover.shape, 3), (206, 222, 228), np.uint8)
    shade = np.asarray(cv2.GaussianBlur(cover, (0, 0), 2), np.float32)
    return Cutout(color, cover, shade, (cover.shape[1] / 2, cover.shape[0] / 2), 1)


def relief(capsules: Sequence[Capsule], extent: Extent) -> Picture:
    """Height above the lowest edge, mm, 0 where nothing is; y up becomes rows down."""
    left, right, low, high = extent
    x, y = np.meshgrid(np.arange(left, right, 1 / DETAIL), np.arange(high, low, -1 / DETAIL))
    height = np.zeros(x.shape)
    for (x0, y0), (x1, y1), radius in capsules:
        length = max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-9)
        share = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0, 1)
        away = (x - x0 - share * (x1 - x0)) ** 2 + (y - y0 - share * (y1 - y0)) ** 2
        height = np.maximum(height, np.sqrt(np.maximum(radius**2 - away, 0)))
    return np.asarray(height, np.float32)


def lit(color: Vectors, height: Picture) -> Picture:
    """A colour, brighter where a relief slopes up towards the lamp."""
    smooth = cv2.GaussianBlur(height, (0, 0), 3)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=DETAIL / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=DETAIL / 8)
    facing = (0.85 + 0.3 * across + 0.3 * down) / np.sqrt(1 + across**2 + down**2)
    return np.asarray(color * np.clip(0.25 + 0.8 * facing, 0.1, 1.15)[..., None], np.float32)


def cutout(color: Picture, shape: Picture, height: float, extent: Extent) -> Cutout:
    """A cutout of a relief, with soft edges."""
    solid = np.asarray(shape > 0, np.float32)
    cover = cv2.GaussianBlur(solid, (0, 0), 1)
    return Cutout(
        np.clip(color, 0, 255).astype(np.uint8),
        np.asarray(cover * cover, np.float32),
        np.asarray(cv2.GaussianBlur(solid, (0, 0), 14), np.float32),
        (-extent[0] * DETAIL, extent[3] * DETAIL),
        height,
    )


def lay_cutout(
    frame: Frame, cutout: Cutout, place: Vectors, direction: float, camera: tuple[SimulatedLens, Lamp]
) -> None:
    """Draw a cutout and its shadow into a picture.

    Args:
        frame: the picture.
        cutout: what.
        place: where its (0, 0) is, x, y and how much higher than it usually is, mm.
        direction: of its +y, radians counter-clockwise from the field's y.
        camera: its lens, and the light.
    """
    lens, lamp = camera
    height = cutout.height + float(place[2])
    ground = np.array([*(place[:2] - lamp.toward[:2] / lamp.toward[2] * height), 0.0])
    dark = np.zeros(3, np.uint8), cutout.shade * np.float32(1 - DARKEST)
    _blend(frame, *dark, _homography(cutout, ground, direction, lens))
    above = _homography(cutout, np.array([*place[:2], height]), direction, lens)
    _blend(frame, cutout.color, cutout.cover, above)


def _homography(cutout: Cutout, place: Vectors, direction: float, lens: SimulatedLens) -> Vectors:
    """From a cutout's pixels to the picture's."""
    cos, sin = np.cos(direction), np.sin(direction)
    x, y = cutout.origin
    to_mm = np.array([(1 / DETAIL, 0, -x / DETAIL), (0, -1 / DETAIL, y / DETAIL), (0, 0, 1)])
    return np.asarray(lens.near(place).plane(place, np.array([cos, sin, 0]), np.array([-sin, cos, 0])) @ to_mm)


def _blend(frame: Frame, color: Frame, weight: Picture, onto: Vectors) -> None:
    height, width = weight.shape
    corners = np.array([[(0, 0)], [(width, 0)], [(width, height)], [(0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, onto)[:, 0]
    left, top = np.clip(np.floor(seen.min(axis=0)), 0, frame.shape[1::-1]).astype(int)
    right, bottom = np.clip(np.ceil(seen.max(axis=0)), 0, frame.shape[1::-1]).astype(int)
    if left >= right or top >= bottom:
        return
    move, size = np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1.0)]) @ onto, (int(right - left), int(bottom - top))
    under = frame[top:bottom, left:right]
    weights = cv2.warpPerspective(weight, move, size)
    flat = color if color.ndim > 1 else np.zeros((1, 1, 3), np.uint8)
    over = cv2.warpPerspective(flat, move, size, borderMode=cv2.BORDER_REPLICATE)
    under[:] = cv2.blendLinear(np.ascontiguousarray(under), over, 1 - weights, weights)
