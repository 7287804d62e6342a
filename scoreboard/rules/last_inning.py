"""The call `last inning` (H5): the inning in play, or the one just finished, is the last one, in every game.

Rule kept here: it closes nothing. What the next line may still go back to (another answer, a chase, a roll again) goes
back to a game of that many innings; and where Home lead in the bottom half in which it was said, to one that is over.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from scoreboard.rules.baseball import closed_finish, runner_put_on_second
from scoreboard.rules.endings import after_half, is_last
from scoreboard.rules.errors import Refused
from scoreboard.rules.state import Game

LAST_INNING = "last inning"
"""The call; it is not among `Game.calls`."""


def may_be_last(game: Game) -> bool:
    """Whether it may be said: the game would be shorter by it."""
    return not game.over and _number(game) < game.last


def say_last_inning(game: Game) -> Game:
    """The inning in play is the last one; between two innings the one just finished was.

    Raises:
        Refused: it would not be shorter by that.
    """
    if not may_be_last(game):
        raise Refused("refused.no-calls-now" if game.over else "refused.last-already", due=game.due)
    innings = _number(game) - game.first + 1
    shorter = _shortened(game, innings)
    return _after_the_last(shorter) if _is_between(game) else _ended_by_lead(shorter)


def called_all_the_same(game: Game) -> Game:
    """What a line comes to that went back behind the call: it was said all the same."""
    return _ended_by_lead(replace(game, called_since=False))


def _is_between(game: Game) -> bool:
    """Nothing has happened since an inning was finished."""
    return game.half == "top" and game.finished is not None


def _number(game: Game) -> int:
    """Of the inning that would be the last one."""
    return game.inning - _is_between(game)


def _shortened(game: Game, innings: int) -> Game:
    """The same game of so many innings, and so is whatever the next line may go back to."""
    behind = partial(_shortened_before, innings=innings)
    return replace(game, innings=innings, play=game.play and game.play.changed(behind))


def _shortened_before(game: Game, innings: int) -> Game:
    return replace(_shortened(game, innings), called_since=True)


def _ended_by_lead(game: Game) -> Game:
    """Home lead in the bottom half of what is the last inning now: the game is over with it (H5)."""
    won = game.half == "bottom" and is_last(game) and game.house.walk_off and game.home > game.away
    return _over(game, game) if won and not game.over else game


def _after_the_last(game: Game) -> Game:
    """The inning just finished was the last one: the game is over, or this is the first extra one."""
    finished = game.finished or game
    ended = replace(finished, innings=game.innings, away=game.away, home=game.home, hits=game.hits, names=game.names)
    over = after_half(ended)
    if over is not None:
        return replace(_over(ended, game), winner=over.winner)
    return runner_put_on_second(closed_finish(game))


def _over(game: Game, called_in: Game) -> Game:
    """The game is over as it stands there; of what was open where it was said, only the last throw's answers are."""
    return replace(game, phase="over", winner="home", finished=None, play=called_in.play and called_in.play.over())
