"""What of the score may be put right outright, key by key of a `set` line, with how it stands now and in words.

Rule kept here: bounds are those of the line's own type, and which places and helmets there are is asked of the law, so
a page draws what is listed here for any game and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from scoreboard.commentary import place_name
from scoreboard.language import Language, capitalised
from scoreboard.message import Message, Words, message
from scoreboard.rules import allows, apply, find_rule_set
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import HitsSet, NamesSet, Set, Side
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import Game

SIDES: Final[tuple[Side, ...]] = ("away", "home")
LIMITS: Final = {each.name: each.type for each in msgspec.inspect.type_info(Set).fields}  # type: ignore[attr-defined]
"""The type of each key, with its bounds."""
COUNTED: Final = frozenset({"balls", "strikes"})
"""Keys of games that have a count."""


class SetChoice(Struct, frozen=True):
    """A value that something may have, in words."""

    value: int | str
    said: str


class SetField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that may be put right by itself.

    Attributes:
        key: in the line; ``hits.away`` is ``away`` within ``hits``.
        said: what it is.
        kind: how it is given: a number, a text, one of some choices, or an order of some.
        value: how it stands now.
        least: of a number.
        most: of a number; of a text its longest, in characters.
        choices: of a choice, and of each place of an order.
    """

    key: str
    said: str
    kind: Literal["number", "text", "choice", "order"]
    value: int | str | tuple[int, ...]
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    choices: tuple[SetChoice, ...] = ()


class SetMan(Struct, frozen=True):
    """A runner: his place, null for one who is not there, and the helmet that he has, or would have."""

    place: int | None
    helmet: int | None = None


class SetRunners(Struct, frozen=True):
    """Where the runners are.

    Attributes:
        men: as many as there may be.
        places: that each may stand on.
        helmets: that each may wear; empty where they do not differ.
    """

    men: tuple[SetMan, ...]
    places: tuple[SetChoice, ...]
    helmets: tuple[SetChoice, ...]


class Settable(Struct, frozen=True):
    """All that may be put right now.

    Attributes:
        fields: each by itself.
        runners: null where they may not be placed now.
        why_not: why something, or everything, may not be put right now, and what to do; null where all may.
        expect: where play is, as `expect` says it.
    """

    fields: tuple[SetField, ...]
    runners: SetRunners | None
    why_not: str | None
    expect: str


def settable(game: Game, language: Language, expect: str) -> Settable:
    """What of the game as it stands may be put right, worded in that language; ``expect`` is where play is."""
    say = language.say
    try:
        apply(game, Set(half=game.half))
    except Refused as refused:
        return Settable((), None, say(refused.message), expect)
    between = game.phase in BETWEEN_PLAYS
    return Settable(
        tuple(_fields(game, language)),
        _runners(game, language) if between else None,
        None if between else say(message("refused.runners-in-play")),
        expect,
    )


def _fields(game: Game, language: Language) -> Iterator[SetField]:
    yield _number(game, language, "inning", least=game.first)
    halves = tuple(SetChoice(half, language.say(message(f"put-right.{half}"))) for half in ("top", "bottom"))
    yield SetField(key="half", said=_title(language, "half"), kind="choice", value=game.half, choices=halves)
    for key in ("balls", "strikes", "outs"):
        if key not in COUNTED or find_rule_set(game.setup.rules).counts:
            yield _number(game, language, key)
    for key in SIDES:
        yield _number(game, language, key, title=message("put-right.runs", team=game.team(key).name))
    yield from (_hits(game, language, side) for side in SIDES)
    yield _number(game, language, "innings", least=game.inning - game.first + 1)
    yield from _helmets(game, language)
    yield from (_name(game, language, side) for side in SIDES)


def _number(game: Game, language: Language, key: str, *, least: int = 0, title: Words = "") -> SetField:
    kind = LIMITS[key]
    words = language.say(title) if title else _title(language, key)
    at_least = max(least, kind.ge)
    return SetField(key=key, said=words, kind="number", value=getattr(game, key), least=at_least, most=kind.le)


def _hits(game: Game, language: Language, side: Side) -> SetField:
    kind = _within(HitsSet, side)
    title = language.say(message("put-right.hits", team=game.team(side).name))
    value = getattr(game.hits, side)
    return SetField(key=f"hits.{side}", said=title, kind="number", value=value, least=kind.ge, most=kind.le)


def _name(game: Game, language: Language, side: Side) -> SetField:
    title = _title(language, f"name-{side}")
    most = _within(NamesSet, side).max_length
    return SetField(key=f"names.{side}", said=title, kind="text", value=game.team(side).name, most=most)


def _within(kind: type[Struct], side: Side) -> Any:  # noqa: ANN401 - what msgspec knows of a type
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return next(each.type for each in fields if each.name == side)


def _helmets(game: Game, language: Language) -> Iterator[SetField]:
    """Who bats and who waits, where helmets differ (D49)."""
    every = range(len(game.house.lineup))
    batters = tuple(helmet for helmet in every if allows(game, Set(at_bat=helmet)))
    if len(batters) > 1:
        choices = _worn(game, language, batters)
        title = _title(language, "at-bat")
        yield SetField(key="at_bat", said=title, kind="choice", value=game.at_bat, choices=choices)
    if every and game.bench:
        choices = _worn(game, language, tuple(every))
        yield SetField(key="dugout", said=_title(language, "dugout"), kind="order", value=game.bench, choices=choices)


def _worn(game: Game, language: Language, helmets: tuple[int, ...]) -> tuple[SetChoice, ...]:
    return tuple(SetChoice(helmet, language.say(_helmet(game, helmet))) for helmet in helmets)


def _helmet(game: Game, helmet: int) -> Message:
    sign = game.sign(helmet)
    return message("put-right.helmet" if sign else "put-right.plain-helmet", nth=helmet + 1, sign=PAINTED[sign])


def _runners(game: Game, language: Language) -> SetRunners:
    """The men as they stand; those who may come get the helmets that would come: from the end of the dugout."""
    worn = [man for man in game.men if man.place]
    kind = LIMITS["runners"]
    places = range(kind.item_type.ge, kind.item_type.le + 1)
    lawful = (place for place in places if allows(game, Set(runners=(place,))))
    spots = tuple(SetChoice(place, capitalised(language.say(place_name(place)))) for place in lawful)
    differ = bool(game.house.lineup)
    free = (*reversed(game.bench), game.at_bat)[: kind.max_length - len(worn)]
    men = (
        *(SetMan(man.place, man.helmet if differ else None) for man in worn),
        *(SetMan(None, helmet if differ else None) for helmet in free),
    )
    return SetRunners(men, spots, _worn(game, language, tuple(range(len(game.house.lineup)))))


def _title(language: Language, name: str) -> str:
    # one of: put-right.at-bat, put-right.balls, put-right.bottom, put-right.dugout, put-right.half, put-right.inning
    # one of: put-right.innings, put-right.name-away, put-right.name-home, put-right.outs, put-right.strikes
    # one of: put-right.top
    return language.say(message(f"put-right.{name}"))
