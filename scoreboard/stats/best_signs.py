"""Which sign brings most runs in Four-Dice Baseball, by men, outs and count, as `sign_chain` has solved it.

Rule kept here: solving takes a Pi a third of a minute, so the signs lie in a file, made by ``make half-innings``; a
test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from scoreboard.rules import Game
from scoreboard.stats.half_innings import name_of

FILE = "best_signs.json"


def best_sign(game: Game) -> str:
    """The sign to put on for the pitch that is due; ``no-sign`` for none."""
    return best_signs()[name_of(game.outs, game.runners, game.balls, game.strikes)]


@cache
def best_signs() -> Mapping[str, str]:
    """Of every state, as `half_innings.name_of` calls it."""
    return msgspec.json.decode(files("scoreboard.stats").joinpath(FILE).read_bytes(), type=dict[str, str])
