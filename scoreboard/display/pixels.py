"""Patterns of pixels and how they are put on a picture.

Rule kept here: every pixel of a face is placed by us. Nothing is drawn with a font file, a line or a circle of a
graphics library, so a picture is the same to the last pixel wherever and with whatever version it is drawn.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from PIL import Image

Pattern: TypeAlias = tuple[str, ...]
"""Rows of equal length, top to bottom: ``#`` is a lit pixel, anything else leaves what is there."""
Color: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""
Point: TypeAlias = tuple[int, int]
"""x to the right and y down, in pixels from the panel's top left corner."""
Box: TypeAlias = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


def stamp(picture: Image.Image, pattern: Pattern, at: Point, color: Color) -> None:
    """Light the pixels of ``pattern`` on ``picture``, its top left corner ``at``; what falls outside is not drawn."""
    picture.paste(color, (*at, at[0] + len(pattern[0]), at[1] + len(pattern)), _mask(pattern))


def stamp_middle(picture: Image.Image, pattern: Pattern, middle: Point, color: Color) -> None:
    """Light ``pattern``, of odd width and height, around the pixel ``middle``."""
    stamp(picture, pattern, (middle[0] - len(pattern[0]) // 2, middle[1] - len(pattern) // 2), color)


def block(width: int, height: int) -> Pattern:
    """A full rectangle."""
    return ("#" * width,) * height


def magnified(pattern: Pattern, across: int, down: int) -> Pattern:
    """``pattern`` with every pixel ``across`` times as wide and ``down`` times as high."""
    return tuple("".join(pixel * across for pixel in row) for row in pattern for _ in range(down))


@cache
def _mask(pattern: Pattern) -> Image.Image:
    mask = Image.new("1", (len(pattern[0]), len(pattern)))
    mask.putdata([255 * (pixel == "#") for row in pattern for pixel in row])
    return mask
