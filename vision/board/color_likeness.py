"""How like each pixel is to a piece's colour, and how common its shade is on its board: what the network is shown.

Unlike `vision.board.piece_colors` nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import cv2
import numpy as np

from vision.board.piece_colors import PieceColor, shade_keys
from vision.enrolled.color_model import ALIKE, ColorModel
from vision.recognition.color import HUES
from vision.types import Floats, Frame, Mask

HUE_SLACK = 16.0
"""Degrees by which a lamp may shift a hue out of its name's range."""
GREYISH, PAINTED = 0.12, 0.45
"""Saturation (0 to 1) up to which a pixel has no hue, and from which it is painted."""
DIMMEST = 0.06
"""Lightness (0 to 1) up to which a pixel has no hue."""
HUED = frozenset(name for name, _ in HUES)
GREY_VALUES = {"black": (0.0, 0.22), "grey": (0.28, 0.62), "white": (0.68, 1.0)}
"""Lightness of what has no hue."""
GREY_SLACK, PALE = 0.15, 0.3
"""By how much light may shift it; and the saturation that is unlike it."""
RARE, COMMON = 1e-4, 0.1
"""Shares of a board that the rarest and the commonest shades have."""
BITS = 6
"""Of each channel that a colour is looked up by."""
COARSE_BITS = 5
"""The same where it is counted how common a shade is."""
SPARSE = 2
"""Every so many pixels across and down are counted."""
SLABS = 16
"""In so many parts a table is made: less memory is held at once."""


def likenesses(picture: Frame, colors: Sequence[PieceColor]) -> Mask:
    """How like each piece's colour each pixel is, 0 to 255, shape (colours, height, width)."""
    keys = shade_keys(picture, BITS)
    return np.stack([_table(color).take(keys) for color in colors])


def commonness(board: Frame, picture: Frame) -> Mask:
    """How common the shade of each pixel of ``picture`` is on a board, 0 to 255; shape (height, width)."""
    few = board[::SPARSE, ::SPARSE]
    levels = 1 << COARSE_BITS
    counts = np.bincount(shade_keys(few, COARSE_BITS).ravel(), minlength=levels**3).astype(np.float32)
    plane = cv2.boxFilter(
        counts.reshape(levels, levels**2), -1, (1, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    planes = cv2.merge(list(plane.reshape(levels, levels, levels)))
    around = cv2.boxFilter(planes, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    shares = np.moveaxis(around, 2, 0).ravel() / few[..., 0].size
    steps = np.log(np.maximum(shares, RARE) / RARE) / np.log(COMMON / RARE)
    table = np.clip(255 * steps, 0, 255).astype(np.uint8)
    return np.asarray(table.take(shade_keys(picture, COARSE_BITS)))


@lru_cache(maxsize=16)
def _table(color: PieceColor) -> Mask:
    """The likeness of each shade, by its channels' upper bits."""
    steps = (np.arange(1 << BITS) * (1 << (8 - BITS)) + (1 << (7 - BITS))).astype(np.float32) / 255
    parts = []
    for blues in np.split(steps, SLABS):
        every = np.stack(np.meshgrid(blues, steps, steps, indexing="ij"), axis=-1).reshape(1, -1, 3)
        alike = np.max([each(every)[0] for each in _likenesses(color)], axis=0)
        parts.append(np.round(255 * alike).astype(np.uint8))
    return np.concatenate(parts)


def _likenesses(color: PieceColor) -> Iterator[Callable[[Floats], Floats]]:
    """Each of BGR shades from 0 to 1, shape (1, N, 3): 0 to 1."""
    if color.model is None:
        yield partial(_like_name, name=color.name)
    for model in (color.model, color.learned):
        if model is not None:
            yield partial(_like_model, model=model)


def _like_model(shades: Floats, model: ColorModel) -> Floats:
    away = model.distances(np.asarray(cv2.cvtColor(shades, cv2.COLOR_BGR2LAB), np.float32)) / ALIKE
    return np.asarray(np.exp(-0.7 * away))


def _like_name(shades: Floats, name: str) -> Floats:
    """Falls with the distance from the name's hues, and with what makes a pixel grey or black."""
    hsv = np.asarray(cv2.cvtColor(shades, cv2.COLOR_BGR2HSV), np.float32)
    hue, saturation, value = hsv[..., 0], hsv[..., 1], hsv[..., 2]
    if name not in HUED:
        darkest, lightest = GREY_VALUES[name]
        outside = np.maximum(np.maximum(darkest - value, value - lightest), 0) / GREY_SLACK
        return np.asarray(np.exp(-(outside**2) - (saturation * np.minimum(value * 3, 1) / PALE) ** 2))
    ranges = [(low, high) for (_, low), (each, high) in zip((("", 0), *HUES), HUES, strict=False) if each == name]
    outside = np.min([np.maximum(np.maximum(low - hue, hue - high), 0) for low, high in ranges], axis=0) / HUE_SLACK
    colored = np.clip((saturation - GREYISH) / (PAINTED - GREYISH), 0, 1) * np.clip(value / DIMMEST - 1, 0, 1)
    return np.asarray(np.exp(-(outside**2)) * colored)
