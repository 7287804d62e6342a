"""What a voice says of a line, and a text as any voice can say it: the box's own, or that of a phone.

Rule kept here: a correction is called as what it says and the new score, and no earlier sentence is said again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name, set_values
from scoreboard.commentary.standing import on_base, score_sentence, standing, who_is_up
from scoreboard.message import Words, message
from scoreboard.rules.events import Amend, Set, says
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.scorebook import half_of, is_correction

STANDING = frozenset({"away", "home", "balls", "strikes", "outs", "inning", "half", "runners", "names"})
"""What `standing` says, of all that a `set` may set."""
DUGOUT = frozenset({"up.dugout", "up.nobody"})


def announcement(before: Game, line: Entry, after: Game, *, asked: bool) -> Words:
    """What a voice says of a line: its call, and what is due then; ``asked``: a question is open, and comes first."""
    return spoken_line(before, line, after), due(after, asked=asked)


def due(game: Game, *, asked: bool) -> Words:
    """What comes next, unless a question is open."""
    return "" if game.over or asked else game.said


def spoken_line(before: Game, line: Entry, after: Game) -> Words:
    """What is called of a line; a correction is followed by how the game stands since."""
    if is_correction(line):
        return _correction(before, line, after), standing(after)
    facts = facts_of(before, line, after)
    if after.over:
        return facts
    is_new = (before.away, before.home, half_of(before)) != (after.away, after.home, half_of(after))
    return (*facts, score_sentence(after) if is_new else "", *(_comes_up(after) if after.fresh else ()))


def _comes_up(game: Game) -> Iterator[Words]:
    """Who is on base, and who comes to bat; the dugout is left to `standing`."""
    yield on_base(game)
    yield from (each for each in who_is_up(game) if each.key not in DUGOUT)


def _correction(before: Game, line: Entry, after: Game) -> Words:
    """What a correction says now."""
    match line:
        case Set() if not says(line).keys() - STANDING:
            return message("voice.corrected")
        case Set():
            others = {key: value for key, value in says(line).items() if key not in STANDING}
            return message("play.set", changes=set_values(others))
        case Amend(as_=now) | Amend(add=now) if now:
            return message("voice.now", line=line_name(now))
    return facts_of(before, line, after)


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
