"""Two simulated coaches: what they call, and whom they hold back.

Rule kept here: a coach knows what people at the table know, the state shown; and says it as they do, with NEXT and OK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoreboard.rules import sayable
from scoreboard.rules.events import Call, Hold, Skip

if TYPE_CHECKING:
    import numpy as np

    from scoreboard.rules.aloud import Aloud
    from scoreboard.rules.state import Game

LIKELY = {"skip": 0.5, "hold": 0.5, "bunt": 0.12, "steal": 0.3, "tag-up": 0.5, "keep-running": 0.15}
"""How often something is said where it may be."""
OTHERWISE = 0.3
"""How often any other call is made: a runner who stands on a base runs again."""


def wish(game: Game, rng: np.random.Generator) -> Aloud | None:
    """What is said now; None where nothing is, and a throw comes next.

    If the game awaits no throw, something must be said: a new batter, if nothing else.

    Args:
        game: the state of play.
        rng: where chance comes from.
    """
    offered = sayable(game)
    said = next((line for line in offered if rng.random() < LIKELY.get(_name(line), OTHERWISE)), None)
    must = offered and game.awaits is None and not game.over
    return offered[-1] if said is None and must else said


def _name(line: Aloud) -> str:
    match line:
        case Skip():
            return "skip"
        case Hold():
            return "hold"
        case Call(call=call):
            return call
