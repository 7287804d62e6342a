"""Letters of other scripts in Latin ones, as near as a panel needs it to tell a team by.

Unicode's own names of letters say how they sound: HIRAGANA LETTER KA, HEBREW LETTER MEM, CYRILLIC CAPITAL LETTER EF.
So the table is Python's own, is kept by others, and covers whatever alphabet there is. In the scripts of India a letter
without a vowel sign has an A that is not written here: who reads them does without it. Ideographs have no such names.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SYLLABLES: Final = re.compile(
    r"(?:(?:HIRAGANA|KATAKANA|CHEROKEE|BOPOMOFO) LETTER|(?:HANGUL|ETHIOPIC) SYLLABLE) (?:SMALL |GLOTTAL )?(\w+)"
)
_INDIC: Final = (
    "DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|TIBETAN|MYANMAR|KHMER|LAO"
)
_ALPHABETS: Final = re.compile(
    rf"(?:(GREEK|CYRILLIC) CAPITAL LETTER"
    rf"|(HEBREW|ARABIC|ARMENIAN CAPITAL|GEORGIAN MTAVRULI CAPITAL|THAI|{_INDIC}) (?:LETTER|CHARACTER))"
    r" (?:(?:FINAL|SHORT|UKRAINIAN|BYELORUSSIAN-UKRAINIAN|FARSI"
    r"|ALPAPRAANA|MAHAAPRAANA|MUURDHAJA|TAALUJA|DANTAJA) )?"
    r"([\w-]+)(?: SIGN)?"
)
_VOWELS: Final = re.compile(
    rf"(?:(?!SINHALA)(?:{_INDIC}) VOWEL SIGN (?!MAI )|THAI CHARACTER SARA )(?:VOCALIC |SHORT |CANDRA )?(\w+)"
)
"""Vowels that are marks on a letter; Sinhala calls its own by how they look."""
_NASALS: Final = re.compile(rf"(?:{_INDIC}) SIGN (?:ANUSVARA|CANDRABINDU|BINDI)|GURMUKHI TIPPI")
_DOUBLED: Final = re.compile(r"(.)\1+")
_BEFORE: Final = re.compile("([\u0e40-\u0e44\u0ec0-\u0ec4])(.)")
"""A vowel that Thai and Lao write before the letter after which it is spoken."""
_OTHERWISE: Final = {
    "CYRILLIC GHE": "G", "CYRILLIC IE": "E", "CYRILLIC IO": "YO", "CYRILLIC YERU": "Y", "CYRILLIC YU": "YU",
    "CYRILLIC YA": "YA", "CYRILLIC YI": "YI", "CYRILLIC HARD": "", "CYRILLIC SOFT": "", "CYRILLIC HA": "KH",
    "GREEK RHO": "R", "GREEK ETA": "I", "HEBREW AYIN": "A", "ARABIC TEH": "T", "ARABIC ALEF": "A",
}  # fmt: skip
"""Letters whose sound their name's beginning does not say."""


def as_spoken(text: str) -> str:
    """``text`` with each vowel after the letter after which it is spoken."""
    return _BEFORE.sub(r"\2\1", text)


@lru_cache(maxsize=1024)
def romanized(letter: str) -> str:
    """``letter``, a capital, in Latin capitals; itself if its name does not say its sound."""
    if (digit := unicodedata.digit(letter, None)) is not None:
        return str(digit)
    name = unicodedata.name(letter, "")
    if vowel := _VOWELS.match(name):
        return _spoken(vowel[1])
    if _NASALS.match(name):
        return "N"
    if syllable := _SYLLABLES.match(name):
        return syllable[1]
    found = _ALPHABETS.match(name)
    if found is None:
        return letter
    script, called = found[1] or found[2], found[3]
    otherwise = _OTHERWISE.get(f"{script} {called}")
    return _sound(called) if otherwise is None else otherwise


def _spoken(vowel: str) -> str:
    """A vowel of that name: II is a long I."""
    return _DOUBLED.sub(r"\1", vowel)


def _sound(called: str) -> str:
    """How a letter of that name begins: KAPPA is K, SHIN is SH, DDA is D; but EF, which only names F, is that."""
    if behind := re.fullmatch(r"E([B-DF-HJ-NP-TV-Z])", called):
        return behind[1]
    beginning = re.match(r"[^AEIOU]+|.", called)
    return _DOUBLED.sub(r"\1", beginning[0]) if beginning else ""
