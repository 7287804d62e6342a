"""Expected runs of a half-inning: exact for the table games, simulated for Diamante and RallyBird.

Rule kept here: the rules are called, not written again. A table game's half-inning is an absorbing Markov chain over
outs and men. `apply` gives its transitions. With Q the matrix of transitions within the half-inning, the expected runs
solve (I - Q) x = r, and the chance of no run solves the same system without transitions that score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType

from scoreboard.message import Message, message
from scoreboard.rules import Game
from scoreboard.rules.deck import Deck
from scoreboard.rules.events import PlayedGame, RulesName
from scoreboard.stats.half_throws import (
    BaseOccupancy,
    BaseOutState,
    Transition,
    endless_game,
    runs_of_half,
    transitions_of,
    with_men,
)

Matrix: TypeAlias = npt.NDArray[np.float64]

STARTING_BASES: Mapping[str, BaseOccupancy] = {"runs": (), "from_second": (12,), "loaded": (18, 12, 6)}
"""The places of the men, with no outs, for each figure of expected runs."""


class Odds(NamedTuple):
    """A half-inning in figures.

    Attributes:
        expected: expected runs by beginning, as in `STARTING_BASES`.
        scoreless: the chance that none is scored from the start.
        halves: simulated half-innings for each beginning; 0 for exact figures.
        errors: the standard error of each figure; empty for exact ones.
    """

    expected: Mapping[str, float]
    scoreless: float
    halves: int = 0
    errors: Mapping[str, float] = MappingProxyType({})


def solve(game: PlayedGame) -> Odds:
    """The exact odds of a table game."""
    empty = endless_game(game)
    starts = {key: BaseOutState(0, men) for key, men in _beginnings(empty).items()}
    transitions = transitions_of(empty, starts.values())
    index = {state: number for number, state in enumerate(transitions)}
    mean_runs = [sum(step.chance * step.runs for step in transitions[state]) for state in index]
    end_chances = [
        sum(step.chance for step in transitions[state] if step.then is None and not step.runs) for state in index
    ]
    runs = np.linalg.solve(np.eye(len(index)) - _transition_matrix(transitions, index), mean_runs)
    none = np.linalg.solve(np.eye(len(index)) - _transition_matrix(transitions, index, scoreless=True), end_chances)
    return Odds({key: float(runs[index[state]]) for key, state in starts.items()}, float(none[index[starts["runs"]]]))


def simulate(
    rules: RulesName,
    halves: int,
    seed: int = 1,
    deck: Deck | UnsetType = UNSET,
    played: Callable[[int], object] = lambda _: None,
) -> Odds:
    """The odds of any game under the policy of `policy_of`, estimated from so many half-innings for each beginning.

    Args:
        rules: the game.
        halves: how many half-innings, at least two.
        seed: of the throws; the same seed gives the same figures.
        deck: what RallyBird is played with; the house set without one.
        played: called after each half-inning, with how many more are played: 1.
    """
    rng, empty = Random(seed), endless_game(rules, deck)  # noqa: S311 - a simulation, not a secret
    starts = {key: with_men(empty, men) for key, men in _beginnings(empty).items()}
    scores: dict[str, list[int]] = {key: [] for key in starts}
    for key, game in starts.items():
        for _ in range(halves):
            scores[key].append(runs_of_half(game, rng))
            played(1)
    means = {key: sum(runs) / halves for key, runs in scores.items()}
    none = scores["runs"].count(0) / halves
    errors = {key: float(np.std(runs, ddof=1)) / sqrt(halves) for key, runs in scores.items()}
    return Odds(means, none, halves, errors | {"scoreless": sqrt(none * (1 - none) / halves)})


def _beginnings(empty: Game) -> Mapping[str, BaseOccupancy]:
    """Those that the game has."""
    return {key: men for key, men in STARTING_BASES.items() if not men or empty.setup.has_runners}


def policy_of(rules: RulesName) -> Message:
    """How a game is played that is simulated."""
    return message("odds.by-lot" if rules == "rallybird" else "odds.first-answer")


def _transition_matrix(
    transitions: Mapping[BaseOutState, tuple[Transition, ...]],
    index: Mapping[BaseOutState, int],
    *,
    scoreless: bool = False,
) -> Matrix:
    """The probabilities from state to state; ``scoreless`` leaves out transitions that score."""
    chances = np.zeros((len(index), len(index)))
    for state, outcomes in transitions.items():
        for step in outcomes:
            if step.then is not None and not (scoreless and step.runs):
                chances[index[state], index[step.then]] += step.chance
    return chances
