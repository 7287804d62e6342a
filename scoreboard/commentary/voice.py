"""What a voice says of a line, as a broadcaster would, and a text as any voice can say it.

Theory of operation. How much is said is a `Detail`. ``calls`` is the umpire: what was called, and the score when it
changes. ``plays`` adds the count, who is on base, and what is to be thrown, unless anybody knows that. ``all`` is for
who plays without looking: every die, and whose turn it is. `detail_length` is the length at which the words are worded.

What is said has two parts, an `Announcement`. The call comes first and is short: what happened, the score, the outs or
the count if they changed, and what is due. The rest follows while nobody throws: who bats now, who is on base.

Rules kept here: nothing is said twice. A correction is called as what is otherwise since, and no earlier sentence is
said again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name, set_values
from scoreboard.commentary.standing import (
    count_sentence,
    half_sentence,
    lead_words,
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
        *("play.pitch", "play.chase", "play.swing", "play.roll", "play.gloves", "play.helmet"),
        *("play.rolled.greater", "play.rolled.equal", "play.rolled.less"),
    }
)
"""What dice, helmets and gloves showed: their call says it better."""
HELMETS: Mapping[str, str] = {"due.helmet-adds": "voice.plus", "due.helmet-takes": "voice.minus"}
"""What is due with what a helmet does to it, and that as a sentence of its own."""
SCORED: Mapping[str, str] = {"play.one-run": "voice.one-run", "play.runs": "voice.runs"}
"""Runs that came in, and the same with the score."""
RUNS = frozenset(SCORED)
WITH_THE_SCORE = frozenset({*SCORED.values(), "voice.lead-now"})
OUTS = frozenset({"play.outs"})
HOMERS = ("play.homerun", "play.rolled.homerun", "play.press-homerun")
AT_ONCE = frozenset({"play.double-play", "play.triple-play"})
IMPLIED_BY: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(RUNS, frozenset(HOMERS)),
    **dict.fromkeys(("play.press-run", "play.run-added"), RUNS),
    **dict.fromkeys(("play.press-out", "play.rolled.out"), OUTS),
    **dict.fromkeys(("play.rolled.two-outs", "play.rolled.throw-in", "play.rolled.hot-shot"), AT_ONCE),
    **dict.fromkeys(("play.rolled.ones", "play.rolled.last-ones"), RUNS),
    "play.skip": frozenset({"play.die-of"}),
}
"""Facts that another fact of the same line says, too: of a home run the score says how many came in."""
COVERED_BY_PROMPT: Mapping[str, frozenset[str]] = {
    "play.pitch": frozenset({"due.swing", "due.bunt"}),
    "play.ten": frozenset({"due.homer", "due.homer-or-more"}),
    "play.call": frozenset({"due.bunt", "due.roll-with-sign"}),
    "play.call.run": frozenset({"due.run", "due.run-or-skip"}),
    "play.runners-go": frozenset({"due.low-high-steal"}),
    "play.rolled.pop-up": frozenset({"due.low-high-pop-up"}),
    "play.appeal": frozenset({"due.low-high-appeal"}),
    "play.commit": frozenset({"due.gloves"}),
    "play.gloves": frozenset({"due.roll-card", "due.show-card"}),
    "play.card": frozenset({"due.roll-card"}),
}
KNOWN = frozenset({"due.pitch", "due.roll", "due.card"})
"""What comes next wherever nothing else does."""
COUNTED = frozenset({"play.ball", "play.strike", "play.foul"})
NUMBERED: Mapping[str, str] = {"play.ball": "voice.ball", "play.strike": "voice.strike"}
"""Calls with a number, and the same without, for where the count follows."""
LATER = frozenset(
    {
        *("play.top", "play.bottom", "play.still", "play.win", "play.win-early", "play.end"),
        *("play.glove-turns", "play.glove-lost"),
    }
)
"""Facts that can wait until the call is heard."""


Sentences = tuple[Words, ...]
SENTENCES = 2
"""A call has no more, and three seconds are enough for them; of a correction it has one more."""


class Announcement(Struct, frozen=True):
    """What a voice says of a line.

    Attributes:
        call: what matters, and is said at once.
        rest: what follows it, unless something new happens first.
    """

    call: Words
    rest: Words = ()


def detail_length(detail: Detail) -> Length:
    """The length at which what is said in so much detail is worded."""
    return "spoken" if detail == "all" else "brief"


def announcement(before: Game, line: Entry, after: Game, *, asked: bool, detail: Detail) -> Announcement:
    """What a voice says of a line: its call, and what is due then; ``asked``: a question is open, and comes first."""
    if detail == "all":
        return Announcement(_everything(before, line, after, asked=asked))
    is_corrected = is_correction(line)
    is_due = detail == "plays" and not asked and (is_corrected or before.due != after.due)
    next_up = _next_up(after) if is_due else ()
    if is_corrected:
        what, later = _corrected(before, line, after)
    else:
        what, later = _played(before, line, after, detail, next_up)
    now = (*what, *next_up)
    end = SENTENCES + 1 if is_corrected else _end_of_call(now)
    return Announcement(now[:end], (*now[end:], *later))


def _end_of_call(now: Sentences) -> int:
    """How many sentences belong to the call: the score is the last one."""
    scores = (place for place, each in enumerate(now, 1) if isinstance(each, Message) and each.key in WITH_THE_SCORE)
    return min(SENTENCES, next(scores, SENTENCES))


def due(game: Game, *, asked: bool) -> Words:
    """What comes next, unless a question is open."""
    return "" if game.over or asked else game.due


def _next_up(game: Game) -> tuple[Message, ...]:
    """What comes next, if not everybody knows that, and what a helmet does to it."""
    if game.over or _bare(game.due).key in KNOWN:
        return ()
    helmet = HELMETS.get(game.due.key)
    return (_bare(game.due), message(helmet, value=game.due.value("value"))) if helmet else (game.due,)


def _bare(prompt: Message) -> Message:
    """What is due, without what a helmet does to it."""
    plain = prompt.value("due") if prompt.key in HELMETS else prompt
    return plain if isinstance(plain, Message) else prompt


def _everything(before: Game, line: Entry, after: Game, *, asked: bool) -> Sentences:
    """For who cannot look: what happened, the count, the score, the runners, who is up and what is due."""
    next_up = due(after, asked=asked)
    if is_correction(line):
        return _correction(before, line, after), standing(after), next_up
    facts = tuple(_everything_called(before, line, after))
    if after.over:
        return facts
    has_changed = (before.away, before.home, half_of(before)) != (after.away, after.home, half_of(after))
    return (
        *facts,
        count_sentence(after) if after.balls and after.strikes and _counts(facts) else "",
        score_sentence(after) if has_changed else "",
        on_base(after) if after.fresh else "",
        *(_comes_up(after, "all") if after.fresh else ()),
        _unless_named(next_up, facts),
    )


def _unless_named(next_up: Words, facts: tuple[Message, ...]) -> Words:
    """What is due; without the helmet if the call says what that same one did: another man's is still to be said."""
    if not isinstance(next_up, Message):
        return next_up
    helmets = [fact.value("helmet") for fact in facts if fact.key == "play.helmet"]
    return _bare(next_up) if next_up.value("helmet") in helmets else next_up


