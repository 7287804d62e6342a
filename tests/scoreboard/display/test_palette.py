"""The lights: every one that says something is seen on every panel."""

from __future__ import annotations

import pytest
from PIL import Image

from scoreboard.display import monochrome
from scoreboard.display.palette import AMBER, CHALK, GHOST, GREEN, PANEL_COLORS, RED, panel_color
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
