"""The facts of every game with a count: balls, strikes, fouls, double plays."""

from __future__ import annotations

from collections.abc import Iterator

from scoreboard.message import Message, Words, message
from scoreboard.rules.baseball import OUTS, STRIKES
from scoreboard.rules.state import Game
from scoreboard.scorebook import Happened, outs_at_once

SPELLED = 4
"""Numbers up to this one are spelled out."""


def number_word(number: int, family: str = "counted") -> Words:
    """A small number as a word: ``two``; the family agrees with what is counted."""
    # one of: counted.1, counted.2, counted.3, counted.4, runs-counted.1, runs-counted.2, runs-counted.3, runs-counted.4
    return message(f"{family}.{number}") if number <= SPELLED else number


def roll_name(name: str, **values: Words) -> Message:
    """What the dice were, by its name in the game."""
    # one of: play.rolled.* and a name of scoreboard.scorebook.play_names with hyphens
    return message(f"play.rolled.{name.replace('_', '-')}", **values)


def pitch_facts(at: Game, name: str, strikes: int = 0) -> Iterator[Message]:
    """A pitch that was not hit, by the name that `what_happened` has; ``strikes``: how many there are since it."""
    match name:
        case "ball":
            yield message("play.ball", number=number_word(at.balls + 1))
        case "walk":
            yield message("play.walk", team=at.team(at.batting).name)
        case "strike" | "strikeout":
            yield message(f"play.{name}", number=number_word(strikes or at.strikes + 1))
        case "foul":
            yield message("play.foul")
            if at.strikes + 1 < STRIKES:
                yield message("play.strike", number=number_word(at.strikes + 1))


def double_play_facts(happened: Happened) -> Iterator[Message]:
    """A name for more than one out at once."""
    if (outs := outs_at_once(happened)) > 1:
        yield message("play.double-play" if outs < OUTS else "play.triple-play")
