"""The panel as it looks."""

from __future__ import annotations

from PIL import Image

from scoreboard.display import led_picture


def test_each_pixel_becomes_a_light() -> None:
    """A light is brightest in its middle, in its place and its colour; a pixel that is off is nearly dark."""
    picture = Image.new("RGB", (2, 1))
    picture.putpixel((1, 0), (255, 0, 0))
    shown = led_picture(picture, 10)
    red, green, _ = shown.split()
    assert ((40, 30), 255) == (shown.size, red.getpixel((25, 15)))
    assert red.crop((0, 0, 15, 30)).point(lambda level: level > 100).getbbox() is None
    assert green.point(lambda level: level > 40).getbbox() is None
