"""A long name as much of it as fits, so that who knows it knows it again.

Rule kept here: whole words go before letters do. ``Tecolotes de los Dos Laredos`` is TECOLOTES before it is TECOLOT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoreboard.display.fonts import Font, plain


def shortened_name(name: str, width: int, fonts: tuple[Font, ...]) -> str:
    """The longest of the name's short forms that one of ``fonts`` writes within ``width`` pixels."""
    for form in _forms(plain(name).strip()):
        if any(font.width(form) <= width for font in fonts):
            return form
    narrowest = min(fonts, key=lambda font: font.width(name))
    letters = _forms_of_words(name)[-1]
    while narrowest.width(letters) > width:
        letters = letters[:-1]
    return letters.rstrip()


def _forms(name: str) -> Iterator[str]:
    """The whole name; its first words as initials; its longest word alone."""
    yield name
    yield from _forms_of_words(name)


def _forms_of_words(name: str) -> list[str]:
    words = re.findall(r"\S+", plain(name)) or [""]
    initials = " ".join([*(f"{word[0]}." for word in words[:-1]), words[-1]])
    return [initials, max(words, key=len)]
