"""Letters as large as they fit, and page after page where they do not fit at once.

Rule kept here: no word is broken, and no letter is lost.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from scoreboard.display.fonts import HIGH, HUGE, LARGE, SLIM, SMALL, TINY, Font, plain
from scoreboard.display.pixels import Pattern, Point, magnified
from scoreboard.display.text_layout import Size, evenly_wrapped


def _stretched(across: int, down: int, font: Font = LARGE) -> Font:
    glyphs = {character: magnified(rows, across, down) for character, rows in font.glyphs.items()}
    gap = max(2, across - 1) if across > 1 else 1
    return replace(font, height=down * font.height, blank=across * font.blank, gap=gap, glyphs=glyphs)


LADDER: Final = (_stretched(4, 4), _stretched(3, 3), HUGE, HIGH, LARGE, SLIM, SMALL, TINY)
"""All fonts with letters, the largest first."""
CELEBRATED: Final = (
    _stretched(4, 4),
    _stretched(3, 4),
    _stretched(3, 3),
    _stretched(2, 4),
    _stretched(2, 3),
    HUGE,
    HIGH,
    LARGE,
    SLIM,
    SMALL,
    TINY,
)
"""Those and more, for words that are to be as large as can be: by how much of the panel a letter takes."""


LARGEST: Final = (*CELEBRATED[:6], _stretched(1, 3), HIGH, _stretched(1, 2, SMALL), LARGE, SLIM, SMALL, TINY)
"""And narrow ones, for a word alone."""
FAIR: Final = 0.75
"""The share of their size that words keep beside an icon, and of a line's height that the icon has."""
_WIDEST_GAP: Final = 3
"""Dark columns after an icon: as many as it is times as large as drawn, but no more than these."""


class Placed(NamedTuple):
    """A line of letters, and where its top left corner is."""

    written: Pattern
    at: Point


class IconSpot(NamedTuple):
    """Where the top left corner of an icon is, and how many times as large as drawn it is there."""

    at: Point
    times: int


Page = tuple[Placed, ...]
"""Lines that are seen together."""


@lru_cache(maxsize=512)
def pages(text: str, size: Size, fonts: tuple[Font, ...] = LADDER, *, is_largest: bool = False) -> tuple[Page, ...]:
    """``text`` in the middle of ``size``: on one page in the largest font that can, else on as few as can be.

    ``is_largest``: in the largest font that breaks no word, on however many pages.
    """
    text = plain(text)
    fonts = tuple(font for font in fonts if _has_room(text, size, font)) or fonts[-1:]
    tries = [_pages(text, size, font) for font in fonts[: 1 if is_largest else None]]
    return min(tries, key=len)


@lru_cache(maxsize=64)
def pages_with_icon(
    icon: Size, text: str, size: Size, fonts: tuple[Font, ...] = LADDER, *, is_largest: bool = False
) -> tuple[IconSpot | None, tuple[Page, ...]]:
    """An icon and ``text`` side by side in the middle of ``size``; without it where the words would suffer for it.

    The icon is as many times as large as has room, and stays in its place while pages turn.
    """
    alone = pages(text, size, fonts, is_largest=is_largest)
    for times in range(min(size[0] // icon[0], size[1] // icon[1]), 0, -1):
        takes = times * icon[0] + min(times, _WIDEST_GAP)
        room = size[0] - takes
        if not _has_room(plain(text), (room, size[1]), fonts[-1]):
            continue
        with_icon = pages(text, (room, size[1]), fonts, is_largest=is_largest)
        if len(with_icon) <= len(alone) and _is_fair(times * icon[1], alone, with_icon):
            widest = max(len(line.written[0]) for page in with_icon for line in page)
            left = (room - widest) // 2
            moved = left + takes - (room - widest + 1) // 2
            right = tuple(
                tuple(Placed(one.written, (one.at[0] + moved, one.at[1])) for one in page) for page in with_icon
            )
            return IconSpot((left, (size[1] - times * icon[1]) // 2), times), right
    return None, alone


def _is_fair(high: int, alone: tuple[Page, ...], with_icon: tuple[Page, ...]) -> bool:
    """Whether the words keep most of their size beside an icon so high, which is about as high as a line of them."""
    before, now = ([line.written for page in each for line in page] for each in (alone, with_icon))
    room, kept = (sum(len(line[0]) * len(line) for line in lines) for lines in (before, now))
    return kept >= FAIR * room and high >= FAIR * max(map(len, now))


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
