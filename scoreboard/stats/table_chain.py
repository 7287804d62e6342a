"""How many runs a half-inning of a table game brings, by its chain of states between throws.

The shipped figures of our own are made of it, and those of a maker's when they are first asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from scoreboard.rules.events import PlayedGame
from scoreboard.rules.parks.chart import STANDS
from scoreboard.stats.half_throws import BaseOutState, Transition, endless_game, transitions_of

MOST_RUNS, MOST_THROWS = 64, 400
"""Of a half-inning: more are too rare to be told from none."""
OUTS: Final = range(3)
Vector: TypeAlias = npt.NDArray[np.float64]


def chances_of_runs(game: PlayedGame, starts: Iterable[BaseOutState]) -> dict[BaseOutState, Vector]:
    """The chance that the rest of a half-inning of a table game brings no run, one, two ... from each beginning.

    Those of a game whose half-innings may last for ever add up to less than 1.
    """
    starts = tuple(starts)
    following = {state: _counted(steps) for state, steps in transitions_of(endless_game(game), starts).items()}
    now = dict.fromkeys(following, np.zeros(MOST_RUNS))
    for _ in range(MOST_THROWS):
        now = {state: _mixed(steps, now) for state, steps in following.items()}
    return {state: now[state] for state in starts}


def unfinished(game: PlayedGame) -> float:
    """The chance that a half-inning of a table game is not over after `MOST_THROWS`, from its worst beginning."""
    starts = [BaseOutState(outs, men) for outs in OUTS for men in STANDS.values()]
    transitions = transitions_of(endless_game(game), starts)
    at = {state: number for number, state in enumerate(transitions)}
    stays = np.zeros((len(at), len(at)))
    for state, steps in transitions.items():
        for step in steps:
            if step.then is not None:
                stays[at[state], at[step.then]] += step.chance
    return float(np.linalg.matrix_power(stays, MOST_THROWS).sum(axis=1).max())


def _counted(steps: Iterable[Transition]) -> Mapping[tuple[BaseOutState | None, int], float]:
    """The chance of each state and number of runs."""
    chances = Counter[tuple[BaseOutState | None, int]]()
    for step in steps:
        chances[step.then, step.runs] += step.chance  # type: ignore[assignment] # a counter counts parts of one, too
    return chances


def _mixed(steps: Mapping[tuple[BaseOutState | None, int], float], now: Mapping[BaseOutState, Vector]) -> Vector:
    """The chances before a throw, those after it being known."""
    mixed = np.zeros(MOST_RUNS)
    for (then, runs), chance in steps.items():
        after = np.eye(1, MOST_RUNS)[0] if then is None else now[then]
        mixed[runs:] += chance * after[: MOST_RUNS - runs]
    return mixed
