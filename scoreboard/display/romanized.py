"""Letters of other scripts in Latin ones, as near as a panel needs it to tell a team by.

Unicode's own names of letters say how they sound: HIRAGANA LETTER KA, HEBREW LETTER MEM, CYRILLIC CAPITAL LETTER EF.
So the table is Python's own, is kept by others, and covers whatever alphabet there is. Ideographs have no such names.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SYLLABLES: Final = re.compile(r"(?:HIRAGANA|KATAKANA) LETTER (?:SMALL )?(\w+)|HANGUL SYLLABLE (\w+)")
_ALPHABETS: Final = re.compile(
    r"(?:(GREEK|CYRILLIC) CAPITAL LETTER"
    r"|(HEBREW|ARABIC|ARMENIAN CAPITAL|GEORGIAN MTAVRULI CAPITAL|DEVANAGARI|THAI) (?:LETTER|CHARACTER))"
    r" (?:FINAL |SHORT |UKRAINIAN |BYELORUSSIAN-UKRAINIAN |FARSI )?([\w-]+)(?: SIGN)?"
)
_OTHERWISE: Final = {
    "CYRILLIC GHE": "G", "CYRILLIC IE": "E", "CYRILLIC IO": "YO", "CYRILLIC YERU": "Y", "CYRILLIC YU": "YU",
    "CYRILLIC YA": "YA", "CYRILLIC YI": "YI", "CYRILLIC HARD": "", "CYRILLIC SOFT": "", "CYRILLIC HA": "KH",
    "GREEK RHO": "R", "GREEK ETA": "I", "HEBREW AYIN": "A", "ARABIC TEH": "T", "ARABIC ALEF": "A",
}  # fmt: skip
"""Letters whose sound their name's beginning does not say."""


@lru_cache(maxsize=1024)
def romanized(letter: str) -> str:
    """``letter``, a capital, in Latin capitals; itself if its name does not say its sound."""
    if (digit := unicodedata.digit(letter, None)) is not None:
        return str(digit)
    name = unicodedata.name(letter, "")
    if syllable := _SYLLABLES.match(name):
        return syllable[1] or syllable[2]
    found = _ALPHABETS.match(name)
    if found is None:
        return letter
    script, called = found[1] or found[2], found[3]
    otherwise = _OTHERWISE.get(f"{script} {called}")
    return _sound(called) if otherwise is None else otherwise


def _sound(called: str) -> str:
    """How a letter of that name begins: KAPPA is K, SHIN is SH; but EF, which only names F, is that."""
    if behind := re.fullmatch(r"E([B-DF-HJ-NP-TV-Z])", called):
        return behind[1]
    beginning = re.match(r"[^AEIOU]+|.", called)
    return beginning[0] if beginning else ""
