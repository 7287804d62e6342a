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
from vision.types import Flags, Floats, Frame, Integers

HUE_SLACK = 12.0
"""Degrees by which a lamp may shift a hue out of its name's range."""
PAINTED = 0.34
"""Saturation (0 to 1) from which a pixel is painted, and no tinted shadow."""
SKIN_LIKE, SKIN_PAINTED = (7.0, 32.0), 0.62
"""Degrees between which skin and wood lie, and the saturation from which a pixel is paint all the same."""
TINTED, SKIN_TINTED = 0.22, 0.42
"""The same from which it may be paint in much light or little."""
STRONG, DIMMEST = 0.6, 0.06
"""Saturation and lightness from which a pixel has a hue though it is dark."""
HUED = frozenset(name for name, _ in HUES)
ALMOST = 2.2
"""How unlike a colour, in what it may be at most, a shade is that may be it in another light."""
NONE, ALMOST_ONE = -1, -2
"""What stands for no colour, and for one that may be a piece's in another light."""
BITS = 6
"""Of each channel that a colour is looked up by."""
COARSE_BITS = 5
"""The same where it is counted how common a shade is."""
SPARSE = 2
"""Every so many pixels across and down are counted, to see what is print."""
GREYEST = 6
"""By how many shades of 255 the channels of a picture without colours differ at most."""
ROWS, SLABS = 64, 16
"""So many rows are looked up at a time, and in so many parts the table is made: less memory is held at once."""


@dataclass(frozen=True)
class PieceColor:
    """A colour that pieces may have: one of `vision.recognition.color.PALETTE` or, with a ``model``, one taught.

    What was ``learned`` of the pieces themselves counts besides.
    """

    name: str
    model: ColorModel | None = None
    learned: ColorModel | None = None


@dataclass(frozen=True, eq=False)
class ColoredPixels:
    """Which of the colours asked for each pixel has, shape (height, width).

    It is NONE for none and for the board's own print, ALMOST_ONE for what may be one in another light. ``printed`` are
    the indices of the colours in which much of the board is printed.
    """

    indices: Integers
    printed: frozenset[int]


def colored_pixels(picture: Frame, colors: tuple[PieceColor, ...], share: float, much: float) -> ColoredPixels:
    """The colours of a picture's pixels; what covers more than ``share`` of it in one shade is print.

    A colour of whose shades more than ``much`` of the picture is print is one that the board is printed in.
    """
    table, size = _table(colors), (-(-picture.shape[1] // SPARSE), -(-picture.shape[0] // SPARSE))
    few = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    own = _without(table, _common(shade_keys(few, COARSE_BITS), share))
    indices = np.empty_like(table, shape=picture.shape[:2])
    for top in range(0, len(picture), ROWS):
        own.take(shade_keys(picture[top : top + ROWS], BITS), out=indices[top : top + ROWS], mode="clip")
    before, after = table.take(shade_keys(few, BITS)), indices[::SPARSE, ::SPARSE]
    covered = [np.count_nonzero(before == color) - np.count_nonzero(after == color) for color in range(len(colors))]
    printed = frozenset(color for color, pixels in enumerate(covered) if pixels > much * before.size)
    return ColoredPixels(indices, printed)


def is_grey(picture: Frame) -> bool:
    """Whether a picture has no colours at all, so that every piece would seem grey."""
    few = picture[::SPARSE, ::SPARSE]
    return bool(np.ptp(few, axis=2).max() <= GREYEST)


def shades(picture: Frame, colors: tuple[PieceColor, ...]) -> Integers:
    """The index of the colour that each pixel has, shape (height, width), as of `ColoredPixels` but with all print."""
    return np.asarray(_table(colors).take(shade_keys(picture, BITS)))


def shade_keys(picture: Frame, bits: int) -> Integers:
    """A number for each shade, of so many upper bits of each channel."""
    blue, green, red = cv2.split(picture >> (8 - bits))
    keys = np.asarray(blue, np.int32)
    for channel in (green, red):
        keys <<= bits
        keys |= np.asarray(channel, np.int32)
    return np.asarray(keys)


def _common(shades: Integers, share: float) -> Flags:
    """Which shades make up more than that share with those next to them; by their keys of COARSE_BITS."""
    levels = 1 << COARSE_BITS
    counts = np.bincount(shades.ravel(), minlength=levels**3).astype(np.float32)
    plane = cv2.boxFilter(
        counts.reshape(levels, levels**2), -1, (1, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    planes = cv2.merge(list(plane.reshape(levels, levels, levels)))
    around = cv2.boxFilter(planes, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.moveaxis(around, 2, 0).ravel() > share * shades.size)


def _without(table: Integers, common: Flags) -> Integers:
    """A table of colours in which shades that are common, by their keys of COARSE_BITS, have none."""
    own, cubes = table.copy(), (1 << COARSE_BITS, 1 << (BITS - COARSE_BITS)) * 3
    blue, green, red = np.unravel_index(np.flatnonzero(common), cubes[::2])
    own.reshape(cubes)[blue, :, green, :, red] = NONE
    return own


@lru_cache(maxsize=8)
def _table(colors: tuple[PieceColor, ...]) -> Integers:
    """The index of each colour that there is, by its channels' upper bits; see `ColoredPixels`."""
    steps = (np.arange(1 << BITS) * (1 << (8 - BITS)) + (1 << (7 - BITS))).astype(np.float32) / 255
    chosen = []
    for blues in np.split(steps, SLABS):
        every = np.stack(np.meshgrid(blues, steps, steps, indexing="ij"), axis=-1).reshape(1, -1, 3)
        away = np.stack([_unlikeness(every, color)[0] for color in colors])
        nearest, least = away.argmin(axis=0), away.min(axis=0)
        chosen.append(np.select([least <= 1, least <= ALMOST], [nearest, ALMOST_ONE], NONE).astype(np.int8))
    return np.concatenate(chosen)


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
    outside = np.min([np.maximum(np.maximum(low - hue, hue - high), 0) for low, high in ranges], axis=0) / HUE_SLACK
    skin_like = (hue >= SKIN_LIKE[0]) & (hue <= SKIN_LIKE[1])
    lit = (value >= DARKEST) | ((saturation >= STRONG) & (value >= DIMMEST))
    painted = (saturation >= np.where(skin_like, SKIN_PAINTED, PAINTED)) & lit
    tinted = (saturation >= np.where(skin_like, SKIN_TINTED, TINTED)) & (value >= DIMMEST)
    return np.select([painted, tinted], [outside, 1.5 + outside / 2], np.inf)