def _everything_called(before: Game, line: Entry, after: Game) -> Iterator[Message]:
    """All facts of a line but a call that the prompt for it says again."""
    then = _bare(after.due).key
    for fact in facts_of(before, line, after):
        if fact.key != "play.call" or then not in COVERED_BY_PROMPT[fact.key]:
            yield fact


def _played(
    before: Game, line: Entry, after: Game, detail: Detail, next_up: tuple[Message, ...]
) -> tuple[Sentences, Sentences]:
    """What happened; and what can wait. ``next_up``: what is due, as far as it is said."""
    facts = tuple(_called(facts_of(before, line, after), frozenset(each.key for each in next_up)))
    now = tuple(fact for fact in facts if fact.key not in LATER)
    later: Sentences = tuple(fact for fact in facts if fact.key in LATER)
    if after.over:
        return now, later
    is_new_half = half_of(before) != half_of(after)
    if detail == "plays" and (count := _new_count(before, after, now)):
        now = (*_without_numbers(now), count)
    if (before.away, before.home) != (after.away, after.home):
        now = tuple(_with_score(now, lead_words(after, at_bat=before.batting)))
    elif is_new_half:
        is_named = after.runs_of(after.batting) > after.runs_of(after.fielding)  # by the sentence before: it bats now
        lead = lead_words(after, at_bat=after.batting if is_named else None)
        later = (*later, message("voice.lead-now", lead=lead))
    if detail == "plays" and after.fresh:
        has_moved = before.runners != after.runners and (is_new_half or not _tells_where(before, now, after))
        later = (*later, on_base(after) if has_moved else "", *_comes_up(after, detail))
    return now, later


