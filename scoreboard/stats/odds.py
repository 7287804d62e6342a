"""How many runs a half-inning brings: exactly for the table games, by simulation for Diamante.

Rule kept here: the law is asked, not written down again. A table game's half-inning is an absorbing Markov chain over
outs and men: its steps are what `apply` makes of every throw, and two linear systems solve it. In Diamante the players
decide too much for that, so halves are played out by a stated policy, and every figure has its standard error.
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

BEGINNINGS: Mapping[str, BaseOccupancy] = MappingProxyType({"runs": (), "from_second": (12,), "loaded": (18, 12, 6)})
"""Where the men stand, with nobody out, for each figure of expected runs."""
MENLESS = frozenset({"three-dice"})
"""Games without men on bases."""
POLICY = (
    "Everyone throws what is awaited and takes the first answer offered: every runner runs, fielders throw and never "
    "hold, nobody chases, bunts, steals, tags up or keeps running."
)
"""How Diamante is simulated."""

_LONG = 99
"""Innings enough that no half-inning played here is the last."""


class BaseOutState(NamedTuple):
    """What a half-inning of a table game is at between two throws."""

    outs: int
    men: BaseOccupancy


class Transition(NamedTuple):
    """What a throw leads to: the next moment, or None after the third out, and the runs it brings."""

    chance: float
    then: BaseOutState | None
    runs: int


class Odds(NamedTuple):
    """A half-inning in figures.

    Attributes:
        expected: expected runs by beginning, as in `BEGINNINGS`.
        scoreless: the chance that none is scored from the start.
        halves: how many were simulated for each beginning; 0 for exact figures.
        errors: the standard error of each figure; empty for exact ones.
    """

    expected: Mapping[str, float]
    scoreless: float
    halves: int = 0
    errors: Mapping[str, float] = MappingProxyType({})


def solve(rules: RulesName) -> Odds:
    """The exact odds of a table game."""
    begin = {key: BaseOutState(0, men) for key, men in BEGINNINGS.items() if not men or rules not in MENLESS}
    steps = _chain(_empty(rules), begin.values())
    at = {moment: number for number, moment in enumerate(steps)}
    brought = [sum(step.chance * step.runs for step in steps[moment]) for moment in at]
    ended = [sum(step.chance for step in steps[moment] if step.then is None and not step.runs) for moment in at]
    runs = np.linalg.solve(np.eye(len(at)) - _matrix(steps, at), brought)
    none = np.linalg.solve(np.eye(len(at)) - _matrix(steps, at, scoreless=True), ended)
    return Odds({key: float(runs[at[moment]]) for key, moment in begin.items()}, float(none[at[begin["runs"]]]))


def simulate(rules: RulesName, halves: int, seed: int = 1) -> Odds:
    """The odds of any game by `POLICY`, from so many half-innings for each beginning.

    Args:
        rules: the game.
        halves: how many half-innings, at least two.
        seed: decides the throws; the same seed gives the same figures.
    """
    lots, empty = Random(seed), _empty(rules)  # noqa: S311 - lots for a table, not for a secret
    begin = {key: _with_men(empty, men) for key, men in BEGINNINGS.items() if not men or rules not in MENLESS}
    scores = {key: [_half(game, lots) for _ in range(halves)] for key, game in begin.items()}
    means = {key: sum(runs) / halves for key, runs in scores.items()}
    none = scores["runs"].count(0) / halves
    errors = {key: float(np.std(runs, ddof=1)) / sqrt(halves) for key, runs in scores.items()}
    return Odds(means, none, halves, errors | {"scoreless": sqrt(none * (1 - none) / halves)})


def _empty(rules: RulesName) -> Game:
    teams = {side: Team(name=side, color=color) for side, color in (("away", "red"), ("home", "blue"))}
    return start(Setup(rules=rules, innings=_LONG, away=teams["away"], home=teams["home"]))


def _with_men(game: Game, men: BaseOccupancy, outs: int = 0) -> Game:
    return apply(game, Set(runners=men, outs=outs))


def _chain(empty: Game, begin: Iterable[BaseOutState]) -> dict[BaseOutState, tuple[Transition, ...]]:
    """Every moment that can be reached, and what each throw makes of it."""
    steps: dict[BaseOutState, tuple[Transition, ...]] = {}
    waiting = list(begin)
    while waiting:
        moment = waiting.pop()
        if moment not in steps:
            steps[moment] = tuple(_steps(_with_men(empty, moment.men, moment.outs)))
            waiting += [step.then for step in steps[moment] if step.then]
    return steps


def _steps(game: Game) -> Iterator[Transition]:
    dice = len(next(iter(TABLES[game.setup.rules])))
    for values in product(range(1, 7), repeat=dice):
        after = apply(game, Roll(values=values))
        then = BaseOutState(after.outs, after.runners) if after.half == game.half else None
        yield Transition(6.0**-dice, then, after.away - game.away)


def _matrix(
    steps: Mapping[BaseOutState, tuple[Transition, ...]], at: Mapping[BaseOutState, int], *, scoreless: bool = False
) -> Matrix:
    """The chances from moment to moment; without a run only, if asked for."""
    chances = np.zeros((len(at), len(at)))
    for moment, outcomes in steps.items():
        for step in outcomes:
            if step.then is not None and not (scoreless and step.runs):
                chances[at[moment], at[step.then]] += step.chance
    return chances


def _half(game: Game, lots: Random) -> int:
    """The runs of one half-inning."""
    later = game
    while later.half == game.half:
        later = apply(later, _thrown(later, lots))
    return later.away - game.away


def _thrown(game: Game, lots: Random) -> Event:
    if game.awaits == DICE:
        return Roll(values=tuple(lots.randint(1, 6) for _ in next(iter(TABLES[game.setup.rules]))))
    if game.awaits == CHIP:
        face: Face = "hit" if lots.random() < 1 / 2 else "out"
        return Chip(face=face)
    return Die(color=game.awaits or "", value=lots.randint(1, 10))
