"""The fielders' throw: D34 to D43.

Rule kept here: a throw begun while no runner is unsettled is the one that keep-running grants (D33). It never ends the
play; every other throw does once no runner is left to put out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec.structs import replace

from scoreboard.rules.baseball import conclude
from scoreboard.rules.diamante import running, tags
from scoreboard.rules.diamante.board import BASE_NAMES, BASES, PITCHER, Base, cost, spoken_choice
from scoreboard.rules.errors import Refused
from scoreboard.rules.state import FIRST, HOME, Answer, Game, Outcome, Runner

EXTRA_THROW = 10
"""A throw of this much to a base earns another (D41)."""


def may_hold(game: Game) -> bool:
    """From a base, or with no runner to put out, the fielders need not throw (D33, D39)."""
    return game.ball in BASES or not running.anyone_unsettled(game)


def hold(game: Game) -> Game:
    """The ball stays where it is and the runners go on (D39)."""
    if not may_hold(game):
        raise Refused("refused.must-throw")
    return running.begin_turn(game)


def offered(game: Game, value: int) -> tuple[Answer, ...]:
    """Where that throw may take the ball, the default first: thrown (D35, D36), or carried (D42)."""
    targets = (*_thrown(game, value), *tags.offered(game, value))
    wanted = next(to for to in _wanted(game, targets) if to in targets)
    return (wanted, *[to for to in targets if to != wanted])


def check(game: Game, value: int, to: Answer) -> None:
    """See whether that throw can take the ball there.

    Raises:
        Refused: it cannot.
    """
    if to not in offered(game, value):
        raise _why_not(game, value)


def go(game: Game, value: int, to: Answer) -> Game:
    """The ball arrives there and puts out the runner pushed to that base, if he is still short of it (D37).

    Carried to a step, it puts out the runner it meets there (D42).
    """
    arrived, caught = replace(game, ball=_spot(to)), put_out_by(game, to)
    after = running.retire(arrived, caught) if caught else arrived
    return conclude(after, _what_follows(game, value, to))


def put_out_by(game: Game, to: Answer) -> Runner | None:
    """Whom the ball puts out when it arrives there (D37, D42)."""
    spot = _spot(to)
    return next((man for man in game.men if _is_out(man, spot)), None)


def go_on(game: Game) -> Game:
    """The unsettled run again, or the play is over (D33, D40)."""
    return running.begin_turn(game) if running.anyone_unsettled(game) else _over(game)


def throw_again(game: Game) -> Game:
    """The runners' turn is skipped; with no runner left unsettled there is no further throw (D41)."""
    return game if running.anyone_unsettled(game) else _over(game)


def _over(game: Game) -> Game:
    """The play is over; where the house allows it the runners, whose turn it would be, may keep running (D33)."""
    kept = running.begin_turn(game) if game.house.keep_running_after_throw and game.men else None
    return running.can_resume(running.end_play(game), kept)


def _what_follows(game: Game, value: int, to: Answer) -> Outcome:
    if not running.anyone_unsettled(game):  # the throw that keep-running grants
        return running.begin_turn
    earned = game.house.extra_throws and value == EXTRA_THROW and to in BASES
    return throw_again if earned else go_on


def _is_out(man: Runner, ball: str | int) -> bool:
    """The ball has arrived on the base he is pushed to, or was carried into him on a step, which is a number."""
    return (man.pushed and BASE_NAMES[man.goal] == ball) or man.place == ball


def _spot(to: Answer) -> str | int:
    return tags.spot(to) if isinstance(to, int) else to


def _thrown(game: Game, value: int) -> tuple[Base | Literal["Z1"], ...]:
    """The pitcher if the throw is too low, else every base but the one where it lies (D35, D36)."""
    return (PITCHER,) if value < cost(game.ball) else _other_bases(game.ball)


@cache
def _other_bases(ball: str | int) -> tuple[Base, ...]:
    """Every base but the one where the ball lies."""
    return tuple(base for base in BASE_NAMES.values() if base != ball)


def _wanted(game: Game, targets: tuple[Answer, ...]) -> Iterator[Answer]:
    """What a fielder would choose, best first (D35, D36)."""
    yield from (BASE_NAMES[man.goal] for man in game.men if man.pushed)
    carried = [to for to in targets if isinstance(to, int)]
    yield from (to for man in game.men for to in carried if _is_out(man, _spot(to)))
    yield from _before_and_behind(game)
    yield from ("HP", "3B", PITCHER)


def _before_and_behind(game: Game) -> Iterator[Base]:
    """The base in front of the most advanced runner between bases, or that behind him; else of the most advanced."""
    stranded = next((man for man in game.men if man.stranded), None)
    if stranded:
        yield from (BASE_NAMES[place or HOME] for place in (stranded.base_ahead, stranded.base_ahead - FIRST))
    yield from (BASE_NAMES[man.base_ahead] for man in game.men[:1])


def _why_not(game: Game, value: int) -> Refused:
    targets = offered(game, value)
    if targets == (PITCHER,):
        return Refused("refused.too-low", number=value)
    return Refused("refused.ball-elsewhere", spots=spoken_choice(targets))
