"""Text layout: the font, the line breaks, and the drawing, of text in the capitals that `fonts.plain` gives.

Rules kept here: no letter is lost. What does not fit on the panel is scrolled line by line. No word is broken that the
smallest letters can write whole; a longer one is broken with a hyphen where a syllable begins, or, for want of room,
into parts of about equal length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from scoreboard.display.fonts import HIGH, HUGE, LARGE, SLIM, SMALL, TINY, Font
from scoreboard.display.palette import AMBER, CHALK, DARK
from scoreboard.display.pixels import Color, stamp

Size: TypeAlias = tuple[int, int]
"""Width and height of a panel in pixels."""
QUESTION_FONTS: Final = (HUGE, HIGH, LARGE, SLIM, SMALL, TINY)
"""The fonts of a question, the largest first."""
_BETWEEN_WORDS: Final = re.compile(r"(?<!\d >)(?<!: \d)(?<!\bNEXT:)\s+(?!> \d)")
"""Where a line may end: not within ``0-1 > 0-2``, nor after the number of ``REDS: 1 DIE``, nor after ``NEXT:``."""
_BREAKABLE: Final = re.compile(r"[^\W\d_]{5,}[?!.,:]*")
"""A word of letters alone: an address or a score has no hyphen."""
_VOWELS: Final = frozenset("AEIOUÁÉÍÓÚÜY")
_TOGETHER: Final = re.compile("[BCDFGPT]R|[BCFGP]L|[CSTP]H|LL|RR")
"""Consonants that begin a syllable together."""
_ROWS_BETWEEN_LINES: Final = 2
"""Dark rows between two lines."""
BETWEEN_ENTRIES: Final = "  "
_TICKS_PER_LINE: Final = 3
"""Half seconds that a line of a long message stays."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text broken into lines, each no wider than the panel.

    Attributes:
        lines: from top to bottom.
        font: of all lines.
        mark: the last letters of the last line, which are amber and blink; empty for none.
        color: of all other letters.
        is_underlined: an amber line that blinks at the bottom, in place of a mark.
    """

    lines: tuple[str, ...]
    font: Font
    mark: str = ""
    color: Color = CHALK
    is_underlined: bool = False

    def draw(self, size: Size, tick: int) -> Image.Image:
        """As many lines as fit, in the middle of an RGB picture of ``size``; the others are scrolled in."""
        picture = Image.new("RGB", size, DARK)
        room, pitch = _lines_that_fit(size, self.font), self.font.height + _ROWS_BETWEEN_LINES
        first = tick // _TICKS_PER_LINE % max(1, len(self.lines) - room + 1)
        shown = self.lines[first : first + room]
        top = (size[1] - len(shown) * pitch + _ROWS_BETWEEN_LINES) // 2
        for number, line in enumerate(shown):
            mark = self.mark if first + number == len(self.lines) - 1 else ""
            self._write(picture, line.removesuffix(mark), mark if tick % 2 == 0 else "", (line, top + number * pitch))
        if self.is_underlined and tick % 2 == 0:
            picture.paste(AMBER, (0, size[1] - 1, size[0], size[1]))
        return picture

    def _write(self, picture: Image.Image, text: str, mark: str, place: tuple[str, int]) -> None:
        """Write a line's ``text`` and its ``mark``, which stand where they would in the whole line."""
        whole, top = place
        width = self.font.width(whole)
        left = (picture.width - width + 1) // 2
        stamp(picture, self.font.write(text), (left, top), self.color)
        stamp(picture, self.font.write(mark), (left + width - self.font.width(mark), top), AMBER)


@lru_cache(maxsize=64)  # it is drawn twice a second
def in_largest_font(text: str, size: Size) -> TextBlock:
    """``text`` in the largest font in which it fits on the panel with no word broken, else scrolled."""
    font = next((font for font in QUESTION_FONTS if _fits(text, size, font)), None)
    return scrolled(text, size) if font is None else TextBlock(evenly_wrapped(text, size[0], font), font)


def listed(entries: Sequence[str], size: Size) -> tuple[TextBlock, ...]:
    """Entries of a list, none of them broken: in the largest letters in which all fit at once, else page after page."""
    rows = {font: _rows(entries, size[0], font) for font in QUESTION_FONTS}
    whole = [font for font, lines in rows.items() if max(map(font.width, lines)) <= size[0]] or [TINY]
    at_once = (font for font in whole if len(rows[font]) <= _lines_that_fit(size, font) and font.height <= size[1])
    font = next(at_once, SMALL if SMALL in whole else TINY)
    room = _lines_that_fit(size, font)
    return tuple(TextBlock(rows[font][first : first + room], font) for first in range(0, len(rows[font]), room))


