"""The umpire's review of a line: how it was read, what else it may have been, and which clause made the call.

Rule kept here: a line is told as it counts now, amended or not; what the reader said of it stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from msgspec import UNSET, Struct

from scoreboard.commentary import clause_of, facts_of, other_clauses
from scoreboard.kept_throws import KeptThrow, SeenToken, Value
from scoreboard.language import Language
from scoreboard.message import Message, Words
from scoreboard.record import ReplayStep
from scoreboard.rules.events import Chip, Die, Expect, Roll, Setup
from scoreboard.rules.history import Entry, judged_lines
from scoreboard.rules.state import Game
from scoreboard.web.state.offers import Offer, possible_offers

OTHERS: Final = 3
"""Other values that are told."""
Thrown = Value | tuple[int, ...] | None
"""What a die, the chip or a roll shows."""


class Other(Struct, frozen=True):
    """What else a throw may have been, and its probability, 0 to 1."""

    value: Thrown
    likelihood: float


class WordedClause(Struct, frozen=True):
    """A clause of the law: its name, such as ``D12`` or ``sign``, and its text."""

    name: str
    said: str


class Review(Struct, frozen=True, kw_only=True):
    """A line under review.

    Attributes:
        game: the game's number.
        line: the line's.
        type: of the line.
        told: what it did, in words; why it was refused, if it was.
        recorded: what it did as it was recorded, where it reads otherwise now; null where it does not.
        missed: what could have been said just before it, such as a steal, if it was missed.
        by: who reported it; null where the record does not say.
        value: what it counts as; null of a line that is no throw.
        read: what the camera read; null where it was not sure, or saw nothing.
        sure: how sure it was of the likeliest value, in per cent; null where nothing is known.
        asked: the camera saw it and was not sure, so players said what it shows.
        others: the three likeliest other values.
        clause: that made the call; null where none did.
        besides: what else had a part in it, such as a helmet (D16), a sign or a ruling of the house.
        counts: whether the line counts; not, if it was taken back or refused.
        picture: where the die or chip can be seen; null where no picture is kept.
        clip: where the seconds before can be seen; likewise.
    """

    game: int
    line: int
    type: str
    told: str
    recorded: str | None
    missed: tuple[Offer, ...]
    by: str | None
    value: Thrown
    read: Thrown
    sure: float | None
    asked: bool
    others: tuple[Other, ...]
    clause: WordedClause | None
    besides: tuple[WordedClause, ...]
    counts: bool
    picture: str | None
    clip: str | None


class LineInPlay(Struct, frozen=True):
    """A line between the states around it, why it does not count, if so, and what it did as it was recorded."""

    line: Entry
    before: Game
    after: Game
    refused: Message | None
    counts: bool
    recorded: Words


def line_in_play(steps: Iterable[ReplayStep], number: int) -> LineInPlay | None:
    """The line of that number as it counts at the end of these steps; None where there is no play on that line."""
    found, last = None, None
    for step in steps:
        found, last = (step if step.number == number else found), step
    if found is None or last is None or isinstance(found.line, Setup | Expect):
        return None
    before, line, after = found.before.game, found.line, found.after.game
    recorded = found.refused or facts_of(before, line, after)
    now = next((each for each in judged_lines(last.after) if each.number == number), None)
    if now is None:
        return LineInPlay(line, before, after, found.refused, False, recorded)
    return LineInPlay(now.line, now.before, now.after, now.refused, now.refused is None, recorded)


def review(at: tuple[int, int], play: LineInPlay, kept: KeptThrow | None, language: Language) -> Review:
    """The review of the line ``at`` a game and a number."""
    line, seen = play.line, () if kept is None else kept.seen
    by, confidence = (getattr(line, key, UNSET) for key in ("by", "confidence"))
    counted = play.refused is None
    clause = clause_of(play.before, line, play.after) if counted else None
    more = other_clauses(play.before, line, play.after) if counted else ()
    where, sentence = address(*at), play.refused or facts_of(play.before, line, play.after)
    return Review(
        game=at[0],
        line=at[1],
        type=str(line.__struct_config__.tag),
        told=language.say(sentence),
        recorded=None if sentence == play.recorded else language.say(play.recorded),
        missed=tuple(possible_offers(play.before, language)),
        by=None if by is UNSET else by,
        value=value_of(line),
        read=_read(line, seen),
        sure=_percent(min((each.confidence for each in seen), default=None if confidence is UNSET else confidence)),
        asked=any(each.value is None for each in seen),
        others=tuple(islice(_others(line, seen), OTHERS)),
        clause=clause and WordedClause(clause.name, language.say(clause.words)),
        besides=tuple(WordedClause(each.name, language.say(each.words)) for each in more),
        counts=play.counts,
        picture=f"{where}/picture" if kept is not None and kept.picture else None,
        clip=f"{where}/clip" if kept is not None and kept.clip else None,
    )


def address(game: int, line: int) -> str:
    """Where what is kept of a line can be asked for."""
    return f"/api/games/{game}/lines/{line}"


def value_of(line: Entry) -> Thrown:
    """What a throw shows; None of another line."""
    match line:
        case Die(value=value):
            return value
        case Chip(face=face):
            return face
        case Roll(values=values):
            return values
    return None


def _read(line: Entry, seen: tuple[SeenToken, ...]) -> Thrown:
    values = [each.value for each in seen]
    if not values or None in values:
        return None
    return tuple(int(each) for each in values if each is not None) if isinstance(line, Roll) else values[0]


def _percent(confidence: float | None) -> float | None:
    """In per cent, cut to a tenth: what is open is never told as certain."""
    return None if confidence is None else int(confidence * 1000) / 10


def _others(line: Entry, seen: tuple[SeenToken, ...]) -> Iterator[Other]:
    """What else it may have been, the likeliest first; of a roll one die is another."""
    if isinstance(line, Roll):
        yield from _other_rolls(line, seen)
    elif seen and (now := value_of(line)) is not None:
        yield from (Other(each.value, each.likelihood) for each in seen[0].likely if each.value != now)


def _other_rolls(roll: Roll, seen: tuple[SeenToken, ...]) -> Iterator[Other]:
    if len(seen) != len(roll.values):
        return
    found = [
        Other((*roll.values[:at], int(each.value), *roll.values[at + 1 :]), each.likelihood)
        for at, token in enumerate(seen)
        for each in token.likely
        if each.value != roll.values[at]
    ]
    yield from sorted(found, key=lambda each: -each.likelihood)
