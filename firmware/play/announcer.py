"""What is heard of a game: its sounds, and every sentence in the owner's language.

Rule kept here: whatever is shown is said, so that a game can be played with the buttons and no picture. A note waits
for the call before it; everything else cuts in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from firmware.devices.protocols import Speaker
from firmware.play.shown import Kind, Shown
from firmware.play.table_language import TableLanguage
from scoreboard.commentary import called, sounds, standing
from scoreboard.message import Words, message
from scoreboard.rules.state import Game

SPOKEN_SIGNS = frozenset(".,;:!?¡¿'’-+&%")  # noqa: RUF001 - the apostrophe of names
"""Signs that a voice makes something of; with all others it would be silent, or spell."""
LETTERS_AND_NUMBERS = frozenset("LMN")
"""Of Unicode's categories the first letters."""


class Announcer:
    """An observer that has a speaker play and say what happens; the speaker must not make it wait."""

    def __init__(self, speaker: Speaker, language: TableLanguage) -> None:
        self._speaker, self._language = speaker, language
        self._before: Game | None = None
        self._last: Kind = "note"

    def __call__(self, shown: Shown) -> None:
        """Play the sounds of it, and say it."""
        before, self._before = self._before, shown.game
        last, self._last = self._last, shown.kind
        self._play(before, shown, last)
        waits = shown.kind == "note" and last in {"play", "note"} and shown.said != "" and not shown.is_another
        say = self._language.spoken
        text = speakable(say(_words(before, shown)), say(message("voice.spellings")))
        self._speaker.say(text, say(message("voice")), wait=waits)

    def _play(self, before: Game | None, shown: Shown, last: Kind) -> None:
        if shown.kind == "refused":
            self._speaker.play("no")
        elif shown.kind == "question" and last != "question":
            self._speaker.play("ask")
        elif shown.line is not None and before is not None:
            self._speaker.play(*sounds(before, shown.line, shown.game))


def _words(before: Game | None, shown: Shown) -> Words:
    """What is said: of a play its call and what is due then; of a score that is seen again, how it stands."""
    if shown.line is not None and before is not None:
        return called(before, shown.line, shown.game), _due(shown)
    if before is None or shown.is_another or not shown.said:
        return shown.said, standing(shown.game), _due(shown)
    return shown.said


def _due(shown: Shown) -> Words:
    return "" if shown.game.over or shown.asked is not None else shown.game.said


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
