"""The lights: every one that says something is seen on every panel."""

from __future__ import annotations

import pytest
from PIL import Image

from scoreboard.display import monochrome
from scoreboard.display.palette import (
    AMBER,
    CHALK,
    GHOST,
    GREEN,
    LIT_FROM,
    PANEL_COLORS,
    RED,
    dimmed,
    luminance,
    panel_color,
)
from scoreboard.display.pixels import Color


def shines(color: Color) -> bool:
    """A panel of one colour lights it."""
    return monochrome(Image.new("RGB", (1, 1), color)).getpixel((0, 0)) == 255


@pytest.mark.parametrize("name", [*PANEL_COLORS, "a colour nobody knows", "Navy"])
def test_every_teams_light_shines(name: str) -> None:
    """A team in black or navy is as bright as one in white."""
    assert shines(panel_color(name))


@pytest.mark.parametrize("color", [CHALK, AMBER, GREEN, RED])
def test_every_lamp_shines(color: Color) -> None:
    """The count and the words are lit on every panel."""
    assert shines(color)


def test_a_ghost_does_not_shine() -> None:
    """What is only decoration is left out where there is one colour."""
    assert not shines(GHOST)


def test_color_spellings_are_equal() -> None:
    """A family that writes Blue gets blue."""
    assert panel_color("blue") == panel_color("Blue") != panel_color("red")


def test_a_picture_of_one_bit_is_already_lit() -> None:
    """A panel may be given what was made for it."""
    picture = Image.new("1", (8, 8), 1)
    assert picture.tobytes() == monochrome(picture).tobytes()


@pytest.mark.parametrize("name", PANEL_COLORS)
def test_letters_stand_out_from_a_dim_block_of_every_colour(name: str) -> None:
    """On a colour panel they are seven times as bright, as the web asks of small text. In one colour it is dark."""
    block = dimmed(PANEL_COLORS[name])
    bright, dark = (_linear(color) + 0.05 for color in (CHALK, block))
    assert bright / dark >= 7
    assert LIT_FROM // 3 < luminance(block) < LIT_FROM // 2


def _linear(color: tuple[int, int, int]) -> float:
    """Relative luminance, 0 to 1, of sRGB values (WCAG 2)."""
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
