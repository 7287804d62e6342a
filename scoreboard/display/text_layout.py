"""Text set in lines: in which font, broken where, and drawn.

Rule kept here: no letter is lost. What does not stand on the panel at once is moved up line by line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from scoreboard.display.fonts import HIGH, HUGE, LARGE, SMALL, TINY, Font, plain
from scoreboard.display.palette import AMBER, CHALK, DARK
from scoreboard.display.pixels import Color, stamp

Size: TypeAlias = tuple[int, int]
"""Width and height of a panel in pixels."""
STEPS: Final = (HUGE, HIGH, LARGE, SMALL, TINY)
"""The fonts of a question, the largest first."""
_GAP: Final = 2
"""Dark rows between two lines."""
_STAY: Final = 3
"""Half seconds that a line of a long message stays."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Text broken into lines, each no wider than the panel.

    Attributes:
        lines: in capitals.
        font: what writes them.
        mark: the last letters of the last line, which are amber and blink; empty where none do.
        color: of all other letters.
    """

    lines: tuple[str, ...]
    font: Font
    mark: str = ""
    color: Color = CHALK

    def draw(self, size: Size, tick: int) -> Image.Image:
        """As many lines as there is room for, in the middle of an RGB picture of ``size``; the others come in turn."""
        picture = Image.new("RGB", size, DARK)
        room, pitch = _room(size, self.font), self.font.height + _GAP
        first = tick // _STAY % max(1, len(self.lines) - room + 1)
        shown = self.lines[first : first + room]
        top = (size[1] - len(shown) * pitch + _GAP) // 2
        for number, line in enumerate(shown):
            mark = self.mark if first + number == len(self.lines) - 1 else ""
            self._write(picture, line.removesuffix(mark), mark if tick % 2 == 0 else "", (line, top + number * pitch))
        return picture

    def _write(self, picture: Image.Image, text: str, mark: str, place: tuple[str, int]) -> None:
        """Write a line's ``text`` and its ``mark``, which stand where they would in the whole line."""
        whole, top = place
        width = self.font.width(whole)
        left = (picture.width - width + 1) // 2
        stamp(picture, self.font.write(text), (left, top), self.color)
        stamp(picture, self.font.write(mark), (left + width - self.font.width(mark), top), AMBER)


@lru_cache(maxsize=64)  # it is drawn twice a second
def largest(text: str, size: Size) -> Lines:
    """``text`` in the largest font in which it stands on the panel with no word broken, else moved up."""
    font = next((font for font in STEPS if _stands(text, size, font)), None)
    return moved(text, size) if font is None else Lines(_even(text, size[0], font), font)


def moved(text: str, size: Size) -> Lines:
    """``text`` in large letters, moved up where there are more lines than the panel has room for."""
    return Lines(wrapped(text, size[0], LARGE), LARGE)


def wrapped(text: str, width: int, font: Font) -> tuple[str, ...]:
    """``text`` in capitals, broken between words into lines no wider than ``width``; a longer word is broken too."""
    lines = [""]
    for word in plain(text).split():
        if font.width(f"{lines[-1]} {word}".strip()) <= width:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines += _pieces(word, width, font)
    return tuple(line for line in lines if line)


def _pieces(word: str, width: int, font: Font) -> list[str]:
    pieces = [""]
    for letter in word:
        if font.width(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _even(text: str, width: int, font: Font) -> tuple[str, ...]:
    """``text`` in no more lines than `wrapped` makes of it, and none much longer than the others."""
    lines = wrapped(text, width, font)
    longest = max(map(font.width, plain(text).split()), default=0)
    tries = (wrapped(text, narrower, font) for narrower in range(longest, width))
    return next((even for even in tries if len(even) == len(lines)), lines)


def _stands(text: str, size: Size, font: Font) -> bool:
    whole = all(font.width(word) <= size[0] for word in plain(text).split())
    return whole and len(wrapped(text, size[0], font)) <= _room(size, font)


def _room(size: Size, font: Font) -> int:
    """How many lines stand on the panel at once."""
    return max(1, (size[1] + _GAP) // (font.height + _GAP))
