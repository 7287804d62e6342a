"""Major League played by default, solved: with what chance the rest of a half-inning brings no run, one, two ...

Rule kept here: nobody decides (`helmet_plays`), so a half-inning is an absorbing Markov chain over its moments in play
and those between pitches, with the count. It is swept from its end until no chance changes any more. After a steal the
count is what it was, so its plays are swept once for each count.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from support.helmet_plays import PlayEdge, Plays, at, between, hit, stolen, tagged_up

from scoreboard.rules.diamante.board import cost
from scoreboard.stats.helmet_wins import BETWEENS, CAUGHT_IN, COUNTS, FINE, PLACES, ZONES, Between, RestOfHalf
from scoreboard.stats.play_graph import pitched

Numbers: TypeAlias = npt.NDArray[np.int64]
Chances: TypeAlias = npt.NDArray[np.float32]

MOST_RUNS: Final = 16
"""Of the rest of a half-inning: more count as these."""
CHUNK: Final = 20_000
CLOSE: Final = 1e-6
MOST_SWEEPS: Final = 400
FACES, THROWS = 10, 2000
"""The chances that the edges of a moment in play, and of a pitch, are counted in."""


class Edges(NamedTuple):
    """Edges in the order of the rows that they lead from; each row's begins at one of ``begins``."""

    begins: Numbers
    to: Numbers
    runs: Numbers
    chances: Chances


class PlayStarts(NamedTuple):
    """Where each play that can begin is, by `BETWEENS`: its row and the runs it has brought; -1 where none can.

    Attributes:
        hits: by zone, once a fair ball lies there.
        steals: once a steal is called.
        tag_ups: by zone from `CAUGHT_IN`, once a tag-up is called.
    """

    hits: Numbers
    steals: Numbers
    tag_ups: Numbers


