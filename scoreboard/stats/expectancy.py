"""Run expectancy of Amateur Diamante: what each moment of a half-inning is worth if both sides play it best.

Rule kept here: this is exact, a zero-sum game of perfect information solved by value iteration, and assumes nothing of
the players but that the batters want runs and the fielders do not. The men and outs between plays are 24 states; in a
play there are some 150,000 moments (`play_graph`), which are solved with them.

Outs only grow, so two outs are solved first, then one, then none. A value is swept from zero upwards until no moment
gains `CLOSE` any more.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from scoreboard.rules import Game
from scoreboard.rules.baseball import OUTS
from scoreboard.stats.play_graph import BETWEEN, Edge, Moment, Numbers, Reals, moment_code, openings, walk

CLOSE = 1e-7
"""Runs: what a sweep may still change."""
TOLL = 1e-5
"""Runs that it costs its side to say something: else two ways to say nothing new would be worth the same for ever."""
MOST_SWEEPS = 2000


class Outcomes(NamedTuple):
    """Edges in groups, one after the other: of each group one edge is chosen.

    Attributes:
        to: the moment, by its row, that each edge leads to.
        runs: what it brings.
        out: whether it puts somebody out.
        groups: where each group begins.
        weights: the chance of each group.
        moments: where the groups of each moment begin.
        rows: which moment that is.
    """

    to: Numbers
    runs: Reals
    out: npt.NDArray[np.bool_]
    groups: Numbers
    weights: Reals
    moments: Numbers
    rows: Numbers


class PlayGraph(NamedTuple):
    """All moments: their codes in order, which are the batters' (1, else -1), their throws and what goes at once."""

    codes: Numbers
    signs: Reals
    thrown: Outcomes
    at_once: Outcomes


class Expectancy:
    """The runs that the rest of a half-inning brings, by moment and outs."""

    def __init__(self, codes: Numbers, values: npt.NDArray[np.float32]) -> None:
        self.codes, self.values = codes, values

    def of(self, game: Game) -> float | None:
        """What the state is worth to the side at bat; None if it is no moment that a play leads to."""
        code = moment_code(game)
        row = int(np.searchsorted(self.codes, -1 if code is None else code))
        if row >= len(self.codes) or self.codes[row] != code:
            return None
        return float(self.values[row, game.outs])

    def packed(self) -> bytes:
        """As bytes for a file."""
        written = io.BytesIO()
        np.savez_compressed(written, codes=self.codes, values=self.values)
        return written.getvalue()

    @staticmethod
    def unpacked(written: bytes) -> Expectancy:
        """From such bytes."""
        with np.load(io.BytesIO(written), allow_pickle=False) as arrays:
            return Expectancy(arrays["codes"], arrays["values"])


def solved() -> Expectancy:
    """The expectancy of Amateur: a minute's work."""
    graph = graph_of(walk())
    return Expectancy(graph.codes, values_of(graph).astype(np.float32))


def graph_of(walked: Iterable[tuple[int, Moment]]) -> PlayGraph:
    """The moments as arrays."""
    moments = dict(sorted(walked))
    codes = np.fromiter(moments, np.int64, len(moments))
    signs = np.fromiter((1.0 if each.is_batters else -1.0 for each in moments.values()), np.float64, len(moments))
    at_once = [{each.at_once: 1} if each.at_once else {} for each in moments.values()]
    thrown = [each.thrown for each in moments.values()]
    return PlayGraph(codes, signs, _outcomes(thrown, codes), _outcomes(at_once, codes))


def _outcomes(weighed: Iterable[dict[tuple[Edge, ...], int]], codes: Numbers) -> Outcomes:
    counts = list(weighed)
    some = [row for row, each in enumerate(counts) if each]
    groups = [group for row in some for group in counts[row]]
    edges = np.array([edge for group in groups for edge in group], np.int64).reshape(-1, 3)
    weights = np.array([chances / sum(counts[row].values()) for row in some for chances in counts[row].values()])
    begins = _begins(map(len, groups))
    moments = _begins(len(counts[row]) for row in some)
    to = np.searchsorted(codes, edges[:, 0])
    return Outcomes(
        to, edges[:, 1].astype(np.float64), edges[:, 2] > 0, begins, weights, moments, np.array(some, np.int64)
    )


def _begins(lengths: Iterable[int]) -> Numbers:
    ends = np.cumsum(np.fromiter(lengths, np.int64))
    return np.concatenate((np.zeros(min(1, len(ends)), np.int64), ends[:-1]))


def values_of(graph: PlayGraph) -> Reals:
    """The value of each moment with none, one and two outs."""
    values = np.zeros((len(graph.codes), OUTS + 1))
    for outs in reversed(range(OUTS)):
        values[:, outs] = _solved_with(graph, values[:, outs + 1])
    return values[:, :OUTS]


def _solved_with(graph: PlayGraph, after_out: Reals) -> Reals:
    """The values with a number of outs, if those with one more are known."""
    tolls = ((graph.thrown, 0.0), (graph.at_once, TOLL))
    halves = [_Sweep(part, graph.signs, after_out, toll) for part, toll in tolls]
    values = np.zeros(len(graph.codes))
    for _ in range(MOST_SWEEPS):
        before = values
        values = _swept(halves, graph.signs, before)
        if np.abs(values - before).max() < CLOSE:
            return values
    raise ArithmeticError("The values do not settle.")


def _swept(halves: Iterable[_Sweep], signs: Reals, values: Reals) -> Reals:
    best = np.full(len(signs), -np.inf)
    for half in halves:
        rows = half.part.rows
        best[rows] = np.maximum(best[rows], signs[rows] * half.values(values) - half.toll)
    return np.asarray(signs * best)


class _Sweep:
    """The throws of all moments, or what goes at once in them, with a number of outs."""

    def __init__(self, part: Outcomes, signs: Reals, after_out: Reals, toll: float) -> None:
        self.part, self.toll = part, toll
        self._stays = np.where(part.out, 0.0, 1.0)
        self._fixed = part.runs + np.where(part.out, after_out[part.to], 0.0)
        lengths = np.diff(np.append(part.moments, len(part.groups)))
        self._group_signs = np.repeat(signs[part.rows], lengths)
        self._edge_signs = np.repeat(self._group_signs, np.diff(np.append(part.groups, len(part.to))))

    def values(self, values: Reals) -> Reals:
        """What each moment comes to, if those that follow have these values."""
        part = self.part
        edges = self._edge_signs * (self._fixed + self._stays * values[part.to])
        chosen = self._group_signs * np.maximum.reduceat(edges, part.groups)
        return np.asarray(np.add.reduceat(part.weights * chosen, part.moments))


def between_plays(expectancy: Expectancy) -> Iterator[tuple[Game, tuple[float, ...]]]:
    """Each state between plays without a count, and what it is worth with none, one and two outs."""
    for game in openings():
        if not (game.balls or game.strikes):
            row = int(np.searchsorted(expectancy.codes, moment_code(game) or BETWEEN))
            yield game, tuple(map(float, expectancy.values[row]))
