"""The facts of every game with a count: balls, strikes, fouls, double plays."""

from __future__ import annotations

from scoreboard.commentary.fact import Facts, fact
from scoreboard.rules.baseball import BALLS, OUTS, STRIKES
from scoreboard.rules.state import Game


def ball(before: Game) -> Facts:
    """One ball more, or a walk."""
    number = before.balls + 1
    if number < BALLS:
        yield fact("ball", number=number)
    else:
        yield fact("walk", team=before.team(before.batting).name)


def strike(number: int) -> Facts:
    """That strike; the third is an out."""
    yield fact("strike" if number < STRIKES else "strikeout", number=number)


def foul(before: Game) -> Facts:
    """A foul, and the strike that it is unless it would be the third."""
    yield fact("foul")
    if before.strikes + 1 < STRIKES:
        yield from strike(before.strikes + 1)


def double_play(outs: int) -> Facts:
    """A name for more than one out at once."""
    if outs > 1:
        yield fact("double_play" if outs < OUTS else "triple_play")
