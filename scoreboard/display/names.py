"""A long name as much of it as fits, so that who knows it knows it again.

Rule kept here: fonts step down and lines are broken before words go, and whole words go before letters do:
``Tecolotes de los Dos Laredos`` is TECOLOTES before it is TECOLOT.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from scoreboard.display.fonts import Font, plain
from scoreboard.display.pixels import Pattern

_BETWEEN_LINES = 1
"""Dark rows."""


def written_name(name: str, size: tuple[int, int], fonts: tuple[Font, ...]) -> tuple[Pattern, ...]:
    """The lines of the longest of the name's short forms that fits, in the largest of ``fonts`` in which it does."""
    for form in _forms(name):
        for font in fonts:
            lines = _lines(form, size[0], font)
            if lines and len(lines) * (font.height + _BETWEEN_LINES) - _BETWEEN_LINES <= size[1]:
                return tuple(map(font.write, lines))
    return (_cut(name, size[0], fonts),)


def _forms(name: str) -> Iterator[str]:
    """The whole name, the better forms first: without small words, what stands before them, with initials, one word."""
    words = name.split() or [""]
    large = [word for word in words if not word[:1].islower()] or words
    yield plain(" ".join(words))
    yield plain(" ".join(large))
    if large != words and not words[0][:1].islower():
        yield plain(" ".join(takewhile(lambda word: not word[:1].islower(), words)))
    yield plain(" ".join([*(f"{word[0]}." for word in large[:-1]), large[-1]]))
    yield max((plain(word) for word in words), key=len)


def _lines(text: str, width: int, font: Font) -> list[str]:
    """``text`` broken between words; nothing if a word is too wide."""
    lines = [""]
    for word in text.split():
        if font.width(f"{lines[-1]} {word}".strip()) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line] if all(font.width(line) <= width for line in lines) else []


def _cut(name: str, width: int, fonts: tuple[Font, ...]) -> Pattern:
    """The beginning of its longest word in the narrowest font."""
    *_, letters = _forms(name)
    narrowest = min(fonts, key=lambda font: font.width(letters))
    while narrowest.width(letters) > width:
        letters = letters[:-1]
    return narrowest.write(letters)
