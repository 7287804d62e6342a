"""How many runs a half-inning of Amateur Diamante brings, and with what chance, if both sides play it best.

Rule kept here: the values of `expectancy` say what each side does in each moment, and from then on nobody decides: what
is left is an absorbing Markov chain, of the moments that best play leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from scoreboard.rules import Game
from scoreboard.rules.baseball import OUTS
from scoreboard.stats.expectancy import TOLL, Outcomes, PlayGraph
from scoreboard.stats.play_graph import Numbers, Reals, moment_code

MOST_RUNS = 24
"""Of a half-inning; more are too rare to be told from none."""
SETTLED = 1e-7
MOST_STEPS = 5000


class _PlayChain(NamedTuple):
    """What follows each moment: its row, the next one's, the runs, whether somebody is out, and the chance."""

    rows: Numbers
    to: Numbers
    runs: Numbers
    out: npt.NDArray[np.bool_]
    chances: Reals


def run_chances(graph: PlayGraph, values: Reals, openings: Iterable[Game]) -> Iterator[tuple[Game, int, Reals]]:
    """Each opening with each number of outs: the chance of 0, 1, 2 ... runs in the rest of the half-inning."""
    games = list(openings)
    starts = np.searchsorted(graph.codes, [moment_code(game) or 0 for game in games])
    after_out = np.zeros((len(graph.codes), MOST_RUNS + 1))
    after_out[:, 0] = 1.0
    for outs, chain in reversed(list(enumerate(_chains(graph, values, starts)))):
        after_out = _chances(chain, after_out)
        yield from ((game, outs, after_out[row]) for game, row in zip(games, starts, strict=True))


def _chains(graph: PlayGraph, values: Reals, starts: Numbers) -> Iterator[_PlayChain]:
    """What follows each moment that best play leads to, with none, one and two outs."""
    padded = np.column_stack((values, np.zeros(len(values))))
    met = np.zeros(len(graph.codes), np.bool_)
    for outs in range(OUTS):
        met[starts] = True
        chain = _chain(graph, padded[:, outs], padded[:, outs + 1])
        while (new := chain.to[met[chain.rows] & ~chain.out & ~met[chain.to]]).size:
            met[new] = True
        reached = _PlayChain._make(each[met[chain.rows]] for each in chain)
        yield reached
        met = np.zeros(len(graph.codes), np.bool_)
        met[reached.to[reached.out]] = True


def _chain(graph: PlayGraph, values: Reals, after_out: Reals) -> _PlayChain:
    """What each side chooses, with a number of outs."""
    thrown, of_throws = _chosen(graph.thrown, graph.signs, values, after_out)
    at_once, of_those = _chosen(graph.at_once, graph.signs, values, after_out)
    wins = of_those > of_throws + TOLL
    parts = [_part(graph.thrown, thrown, ~wins), _part(graph.at_once, at_once, wins)]
    return _PlayChain._make(np.concatenate(each) for each in zip(*parts, strict=True))


def _chosen(part: Outcomes, signs: Reals, values: Reals, after_out: Reals) -> tuple[Numbers, Reals]:
    """The edge that is chosen of each group, and what each moment comes to by them, the more the better for its side.

    A moment without any comes to the least.
    """
    lengths = np.diff(np.append(part.groups, len(part.to)))
    owners = np.repeat(part.rows, np.diff(np.append(part.moments, len(part.groups))))
    worth = np.repeat(signs[owners], lengths) * (part.runs + np.where(part.out, after_out[part.to], values[part.to]))
    best = np.maximum.reduceat(worth, part.groups)
    is_best = np.flatnonzero(worth >= np.repeat(best, lengths))
    groups = np.repeat(np.arange(len(part.groups)), lengths)[is_best]
    chosen = is_best[np.unique(groups, return_index=True)[1]]
    comes_to = np.full(len(signs), -np.inf)
    comes_to[part.rows] = np.add.reduceat(part.weights * best, part.moments)
    return chosen, comes_to


def _part(part: Outcomes, chosen: Numbers, holds: npt.NDArray[np.bool_]) -> _PlayChain:
    owners = np.repeat(part.rows, np.diff(np.append(part.moments, len(part.groups))))
    keep = holds[owners]
    edges = chosen[keep]
    return _PlayChain(
        owners[keep], part.to[edges], part.runs[edges].astype(np.int64), part.out[edges], part.weights[keep]
    )


def _chances(chain: _PlayChain, after_out: Reals) -> Reals:
    """The chances of every moment, those after one out more being known."""
    order = np.argsort(chain.rows, kind="stable")
    chain = _PlayChain._make(each[order] for each in chain)
    rows, begins = np.unique(chain.rows, return_index=True)
    fixed = _summed(chain, begins, after_out, chain.out)
    chances = np.zeros_like(after_out)
    for _ in range(MOST_STEPS):
        before = chances[rows]
        chances[rows] = fixed + _summed(chain, begins, chances, ~chain.out)
        if np.abs(chances[rows] - before).max() < SETTLED:
            return chances
    raise ArithmeticError("The chances do not settle.")


def _summed(chain: _PlayChain, begins: Numbers, chances: Reals, counted: npt.NDArray[np.bool_]) -> Reals:
    """The chances after each moment's edges, those that are counted, with their runs added."""
    width = chances.shape[1]
    columns = np.maximum(np.arange(width)[None, :] - chain.runs[:, None], -1)
    padded = np.column_stack((chances, np.zeros(len(chances))))  # the last column stands for fewer than no runs
    weights = np.where(counted, chain.chances, 0.0)
    return np.asarray(np.add.reduceat(weights[:, None] * padded[chain.to[:, None], columns], begins))
