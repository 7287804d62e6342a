"""The colours that pieces may have: a name of the palette, or a colour that was taught; pixel by pixel.

Rule kept here: a colour is judged as it is, never by how it differs from an empty board, which takes a piece that has
stood long for its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.enrolled.color_model import ALIKE, ColorModel
from vision.recognition.color import DARKEST, HUES, PALETTE, named_pixels
from vision.types import Floats, Frame, Integers, Mask

HUE_SLACK = 5.0
"""Degrees by which a lamp may shift a hue out of its name's range."""
PAINTED = 0.34
"""Saturation (0 to 1) from which a pixel is painted, and no tinted shadow."""
SKIN_LIKE, SKIN_PAINTED = (7.0, 32.0), 0.62
"""Degrees between which skin and wood lie, and the saturation from which a pixel is paint all the same."""
STRONG, DIMMEST = 0.6, 0.06
"""Saturation and lightness from which a pixel has a hue though it is dark."""
HUED = frozenset(name for name, _ in HUES)
BITS = 6
"""Of each channel that a colour is looked up by."""


@dataclass(frozen=True)
class PieceColor:
    """A colour that pieces may have: one of `vision.recognition.color.PALETTE` or, with a ``model``, one taught.

    What was ``learned`` of the pieces themselves counts besides.
    """

    name: str
    model: ColorModel | None = None
    learned: ColorModel | None = None


def print_pixels(picture: Frame, share: float) -> Mask:
    """Which pixels have a colour of the print, 0 or 1: one that covers more than ``share`` of the picture."""
    blue, green, red = (np.asarray(channel, np.int32) >> 3 for channel in cv2.split(picture))
    keys = blue << 10 | green << 5 | red
    counts = np.bincount(np.ravel(keys), minlength=1 << 15).reshape(32, 32, 32).astype(np.float32)
    for axis in range(3):
        before, after = np.roll(counts, 1, axis), np.roll(counts, -1, axis)
        counts = counts + before + after
    common = (counts > share * keys.size).astype(np.uint8)
    return np.asarray(common.ravel()[keys])


def color_indices(picture: Frame, colors: tuple[PieceColor, ...]) -> Integers:
    """Which of ``colors`` each pixel has, shape (height, width); -1 for none of them."""
    blue, green, red = (np.asarray(channel, np.int32) >> (8 - BITS) for channel in cv2.split(picture))
    keys = blue << (2 * BITS) | green << BITS | red
    return np.asarray(_table(colors)[keys])


@lru_cache(maxsize=8)
def _table(colors: tuple[PieceColor, ...]) -> Integers:
    """The index of each colour that there is, by its channels' upper bits."""
    steps = (np.arange(1 << BITS) * (1 << (8 - BITS)) + (1 << (7 - BITS))).astype(np.float32) / 255
    every = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(1, -1, 3)
    away = np.stack([_unlikeness(every, color)[0] for color in colors])
    nearest = away.argmin(axis=0)
    return np.where(np.take_along_axis(away, nearest[None], 0)[0] <= 1, nearest, -1).astype(np.int8)


def _unlikeness(shades: Floats, color: PieceColor) -> Floats:
    """How unlike a colour each shade is, BGR from 0 to 1, shape (1, N, 3); above 1 it is another."""
    named = _unlike_name(shades, color) if color.model is None else _unlike_model(shades, color.model)
    return named if color.learned is None else np.minimum(named, _unlike_model(shades, color.learned))


def _unlike_model(shades: Floats, model: ColorModel) -> Floats:
    return np.asarray(model.distances(np.asarray(cv2.cvtColor(shades, cv2.COLOR_BGR2LAB), np.float32)) / ALIKE)


def _unlike_name(shades: Floats, color: PieceColor) -> Floats:
    hsv = np.asarray(cv2.cvtColor(shades, cv2.COLOR_BGR2HSV), np.float32)
    hue, saturation, value = hsv[..., 0], hsv[..., 1], hsv[..., 2]
    if color.name not in HUED:
        return np.where(named_pixels(hue, saturation, value) == PALETTE.index(color.name), 0.5, np.inf)
    ranges = [(low, high) for (_, low), (name, high) in zip((("", 0), *HUES), HUES, strict=False) if name == color.name]
    outside = np.min([np.maximum(np.maximum(low - hue, hue - high), 0) for low, high in ranges], axis=0)
    skin_like = (hue >= SKIN_LIKE[0]) & (hue <= SKIN_LIKE[1])
    lit = (value >= DARKEST) | ((saturation >= STRONG) & (value >= DIMMEST))
    painted = (saturation >= np.where(skin_like, SKIN_PAINTED, PAINTED)) & lit
    return np.where(painted, outside / HUE_SLACK, np.inf)
