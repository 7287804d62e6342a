"""Four-Dice Baseball solved: what each sign is worth in every state of men, outs and count, and which is best.

Rule kept here: the rules are called, not written again. Only the side at bat decides, and only which sign is on, so
with one sign fixed in each state a half-inning is an absorbing Markov chain between pitches. The best signs are found
by policy iteration (Howard 1960): solve the chain, take the sign that is worth most in each state by those values, and
again, until no sign changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from scoreboard.rules import Game, apply
from scoreboard.rules.baseball import OUTS
from scoreboard.rules.events import Call, Roll, Set
from scoreboard.rules.four_dice.tables import NO_SIGN, SIGNS
from scoreboard.rules.options import Option
from scoreboard.rules.state import FIRST, SECOND, THIRD
from scoreboard.stats.half_throws import BaseOccupancy, endless_game
from scoreboard.stats.odds import Odds

Reals: TypeAlias = npt.NDArray[np.float64]
Policy: TypeAlias = npt.NDArray[np.int64]
"""Which sign is on in each state, as its place in `ORDER`."""

ORDER: tuple[str, ...] = (NO_SIGN, *(sign for sign in SIGNS if sign != NO_SIGN))
"""The signs; of equals the first is best."""
DICE, LOW, HIGH = 4, 1, 6
MOST_AT_ONCE, MOST_RUNS = 4, 64
"""Runs of a pitch, and of a half-inning: more are too rare to be told from none."""


class PitchState(NamedTuple):
    """The state of a half-inning when a pitch is due; men are their places, most advanced first."""

    outs: int
    men: BaseOccupancy
    balls: int = 0
    strikes: int = 0


STATES: tuple[PitchState, ...] = tuple(
    PitchState(outs, men, balls, strikes)
    for outs in range(OUTS)
    for number in range(4)
    for men in combinations((THIRD, SECOND, FIRST), number)
    for balls, strikes in product(range(4), range(3))
)
ROWS: Mapping[PitchState, int] = {state: row for row, state in enumerate(STATES)}
STARTS: Mapping[str, PitchState] = {
    "runs": PitchState(0, ()),
    "from_second": PitchState(0, (SECOND,)),
    "loaded": PitchState(0, (THIRD, SECOND, FIRST)),
}


class SignChain:
    """The pitches of Four-Dice Baseball under each sign; some seconds' work to make.

    ``options`` are those that the game is played with; with the hard one it is the opponent who bats.

    Attributes:
        lawful: which signs may be put on, shape (signs, states).
        chances: of going from a state to another with so many runs, shape (signs, runs, states, states + 1); the last
            state is the end of the half-inning.
    """

    def __init__(self, options: tuple[Option, ...] = ()) -> None:
        shape = len(ORDER), len(STATES)
        self.lawful = np.zeros(shape, np.bool_)
        self.chances = np.zeros((shape[0], MOST_AT_ONCE + 1, shape[1], shape[1] + 1))
        empty = endless_game("four-dice", options=options)
        for row, state in enumerate(STATES):
            before = apply(empty, Set(runners=state.men, outs=state.outs, balls=state.balls, strikes=state.strikes))
            for sign, name in enumerate(ORDER):
                if name == NO_SIGN or name in before.calls:
                    self.lawful[sign, row] = True
                    self._add(sign, row, before if name == NO_SIGN else apply(before, Call(call=name)))
        self.runs: Reals = np.einsum("srij,r->si", self.chances, np.arange(MOST_AT_ONCE + 1))
        self.goes_on: Reals = self.chances[..., :-1].sum(axis=1)

    def _add(self, sign: int, row: int, game: Game) -> None:
        for after, chance in _pitched(game):
            then = ROWS[_state(after)] if after.half == game.half else len(STATES)
            self.chances[sign, after.away - game.away, row, then] += chance

    def fixed(self, sign: str) -> Policy:
        """The same sign for every pitch that it may be put on for, else none."""
        at = ORDER.index(sign)
        return np.where(self.lawful[at], at, 0)

    def best(self) -> Policy:
        """The signs that bring most runs."""
        policy = self.fixed(NO_SIGN)
        while True:
            worth = np.where(self.lawful, self.runs + self.goes_on @ self.values(policy), -np.inf)
            now = np.take_along_axis(worth, policy[None], 0)[0]
            better = np.where(worth.max(axis=0) > now + 1e-12, worth.argmax(axis=0), policy)
            if (better == policy).all():
                return policy
            policy = better

    def values(self, policy: Policy) -> Reals:
        """Expected runs of the rest of a half-inning, by state."""
        rows = np.arange(len(STATES))
        stays = np.eye(len(STATES)) - self.goes_on[policy, rows]
        return np.asarray(np.linalg.solve(stays, self.runs[policy, rows]))

    def run_chances(self, policy: Policy) -> Reals:
        """The chance of no run, one, two ... in the rest of a half-inning, shape (states, `MOST_RUNS`)."""
        steps = self.chances[policy, :, np.arange(len(STATES))].swapaxes(0, 1)
        between, ends = steps[..., :-1], steps[..., -1]
        scoreless = np.linalg.inv(np.eye(len(STATES)) - between[0])
        chances = np.zeros((len(STATES), MOST_RUNS))
        for runs in range(MOST_RUNS):
            at_once = range(1, min(runs, MOST_AT_ONCE) + 1)
            with_runs = sum((between[now] @ chances[:, runs - now] for now in at_once), np.zeros(len(STATES)))
            chances[:, runs] = scoreless @ (with_runs + (ends[runs] if runs <= MOST_AT_ONCE else 0))
        return chances

    def odds(self, policy: Policy) -> Odds:
        """The figures of a half-inning."""
        values, none = self.values(policy), self.run_chances(policy)[:, 0]
        expected = {key: float(values[ROWS[state]]) for key, state in STARTS.items()}
        return Odds(expected, float(none[ROWS[STARTS["runs"]]]))


def _rolls() -> Iterator[tuple[tuple[int, ...], float]]:
    """Every roll whose dice differ, lowest first, with its chance: the law asks for no order."""
    for values in product(range(1, 7), repeat=DICE):
        if tuple(sorted(values)) == values:
            ways = factorial(DICE) / prod(map(factorial, Counter(values).values()))
            yield values, ways / 6**DICE


ROLLS: Mapping[tuple[int, ...], float] = dict(_rolls())


def _pitched(game: Game) -> Iterator[tuple[Game, float]]:
    for values, chance in ROLLS.items():
        yield from _settled(apply(game, Roll(values=values)), chance)


def _settled(game: Game, chance: float) -> Iterator[tuple[Game, float]]:
    """Once no low/high die is due."""
    if game.phase != "low-high":
        yield game, chance
        return
    for face in (LOW, HIGH):
        yield from _settled(apply(game, Roll(values=(face,))), chance / 2)


def _state(game: Game) -> PitchState:
    return PitchState(game.outs, game.runners, game.balls, game.strikes)
