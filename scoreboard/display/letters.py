"""Letters as large as they fit, and page after page where they do not fit at once.

Rule kept here: no word is broken, and no letter is lost.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from scoreboard.display.fonts import HIGH, HUGE, LARGE, SMALL, TINY, Font, plain
from scoreboard.display.pixels import Pattern, Point, magnified
from scoreboard.display.text_layout import Size, evenly_wrapped


def _times(times: int) -> Font:
    glyphs = {character: magnified(rows, times, times) for character, rows in LARGE.glyphs.items()}
    return replace(LARGE, height=times * LARGE.height, blank=times * LARGE.blank, gap=times - 1, glyphs=glyphs)


LADDER: Final = (_times(4), _times(3), HUGE, HIGH, LARGE, SMALL, TINY)
"""All fonts with letters, the largest first."""


class Placed(NamedTuple):
    """A line of letters, and where its top left corner is."""

    written: Pattern
    at: Point


Page = tuple[Placed, ...]
"""Lines that are seen together."""


@lru_cache(maxsize=128)
def pages(text: str, size: Size, fonts: tuple[Font, ...] = LADDER) -> tuple[Page, ...]:
    """``text`` in the middle of ``size``: on one page in the largest font that can, else on as few as can be."""
    text = plain(text)
    fonts = tuple(font for font in fonts if _has_room(text, size, font)) or fonts[-1:]
    tries = [_pages(text, size, font) for font in fonts]
    return min(tries, key=len)


def _has_room(text: str, size: Size, font: Font) -> bool:
    return font.height <= size[1] and all(font.width(word) <= size[0] for word in text.split())


def _pages(text: str, size: Size, font: Font) -> tuple[Page, ...]:
    lines = evenly_wrapped(text, size[0], font)
    between = max(1, font.height // 7)
    room = max(1, (size[1] + between) // (font.height + between))
    number = -(-len(lines) // room)
    each = -(-len(lines) // max(1, number))
    parts = [lines[first : first + each] for first in range(0, len(lines), max(1, each))]
    return tuple(_placed(part, size, font, between) for part in parts)


def _placed(lines: tuple[str, ...], size: Size, font: Font, between: int) -> Page:
    pitch = font.height + between
    top = (size[1] - len(lines) * pitch + between) // 2
    written = map(font.write, lines)
    return tuple(
        Placed(line, ((size[0] - len(line[0]) + 1) // 2, top + number * pitch)) for number, line in enumerate(written)
    )