class HelmetChain:
    """The chain: rows of moments in play first, then the end of the half-inning, then those between pitches."""

    def __init__(self, plays: Edges, starts: PlayStarts) -> None:
        self._plays, self._starts = plays, starts
        self._end = len(plays.begins)
        self._pitches = _edges([list(self._pitch(moment, count)) for moment in BETWEENS for count in COUNTS], THROWS)

    def solved(self) -> RestOfHalf:
        """All chances."""
        chances = np.zeros((self._end + 1 + len(BETWEENS) * len(COUNTS), MOST_RUNS + 1), np.float32)
        chances[self._end, 0] = 1.0
        for _ in range(MOST_SWEEPS):
            before = chances[self._end + 1 :].copy()
            self._sweep_plays(chances)
            for _ in range(len(COUNTS)):
                chances[self._end + 1 :] = _swept(self._pitches, chances)
            if np.abs(chances[self._end + 1 :] - before).max() < CLOSE:
                break
        hits, tag_ups = (self._begun(chances, each) for each in (self._starts.hits, self._starts.tag_ups))
        between = chances[self._end + 1 :].reshape(len(BETWEENS), len(COUNTS), -1).copy()
        return RestOfHalf(between, hits, self._stolen(chances, between), tag_ups)

    def _stolen(self, chances: Chances, between: Chances) -> Chances:
        """With each count: the steal leads to the moments that have it."""
        rows, edges = self._of_steals()
        without_count = slice(self._end + 1, None, len(COUNTS))
        found = []
        for at_count in range(len(COUNTS)):
            chances[without_count] = between[:, at_count]
            for _ in range(MOST_SWEEPS):
                before = chances[rows]
                chances[rows] = _swept(edges, chances)
                if np.abs(chances[rows] - before).max() < CLOSE:
                    break
            found.append(self._begun(chances, self._starts.steals))
        return np.stack(found, axis=1)

    def _of_steals(self) -> tuple[Numbers, Edges]:
        """The moments that a steal can come to, and their edges."""
        lengths = np.diff(np.append(self._plays.begins, len(self._plays.to)))
        owners = np.repeat(np.arange(self._end), lengths)
        met = np.zeros(self._end, np.bool_)
        new = self._starts.steals[:, 0]
        new = np.unique(new[(new >= 0) & (new < self._end)])
        while new.size:
            met[new] = True
            to = self._plays.to[met[owners]]
            new = np.unique(to[to < self._end])
            new = new[~met[new]]
        kept = met[owners]
        rows = np.flatnonzero(met)
        begins = np.cumsum(np.append(0, lengths[rows][:-1]))
        return rows, Edges(begins, self._plays.to[kept], self._plays.runs[kept], self._plays.chances[kept])

    def _begun(self, chances: Chances, starts: Numbers) -> Chances:
        rows, runs = starts[..., 0], starts[..., 1]
        found = chances[np.maximum(rows, 0)]
        for more in range(1, int(runs.max()) + 1):
            found = np.where((runs == more)[..., None], later(chances, more)[np.maximum(rows, 0)], found)
        return np.where((rows >= 0)[..., None], found, 0.0).astype(np.float32)

    def _sweep_plays(self, chances: Chances) -> None:
        """Once over all moments in play; what they lead to mostly has a higher number, so the last ones come first."""
        for first in reversed(range(0, self._end, CHUNK)):
            until = min(first + CHUNK, self._end)
            ends = self._plays.begins[until] if until < self._end else len(self._plays.to)
            part = slice(int(self._plays.begins[first]), int(ends))
            edges = Edges(
                self._plays.begins[first:until] - self._plays.begins[first],
                self._plays.to[part],
                self._plays.runs[part],
                self._plays.chances[part],
            )
            chances[first:until] = _swept(edges, chances)

    def _pitch(self, moment: Between, count: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
        """What a pitch leads to: the row, the runs, and how many of `THROWS` chances."""
        game = replace(at(moment), balls=count[0], strikes=count[1])
        for after, chances in pitched(game):
            runs = after.away - game.away
            if after.half != game.half:
                yield self._end, runs, chances
            elif after.phase == "run":
                row, more = self._starts.hits[cost(after.ball) - 1, PLACES[moment]]
                yield int(row), runs + int(more), chances
            else:
                at_count = COUNTS.index((after.balls, after.strikes))
                yield self._end + 1 + PLACES[between(after)] * len(COUNTS) + at_count, runs, chances


def _swept(edges: Edges, chances: Chances) -> Chances:
    """What each row comes to, by what its edges lead to."""
    width = chances.shape[1]
    found = edges.chances[:, None] * chances[edges.to]
    for at_once in np.unique(edges.runs[edges.runs > 0]):
        scored = np.flatnonzero(edges.runs == at_once)
        found[scored] = edges.chances[scored, None] * later(chances[edges.to[scored]], int(at_once))
    return np.asarray(np.add.reduceat(found, edges.begins).reshape(-1, width))


def later(chances: Chances, runs: int) -> Chances:
    """The chances with so many runs more."""
    moved = np.zeros_like(chances)
    moved[:, runs:] = chances[:, : MOST_RUNS + 1 - runs]
    moved[:, -1] += chances[:, MOST_RUNS + 1 - runs :].sum(axis=1)
    return moved


def _edges(rows: list[list[tuple[int, int, int]]], of: int) -> Edges:
    """Of each row, where it leads, the runs, and how many of that many chances."""
    flat = np.array([edge for edges in rows for edge in edges], np.int64)
    begins = np.cumsum([0, *map(len, rows[:-1])])
    return Edges(begins, flat[:, 0], flat[:, 1], (flat[:, 2] / of).astype(np.float32))


def walked() -> HelmetChain:
    """The chain of the law: a quarter of an hour's work."""
    plays = Plays()
    hits = [[plays.add(hit(moment, zone)) for moment in BETWEENS] for zone in ZONES]
    steals = [plays.add(stolen(moment)) if moment.men else None for moment in BETWEENS]
    tag_ups = [
        [plays.add(tagged_up(moment, zone)) if moment.men and moment.outs else None for moment in BETWEENS]
        for zone in CAUGHT_IN
    ]
    plays.walk()

    def row(edge: PlayEdge) -> int:
        if isinstance(edge.to, int):
            return edge.to
        return len(plays.edges) + (0 if edge.to is None else 1 + PLACES[edge.to] * len(COUNTS))

    def start(edge: PlayEdge | None) -> tuple[int, int]:
        return (-1, 0) if edge is None else (row(edge), edge.runs)

    rows = [[(row(edge), edge.runs, faces) for edge, faces in edges.items()] for edges in plays.edges]
    starts = PlayStarts(
        np.array([list(map(start, each)) for each in hits]),
        np.array(list(map(start, steals))),
        np.array([list(map(start, each)) for each in tag_ups]),
    )
    return HelmetChain(_edges(rows, FACES), starts)


def packed(rest: RestOfHalf) -> bytes:
    """The file."""
    written = BytesIO()
    parts = {name: np.rint(np.clip(array, 0, 1) * FINE).astype(np.uint16) for name, array in rest._asdict().items()}
    np.savez_compressed(written, **parts)
    return written.getvalue()
