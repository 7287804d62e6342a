"""The colours of the panel by name, and the conversion for a panel of one colour.

Rule kept here: a pixel with a meaning is brighter than `LIT_FROM`. A darker pixel is decoration, and a panel of one
colour (a MAX7219 chain) leaves it out. No meaning depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image

from scoreboard.display.pixels import Color

LIT_FROM: Final = 96
"""Luminance, 0 to 255 (ITU-R 601), from which a pixel is lit on a panel of one colour."""

DECORATION: Final = LIT_FROM * 5 // 12
"""Luminance of what is seen on colour panels only, far enough below `LIT_FROM`."""

DARK: Final = (0, 0, 0)
GHOST: Final = (38, 42, 54)
"""An unlit lamp: visible on colour panels only."""
CHALK: Final = (235, 230, 210)
AMBER: Final = (255, 176, 0)
GREEN: Final = (64, 220, 80)
RED: Final = (255, 64, 48)
INKS: Final[Mapping[str, Color]] = {"ghost": GHOST, "chalk": CHALK, "amber": AMBER, "green": GREEN, "red": RED}
"""By the names that a layout uses."""

PANEL_COLORS: Final[dict[str, Color]] = {
    "red": RED,
    "orange": (255, 128, 16),
    "yellow": (255, 220, 40),
    "gold": (255, 200, 60),
    "green": GREEN,
    "teal": (40, 200, 180),
    "cyan": (60, 220, 240),
    "turquoise": (60, 220, 200),
    "blue": (64, 144, 255),
    "navy": (72, 120, 235),
    "purple": (184, 104, 255),
    "violet": (184, 104, 255),
    "magenta": (255, 72, 200),
    "pink": (255, 140, 180),
    "brown": (200, 120, 60),
    "black": (140, 140, 150),
    "gray": (170, 170, 175),
    "grey": (170, 170, 175),
    "cream": (255, 236, 190),
    "ivory": (255, 236, 190),
    "white": (255, 255, 255),
}


def panel_color(name: str) -> Color:
    """The panel's colour for one that a set-up names; white for an unknown one.

    Dark colours are bright here: LEDs cannot show black, and a navy team must be visible.
    """
    return PANEL_COLORS.get(name.casefold(), CHALK)


def dimmed(color: Color) -> Color:
    """A colour as dark as decoration is (`DECORATION`), which letters in `CHALK` stand out from."""
    red, green, blue = (DECORATION * part // luminance(color) for part in color)
    return red, green, blue


def luminance(color: Color) -> int:
    """How bright a colour is, 0 to 255, as Pillow says (ITU-R 601)."""
    red, green, blue = color
    return (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16


def monochrome(picture: Image.Image) -> Image.Image:
    """``picture`` for a panel of one colour: a 1-bit image, a pixel lit from `LIT_FROM` on, nothing dithered."""
    if picture.mode == "1":
        return picture
    return picture.convert("L").point([0] * LIT_FROM + [255] * (256 - LIT_FROM), "1")
