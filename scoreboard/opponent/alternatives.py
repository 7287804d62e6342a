"""What there is to decide now in Diamante, and for which side.

Rule kept here: the law is asked and not repeated (`sayable`, the options of the last throw). What is called is the
batters', and what is held the fielders'. That a die was the next runner's (D27) is no decision: players say whose it is
before it falls.
"""

from __future__ import annotations

from typing import TypeAlias

from scoreboard.rules import Game, sayable
from scoreboard.rules.events import Ball, Event, Hold, Move, Side, Target
from scoreboard.rules.state import SKIP, Choice

Alternative: TypeAlias = Event | None
"""A line of the record; None: nothing is said, and the next die is thrown."""


def decider(game: Game) -> Side | None:
    """Whose decision it is; None where there is nothing to decide."""
    if (choice := open_choice(game)) is not None:
        return choice.before.batting if choice.before.phase == "run" else choice.before.fielding
    calls = sayable(game)
    if not calls:
        return None
    return game.fielding if Hold() in calls else game.batting


def alternatives(game: Game) -> tuple[Alternative, ...]:
    """What may be decided now: another answer to the throw, the default first, or what may be said before the next."""
    if (choice := open_choice(game)) is not None:
        return tuple(_line(choice, answer) for answer in choice.options if answer != SKIP)
    calls = sayable(game)
    return (None, *calls) if calls and game.awaits is not None else calls


def open_choice(game: Game) -> Choice | None:
    """The last throw, if it can be answered in several ways and no player has answered it yet.

    One of them may be that the die was the next runner's: once the other is stated, he has his own turn.
    """
    choice = game.diamante.choice
    return None if choice is None or choice.stated or len(choice.options) == 1 else choice


def _line(choice: Choice, answer: int | Target) -> Event:
    return Move(to=int(answer)) if choice.before.phase == "run" else Ball(to=answer)
