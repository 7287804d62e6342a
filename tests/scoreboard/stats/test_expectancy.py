"""What each moment of Amateur is worth: the graph of its plays, and the values found on it."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import numpy as np
import pytest
from msgspec import structs
from support.best_play import run_chances
from support.games import moments, setup

from scoreboard.rules import Game, apply, sayable
from scoreboard.rules.baseball import closed
from scoreboard.rules.diamante import running
from scoreboard.rules.events import Ball, Die, Event, Move
from scoreboard.rules.state import SKIP, DiamantePlay
from scoreboard.stats.expectancy import Expectancy, graph_of, values_of
from scoreboard.stats.play_graph import BETWEEN, Edge, Moment, Walked, Weighed, moment_code, openings


def made_by_lot(lots: Random, number: int) -> dict[int, Moment]:
    """Moments, each of which leads to later ones alone; or to itself, with one out more."""

    def edge(at: int) -> Edge:
        if at + 1 >= number or lots.random() < 1 / 4:
            return Edge(at, lots.randrange(3), 1)
        return Edge(lots.randrange(at + 1, number), lots.randrange(3), lots.randrange(2))

    def moment(at: int) -> Moment:
        thrown: Weighed = Counter()
        for _ in range(lots.randint(1, 4)):
            thrown[tuple(edge(at) for _ in range(lots.randint(1, 3)))] += lots.randint(1, 5)
        return Moment(lots.random() < 1 / 2, tuple(edge(at) for _ in range(lots.randrange(3))), thrown)

    return {at: moment(at) for at in range(number)}


def by_brute_force(graph: dict[int, Moment], at: int, outs: int) -> float:
    """What a moment is worth, by going through all that can happen."""

    @cache
    def worth(at: int, outs: int) -> float:
        if outs == 3:
            return 0.0
        moment = graph[at]
        best = max if moment.is_batters else min
        groups = [(best(map(after(outs), group)), chances) for group, chances in moment.thrown.items()]
        thrown = sum(value * chances for value, chances in groups) / sum(moment.thrown.values())
        return best([thrown, *map(after(outs), moment.at_once)])

    def after(outs: int) -> Callable[[Edge], float]:
        return lambda edge: edge.runs + worth(edge.to, outs + edge.out)

    return worth(at, outs)


@pytest.mark.parametrize("seed", range(20))
def test_the_values_are_those_of_brute_force(seed: int) -> None:
    """On small games made by lot, going through all that can happen gives each value."""
    graph = made_by_lot(Random(seed), 12)
    values = values_of(graph_of(graph.items()))
    for at, worths in enumerate(values.tolist()):
        assert [by_brute_force(graph, at, outs) for outs in range(3)] == pytest.approx(worths, abs=2e-4)


def test_talk_in_circles_is_worth_less_than_a_throw() -> None:
    """Of two moments that lead to each other by a word, the one with the throw is worth more."""
    throw: Weighed = Counter({(Edge(0, 1, 1),): 1})
    talk = {at: Moment(is_batters=True, at_once=(Edge(1 - at, 0, 0),), thrown=Counter()) for at in range(2)}
    values = values_of(graph_of({**talk, 0: talk[0]._replace(thrown=throw)}.items()))
    assert values[0, 2] > values[1, 2] > 0.99


@pytest.mark.parametrize("seed", range(10))
def test_the_chances_come_to_the_values(seed: int) -> None:
    """Best play brings on average what a moment is worth, and its chances are certain together."""
    graph = graph_of(made_by_lot(Random(seed), 12).items())
    values = values_of(graph)
    opening = next(openings())
    graph = graph._replace(codes=np.concatenate(([moment_code(opening)], graph.codes[1:])).astype(np.int64))
    for _, outs, chances in run_chances(graph, values, [opening]):
        assert (values[0, outs], 1) == pytest.approx((chances @ np.arange(len(chances)), chances.sum()), abs=2e-4)


def amateur_moments(seed: int) -> Iterator[Game]:
    """Moments of a random game, with nobody out."""
    for _, game in moments(setup("diamante-amateur", 40), Random(seed)):
        if game.phase in {"run", "throw"} and game.half == "top" and not game.outs:
            yield closed(game)


def edge(before: Game, after: Game) -> Edge:
    """The outcome, if that is what an answer leads to."""
    code = moment_code(after)
    assert code is not None
    return Edge(code, after.away - before.away, after.outs - before.outs)


def answered(game: Game, value: int) -> tuple[Edge, ...]:
    """Every outcome of the throw that is due, as the law judges the lines."""
    after = apply(game, Die(color=game.awaits or "", value=value))
    assert after.diamante.choice is not None
    answers: list[Event] = [
        Move(to=int(to)) if game.phase == "run" else Ball(to=to) for to in after.diamante.choice.options if to != SKIP
    ]
    return tuple(dict.fromkeys(edge(game, apply(after, line)) for line in answers))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.untraced
@pytest.mark.newest
def test_a_moment_has_the_outcomes_of_the_law(seed: int) -> None:
    """What is walked is what lines of a record lead to: throws with their answers, and what may be said."""
    looked_at = 0
    for game in amateur_moments(seed):
        moment = Walked(game).moment()
        assert (game.phase == "run") == moment.is_batters
        assert {edge(game, apply(game, line)) for line in sayable(game)} == set(moment.at_once)
        if game.phase == "throw" or running.in_turn(game):
            assert Counter(answered(game, value) for value in range(1, 11)) == moment.thrown
            looked_at += 1
    assert looked_at


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.untraced
@pytest.mark.newest
def test_keeping_on_running_brings_nothing_by_itself(seed: int) -> None:
    """D33: after any play, with outs and runs in it, nobody scores or is out by the word."""
    met = 0
    for game in (each for at in range(5) for each in amateur_moments(10 * seed + at)):
        for reached in _walked_to(game):
            met += 1
            for one in Walked(reached).moment().at_once:
                assert (0, 0) == (one.runs, one.out)
    assert met


def _walked_to(game: Game) -> list[Game]:
    """The states after a play that runners may take up again."""
    walked = Walked(closed(game))
    walked.moment()
    return [each for each in walked.reached.values() if each.diamante.resume and each.phase == "pitch"]


def test_the_ball_of_a_play_taken_up_matters() -> None:
    """Two plays that ended alike with the ball in other places are two moments."""
    (after, *_) = (each for game in amateur_moments(2) for each in _walked_to(game))
    resume = after.diamante.resume
    assert resume is not None
    parts = [DiamantePlay(resume=structs.replace(resume, ball=ball)) for ball in ("Z9", "Z1")]
    codes = {moment_code(structs.replace(after, play=play)) for play in parts}
    assert 2 == len(codes)


def test_pitches_are_walked_to_where_somebody_decides() -> None:
    """From a full count with nobody on: a walk 2 times in 10, and so on; all chances make 2,000."""
    full = next(game for game in openings() if (game.balls, game.strikes, game.men) == (3, 2, ()))
    moment = Walked(full).moment()
    assert 2000 == sum(moment.thrown.values())
    walked = next(game for game in openings() if game.runners == (6,) and not (game.balls or game.strikes))
    assert 400 == moment.thrown[(Edge(moment_code(walked) or 0, 0, 0),)]


def test_an_expectancy_is_kept_as_bytes() -> None:
    """Codes and values come back; a state that no play leads to has no worth."""
    codes = sorted({moment_code(game) or BETWEEN for game in openings()})
    kept = Expectancy(np.array(codes), np.arange(3 * len(codes), dtype=np.float32).reshape(-1, 3))
    again = Expectancy.unpacked(kept.packed())
    for game in openings():
        assert kept.of(game) == again.of(game) == 3 * codes.index(moment_code(game) or BETWEEN)
    stranded = next(game for game in amateur_moments(1) if game.phase == "throw")
    assert again.of(stranded) is None
