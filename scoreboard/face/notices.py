"""What the panel says besides the score: a short message, and a question about a die.

Rule kept here: no message is cut. What does not stand on the panel at once is moved up line by line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from scoreboard.face.fields import centred
from scoreboard.face.fonts import LARGE, SMALL, TINY, Font, plain
from scoreboard.face.palette import AMBER, CHALK, DARK, dye
from scoreboard.face.pixels import magnified, stamp

_LINE_GAP: Final = 2
_STAY: Final = 3
"""Half seconds that a line of a long message stays."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the camera could not make out, and the answer being offered; OK accepts it, NEXT offers another (D55).

    Attributes:
        color: the die's, or ``chip``.
        value: the answer offered, 1 to 10 for a die, ``hit`` or ``out`` for the chip; None while none is.
    """

    color: str
    value: int | str | None = None


def message(text: str, size: tuple[int, int] = (64, 16), *, tick: int = 0) -> Image.Image:
    """``text`` in capitals, an RGB picture of ``size``.

    It stands in one line, or in as many as the panel has room for, or moves up one line every three ticks and begins
    again after the last.
    """
    lines = wrapped(text, size[0], LARGE)
    room = max(1, (size[1] + _LINE_GAP) // (LARGE.height + _LINE_GAP))
    first = tick // _STAY % max(1, len(lines) - room + 1)
    return _lines(lines[first : first + room], size)


def wrapped(text: str, width: int, font: Font) -> list[str]:
    """``text`` in capitals, broken between words into lines no wider than ``width``; a longer word is broken too."""
    lines = [""]
    for word in plain(text).split():
        if font.width(f"{lines[-1]} {word}".strip()) <= width:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines += _pieces(word, width, font)
    return [line for line in lines if line]


def ask(question: Question, size: tuple[int, int] = (64, 16), *, tick: int = 0) -> Image.Image:
    """``question`` as an RGB picture of ``size``: whose die, the answer offered, and a question mark that blinks."""
    picture = Image.new("RGB", size, DARK)
    width, height = size
    color = dye(question.color)
    times = min(height // LARGE.height, width // 32)
    answer = "" if question.value is None else str(question.value)
    big, mark = (magnified(LARGE.write(text), times, times) for text in (answer, "?"))
    stamp(picture, mark, (width - len(mark[0]), (height - len(mark)) // 2), AMBER if tick % 2 == 0 else DARK)
    left = width - len(mark[0]) - len(big[0]) - 2
    stamp(picture, big, (left, (height - len(big)) // 2), color)
    centred(picture, shortened(question.color, left, TINY), (0, 0, left, height), (LARGE, SMALL, TINY), color)
    return picture


def shortened(text: str, width: int, font: Font) -> str:
    """As much of the beginning of ``text``, in capitals, as ``font`` writes within ``width`` pixels."""
    letters = plain(text)
    while font.width(letters) > width:
        letters = letters[:-1]
    return letters


def _pieces(word: str, width: int, font: Font) -> list[str]:
    pieces = [""]
    for letter in word:
        if font.width(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _lines(lines: list[str], size: tuple[int, int]) -> Image.Image:
    picture = Image.new("RGB", size, DARK)
    pitch = LARGE.height + _LINE_GAP
    top = (size[1] - len(lines) * pitch + _LINE_GAP) // 2
    for number, line in enumerate(lines):
        centred(picture, line, (0, top + number * pitch, size[0], LARGE.height), (LARGE,), CHALK)
    return picture
