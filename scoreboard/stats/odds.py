"""Expected runs of a half-inning: exact for the table games, simulated for Diamante.

Rule kept here: the rules are called, not written again. A table game's half-inning is an absorbing Markov chain over
outs and men. `apply` gives its transitions. With Q the matrix of transitions within the half-inning, the expected runs
solve (I - Q) x = r, and the chance of no run solves the same system without transitions that score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Chip, Die, Event, Face, Roll, RulesName, Set, Setup, Team
from scoreboard.rules.state import CHIP, DICE
from scoreboard.rules.table import TABLES

BaseOccupancy: TypeAlias = tuple[int, ...]
Matrix: TypeAlias = npt.NDArray[np.float64]

STARTING_BASES: Mapping[str, BaseOccupancy] = MappingProxyType(
    {"runs": (), "from_second": (12,), "loaded": (18, 12, 6)}
)
"""The places of the men, with no outs, for each figure of expected runs."""
WITHOUT_RUNNERS = frozenset({"three-dice"})
"""Games without men on bases."""
POLICY = (
    "Everyone throws what is awaited and takes the first answer offered: every runner runs, fielders throw and never "
    "hold, nobody chases, bunts, steals, tags up or keeps running."
)
"""How Diamante is simulated."""

_MANY_INNINGS = 99
"""Innings of a simulated game, so many that no half-inning is the last."""


class BaseOutState(NamedTuple):
    """The state of a half-inning of a table game between two throws."""

    outs: int
    men: BaseOccupancy


class Transition(NamedTuple):
    """What a throw leads to: the next state, or None after the third out, and the runs scored."""

    chance: float
    then: BaseOutState | None
    runs: int


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


def solve(rules: RulesName) -> Odds:
    """The exact odds of a table game."""
    starts = {
        key: BaseOutState(0, men) for key, men in STARTING_BASES.items() if not men or rules not in WITHOUT_RUNNERS
    }
    transitions = transitions_of(rules, starts.values())
    index = {state: number for number, state in enumerate(transitions)}
    mean_runs = [sum(step.chance * step.runs for step in transitions[state]) for state in index]
    end_chances = [
        sum(step.chance for step in transitions[state] if step.then is None and not step.runs) for state in index
    ]
    runs = np.linalg.solve(np.eye(len(index)) - _transition_matrix(transitions, index), mean_runs)
    none = np.linalg.solve(np.eye(len(index)) - _transition_matrix(transitions, index, scoreless=True), end_chances)
    return Odds({key: float(runs[index[state]]) for key, state in starts.items()}, float(none[index[starts["runs"]]]))


def simulate(rules: RulesName, halves: int, seed: int = 1) -> Odds:
    """The odds of any game under `POLICY`, estimated from so many half-innings for each beginning.

    Args:
        rules: the game.
        halves: how many half-innings, at least two.
        seed: of the throws; the same seed gives the same figures.
    """
    rng, empty = Random(seed), endless_game(rules)  # noqa: S311 - a simulation, not a secret
    starts = {
        key: with_men(empty, men) for key, men in STARTING_BASES.items() if not men or rules not in WITHOUT_RUNNERS
    }
    scores = {key: [runs_of_half(game, rng) for _ in range(halves)] for key, game in starts.items()}
    means = {key: sum(runs) / halves for key, runs in scores.items()}
    none = scores["runs"].count(0) / halves
    errors = {key: float(np.std(runs, ddof=1)) / sqrt(halves) for key, runs in scores.items()}
    return Odds(means, none, halves, errors | {"scoreless": sqrt(none * (1 - none) / halves)})


def endless_game(rules: RulesName) -> Game:
    """The beginning of a game so long that no half-inning is its last."""
    teams = {side: Team(name=side, color=color) for side, color in (("away", "red"), ("home", "blue"))}
    return start(Setup(rules=rules, innings=_MANY_INNINGS, away=teams["away"], home=teams["home"]))


def with_men(game: Game, men: BaseOccupancy, outs: int = 0) -> Game:
    """The same with these men and outs."""
    return apply(game, Set(runners=men, outs=outs))


def transitions_of(rules: RulesName, starts: Iterable[BaseOutState]) -> dict[BaseOutState, tuple[Transition, ...]]:
    """Every state of a table game that can be reached, and its transitions."""
    transitions: dict[BaseOutState, tuple[Transition, ...]] = {}
    empty, waiting = endless_game(rules), list(starts)
    while waiting:
        state = waiting.pop()
        if state not in transitions:
            transitions[state] = tuple(_transitions(with_men(empty, state.men, state.outs)))
            waiting += [step.then for step in transitions[state] if step.then]
    return transitions


def _transitions(game: Game) -> Iterator[Transition]:
    dice = len(next(iter(TABLES[game.setup.rules])))
    for values in product(range(1, 7), repeat=dice):
        after = apply(game, Roll(values=values))
        then = BaseOutState(after.outs, after.runners) if after.half == game.half else None
        yield Transition(6.0**-dice, then, after.away - game.away)


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


def runs_of_half(game: Game, rng: Random) -> int:
    """The runs of one half-inning that is played out by `POLICY`."""
    later = game
    while later.half == game.half:
        later = apply(later, random_event(later, rng))
    return later.away - game.away


def random_event(game: Game, rng: Random) -> Event:
    """The throw that is awaited, by lot."""
    if game.awaits == DICE:
        return Roll(values=tuple(rng.randint(1, 6) for _ in next(iter(TABLES[game.setup.rules]))))
    if game.awaits == CHIP:
        face: Face = "hit" if rng.random() < 1 / 2 else "out"
        return Chip(face=face)
    return Die(color=game.awaits or "", value=rng.randint(1, 10))
