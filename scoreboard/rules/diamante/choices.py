"""A throw takes effect at once with its likeliest answer, and may be answered otherwise for a while: D32, D35, D55.

Rule kept here: every answer starts from the state before the die (`Choice.before`), never from another answer. So a
half-inning or a game that ended on a default opens again when the default is not what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Ball, Move
from scoreboard.rules.state import SKIP, Answer, Choice, Game, Phase

OFFER: Mapping[Phase, Callable[[Game, int], tuple[Answer, ...]]] = {"run": running.answers, "throw": fielding.offered}
CHECK: Mapping[Phase, Callable[[Game, int, Answer], None]] = {"run": running.check, "throw": fielding.check}
"""What refuses an answer that the throw does not have."""
GO: Mapping[Phase, Callable[[Game, int, Answer], Game]] = {"run": running.go, "throw": fielding.go}


def throw(game: Game, value: int) -> Game:
    """The throw that was due, with its default in effect (D32, D35)."""
    return _by_default(game, value)


def state_move(game: Game, event: Move) -> Game:
    """The player says where the runner who has just thrown goes (D32)."""
    return _answered(_open(game, "run", "refused.no-runner-threw"), event.to)


def state_target(game: Game, event: Ball) -> Game:
    """The fielder says where the ball that was just thrown goes (D35)."""
    return _answered(_open(game, "throw", "refused.ball-not-thrown"), event.to)


def may_state_skip(game: Game) -> bool:
    """Right after a white die, which may have been the next runner's (D27)."""
    choice = game.diamante.choice
    return choice is not None and not choice.stated and SKIP in choice.options


def state_skip(game: Game) -> Game:
    """The runner who seemed to have thrown stays: the die was the next one's (D27).

    Raises:
        Refused: it cannot have been.
    """
    choice = game.diamante.choice
    if choice is None or not may_state_skip(game):
        raise Refused("refused.nobody-to-skip", due=game.due)
    return skipped(choice)


def skipped(choice: Choice) -> Game:
    """The game if the die was the next runner's (D27), with his likeliest answer."""
    return _answered(choice, SKIP)


def show_next(game: Game) -> Game:
    """NEXT: the answer after the one in effect, round and round (D55)."""
    choice = game.diamante.choice
    if choice is None or not may_choose(choice):
        raise Refused("refused.nothing-to-choose", due=game.due)
    answer = following(choice)
    return _first_of_all(choice) if answer is None else _answered(choice, answer)


def following(choice: Choice) -> Answer | None:
    """The answer that NEXT puts in effect; None for the first of all, of the runner whose the die seemed to be."""
    at = choice.options.index(choice.chosen) + 1 if choice.chosen in choice.options else 0
    return choice.options[at] if at < len(choice.options) else None if choice.met else choice.options[0]


def may_choose(choice: Choice) -> bool:
    """There is another answer to the throw than the one in effect, be it that of a runner before (D27)."""
    return len(choice.options) > 1 or choice.met is not None


def _open(game: Game, phase: Phase, otherwise: str) -> Choice:
    choice = game.diamante.choice
    if choice is None or choice.before.phase != phase:
        raise Refused(otherwise, due=game.due)
    return choice


def _first_of_all(choice: Choice) -> Game:
    """The default of the runner whose the die seemed to be."""
    return _by_default(choice.met or choice.before, choice.value, stated=True)


def _by_default(before: Game, value: int, *, met: Game | None = None, stated: bool = False) -> Game:
    options = OFFER[before.phase](before, value)
    choice = Choice(before=before, value=value, options=options, chosen=options[0], met=met, stated=stated)
    return _in_effect(choice)


def _answered(choice: Choice, answer: Answer) -> Game:
    if answer == SKIP:
        return _by_default(running.skip(choice.before), choice.value, met=choice.met or choice.before)
    CHECK[choice.before.phase](choice.before, choice.value, answer)
    return _in_effect(replace(choice, chosen=answer, stated=True))


def _in_effect(choice: Choice) -> Game:
    outcome = GO[choice.before.phase](choice.before, choice.value, choice.chosen)
    return replace(outcome, play=replace(outcome.diamante, choice=choice))
