"""With what chance the rest of a half-inning brings no run, one, two: by game, men, outs and, where it matters, count.

Rule kept here: these chances are all that win probability needs of a game. A game whose throws leave nothing to decide
is solved here, when it is first asked for. What takes minutes is made beforehand, by ``make half-innings``, and kept
in ``half_innings.json``: Amateur solved exactly for best play on both sides, Major simulated, in batches that tell how
far to trust it. A game of either kind more is a row more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from scoreboard.rules import RULE_SETS, Game
from scoreboard.rules.events import RulesName
from scoreboard.rules.state import FIRST, SECOND, THIRD
from scoreboard.rules.table import TABLES
from scoreboard.stats.odds import BaseOutState, transitions_of

Chances = npt.NDArray[np.float64]
"""Of each batch a row, of each number of runs a column."""

FILE = "half_innings.json"
MOST_RUNS = 64
"""Of a half-inning of a table game; more are too rare to be told from none."""
SETTLED = 1e-12
ALL_BASES = tuple(men for men in ((), (6,), (12,), (18,), (12, 6), (18, 6), (18, 12), (THIRD, SECOND, FIRST)))
"""The men of a half-inning, most advanced first, in all eight ways."""
FREE = frozenset({"walk_off", "extra_runner"})
"""Rulings that change no half-inning: `win_probability` knows them."""


class HalfInnings(Struct, frozen=True):
    """A game's half-innings.

    Attributes:
        how: whether they were solved exactly or simulated.
        chances: by `name_of`: in each batch, the chance of each number of runs, or how often it came.
    """

    how: Literal["solved", "simulated"]
    chances: Mapping[str, tuple[tuple[float, ...], ...]]


def name_of(outs: int, men: Iterable[int], balls: int = 0, strikes: int = 0) -> str:
    """What such a moment is called: ``1 out, 12 6, 3-2``; without a count where nothing happened yet."""
    name = f"{outs} out, {' '.join(map(str, men))}"
    return f"{name}, {balls}-{strikes}" if balls or strikes else name


def chances(game: Game) -> Chances | None:
    """What the rest of this half-inning brings, each batch summing to one; None where that is not known.

    It is not where men stand between bases, or where the house plays the half-inning otherwise than the law.
    """
    if not is_usual(game):
        return None
    known = of_game(game.setup.rules)
    named = known.get(name_of(game.outs, game.runners, game.balls, game.strikes))
    return known.get(name_of(game.outs, game.runners)) if named is None else named


def is_usual(game: Game) -> bool:
    """Whether the house plays the half-innings of that game as the law has them."""
    usual = RULE_SETS[game.setup.rules].house
    return all(
        getattr(game.house, name) == getattr(usual, name) for name in usual.__struct_fields__ if name not in FREE
    )


@cache
def of_game(rules: RulesName) -> Mapping[str, Chances]:
    """All half-innings of a game; none of one that nobody has solved or simulated."""
    if rules in TABLES:
        return {name_of(*state): each[None, :] for state, each in _solved(rules).items()}
    kept = _kept().get(rules)
    return {} if kept is None else {name: _shares(batches) for name, batches in kept.chances.items()}


@cache
def _kept() -> Mapping[str, HalfInnings]:
    written = files("scoreboard.stats").joinpath(FILE).read_bytes()
    return msgspec.json.decode(written, type=dict[str, HalfInnings])


def _shares(batches: Iterable[Iterable[float]]) -> Chances:
    rows = [list(batch) for batch in batches]
    widest = max(map(len, rows))
    counts = np.array([[*row, *(0.0,) * (widest - len(row))] for row in rows])
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def _solved(rules: RulesName) -> Mapping[BaseOutState, Chances]:
    """By an absorbing chain over outs and men, a vector of chances for each state."""
    starts = [BaseOutState(outs, men) for outs in range(3) for men in ALL_BASES]
    following = transitions_of(rules, starts)
    ended = np.eye(1, MOST_RUNS)[0]
    now = {state: np.zeros(MOST_RUNS) for state in following}
    while True:
        then = {
            state: np.sum(
                [step.chance * _with_runs(ended if step.then is None else now[step.then], step.runs) for step in steps],
                axis=0,
            )
            for state, steps in following.items()
        }
        if max(np.abs(then[state] - now[state]).max() for state in then) < SETTLED:
            return then
        now = then


def _with_runs(chances: Chances, runs: int) -> Chances:
    return np.concatenate((np.zeros(runs), chances[: MOST_RUNS - runs]))
