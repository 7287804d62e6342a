"""Which sign is best in Four-Dice Baseball: the one that wins most often, and where that is not solved most runs.

Rule kept here: solving takes long, so the signs lie in files, made by ``make half-innings``; tests compare the two.
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
    from scoreboard.stats import sign_wins  # with numpy, which every command would load

    wins = sign_wins.sign(game)
    return best_signs()[name_of(game.outs, game.runners, game.balls, game.strikes)] if wins is None else wins


@cache
def best_signs() -> Mapping[str, str]:
    """Which sign brings most runs, of every state as `half_innings.name_of` calls it."""
    return msgspec.json.decode(files("scoreboard.stats").joinpath(FILE).read_bytes(), type=dict[str, str])
