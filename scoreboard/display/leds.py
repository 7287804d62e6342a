"""A panel's picture as the panel looks: round lights with a glow, for pages, documents and simulated panels."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

_UNLIT: Final = (16, 16, 20)
_SUPERSAMPLING: Final = 4


def led_picture(picture: Image.Image, pitch: int = 12) -> Image.Image:
    """``picture`` as lights, an RGB image ``pitch`` times as wide and high, with a dark rim of one light around it."""
    width, height = picture.size[0] + 2, picture.size[1] + 2
    lamps = Image.new("RGB", (width, height))
    lamps.paste(ImageChops.lighter(picture.convert("RGB"), Image.new("RGB", picture.size, _UNLIT)), (1, 1))
    square = lamps.resize((width * pitch, height * pitch), Image.Resampling.NEAREST)
    round_ = Image.composite(square, Image.new("RGB", square.size), _lenses(width, height, pitch))
    glow = round_.filter(ImageFilter.GaussianBlur(pitch * 0.6)).point(lambda value: value // 2)
    return ImageChops.add(round_, glow)


@cache
def _lenses(width: int, height: int, pitch: int) -> Image.Image:
    fine = Image.new("L", (pitch * _SUPERSAMPLING, pitch * _SUPERSAMPLING))
    rim = pitch * _SUPERSAMPLING // 10
    ImageDraw.Draw(fine).ellipse(
        (rim, rim, pitch * _SUPERSAMPLING - rim - 1, pitch * _SUPERSAMPLING - rim - 1), fill=255
    )
    lens = fine.resize((pitch, pitch), Image.Resampling.BOX)
    lenses = Image.new("L", (width * pitch, height * pitch))
    for place in range(width * height):
        lenses.paste(lens, (place % width * pitch, place // width * pitch))
    return lenses
