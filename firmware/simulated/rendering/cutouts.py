"""What comes and goes above the field: a hand with its arm, a cat, a sheet of paper.

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
SKIN, SLEEVE, FUR = (128, 164, 214), (150, 92, 60), (70, 116, 176)
Extent = tuple[int, int, int, int]
"""Left, right, low and high, mm."""
REACH: Extent = (-60, 70, -560, 30)
CAT_REACH: Extent = (-75, 90, -370, 60)
STRIPE = 0.55
"""How much of a cat is plain: of a wave's height, 0 half of it and 1 all."""
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
CAT: tuple[Capsule, ...] = (
    ((0, 2), (0, -14), 25),
    ((0, 14), (0, 24), 11),
    ((-13, 4), (-24, 12), 8),
    ((13, 4), (24, 12), 8),
    ((0, -30), (0, -60), 19),
    ((0, -75), (0, -120), 33),
    ((0, -120), (2, -165), 37),
    ((-22, -66), (-30, -18), 9),
    ((24, -78), (34, -48), 9),
    ((-30, -165), (-44, -190), 12),
    ((30, -165), (38, -140), 12),
    ((2, -200), (14, -250), 8),
    ((14, -250), (44, -300), 7.5),
    ((44, -300), (50, -345), 7),
)
"""A cat seen from above, its head at (0, 0), walking up."""


@dataclass(frozen=True, eq=False)
class Cutout:
    """A flat picture of a soft thing.

    Attributes:
        color: what it looks like, shape (H, W, 3).
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
def hand(sleeve: tuple[int, int, int] = SLEEVE) -> Cutout:
    """A hand and a sleeved arm."""
    skin, cloth = _relief(HAND, REACH), _relief(ARM, REACH)
    picture = _lit(np.array(SKIN, float), skin)
    woven = _lit(np.array(sleeve, float), cloth)
    return _cutout(np.where(cloth[..., None] > 0, woven, picture), np.maximum(skin, cloth), 34, REACH)


@cache
def cat() -> Cutout:
    """A tabby."""
    relief = _relief(CAT, CAT_REACH)
    ys, xs = np.mgrid[: relief.shape[0], : relief.shape[1]]
    stripes = 1 - 0.35 * (np.sin(ys / 9.5 + 0.9 * np.sin(xs / 11.0)) > STRIPE)
    return _cutout(
        _lit(np.array(FUR) * cv2.GaussianBlur(stripes, (0, 0), 1.5)[..., None], relief), relief, 60, CAT_REACH
    )


@cache
def paper(side: float) -> Cutout:
    """A square of paper, (0, 0) its middle."""
    pixels = round(side * DETAIL)
    cover = np.pad(np.ones((pixels, pixels), np.float32), 8)
    color = np.full((*cover.shape, 3), (206, 222, 228), np.uint8)
    return Cutout(
        color,
        cover,
        np.asarray(cv2.GaussianBlur(cover, (0, 0), 2), np.float32),
        (cover.shape[1] / 2, cover.shape[0] / 2),
        1,
    )


def _relief(capsules: Sequence[Capsule], reach: Extent) -> Picture:
    """Height above the lowest edge, mm, 0 where nothing is; y up becomes rows down."""
    left, right, low, high = reach
    xs = np.arange(left, right, 1 / DETAIL)
    ys = np.arange(high, low, -1 / DETAIL)
    x, y = np.meshgrid(xs, ys)
    relief = np.zeros(x.shape)
    for (x0, y0), (x1, y1), radius in capsules:
        length = max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-9)
        share = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0, 1)
        away = (x - x0 - share * (x1 - x0)) ** 2 + (y - y0 - share * (y1 - y0)) ** 2
        relief = np.maximum(relief, np.sqrt(np.maximum(radius**2 - away, 0)))
    return np.asarray(relief, np.float32)


def _lit(color: Vectors, relief: Picture) -> Picture:
    """A colour, brighter where it slopes up towards the lamp."""
    smooth = cv2.GaussianBlur(relief, (0, 0), 3)
    across, down = (
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=DETAIL / 8),
        cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=DETAIL / 8),
    )
    length = np.sqrt(1 + across**2 + down**2)
    facing = (0.85 + 0.3 * across + 0.3 * down) / length
    return np.asarray(color * np.clip(0.25 + 0.8 * facing, 0.1, 1.15)[..., None], np.float32)


def _cutout(color: Picture, relief: Picture, height: float, reach: Extent) -> Cutout:
    solid = np.asarray(relief > 0, np.float32)
    cover = cv2.GaussianBlur(solid, (0, 0), 1)
    left, _, _, high = reach
    return Cutout(
        np.clip(color, 0, 255).astype(np.uint8),
        np.asarray(cover * cover, np.float32),
        np.asarray(cv2.GaussianBlur(solid, (0, 0), 14), np.float32),
        (-left * DETAIL, high * DETAIL),
        height,
    )


def lay_cutout(frame: Frame, cutout: Cutout, place: Vectors, way: float, camera: tuple[SimulatedLens, Lamp]) -> None:
    """Put a cutout and its shadow into a picture.

    Args:
        frame: the picture.
        cutout: what.
        place: where its (0, 0) is, x, y and how much higher than it usually is, mm.
        way: which way its +y points, radians counter-clockwise from the field's y.
        camera: what looks at it, and in what light.
    """
    lens, lamp = camera
    height = cutout.height + float(place[2])
    ground = np.array([*(place[:2] - lamp.toward[:2] / lamp.toward[2] * height), 0.0])
    _blend(
        frame, cutout, (np.zeros(3, np.uint8), cutout.shade * np.float32(1 - DARKEST)), _onto(cutout, ground, way, lens)
    )
    _blend(frame, cutout, (cutout.color, cutout.cover), _onto(cutout, np.array([*place[:2], height]), way, lens))


def _onto(cutout: Cutout, place: Vectors, way: float, lens: SimulatedLens) -> Vectors:
    """The homography from a cutout's pixels to the picture's."""
    right, up = np.array([np.cos(way), np.sin(way), 0]), np.array([-np.sin(way), np.cos(way), 0])
    x, y = cutout.origin
    to_mm = np.array([(1 / DETAIL, 0, -x / DETAIL), (0, -1 / DETAIL, y / DETAIL), (0, 0, 1)])
    return np.asarray(lens.near(place).plane(place, right, up) @ to_mm)


def _blend(frame: Frame, cutout: Cutout, ink: tuple[Frame, Picture], onto: Vectors) -> None:
    height, width = cutout.cover.shape
    corners = np.array([[(0, 0)], [(width, 0)], [(width, height)], [(0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, onto)[:, 0]
    left, top = np.clip(np.floor(seen.min(axis=0)), 0, frame.shape[1::-1]).astype(int)
    right, bottom = np.clip(np.ceil(seen.max(axis=0)), 0, frame.shape[1::-1]).astype(int)
    if left >= right or top >= bottom:
        return
    move, size = np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1.0)]) @ onto, (int(right - left), int(bottom - top))
    color, weight = ink
    under = frame[top:bottom, left:right]
    weights = cv2.warpPerspective(weight, move, size)
    over = (
        np.zeros_like(under)
        if color.ndim == 1
        else cv2.warpPerspective(color, move, size, borderMode=cv2.BORDER_REPLICATE)
    )
    under[:] = cv2.blendLinear(np.ascontiguousarray(under), over, 1 - weights, weights)
