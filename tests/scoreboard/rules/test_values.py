"""What lines, states and tables are made of."""

from __future__ import annotations

from inspect import Parameter, signature
from types import ModuleType
from typing import get_args

import pytest
from msgspec import Struct, ValidationError, convert, inspect, json, to_builtins
from support.rules import REDS, SETUP, play, table, why

from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS, HouseRules, deck, events, options, registry, state
from scoreboard.rules import house_rules as house
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import (
    Amend,
    AnyLine,
    Ball,
    Call,
    Chip,
    Die,
    End,
    Event,
    Expect,
    ExpectedUnfit,
    ExpectedUp,
    Hits,
    HitsSet,
    Hold,
    Move,
    NamesSet,
    Press,
    Roll,
    Set,
    Skip,
)
from scoreboard.rules.four_dice import plays
from scoreboard.rules.house_rules import Rulings
from scoreboard.rules.parks import park


def values(module: ModuleType) -> list[type[Struct]]:
    """The types of value that a module defines."""
    types = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]
    return [one for one in types if one.__module__ == module.__name__]


VALUES = [one for module in (deck, events, house, options, park, plays, registry, state) for one in values(module)]
PARTS = [one for one in VALUES if not issubclass(one, events.Line | plays.Play) or one is events.Line]
LINES = [
    SETUP,
    Die(color="red", value=3),
    Chip(face="hit"),
    Roll(values=(2, 5)),
    Move(to=6),
    Skip(),
    Ball(to="1B"),
    Hold(),
    Call(call="bunt"),
    Press(button="ok"),
    Set(outs=1),
    Amend(line=2, value=3),
    End(why="called", winner=None),
    Expect(outs=1),
]
PIECES = [
    HitsSet(away=3),
    NamesSet(home="Crows"),
    ExpectedUp(bats=None, pitches=None),
    ExpectedUnfit(line=2, why="So."),
]
CARDS = [(ours := house_deck()), ours.zones, ours.tiles[0], ours.cards[0], ours.cards[0].less]
WRITTEN = [*LINES, REDS, Hits(away=0, home=0), *PIECES, HouseRules(), Rulings(walk_off=False), *CARDS]
"""One of each that somebody else may have written."""
TITLES = {
    "diamante-amateur": "Baseball Diamante, Amateur",
    "diamante-major": "Baseball Diamante, Major League",
    "one-die": "One-die Baseball",
    "two-dice": "Two-dice Baseball",
    "three-dice": "Three-dice Baseball",
    "dice-baseball": "Dice Baseball",
    "four-dice": "Four-Dice Baseball",
    "rallybird": "RallyBird Baseball",
}


def kind(value: Struct) -> str:
    """What a case is called."""
    return type(value).__name__


def read_with(value: Struct, **more: object) -> Struct:
    """The value read again from what it is written as, and these keys besides."""
    return convert({**to_builtins(value), **more}, type(value))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_every_value_is_frozen(value: type[Struct]) -> None:
    """A value never changes: undo holds on to old ones."""
    assert value.__struct_config__.frozen


@pytest.mark.parametrize("value", PARTS, ids=lambda value: value.__name__)
def test_every_part_of_a_state_is_named(value: type[Struct]) -> None:
    """Two numbers side by side would be taken for one another; lines have one field, or names in the record."""
    assert {Parameter.KEYWORD_ONLY} >= {parameter.kind for parameter in signature(value).parameters.values()}


def test_the_lines_above_are_of_every_kind() -> None:
    """What is shown of these lines is shown of all."""
    assert set(get_args(AnyLine)) == set(map(type, LINES))


@pytest.mark.parametrize("value", WRITTEN, ids=kind)
def test_nothing_that_is_read_takes_an_unknown_key(value: Struct) -> None:
    """A slip in a record or a house rule is an error, in the parts of a line too."""
    assert value == read_with(value)
    with pytest.raises(ValidationError, match="mood"):
        read_with(value, mood="good")


@pytest.mark.parametrize("line", LINES, ids=kind)
def test_every_line_may_say_when_it_was_recorded(line: AnyLine) -> None:
    """A moment in UTC, whatever else the line says; anything else is malformed."""
    assert "2026-01-02T03:04:05Z" == getattr(read_with(line, at="2026-01-02T03:04:05Z"), "at", None)
    with pytest.raises(ValidationError, match="a moment in UTC"):
        read_with(line, at="yesterday")


def test_correction_needs_more_than_a_time() -> None:
    """What any line may carry is nothing to set."""
    with pytest.raises(ValueError, match="at least one thing"):
        Set(at="2026-01-02T03:04:05Z", by="web")


MALFORMED = {
    "amend line=2": "exactly one of",
    "amend line=2 value=3 face=hit": "exactly one of",
    "amend line=2 add=null": "got `null`",
    'amend line=2 as={"type":"press","button":"undo"}': "neither adds UNDO",
    'amend line=2 add={"type":"press","button":"redo"}': "neither adds UNDO",
    'amend line=2 as={"type":"amend","line":2,"value":3}': "Invalid value 'amend'",
    'amend line=2 add={"type":"expect","outs":1}': "Invalid value 'expect'",
    "end why=forfeit winner=null": "A forfeit has a winner",
    "end why=called": "missing required field `winner`",
    "end why=rain winner=null": "Invalid enum value 'rain'",
    "set hits={}": r"`away`, `home` or both - at `\$.hits`",
    'set names={"away":""}': r"at `\$.names.away`",
    "set runners=[6,6]": "Two runners cannot stand on one place",
    "set helmets=[1]": "a helmet for each of `runners`",
    "set runners=[6,12] helmets=[1]": "a helmet for each of `runners`",
    "set runners=[6,12] helmets=[1,1]": "One helmet cannot be two runners",
    "set dugout=[1,1]": "One helmet cannot wait twice",
    "set at_bat=4": r"at `\$.at_bat`",
    "set innings=0": r"at `\$.innings`",
}


