"""What a voice says of a line, as a broadcaster would, and a text as any voice can say it.

Theory of operation. How much is said is a `Detail`. ``calls`` is the umpire: what was called, and the score when it
changes. ``plays`` adds the count, who is on base, and what is to be thrown, unless anybody knows that. ``all`` is for
who plays without looking: every die, and whose turn it is. `detail_length` is the length at which the words are worded.

Rules kept here: nothing is said twice. A correction is called as what is otherwise since, and no earlier sentence is
said again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, get_args

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name, set_values
from scoreboard.commentary.standing import (
    count_sentence,
    half_sentence,
    on_base,
    outs_sentence,
    score_sentence,
    standing,
    who_is_up,
)
from scoreboard.language import Length
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import Amend, Set, says
from scoreboard.rules.history import Entry
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import Game
from scoreboard.scorebook import half_of, is_correction

Detail = Literal["calls", "plays", "all"]
DETAILS: tuple[Detail, ...] = get_args(Detail)
"""How much is said, the least first; each says what the one before it says."""
STANDING = frozenset({"away", "home", "balls", "strikes", "outs", "inning", "half", "runners", "names"})
"""What `standing` says, of all that a `set` may set."""
DUGOUT = frozenset({"up.dugout", "up.nobody"})
DICE = frozenset(
    {
        *("play.pitch", "play.chase", "play.swing", "play.roll", "play.gloves"),
        *("play.rolled.greater", "play.rolled.equal", "play.rolled.less"),
    }
)
"""What dice and gloves showed: their call says it better."""
HELMETS = frozenset({"due.helmet-adds", "due.helmet-takes"})
"""What is due, and what a helmet does to it."""
SAID_BY_WHAT_IS_DUE: Mapping[str, frozenset[str]] = {
    "play.pitch": frozenset({"due.swing", "due.bunt"}),
    "play.ten": frozenset({"due.homer", "due.homer-or-more"}),
    "play.call": frozenset({"due.bunt", "due.roll-with-sign"}),
    "play.gloves": frozenset({"due.roll-card"}),
}
KNOWN = frozenset({"due.pitch", "due.roll", "due.card"})
"""What comes next wherever nothing else does."""
COUNTED = frozenset({"play.ball", "play.strike", "play.foul"})


def detail_length(detail: Detail) -> Length:
    """The length at which what is said in so much detail is worded."""
    return "spoken" if detail == "all" else "brief"


def announcement(before: Game, line: Entry, after: Game, *, asked: bool, detail: Detail) -> Words:
    """What a voice says of a line: its call, and what is due then; ``asked``: a question is open, and comes first."""
    call = spoken_line(before, line, after, detail)
    if detail == "calls":
        return call
    next_up = due(after, asked=asked)
    if detail == "plays" and isinstance(next_up, Message) and _bare(next_up).key in KNOWN:
        next_up = ""
    elif isinstance(next_up, Message) and _has_named(call, next_up.value("helmet")):
        next_up = _bare(next_up)
    return call, next_up


def due(game: Game, *, asked: bool) -> Words:
    """What comes next, unless a question is open."""
    return "" if game.over or asked else game.due


def _bare(said: Message) -> Message:
    """What is due, without what a helmet does to it."""
    due = said.value("due") if said.key in HELMETS else said
    return due if isinstance(due, Message) else said


def _has_named(call: tuple[Words, ...], helmet: Words) -> bool:
    """Whether the call says what that same helmet did; another man's is still to be said."""
    return any(
        isinstance(fact, Message) and fact.key == "play.helmet" and fact.value("helmet") == helmet for fact in call
    )


def spoken_line(before: Game, line: Entry, after: Game, detail: Detail) -> tuple[Words, ...]:
    """What is called of a line; a correction is followed by how the game stands since."""
    if is_correction(line):
        since = standing(after) if detail == "all" else tuple(_what_differs(before, after))
        return _correction(before, line, after), since
    facts = tuple(_called(before, line, after, detail))
    if after.over:
        return facts
    is_new = (before.away, before.home, half_of(before)) != (after.away, after.home, half_of(after))
    score = (score_sentence(after),) if is_new else ()
    if detail == "calls":
        return (*facts, *score)
    count = (count_sentence(after),) if after.balls and after.strikes and _counts(facts) else ()
    has_moved = after.fresh and (detail == "all" or before.runners != after.runners)
    return (
        *facts,
        *count,
        *score,
        on_base(after) if has_moved else "",
        *(_comes_up(after, detail) if after.fresh else ()),
    )


def _called(before: Game, line: Entry, after: Game, detail: Detail) -> Iterator[Message]:
    """The facts of a line without those that what follows says better."""
    facts, then = facts_of(before, line, after), _bare(after.due).key
    for fact in facts:
        repeats = then in SAID_BY_WHAT_IS_DUE.get(fact.key, ())
        match detail:
            case "all" if repeats and fact.key == "play.call":
                continue
            case "plays" if repeats or (fact.key in DICE and len(facts) > 1):
                continue
            case "calls" if fact.key in DICE and len(facts) > 1:
                continue
        yield fact


def _counts(facts: tuple[Message, ...]) -> bool:
    """Whether the batter goes on with another count."""
    return any(fact.key in COUNTED for fact in facts)


def _comes_up(after: Game, detail: Detail) -> Iterator[Words]:
    """Who comes to bat; the dugout is left to `standing`."""
    yield from (each for each in who_is_up(after) if each.key not in DUGOUT and (detail == "all" or _is_news(each)))


def _is_news(up: Message) -> bool:
    """A plain helmet changes nothing."""
    return up.value("helmet") != PAINTED[""]


def _what_differs(before: Game, after: Game) -> Iterator[Words]:
    """Of how a game stands, what a correction has changed."""
    if (before.away, before.home) != (after.away, after.home) or after.over:
        yield score_sentence(after)
    if after.over:
        return
    if half_of(before) != half_of(after):
        yield half_sentence(after)
    if before.outs != after.outs:
        yield outs_sentence(after)
    if (before.balls, before.strikes) != (after.balls, after.strikes):
        yield count_sentence(after)
    if before.runners != after.runners:
        yield on_base(after) or message("voice.bases-empty")


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