def _rows(entries: Sequence[str], width: int, font: Font) -> tuple[str, ...]:
    """As many entries side by side as there is room for."""
    first, *others = entries
    lines = [first]
    for entry in others:
        joined = f"{lines[-1]}{BETWEEN_ENTRIES}{entry}"
        if font.width(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(entry)
    return tuple(lines)


def asked(text: str, size: Size) -> TextBlock:
    """``text`` with its own ``?`` or ``OK`` as a mark, or an ``OK`` more.

    Where the mark would break a word or a panel's only line, a line is beneath instead.
    """
    last = "".join(text.split()[-1:])
    mark = "?" if last.endswith("?") else "OK"
    marked = text if mark == "?" or last == "OK" else f"{text} OK"
    unmarked = marked.removesuffix(mark)
    whole, bare = (in_largest_font(each, size) for each in (marked, unmarked))
    breaks_line = _lines_that_fit(size, SMALL) == 1 and len(bare.lines) < len(whole.lines)
    breaks_word = _is_whole(unmarked, size, TINY) and not _is_whole(marked, size, TINY)
    if breaks_line or breaks_word:
        return replace(in_largest_font(unmarked, (size[0], size[1] - 1)), is_underlined=True)
    return replace(whole, mark=mark)


def scrolled(text: str, size: Size) -> TextBlock:
    """``text`` in the largest letters that break no word that need not be, scrolled if it has more lines than fit."""
    words = " ".join(word for word in text.split() if _is_whole(word, size, TINY))
    fonts = [font for font in (LARGE, SLIM, SMALL, TINY) if _is_whole(words, size, font)]
    font = next((font for font in fonts if _is_well_broken(text, size[0], font)), fonts[0])
    return TextBlock(wrapped(text, size[0], font), font)


def wrapped(text: str, width: int, font: Font) -> tuple[str, ...]:
    """``text`` broken between words into lines no wider than ``width``; a longer word is broken too."""
    lines = [""]
    for word in _words(text, width, font):
        if font.width(f"{lines[-1]} {word}".strip()) <= width:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines += _broken_word(word, width, font)
    return tuple(line for line in lines if line)


def evenly_wrapped(text: str, width: int, font: Font) -> tuple[str, ...]:
    """``text`` in as many lines as `wrapped` gives, but of about equal length: wrapped as narrowly as that allows."""
    lines, words = wrapped(text, width, font), [*_words(text.strip(), width, font)]
    narrower = max(map(font.width, words), default=width)
    while narrower < width:
        even, narrower = _greedy(words, narrower, font)
        if len(even) == len(lines):
            return even
    return lines


def _greedy(words: Sequence[str], width: int, font: Font) -> tuple[tuple[str, ...], int]:
    """Words, none wider than ``width``, line by line; and from which width on some line has a word more."""
    first, *others = words
    lines, wider = [first], list[int]()
    for word in others:
        joined = f"{lines[-1]} {word}"
        if (needed := font.width(joined)) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
            wider.append(needed)
    return tuple(lines), min(wider, default=width + 1)


def _words(text: str, width: int, font: Font) -> Iterator[str]:
    """Its words; ``0-1 > 0-2`` is one where there is room for it."""
    for tied in _BETWEEN_WORDS.split(text):
        yield from (tied,) if font.width(tied) <= width else tied.split()


def _broken_word(word: str, width: int, font: Font) -> list[str]:
    if font.width(word) > width and (halves := _hyphenated(word, width, font)):
        return halves
    pieces = _pieces(word, width, font)
    tries = (_pieces(word, narrower, font) for narrower in range(font.width(word) // len(pieces), width))
    return next((even for even in tries if len(even) == len(pieces)), pieces)


def _hyphenated(word: str, width: int, font: Font) -> list[str]:
    """The word in two, as near to its middle as a syllable begins; nothing if it cannot be so, or is too wide."""
    if not _BREAKABLE.fullmatch(word):
        return []
    for at in sorted(_syllables(word), key=lambda at: abs(len(word) - 2 * at)):
        halves = [f"{word[:at]}-", word[at:]]
        if all(font.width(half) <= width for half in halves):
            return halves
    return []


def _syllables(word: str) -> Iterator[int]:
    """Where syllables of at least two letters begin: at a consonant, or two that go together, before a vowel."""
    for at in range(1, len(word) - 1):
        if word[at] not in _VOWELS and word[at + 1] in _VOWELS:
            begins = at - 1 if _TOGETHER.fullmatch(word[at - 1 : at + 1]) else at
            if begins >= 2:  # noqa: PLR2004 - letters
                yield begins


def _is_well_broken(text: str, width: int, font: Font) -> bool:
    """Whether each word that is too wide can have a hyphen."""
    long = [word for word in text.split() if font.width(word) > width]
    return all(_hyphenated(word, width, font) for word in long)


def _pieces(word: str, width: int, font: Font) -> list[str]:
    pieces = [""]
    for letter in word:
        if font.width(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _fits(text: str, size: Size, font: Font) -> bool:
    lines = len(wrapped(text, size[0], font))
    return _is_whole(text, size, font) and lines <= _lines_that_fit(size, font) and font.height <= size[1]


def _is_whole(text: str, size: Size, font: Font) -> bool:
    """Whether no word need be broken."""
    return all(font.width(word) <= size[0] for word in text.split())


def _lines_that_fit(size: Size, font: Font) -> int:
    """How many lines fit on the panel."""
    return max(1, (size[1] + _ROWS_BETWEEN_LINES) // (font.height + _ROWS_BETWEEN_LINES))
