"""What simulated players mean by a throw, where the law leaves it to them: they say nothing, and move their pieces.

Rule kept here: the law is asked and not repeated; what nobody may do nobody means to do.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scoreboard.message import Message
from scoreboard.rules import Refused, apply, sayable
from scoreboard.rules.events import Ball, Call, Die, Hold, Move, Skip
from scoreboard.rules.state import SKIP

if TYPE_CHECKING:
    import numpy as np

    from scoreboard.rules.aloud import SpokenCall
    from scoreboard.rules.state import Answer, Choice, Game

OTHERWISE = 0.35
"""How often players mean another answer than the likeliest."""
STAYS, STEALS = 0.5, 0.3
"""How often a runner or the ball stays where it may, and how often runners steal."""
PROBE = 5
"""A number that any die may show."""
SHOWN_CALLS = frozenset({"steal"})
"""What the board shows, so that nobody says it."""


@dataclass(frozen=True, slots=True)
class Intention:
    """What players mean by a throw, or do without one.

    Attributes:
        before: the game that their answer starts from.
        answer: the runner's place, or the ball's target.
        after: the game as they mean it.
        is_default: they mean what the box takes it for if it sees nothing.
    """

    before: Game
    answer: Answer
    after: Game
    is_default: bool


def intended(game: Game, rng: np.random.Generator) -> Intention | None:
    """What the players mean by the last throw, or by a steal now; None where the law leaves nothing to them."""
    choice = game.diamante.choice
    if game.options and choice is not None:
        return _answered(game, choice, rng, is_default=True)
    if Call(call="steal") in sayable(game) and rng.random() < STEALS:
        return Intention(game, "HP", apply(game, Call(call="steal")), is_default=False)
    return None


def _answered(game: Game, choice: Choice, rng: np.random.Generator, *, is_default: bool) -> Intention:
    others = [each for each in choice.options if each != choice.chosen]
    if others and rng.random() < OTHERWISE:
        answer = others[rng.integers(len(others))]
        after = apply(game, _line(choice, answer))
        next_choice = after.diamante.choice
        if answer == SKIP and next_choice is not None:  # the die was the next runner's, who goes where he likes
            return _answered(after, next_choice, rng, is_default=False)
        return Intention(choice.before, answer, after, is_default=False)
    return Intention(choice.before, choice.chosen, game, is_default)


def _line(choice: Choice, answer: Answer) -> Move | Ball | Skip:
    if isinstance(answer, int):
        return Move(to=answer) if choice.before.phase == "run" else Ball(to=answer)
    return Skip() if answer == "skip" else Ball(to=answer)


def unsaid(game: Game, rng: np.random.Generator) -> Game:
    """The game once a runner, or the ball, has stayed, where the next die alone says so (D27, D39); else the same."""
    stays = next((each for each in sayable(game) if isinstance(each, Skip | Hold)), None)
    if stays is None or rng.random() >= STAYS:
        return game
    after: Game = game
    while stays in sayable(after) and after.awaits == game.awaits:
        after = apply(after, stays)
    return after if after.awaits not in {None, game.awaits} and _comes_to_the_same(game, after) else game


def _comes_to_the_same(game: Game, after: Game) -> bool:
    with suppress(Refused):
        die = Die(color=after.awaits or "", value=PROBE)
        return same_table(apply(game, die), apply(after, die))
    return False


def is_shown(line: SpokenCall) -> bool:
    """Whether the board shows it, so that it is not said."""
    return isinstance(line, Skip | Hold) or line.call in SHOWN_CALLS


def same_table(one: Game, other: Game) -> bool:
    """Whether both games stand alike: score, count, men and ball, and what is due."""
    return _standing(one) == _standing(other)


def _standing(game: Game) -> Game:
    return replace(game, play=None, options=(), calls=(), due=Message(key=""))
