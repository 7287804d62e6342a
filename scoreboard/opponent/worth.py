"""What each answer is worth, by what the moments are worth that it leads to.

Rule kept here: the box looks one throw ahead and no farther, for a solved table has looked at all the rest. Before a
throw it goes over all faces, each answered at its best by whose throw it is; it never sees the one that will fall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from scoreboard.opponent.alternatives import Alternative, alternatives, decider, open_choice
from scoreboard.rules import Game, apply
from scoreboard.rules.baseball import closed
from scoreboard.rules.events import Die
from scoreboard.rules.state import SHARED
from scoreboard.stats.half_innings import is_usual

Worth = Callable[[Game], "float | None"]
"""The runs that the rest of the half-inning is worth to the side at bat; None where that is not known."""
FACES = range(1, 11)
TOLL = 1e-5
"""Runs that it costs to say something, as in the table: the box does not talk in circles."""
WON = 100.0
"""Runs: what a winning run is worth."""


def is_solved(game: Game) -> bool:
    """Whether the exact worth of its moments is known, once the table is there."""
    return game.setup.rules == "diamante-amateur" and is_usual(game)


def best(game: Game, offered: Sequence[Alternative], worth: Worth) -> int | None:
    """Which is worth most to the side that decides, the first of equals; None where one cannot be told."""
    worths = [_worth_of(game, each, worth) for each in offered]
    known = [each for each in worths if each is not None]
    if len(known) < len(worths):
        return None
    choice = open_choice(game)
    sign = 1 if decider(game) == (game if choice is None else choice.before).batting else -1
    tolls = [TOLL if choice is None and each is not None else 0.0 for each in offered]
    wanted = [sign * value - toll for value, toll in zip(known, tolls, strict=True)]
    return wanted.index(max(wanted))


def _worth_of(game: Game, line: Alternative, worth: Worth) -> float | None:
    """The runs that this brings the side at bat, those that the last throw brought included."""
    choice = open_choice(game)
    before = game if choice is None else choice.before
    if line is not None:
        return _after(before, apply(game, line), worth)
    if game.phase not in {"run", "throw"}:
        return worth(closed(game))
    return _thrown(game, worth)


def _thrown(game: Game, worth: Worth) -> float | None:
    """What the throw that is due is worth, over all its faces."""
    color = SHARED if game.phase == "run" else game.team(game.fielding).color
    worths = [_answered(game, apply(game, Die(color=color, value=value)), worth) for value in FACES]
    known = [each for each in worths if each is not None]
    return fmean(known) if len(known) == len(worths) else None


def _answered(before: Game, after: Game, worth: Worth) -> float | None:
    """What a throw is worth that is answered at its best."""
    if open_choice(after) is None:
        return _after(before, after, worth)
    worths = [_after(before, apply(after, each), worth) for each in alternatives(after) if each is not None]
    known = [each for each in worths if each is not None]
    if len(known) < len(worths):
        return None
    return max(known) if decider(after) == before.batting else min(known)


def _after(before: Game, after: Game, worth: Worth) -> float | None:
    """The runs since then for who was at bat then, and what is still to come."""
    side = before.batting
    runs = float(after.runs_of(side) - before.runs_of(side))
    if after.over:
        return runs + (WON if after.winner == side else 0.0)
    if (after.inning, after.half) != (before.inning, before.half):
        return runs
    rest = worth(after)
    return None if rest is None else runs + rest