def _with_score(now: tuple[Message, ...], lead: Message) -> Iterator[Message]:
    """What happened, with the score in the sentence that says how many came in, or in one of its own."""
    for fact in now:
        yield message(SCORED[fact.key], runs=fact.value("runs"), lead=lead) if fact.key in SCORED else fact
    if not any(fact.key in SCORED for fact in now):
        yield message("voice.lead-now", lead=lead)


def _called(facts: tuple[Message, ...], prompts: frozenset[str]) -> Iterator[Message]:
    """The facts of a line without those that another one, or one of these prompts, says better."""
    keys = frozenset(fact.key for fact in facts)
    for fact in facts:
        is_dice = fact.key in DICE and len(facts) > 1
        is_implied = not keys.isdisjoint(IMPLIED_BY.get(fact.key, ()))
        is_covered = any(prompts & COVERED_BY_PROMPT.get(key, frozenset()) for key in (fact.key, _call_of(fact)))
        if not (is_dice or is_implied or is_covered or fact.key == "play.noted"):
            yield from _place_reached(fact, has_scored=not keys.isdisjoint(RUNS))


def _call_of(fact: Message) -> str:
    """The key of a call that was made, such as ``play.call.run``."""
    call = fact.value("call")
    return call.key if isinstance(call, Message) else ""


def _place_reached(fact: Message, *, has_scored: bool) -> Iterator[Message]:
    """The fact; of a runner or a ball between two bases how far it came, and of one who scored nothing more."""
    target = fact.value("target")
    place = target.value("place") if isinstance(target, Message) else fact.value("place")
    if isinstance(place, Message) and place.key == "spot.step":
        yield message("voice.short-of", base=place.value("ahead"))
    elif not (has_scored and fact.key == "play.run-to" and place == message("path.24")):
        yield fact


def _counts(facts: tuple[Message, ...]) -> bool:
    """Whether the batter goes on with another count."""
    return any(fact.key in COUNTED for fact in facts)


def _new_count(before: Game, after: Game, call: tuple[Message, ...]) -> Message | None:
    """The count, if it is another one and the number of the ball or the strike does not tell it."""
    is_new = (before.balls, before.strikes) != (after.balls, after.strikes)
    return count_sentence(after) if is_new and after.balls and after.strikes and _counts(call) else None


def _without_numbers(call: tuple[Message, ...]) -> Iterator[Message]:
    """The call before a count: a ball or a strike without its number, and not at all after what says it."""
    for place, fact in enumerate(call):
        if fact.key not in NUMBERED:
            yield fact
        elif place == 0:
            yield message(NUMBERED[fact.key])


def _tells_where(before: Game, call: tuple[Message, ...], after: Game) -> bool:
    """Whether the call says where the only runner is: he ran there, or nobody was on base before his hit."""
    return len(after.runners) == 1 and (not before.runners or any(fact.key == "play.run-to" for fact in call))


def _comes_up(after: Game, detail: Detail) -> Iterator[Words]:
    """Who comes to bat; the dugout is left to `standing`."""
    yield from (each for each in who_is_up(after) if each.key not in DUGOUT and (detail == "all" or _is_news(each)))


def _is_news(up: Message) -> bool:
    """A plain helmet changes nothing."""
    return up.value("helmet") != PAINTED[""]


def _corrected(before: Game, line: Entry, after: Game) -> tuple[Sentences, Sentences]:
    """What is otherwise since a correction; and what can wait: what else was set, and the runners."""
    call, others = _correction(before, line, after), Sentences()
    if isinstance(call, Message) and call.key == "play.set":
        call, others = message("voice.corrected"), (message("voice.set", changes=call.value("changes")),)
    has_moved = before.runners != after.runners and not after.over
    runners = (on_base(after) or message("voice.bases-empty"),) if has_moved else ()
    return (call, *_what_differs(before, after)), (*others, *runners)


def _what_differs(before: Game, after: Game) -> Iterator[Words]:
    """Of the score, the half-inning, the count and the outs those that a correction has changed."""
    if (before.away, before.home) != (after.away, after.home) or after.over:
        yield message("voice.lead-now", lead=lead_words(after))
    if after.over:
        return
    if half_of(before) != half_of(after):
        yield half_sentence(after)
    if (before.balls, before.strikes) != (after.balls, after.strikes):
        yield count_sentence(after)
    if before.outs != after.outs:
        yield outs_sentence(after)


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
