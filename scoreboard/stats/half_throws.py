"""A half-inning as throws of the law: its states between them, and what each throw leads to.

Rule kept here: the rules are called, not written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scoreboard.rules import Game, apply, dice_due, roll_of, set_up, sides_of, start
from scoreboard.rules.deck import Deck
from scoreboard.rules.events import Chip, Die, Event, Face, PlayedGame, Set, Setup, Team
from scoreboard.rules.options import Option
from scoreboard.rules.parks import Effect
from scoreboard.rules.state import CHIP, DICE
from scoreboard.stats.coaches import MANY, next_call

BaseOccupancy: TypeAlias = tuple[int, ...]


class BaseOutState(NamedTuple):
    """The state of a half-inning of a table game between two throws."""

    outs: int
    men: BaseOccupancy


class Transition(NamedTuple):
    """What a throw leads to: the next state, or None after the third out, and the runs scored."""

    chance: float
    then: BaseOutState | None
    runs: int


def endless_game(game: PlayedGame, deck: Deck | UnsetType = UNSET, options: tuple[Option, ...] = ()) -> Game:
    """The beginning of a game so long that no half-inning is its last; ``deck`` is what RallyBird is played with."""
    teams = {side: Team(name=side, color=color) for side, color in (("away", "red"), ("home", "blue"))}
    setup = set_up(game, Setup(rules="one-die", innings=MANY, away=teams["away"], home=teams["home"], deck=deck))
    return start(replace(setup, options=options) if options else setup)


def with_men(game: Game, men: BaseOccupancy, outs: int = 0) -> Game:
    """The same with these men and outs."""
    return apply(game, Set(runners=men, outs=outs))


def transitions_of(empty: Game, starts: Iterable[BaseOutState]) -> dict[BaseOutState, tuple[Transition, ...]]:
    """Every state of a table game that can be reached, and its transitions; ``empty`` is its endless beginning."""
    transitions: dict[BaseOutState, tuple[Transition, ...]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state not in transitions:
            transitions[state] = tuple(_transitions(with_men(empty, state.men, state.outs)))
            waiting += [step.then for step in transitions[state] if step.then]
    return transitions


def _transitions(game: Game) -> Iterator[Transition]:
    """One for each result that can be thrown, by a throw that comes to it."""
    chart = game.setup.chart
    if chart is None:
        raise TypeError("no table game")
    ways, example = Counter[Effect](), dict[Effect, tuple[int, ...]]()
    for throw, row in chart.rows.items():
        effect = row[game.runners]
        ways[effect] += chart.ways(throw)
        example.setdefault(effect, throw)
    for effect, number in ways.items():
        after = apply(game, roll_of(game.setup, example[effect]))
        then = BaseOutState(after.outs, after.runners) if after.half == game.half else None
        yield Transition(number / ways.total(), then, after.away - game.away)


def runs_of_half(game: Game, rng: Random) -> int:
    """The runs of one half-inning that is played out by the policy of `odds.policy_of`."""
    *_, last = half_played(game, rng)
    return last.away - game.away


def half_played(game: Game, rng: Random) -> Iterator[Game]:
    """Every state of the rest of a half-inning that is played out by that policy, and the first of the next half."""
    later = game
    yield later
    while later.half == game.half:
        later = apply(later, random_event(later, rng))
        yield later


def random_event(game: Game, rng: Random) -> Event:
    """The throw that is awaited, by lot, or what a coach says who is due."""
    if game.awaits == DICE:
        sides = sides_of(game.setup)
        return roll_of(game.setup, tuple(rng.randint(1, sides) for _ in range(dice_due(game))))
    if game.cards is not None:
        return next_call(game, rng)
    if game.awaits == CHIP:
        face: Face = "hit" if rng.random() < 1 / 2 else "out"
        return Chip(face=face)
    return Die(color=game.awaits or "", value=rng.randint(1, 10))
