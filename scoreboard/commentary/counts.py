"""The facts of every game with a count: balls, strikes, fouls, double plays."""

from __future__ import annotations

from scoreboard.commentary.fact import Facts, fact
from scoreboard.rules.baseball import OUTS, STRIKES
from scoreboard.rules.state import Game
from scoreboard.scorebook import Happened, outs_at_once


def counted(at: Game, name: str, strikes: int = 0) -> Facts:
    """A pitch that was not hit, by its name.

    Args:
        at: the state that it met.
        name: as `what_happened` has it; nothing is counted by another.
        strikes: how many there are since; one more than there were if left out.
    """
    match name:
        case "ball":
            yield fact("ball", number=at.balls + 1)
        case "walk":
            yield fact("walk", team=at.team(at.batting).name)
        case "strike" | "strikeout":
            yield fact(name, number=strikes or at.strikes + 1)
        case "foul":
            yield fact("foul")
            if at.strikes + 1 < STRIKES:
                yield fact("strike", number=at.strikes + 1)


def double_play(happened: Happened) -> Facts:
    """A name for more than one out at once."""
    if (outs := outs_at_once(happened)) > 1:
        yield fact("double_play" if outs < OUTS else "triple_play")
