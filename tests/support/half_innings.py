"""How many runs a half-inning of a table game brings, by its chain: the shipped figures are made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from scoreboard.rules.events import RulesName
from scoreboard.stats.half_throws import BaseOutState, Transition, endless_game, transitions_of

MOST_RUNS, MOST_THROWS = 64, 400
"""Of a half-inning: more are too rare to be told from none."""
Vector: TypeAlias = npt.NDArray[np.float64]


def chances_of_runs(rules: RulesName, starts: Iterable[BaseOutState]) -> dict[BaseOutState, Vector]:
    """The chance that the rest of a half-inning of a table game brings no run, one, two ... from each beginning."""
    starts = tuple(starts)
    following = {state: Counter(steps) for state, steps in transitions_of(endless_game(rules), starts).items()}
    now = dict.fromkeys(following, np.zeros(MOST_RUNS))
    for _ in range(MOST_THROWS):
        now = {state: _mixed(steps, now) for state, steps in following.items()}
    return {state: now[state] for state in starts}


def _mixed(steps: Mapping[Transition, int], now: Mapping[BaseOutState, Vector]) -> Vector:
    """The chances before a throw, those after it being known; each step stands for so many throws."""
    mixed = np.zeros(MOST_RUNS)
    for (chance, then, runs), times in steps.items():
        after = np.eye(1, MOST_RUNS)[0] if then is None else now[then]
        mixed[runs:] += times * chance * after[: MOST_RUNS - runs]
    return mixed
