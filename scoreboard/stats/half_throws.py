"""A half-inning as throws of the law: its states between them, and what each throw leads to.

Rule kept here: the rules are called, not written again; and nothing here needs numpy, which not every command has the
time to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple, TypeAlias

from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Chip, Die, Event, Face, Roll, RulesName, Set, Setup, Team
from scoreboard.rules.state import CHIP, DICE
from scoreboard.rules.table import TABLES

BaseOccupancy: TypeAlias = tuple[int, ...]

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
