"""The name of a die's colour, from a small fixed palette.

Every pixel well inside the die votes for a name by hue, saturation and lightness alone, relative to nothing else.
Numerals and gleams are a minority of a die's face, so the body wins.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Box, Floats, Frame

HUES = (
    ("red", 18),
    ("orange", 38),
    ("yellow", 68),
    ("green", 162),
    ("teal", 200),
    ("blue", 258),
    ("purple", 288),
    ("magenta", 335),
    ("red", 361),
)
"""Names of hues, each up to this many degrees."""
GREYS = (("black", 0.3), ("grey", 0.62), ("white", 1.01))
"""Names of what has no hue, each up to this lightness (the strongest channel, 0 to 1)."""
PALETTE = tuple(dict.fromkeys(name for name, _ in HUES + GREYS))
"""Every name there is."""
COLORED = 0.2
"""Saturation (0 to 1) from which a pixel has a hue."""
CREAM, CREAM_COLORED = (30, 95), 0.4
"""Degrees between which ivory, cream and lamplit white lie, and the saturation from which they have a hue."""
SHADED = "grey"
"""What white is called in the shade."""
DARKEST = 0.13
"""Lightness below which no pixel has a hue."""
INNER = 0.76
"""Share of the box, across and down, that the voting ellipse spans."""


def color_name(frame: Frame, box: Box, top: Box | None = None) -> str:
    """The colour of the die in ``box`` of a BGR frame: one of ``PALETTE``.

    Seen from the side most of a white die lies in its own shade. So what seems grey goes by its top face, which lies in
    the light, where it is known that this is in ``top``.
    """
    name = _named(frame, box)
    return _named(frame, top) if name == SHADED and top is not None else name


def _named(frame: Frame, box: Box) -> str:
    pixels = _inner_pixels(frame, box)
    votes = np.bincount(_names(pixels), weights=_weights(pixels), minlength=len(PALETTE))
    return PALETTE[int(votes.argmax())]


def _inner_pixels(frame: Frame, box: Box) -> Floats:
    """Pixels in an ellipse in the box, shape (N, 3); at least one."""
    x, y = min(max(box.x, 0), frame.shape[1] - 1), min(max(box.y, 0), frame.shape[0] - 1)
    part = frame[y : max(box.bottom, y + 1), x : max(box.right, x + 1)]
    mask = np.zeros(part.shape[:2], np.uint8)
    middle = (part.shape[1] // 2, part.shape[0] // 2)
    axes = (round(part.shape[1] * INNER / 2), round(part.shape[0] * INNER / 2))
    cv2.ellipse(mask, middle, axes, 0, 0, 360, 1, -1)
    return part[mask > 0].astype(np.float32) / 255


def _names(pixels: Floats) -> npt.NDArray[np.int64]:
    """Each pixel's place in ``PALETTE``."""
    hue, saturation, value = _hue_saturation_value(pixels)
    hued = _place(hue, HUES)
    grey = _place(value, GREYS)
    creamy = (hue >= CREAM[0]) & (hue <= CREAM[1])
    pale = saturation < np.where(creamy, CREAM_COLORED, COLORED)
    return np.where(pale | (value < DARKEST), grey, hued)


def _place(values: Floats, table: tuple[tuple[str, float], ...]) -> npt.NDArray[np.int64]:
    places = np.array([PALETTE.index(name) for name, _ in table])
    steps = np.searchsorted([limit for _, limit in table], values, side="right")
    return np.asarray(places[np.minimum(steps, len(table) - 1)])


def _hue_saturation_value(pixels: Floats) -> tuple[Floats, Floats, Floats]:
    """Degrees 0 to 360, then two shares 0 to 1, each of shape (N,)."""
    converted = cv2.cvtColor(pixels[None], cv2.COLOR_BGR2HSV)[0]
    return converted[:, 0], converted[:, 1], converted[:, 2]


def _weights(pixels: Floats) -> Floats:
    """Strong colour counts more: a tint in a clear die or beside a shadow says what the maker meant."""
    _, saturation, value = _hue_saturation_value(pixels)
    return np.asarray(0.5 + saturation * np.minimum(value * 2, 1), np.float32)
