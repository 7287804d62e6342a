"""Who handles the ball in a play of Diamante, by the numbers of scorekeepers: 1 the pitcher, 6 the shortstop, 9 right.

Rule kept here: the zones of the board are numbered like the fielders (D2), so the ball is first where it was hit. A
throw goes to whoever covers the base; whoever carries the ball (D42) keeps it. Second base is the second baseman's for
a ball from the third baseman, the shortstop or left field, and else the shortstop's, as scorekeepers see it most.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.rules.diamante import running
from scoreboard.rules.diamante.board import PITCHER, cost
from scoreboard.rules.events import Die
from scoreboard.rules.history import AcceptedLine
from scoreboard.rules.state import Answer
from scoreboard.scorebook.play_names import half_of

Fielders = tuple[int, ...]
"""Who had the ball, one after the other."""
COVERS: Mapping[str, int] = {PITCHER: 1, "HP": 2, "1B": 3, "3B": 5}
SECOND_BASEMAN, SHORTSTOP = 4, 6
FROM_THE_LEFT = frozenset({5, 6, 7})
"""For a ball from them the second baseman covers second."""


def first_fielder(ball: str | int) -> Fielders:
    """Who has the ball that lies in that zone when a play begins."""
    return (cost(ball),) if isinstance(ball, str) else ()


def handled(had: Fielders, play: AcceptedLine) -> Fielders:
    """Who has had the ball after that line."""
    to = _thrown_to(play)
    if to is None or isinstance(to, int) or not had:
        return had
    covers = COVERS.get(to) or (SECOND_BASEMAN if had[-1] in FROM_THE_LEFT else SHORTSTOP)
    return had if covers == had[-1] else (*had, covers)


def made_out(play: AcceptedLine) -> bool:
    """Whoever has the ball after that line has put out the runner whom it puts out; no button says who did."""
    choice = play.after.diamante.choice
    if not isinstance(play.line, Die) or choice is None:
        return False
    if choice.before.phase == "throw":
        return True
    return isinstance(choice.chosen, int) and running.runs_into_ball(choice.before, choice.chosen)


def _thrown_to(play: AcceptedLine) -> Answer | None:
    """Where the ball was thrown or carried; None where it stayed."""
    choice = play.after.diamante.choice
    if choice is not None:
        return choice.chosen if choice.before.phase == "throw" else None
    if isinstance(play.line, Die) and play.before.phase == "throw" and half_of(play.before) == half_of(play.after):
        return play.after.ball  # type: ignore[return-value] # taken up again by keep-running: the ball lies there (D33)
    return None
