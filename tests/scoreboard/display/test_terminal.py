"""Pictures as text, read back from the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoreboard.display import message_picture, monochrome
from scoreboard.display.terminal import half_blocks

Pixel = tuple[int, ...]
PAINT = re.compile(r"\x1b\[38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m(▀+)")
LIT = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    """Small pictures of any colours."""
    width, height = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    return Image.frombytes(
        "RGB", (width, height), draw(st.binary(min_size=width * height * 3, max_size=width * height * 3))
    )


def painted(line: str) -> tuple[list[Pixel], list[Pixel]]:
    """The upper and the lower row of pixels that a painted line shows."""
    upper, lower = [], []
    for *paint, cells in PAINT.findall(line):
        upper += [tuple(map(int, paint[:3]))] * len(cells)
        lower += [tuple(map(int, paint[3:]))] * len(cells)
    return upper, lower


def rows(picture: Image.Image) -> list[list[Pixel]]:
    """A picture's pixels row by row, with a dark row more where there is an odd number."""
    width, height = picture.size
    even = picture.crop((0, 0, width, height + height % 2)).convert("RGB")
    return [[even.getpixel((x, y)) for x in range(width)] for y in range(even.height)]  # type: ignore[misc]


@given(picture=pictures())
def test_a_terminal_shows_every_pixel(picture: Image.Image) -> None:
    """The coloured text has all the colours of the picture, in their places."""
    assert rows(picture) == [row for line in half_blocks(picture).splitlines() for row in painted(line)]


@given(picture=pictures())
def test_without_colors_the_panel_has_one_color(picture: Image.Image) -> None:
    """The plain text is lit where a MAX7219 would be."""
    lines = half_blocks(picture, color=False).split("\n")
    shown = [[LIT[cell][half] for cell in line] for line in lines for half in (0, 1)]
    assert [[pixel != (0, 0, 0) for pixel in row] for row in rows(monochrome(picture))] == shown


@pytest.mark.parametrize("color", [True, False])
def test_the_panel_takes_eight_lines(color: bool) -> None:
    """Two rows of pixels make a line, and colours end with it."""
    lines = half_blocks(message_picture("Play ball!"), color=color).split("\n")
    assert (8, {color}) == (len(lines), {line.endswith("\x1b[0m") for line in lines})
