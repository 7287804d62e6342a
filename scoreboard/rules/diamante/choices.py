"""A throw takes effect at once with its likeliest answer, and may be answered otherwise for a while: D32, D35, D55.

Rule kept here: every answer starts from the state before the die (`Choice.before`), never from another answer. So a
half-inning or a game that ended on a default opens again when the default is not what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Ball, Move
from scoreboard.rules.state import Answer, Choice, Game, Phase

OFFER: Mapping[Phase, Callable[[Game, int], tuple[Answer, ...]]] = MappingProxyType(
    {"run": running.offered, "throw": fielding.offered}
)
TAKE: Mapping[Phase, Callable[[Game, int, Answer], Game]] = MappingProxyType(
    {"run": running.take, "throw": fielding.take}
)


def throw(game: Game, value: int) -> Game:
    """The throw that was due, with its default in effect (D32, D35)."""
    options = OFFER[game.phase](game, value)
    return _answered(Choice(before=game, value=value, options=options, chosen=options[0]), options[0])


def state_move(game: Game, event: Move) -> Game:
    """The player says where the runner who has just thrown goes (D32)."""
    return _answered(_open(game, "run", "No runner has just thrown."), event.to)


def state_target(game: Game, event: Ball) -> Game:
    """The fielder says where the ball that was just thrown goes (D35)."""
    return _answered(_open(game, "throw", "The ball has not just been thrown."), event.to)


def show_next(game: Game) -> Game:
    """NEXT: the answer after the one in effect, round and round (D55)."""
    choice = game.choice
    if choice is None or not game.options:
        raise Refused(f"There is nothing to choose now. {game.said}")
    at = choice.options.index(choice.chosen) + 1 if choice.chosen in choice.options else 0
    return _answered(choice, choice.options[at % len(choice.options)])


def _open(game: Game, phase: Phase, otherwise: str) -> Choice:
    if game.choice is None or game.choice.before.phase != phase:
        raise Refused(f"{otherwise} {game.said}")
    return game.choice


def _answered(choice: Choice, answer: Answer) -> Game:
    outcome = TAKE[choice.before.phase](choice.before, choice.value, answer)
    return replace(outcome, choice=replace(choice, chosen=answer))
