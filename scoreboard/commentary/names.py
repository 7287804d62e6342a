"""Names of lines, calls, cards, places and set values: in a word or two for a panel, in a few words for a sentence.

Rule kept here: a name says what the line contains, not what it led to; that is a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import to_builtins

from scoreboard.message import Message, Words, message
from scoreboard.rules.diamante.board import BASE_NAMES, BASES, spoken_spot
from scoreboard.rules.events import (
    Amend,
    Ball,
    Call,
    Chip,
    Die,
    End,
    HitsSet,
    Hold,
    Move,
    NamesSet,
    Press,
    Roll,
    Set,
    Skip,
)
from scoreboard.rules.history import READING, Entry
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.rallybird import deck_of, name_shown, shown_values
from scoreboard.rules.state import Game


def line_name(line: Entry, before: Game | None = None) -> Message:
    """What it is called: ``the red die shows 7``, and ``RED 7`` on a panel.

    Without ``before``, the state that it met, the salt of a secret choice is taken for a part of the card's name.
    """
    match line:
        case Call(call=call) if call.startswith("card ") and before is not None and before.cards is not None:
            return message("line.card", card=name_shown(before.cards, call.removeprefix("card ")))
    return LINE_NAMES[type(line)](line)


LINE_NAMES: Mapping[type, Callable[[Any], Message]] = {
    Die: lambda line: message("line.die", color=line.color, value=line.value),
    Chip: lambda line: message("line.chip", face=line.face),
    Roll: lambda line: message("line.roll", values=line.values),
    Move: lambda line: message("line.move", place=place_name(line.to)),
    Ball: lambda line: message("line.ball", target=target_name(line.to)),
    Skip: lambda _: message("line.skip"),
    Hold: lambda _: message("line.hold"),
    Call: lambda line: call_name("line", line.call),
    Press: lambda line: message("line.press", button=line.button),
    Set: lambda _: message("line.set"),
    Amend: lambda line: message("line.amend", line=line.line),
    End: lambda _: message("line.end"),
}


def call_name(area: str, call: str) -> Message:
    """A call, in the wording of that area of the catalogues."""
    word, _, rest = call.partition(" ") if call != LAST_INNING else (LAST_INNING.replace(" ", "-"), "", "")
    values: dict[str, Words] = {}
    match word:
        case "run":
            # one of: on-base.1b, on-base.2b, on-base.3b
            values = {"base": message(f"on-base.{rest.lower()}")}
        case "card" | "aside":
            values = {"card": rest}
        case "gloves":
            values = {"layout": glove_names(shown_values(rest))}
        case "flip" | "lose":
            values = {"at": rest}
    # one of: ask.appeal, ask.aside, ask.balk, ask.bunt, ask.card, ask.commit, ask.flip, ask.gloves, ask.hit-and-run
    # one of: ask.intentional-walk, ask.keep-running, ask.lose, ask.new-batter, ask.no-sign, ask.rallybird, ask.run
    # one of: ask.steal, ask.tag-up, ask.take, play.call.bunt, play.call.hit-and-run, play.call.keep-running
    # one of: play.call.new-batter, play.call.no-sign, play.call.run, play.call.steal, play.call.tag-up, play.call.take
    return message(f"{area}.{word}", **values)


def deck_message(game: Game) -> Words:
    """Which set a game is played with, by its name, which says whose it is; empty for a game without cards."""
    return "" if game.cards is None else message("play.cards", deck=deck_of(game).name)


def glove_names(layout: Mapping[str, int]) -> Words:
    """The gloves by zone: ``A 5, B 4``."""
    return tuple(message("glove", at=zone, value=value) for zone, value in layout.items())


def place_name(number: int) -> Message:
    """A place of the base path: ``second base``, ``3 steps short of second base``."""
    # one of: path.12, path.18, path.24, path.6
    return message(f"path.{number}") if number in BASE_NAMES else spoken_spot(number)


def target_name(name: str | int) -> Message:
    """Where a ball goes."""
    if isinstance(name, int):
        return message("target.place", place=place_name(name))
    # one of: target.1b, target.2b, target.3b, target.hp
    return message(f"target.{name.lower()}") if name in BASES else zone_name(int(name.removeprefix("Z")))


def zone_name(number: int) -> Message:
    """Where a ball is hit to."""
    # one of: target.z1, target.z2, target.z3, target.z4, target.z5, target.z6, target.z7, target.z8, target.z9
    return message(f"target.z{number}")


OF_THE_LINEUP: Final = frozenset({"helmets", "at_bat", "dugout"})
"""What names helmets: the record counts them from 0, people from 1."""


def set_values(changed: Mapping[str, object]) -> Words:
    """What was set: ``outs 1, runners: second base and first base, at bat 2, hits home 3``."""
    return tuple(_change(name, value) for name, value in changed.items())


def _change(name: str, value: object) -> Message:
    # one of: corrected.at-bat, corrected.away, corrected.balls, corrected.dugout, corrected.half, corrected.helmets
    # one of: corrected.hits, corrected.home, corrected.inning, corrected.innings, corrected.names, corrected.outs
    # one of: corrected.runners, corrected.strikes
    return message(f"corrected.{name.replace('_', '-')}", value=_value_words(name, value))


def _value_words(name: str, value: object) -> Words:
    match value:
        case HitsSet() | NamesSet():
            return tuple(_change(side, text) for side, text in to_builtins(value).items())
        case ():
            return (message("corrected.none"),)
        case tuple() if name == "runners":
            return tuple(map(spoken_spot, value))
        case tuple():
            return tuple(each + (name in OF_THE_LINEUP) for each in value)
        case int():
            return value + (name in OF_THE_LINEUP)
    # one of: half.bottom, half.top
    return message(f"half.{value}") if name == "half" else str(value)


def value_read(new: Mapping[str, object]) -> Words:
    """What the token showed that was misread: a value, a face, several values."""
    value = next(new[key] for key in READING.values() if key in new)
    return value if isinstance(value, tuple | int) else str(value)
