"""Four-Dice Baseball solved for the win: how likely each side is to win if both put on the signs that win most often.

Solving takes a PC minutes (`tests/support/sign_solver.py`), so what is found lies in a file, made by ``make
half-innings``: the chances in ten thousandths, as second differences from lead to lead, which pack well.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import structs

from scoreboard.rules import RULE_SETS, Game
from scoreboard.rules.events import Half
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.options import Option
from scoreboard.stats.half_innings import FREE
from scoreboard.stats.sign_chain import ORDER, ROWS, PitchState

FILE: Final = "sign_wins.npz"
FOUR_DICE: Final = "four-dice"
INNINGS: Final = 9
"""So many are solved; what is longer is played for most runs until so many are left."""
MOST_AHEAD: Final = 40
"""Runs: a greater lead counts as this one."""
FINE: Final = 10_000
"""Parts of a chance that are kept."""
PLAYED: Final[tuple[tuple[Option, ...], ...]] = ((), *((option,) for option in RULE_SETS[FOUR_DICE].options))
"""The options that are solved, each by itself."""
HALVES: Final[tuple[Half, ...]] = ("top", "bottom")


class SignWins(NamedTuple):
    """What is kept of a game with those options, both by innings left, half, lead of the side at bat, and state.

    Attributes:
        worths: its chance to win, in parts of `FINE`.
        signs: the sign that wins most often, as its place in `ORDER`.
    """

    worths: npt.NDArray[np.int32]
    signs: npt.NDArray[np.uint8]


def chance(game: Game) -> float | None:
    """The chance that the side at bat wins; None where it is not solved."""
    found = _found(game)
    return None if found is None else float(found[0].worths[found[1]]) / FINE


def sign(game: Game) -> str | None:
    """The sign that wins most often; None where that is not solved."""
    found = _found(game)
    return None if found is None else ORDER[found[0].signs[found[1]]]


def half_begins(half: Half, innings_left: int) -> tuple[float, ...]:
    """What each lead of Home is worth to them before that half of the usual game; from `-MOST_AHEAD` on."""
    row, at = ROWS[PitchState(0, ())], HALVES.index(half)
    worths = kept(())[0][innings_left, at, :, row] / FINE
    return tuple((1 - worths[::-1] if half == "top" else worths).tolist())


def holds(game: Game) -> bool:
    """Whether the game is played with options that are solved, and as the law has it."""
    return game.setup.rules == FOUR_DICE and _is_usual(game.house) and (game.setup.options or ()) in PLAYED


def _is_usual(house: HouseRules) -> bool:
    """But for what makes hardly another sign the best; `win_probability` tells no chances where they would differ."""
    usual = RULE_SETS[FOUR_DICE].house
    return house == structs.replace(usual, **{name: getattr(house, name) for name in FREE - {"extra_runner"}})


def _found(game: Game) -> tuple[SignWins, tuple[int, int, int, int]] | None:
    left, row = max(0, game.last - game.inning), ROWS.get(PitchState(game.outs, game.runners, game.balls, game.strikes))
    if not holds(game) or left >= INNINGS or row is None:
        return None
    ahead = (game.away - game.home) * (1 if game.half == "top" else -1)
    place = min(max(ahead, -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD
    return kept(game.setup.options or ()), (left, HALVES.index(game.half), place, row)


@cache
def kept(options: tuple[Option, ...]) -> SignWins:
    """What the file has of a game with those options."""
    written = BytesIO(files("scoreboard.stats").joinpath(FILE).read_bytes())
    with np.load(written, allow_pickle=False) as arrays:
        packed, signs = (arrays[f"{name}-{'-'.join(options)}"] for name in SignWins._fields)
    return SignWins(np.cumsum(np.cumsum(packed, axis=2, dtype=np.int32), axis=2, dtype=np.int32), signs)
