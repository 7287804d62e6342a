"""Any picture as text for a terminal: two pixels a character, one over the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

from PIL import Image

from scoreboard.display.palette import monochrome
from scoreboard.display.pixels import Color

_Cell: TypeAlias = tuple[Color, Color]
_RESET: Final = "\x1b[0m"
_BLOCKS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def half_blocks(picture: Image.Image, *, color: bool = True) -> str:
    """``picture`` as lines of text, one for every two rows of pixels, as wide as the picture.

    Args:
        picture: of any size and mode; a row is added below an odd number of them.
        color: paint with 24-bit colours (ANSI ``38;2`` and ``48;2``); without, a pixel is lit or not, as on a panel of
            one colour.
    """
    lines = (
        map(_colored, _cells(picture.convert("RGB")))
        if color
        else map(_uncolored, _cells(monochrome(picture).convert("RGB")))
    )
    return "\n".join(lines)


def _cells(picture: Image.Image) -> Iterator[list[_Cell]]:
    width, height = picture.size
    even = picture.crop((0, 0, width, height + height % 2))
    pixels = memoryview(even.tobytes()).cast("B", (even.height, width, 3))
    for y in range(0, even.height, 2):
        yield [(_color(pixels, x, y), _color(pixels, x, y + 1)) for x in range(width)]


def _color(pixels: memoryview, x: int, y: int) -> Color:
    return pixels[y, x, 0], pixels[y, x, 1], pixels[y, x, 2]


def _colored(cells: list[_Cell]) -> str:
    runs = ((pair, len(list(run))) for pair, run in groupby(cells))
    return "".join(_escape(*pair) + "▀" * length for pair, length in runs) + _RESET


def _escape(upper: Color, lower: Color) -> str:
    return f"\x1b[38;2;{';'.join(map(str, upper))};48;2;{';'.join(map(str, lower))}m"


def _uncolored(cells: list[_Cell]) -> str:
    return "".join(_BLOCKS[any(upper), any(lower)] for upper, lower in cells)
