"""Steals: on a sign or by the runners themselves, after the pitch has been counted, decided by a low/high die.

Rule kept here: who goes has his goal (`Runner.goal`), and the first of them is thrown at. Men whom a walk pushes are
not: they are where they go already.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from scoreboard.rules.baseball import BALLS, OUTS, bring_home, chain, conclude, put_out, rest
from scoreboard.rules.four_dice.plays import unbatted
from scoreboard.rules.lineup import enter
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game, Outcome, Runner

Men: TypeAlias = tuple[Runner, ...]
Going: TypeAlias = Callable[[Game, Men], Men]
"""Who of the men that nobody pushed goes."""


def counted_and_run(count: Outcome, going: Going) -> Outcome:
    """The pitch counts first; unless it ends the half-inning, the men go."""

    def outcome(game: Game) -> Game:
        after = count(game)
        if after.over or after.half != game.half:
            return after
        goers = going(after, _free(game, after))
        return _gone(after, goers) if goers else after

    return outcome


def everyone(_game: Game, free: Men) -> Men:
    """With the Steal sign all go."""
    return free


def on_their_own(game: Game, free: Men) -> Men:
    """From second with one out alone, from first unless second is taken by a man who stays; never from third."""
    if game.setup.four_dice.little_league:
        return ()
    if game.outs == 1 and THIRD not in game.runners:
        return free
    return tuple(man for man in free if man.place == FIRST and SECOND not in game.runners)


def stolen(game: Game) -> Game:
    """High: everyone who goes is safe."""
    return conclude(bring_home(game, tuple(map(_arrived, game.men))), rest)


def caught(game: Game) -> Game:
    """Low: the first who goes is out, and those behind him are safe."""
    gone = next(man for man in game.men if man.goal)
    out = put_out(enter(replace(game, men=tuple(man for man in game.men if man is not gone)), gone.helmet))
    return unbatted(out) if out.outs == OUTS else stolen(out)


def _free(game: Game, after: Game) -> Men:
    """The men whom that pitch did not push."""
    walked = game.balls == BALLS - 1 and not after.balls and after.outs == game.outs
    pushed_to = (len(chain(game.men)) + 1) * FIRST if walked else 0
    return tuple(man for man in after.men if man.place > pushed_to)


def _gone(game: Game, goers: Men) -> Game:
    """They run: with the man on third not going nobody throws, and they are safe without a die."""
    men = tuple(replace(man, goal=man.place + FIRST) if man in goers else man for man in game.men)
    running = replace(game, men=men)
    if not men[0].goal:
        return stolen(running)
    return replace(running, phase="low-high", play=replace(game.signs, low_high="steal"))


def _arrived(man: Runner) -> Runner:
    return replace(man, place=max(man.place, man.goal))
