"""What a scorer states outright: `set` and `end`.

Rule kept here: what a `set` names is so, what it does not name stays. It never begins or ends anything by itself, not
even where Home now leads in its last half: the scorer may be in the middle of putting several things right. The next
run or third out is judged on the numbers as corrected.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.rules import lineup
from scoreboard.rules.baseball import closed
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import End, Set
from scoreboard.rules.state import Game

CORRECTABLE = ("inning", "balls", "strikes", "outs", "away", "home")
"""What is a number and nothing more; the half and the runners are the line-up's."""


def correct(game: Game, event: Set) -> Game:
    """The game as the scorer says it is.

    Raises:
        Refused: it moves runners in the middle of a play.
    """
    if event.runners is not UNSET and game.phase != "pitch":
        raise Refused("Runners can be put right between plays, before the next pitch.")
    corrected = {name: value for name in CORRECTABLE if (value := getattr(event, name)) is not UNSET}
    sides = lineup.change_sides(game, event.half) if event.half not in {UNSET, game.half} else game
    placed = sides if event.runners is UNSET else lineup.place(sides, event.runners)
    return replace(closed(placed), **corrected, fresh=False)


def end(game: Game, event: End) -> Game:
    """The game is over before its time: given up, or called by both."""
    return replace(closed(game), phase="over", winner=event.winner, ended=event.why)
