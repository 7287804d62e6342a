"""The name of a die's colour, from a small fixed palette.

Every pixel well inside the die votes for a name by hue, saturation and lightness alone, relative to nothing else.
Numerals and gleams are a minority of a die's face, so the body wins.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Box, Floats, Frame, Integers

HUES = (
    ("red", 18), ("orange", 38), ("yellow", 68), ("green", 162), ("teal", 200), ("blue", 258), ("purple", 288),
    ("magenta", 335), ("red", 361),
)  # fmt: skip
"""Names of hues, each up to this many degrees."""
GREYS = (("black", 0.3), ("grey", 0.62), ("white", 1.01))
"""Names of what has no hue, each up to this lightness (the strongest channel, 0 to 1)."""
PALETTE = tuple(dict.fromkeys(name for name, _ in HUES + GREYS))
COLORED = 0.2
"""Saturation (0 to 1) from which a pixel has a hue."""
CREAM, CREAM_COLORED = (30, 95), 0.4
"""Degrees between which ivory, cream and lamplit white lie, and the saturation from which they have a hue."""
DAYLIGHT, LIGHT, DARK = (190, 250), 0.7, 0.3
"""Degrees between which white and black lie in the bluish light of a window, and their lightness."""
LIGHT_COLORED, DARK_COLORED = 0.3, 0.4
"""Saturation from which light and dark pixels of these have a hue."""
SHADED = "grey"
"""What white is called in the shade."""
DARKEST = 0.13
"""Lightness below which no pixel has a hue."""
INNER = 0.76
"""Share of the box, across and down, that the voting ellipse spans."""


def color_name(picture: Frame, box: Box, top: Box | None = None) -> str:
    """The colour of the die in ``box``: one of ``PALETTE``.

    From the side most of a white die is in its own shade. So what seems grey goes by its top face, which is in the
    light, if that is known to be in ``top``.
    """
    name = _named(picture, box)
    return _named(picture, top) if name == SHADED and top is not None else name


def _named(picture: Frame, box: Box) -> str:
    hue, saturation, value = _inner_pixels(picture, box)
    names = named_pixels(hue, saturation, value)
    # Strong colour counts more: a tint in a clear die or beside a shadow is what the maker meant.
    votes = np.bincount(names, weights=0.5 + saturation * np.minimum(value * 2, 1), minlength=len(PALETTE))
    return PALETTE[int(votes.argmax())]


def named_pixels(hue: Floats, saturation: Floats, value: Floats) -> Integers:
    """The index in ``PALETTE`` of each pixel's name; hue is in degrees, saturation and value from 0 to 1."""
    creamy = (hue >= CREAM[0]) & (hue <= CREAM[1])
    daylit = (hue >= DAYLIGHT[0]) & (hue <= DAYLIGHT[1])
    tinted = [creamy, daylit & (value >= LIGHT), daylit & (value < DARK)]
    pale = saturation < np.select(tinted, [CREAM_COLORED, LIGHT_COLORED, DARK_COLORED], COLORED)
    return np.where(pale | (value < DARKEST), _place(value, GREYS), _place(hue, HUES))


def _inner_pixels(picture: Frame, box: Box) -> Floats:
    """Hue (degrees), saturation and value (0 to 1) of the pixels in an ellipse in the box, at least one: (3, N)."""
    x, y = min(max(box.x, 0), picture.shape[1] - 1), min(max(box.y, 0), picture.shape[0] - 1)
    part = picture[y : max(box.bottom, y + 1), x : max(box.right, x + 1)]
    mask = np.zeros(part.shape[:2], np.uint8)
    middle = (part.shape[1] // 2, part.shape[0] // 2)
    axes = (round(part.shape[1] * INNER / 2), round(part.shape[0] * INNER / 2))
    cv2.ellipse(mask, middle, axes, 0, 0, 360, 1, -1)
    pixels = part[mask > 0].astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(pixels[None], cv2.COLOR_BGR2HSV)[0].T)


def _place(values: Floats, table: tuple[tuple[str, float], ...]) -> Integers:
    """Each value's index in ``PALETTE``."""
    places = np.array([PALETTE.index(name) for name, _ in table])
    steps = np.searchsorted([limit for _, limit in table], values, side="right")
    return np.asarray(places[np.minimum(steps, len(table) - 1)])