@pytest.mark.parametrize(("line", "why_not"), MALFORMED.items())
def test_malformed_line_is_explained(line: str, why_not: str) -> None:
    """A correction, an amendment or an end that cannot be meant so is malformed."""
    kind, *pairs = line.split()
    fields = dict(pair.split("=", 1) for pair in pairs)
    raw = {key: json.decode(value) if value[0] in "{[0123456789n" else value for key, value in fields.items()}
    with pytest.raises(ValidationError, match=why_not):
        convert({"type": kind, **raw}, AnyLine)


def test_an_amendment_may_say_any_line_that_is_judged() -> None:
    """What counts in a line's place, or before it, is written as a line in the amendment; null takes the line away."""
    for line in get_args(Event):
        example = next(one for one in LINES if isinstance(one, line))
        for key in ("as", "add"):
            raw = {"type": "amend", "line": 2, key: to_builtins(example)}
            assert raw == to_builtins(convert(raw, AnyLine))
    assert Amend(line=2, as_=None) == convert({"type": "amend", "line": 2, "as": None}, AnyLine)


def test_a_game_line_can_rule_whatever_a_house_can() -> None:
    """Each ruling has the same name and type in both; in a game line each may be left out, and none is null."""
    rulings = {each.name: each.type for each in inspect.type_info(Rulings).fields}  # type: ignore[attr-defined]
    house_rules = {each.name: each.type for each in inspect.type_info(HouseRules).fields}  # type: ignore[attr-defined]
    none = inspect.NoneType()
    stated = {
        name: next(each for each in kind.types if each != none) if isinstance(kind, inspect.UnionType) else kind
        for name, kind in house_rules.items()
    }
    assert rulings == stated
    for name in ("mercy", "tie_after"):
        with pytest.raises(ValidationError, match=r"got `null` - at `\$.house"):
            read_with(SETUP, house={name: None})


def test_a_ruling_in_a_game_line_is_read_strictly() -> None:
    """An unknown ruling or one of the wrong type is malformed, and the error says where."""
    for wrong in ({"walkoff": True}, {"walk_off": 1}, {"plus": 10}, {"lineup": ["+"]}):
        with pytest.raises(ValidationError, match=r"at `\$.house"):
            read_with(SETUP, house=wrong)


def test_a_game_line_names_the_options_that_games_have() -> None:
    """Each is one game's alone, and a game line may name no other."""
    every = [option for rules in RULE_SETS.values() for option in rules.options]
    assert sorted(every) == sorted(get_args(options.Option))


def test_each_game_has_its_own_title() -> None:
    """A family that chooses by title gets the game that the title names."""
    assert TITLES == {name: ENGLISH(rules.title) for name, rules in RULE_SETS.items()}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_line_is_law_or_a_reason(rules: str) -> None:
    """In every phase in which it may come."""
    chosen = RULE_SETS[rules]
    phases = {phase for phase, _ in chosen.law} | {"over"}
    unlawful = {line for line in get_args(Event) for phase in phases if (phase, line) not in chosen.law}
    assert unlawful == chosen.not_now.keys()


AFTER_THE_END = {
    "blue3": "The dice rest now.",
    "hit": "The chip is not tossed now.",
    "roll:25": "This game is not played with six-sided dice.",
    "skip": "No runner can be skipped now.",
    "hold": "There is no throw to decline now.",
    "call:steal": "Nothing can be called now.",
    "set:outs=1": "Press UNDO to play on, then put it right.",
}
AFTER_THE_END_OF_A_TABLE_GAME = {
    "blue3": "This game is not played with ten-sided dice.",
    "hit": "This game is played without the chip.",
    "roll:25": "The dice rest now.",
    "to:3": "Nobody runs by choice in this game.",
    "skip": "Nobody runs by choice in this game.",
    "ball:1B": "The ball is not thrown in this game.",
    "hold": "The ball is not thrown in this game.",
    "call:steal": "Nothing is called in this game.",
    "press:out": "No button counts now.",
    "set:outs=1": "Press UNDO to play on, then put it right.",
}


@pytest.mark.parametrize(("word", "reason"), AFTER_THE_END.items())
def test_a_finished_game_says_why_not(word: str, reason: str) -> None:
    """Each kind of line has its own reason, and the result follows it."""
    over = play("set:inning=3,half=bottom press:homerun")
    assert f"{reason} The game is over: Blues win 1 to 0!" == why(over, word)


@pytest.mark.parametrize(("word", "reason"), AFTER_THE_END_OF_A_TABLE_GAME.items())
def test_finished_game_refuses(word: str, reason: str) -> None:
    """A finished table game says so in its own words."""
    over = table("two-dice", "set:inning=9,half=bottom press:homerun")
    assert f"{reason} The game is over: Blues win 1 to 0!" == why(over, word)
