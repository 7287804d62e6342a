"""A text as a voice can say it, whichever voice that is: the box's own, or that of a phone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

SPOKEN_SIGNS = frozenset(".,;:!?¡¿'’-+&%")  # noqa: RUF001 - the apostrophe of names
"""Signs that a voice makes something of; with all others it would be silent, or spell."""
LETTERS_AND_NUMBERS = frozenset("LMN")
"""Of Unicode's categories the first letters."""


@lru_cache
def _spelt(spellings: str) -> Mapping[str, str]:
    """Words that a voice would say wrongly, and how they are written for it: ``strike=straik, hit=jit``."""
    pairs = (pair.split("=") for pair in spellings.split(","))
    return {word.strip().casefold(): written.strip() for word, written in pairs}


def speakable(text: str, spellings: str) -> str:
    """The text without what no voice can say, and spelt as it must be written for one."""
    spelt = _spelt(spellings)
    plain = "".join(letter if _is_spoken(letter) else " " for letter in text)
    words = re.sub(r"[^\W\d_]+", lambda word: spelt.get(word[0].casefold(), word[0]), plain)
    return " ".join(words.split())


def _is_spoken(letter: str) -> bool:
    return letter in SPOKEN_SIGNS or unicodedata.category(letter)[0] in LETTERS_AND_NUMBERS
