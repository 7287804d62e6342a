"""Amateur Diamante as a game of two players, walked from the law itself: every moment between throws, and its outcomes.

Rule kept here: the rules are called, not written again. A moment (`moment_code`) is a state of the law less what cannot
matter to the rest of the half-inning: outs, score, names, who bats. `walk` finds all that can be reached from a pitch,
some 150,000, and `PlayGraph` holds them as flat arrays, so that numpy can go over all at once.

In each moment one side may do something at once (stay, hold the ball, send another runner), or the die is thrown and
that side answers it. Between pitch and toss nobody decides anything, so a plate appearance up to there is one throw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from scoreboard.rules import Game
from scoreboard.rules.baseball import closed
from scoreboard.rules.diamante import fielding, pitching, running
from scoreboard.rules.diamante.board import BASE_NAMES, COSTS
from scoreboard.rules.diamante.calls import keep_running
from scoreboard.rules.state import FIRST, SECOND, THIRD, DiamantePlay, Runner
from scoreboard.stats.half_throws import endless_game

Numbers: TypeAlias = npt.NDArray[np.int64]
Reals: TypeAlias = npt.NDArray[np.float64]

FACES = range(1, 11)
BALLS: tuple[str, ...] = tuple(COSTS)
"""Where the ball may lie, in the order of their codes."""
BETWEEN, RESUMABLE, RUN, THROW = range(4)
"""What a moment is: a pitch is due; likewise, and the runners may keep running; a runner's turn; a fielder's throw."""


class Edge(NamedTuple):
    """An outcome: the moment that it leads to, the runs it brings, and whether it puts somebody out."""

    to: int
    runs: int
    out: int


Weighed: TypeAlias = Counter[tuple[Edge, ...]]
"""The answers that a throw allows, by how many of its faces, or of its chances, allow just these."""


class Moment(NamedTuple):
    """What can come of a moment.

    Attributes:
        is_batters: the side at bat decides, else the fielders.
        at_once: what they may do without a throw.
        thrown: what they may answer to a throw.
    """

    is_batters: bool
    at_once: tuple[Edge, ...]
    thrown: Weighed


def moment_code(game: Game) -> int | None:
    """The moment that a state is, as a number; None for one that no play leads to, or that is no moment (a swing)."""
    if game.phase == "pitch":
        return _code(RESUMABLE if game.diamante.resume else BETWEEN, game, count=4 * game.strikes + game.balls)
    if game.ball not in BALLS:
        return None  # carried to a step
    if game.phase == "run":
        return _code(RUN, game, men=(_turn(game, man) for man in game.men))
    return _code(THROW, game) if game.phase == "throw" else None


def _code(kind: int, game: Game, *, men: Iterable[int] = (), count: int = 0) -> int:
    """Kind, count, ball, then of each man his place, goal and turn; the ball counts only if it is in play."""
    ball = 0 if kind == BETWEEN else BALLS.index(str((game.diamante.resume or game).ball))
    number = (kind << 4 | count) << 4 | ball
    farthest = max((man.goal for man in game.men if man.pushed), default=0)
    for man, turn in zip(game.men, chain(men, (0,) * len(game.men)), strict=False):
        goal = man.goal if man.pushed or man.goal < farthest else 0  # else it makes room for nobody any more
        number = (number << 5 | man.place + 1) << 5 | goal // FIRST << 2 | turn
    return number << 10 * (4 - len(game.men))


def _turn(game: Game, man: Runner) -> int:
    """He is due, may still be called, or neither."""
    return 1 if man.turn == "due" else 2 * (man.turn == "idle" and man.place < game.diamante.ran_from)


def openings() -> Iterator[Game]:
    """Every state between plays: men on bases, and the count."""
    empty = endless_game("diamante-amateur")
    for taken in chain.from_iterable(combinations((THIRD, SECOND, FIRST), number) for number in range(4)):
        men = tuple(Runner(place=place, helmet=at) for at, place in enumerate(taken))
        for balls, strikes in product(range(4), range(3)):
            yield replace(empty, men=men, balls=balls, strikes=strikes)


def walk() -> Iterator[tuple[int, Moment]]:
    """Every moment that can be reached, by its code, each once."""
    waiting = list(openings())
    met = set(map(moment_code, waiting))
    while waiting:
        game = waiting.pop()
        walked = Walked(game)
        yield _known(game), walked.moment()
        for code, after in walked.reached.items():
            if code not in met:
                met.add(code)
                waiting.append(after)


def _known(game: Game) -> int:
    code = moment_code(game)
    if code is None:
        raise ValueError(f"no moment: {game.due}")
    return code


class Walked:
    """A moment, and the states that its outcomes lead to."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.reached: dict[int, Game] = {}

    def moment(self) -> Moment:
        """What can come of it."""
        game = self._game
        if game.phase == "pitch":
            return self._between()
        return self._run() if game.phase == "run" else self._throw()

    def _between(self) -> Moment:
        game = self._game
        if game.diamante.resume:
            return Moment(is_batters=True, at_once=self._edges([closed(game), keep_running(game)]), thrown=Counter())
        outcomes = Counter[tuple[Edge, ...]]()
        for after, chances in pitched(game):
            outcomes[(self._edge(after),)] += chances
        return Moment(is_batters=True, at_once=(), thrown=outcomes)

    def _run(self) -> Moment:
        game, man = self._game, running.in_turn(self._game)
        called = [running.join(game, BASE_NAMES[other.place]) for other in running.joinable(game)]
        over = [] if game.diamante.first_turn or running.anyone_unsettled(game) else [running.end_play(game)]
        if man is None:
            return Moment(is_batters=True, at_once=self._edges([*over, *called]), thrown=Counter())
        stays = [running.skip(game)] if running.may_skip(game, man) else []
        answers = {value: running.offered(game, value) for value in FACES}
        went = {to: self._edge(running.go(game, value, to)) for value, offered in answers.items() for to in offered}
        thrown = Counter(_different(went[to] for to in offered) for offered in answers.values())
        return Moment(is_batters=True, at_once=self._edges([*over, *called, *stays]), thrown=thrown)

    def _throw(self) -> Moment:
        game = self._game
        held = [fielding.hold(game)] if fielding.may_hold(game) else []
        answers = {value: fielding.offered(game, value) for value in FACES}
        went = {to: self._edge(fielding.go(game, value, to)) for value, offered in answers.items() for to in offered}
        thrown = Counter(_different(went[to] for to in offered) for offered in answers.values())
        return Moment(is_batters=False, at_once=self._edges(held), thrown=thrown)

    def _edges(self, games: Iterable[Game]) -> tuple[Edge, ...]:
        return _different(map(self._edge, games))

    def _edge(self, after: Game) -> Edge:
        out, runs = after.outs - self._game.outs, after.away - self._game.away
        fresh, resume = _fresh(after, self._game), after.diamante.resume
        if resume:
            fresh = replace(fresh, play=DiamantePlay(resume=_fresh(resume, self._game)))
        code = _known(fresh)
        self.reached.setdefault(code, fresh)
        return Edge(code, runs, out)


def _fresh(after: Game, before: Game) -> Game:
    """The same with nobody out and no run, as every moment is walked."""
    return replace(after, outs=0, away=0, hits=before.hits)


def _different(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    return tuple(dict.fromkeys(edges))


def pitched(game: Game) -> Iterator[tuple[Game, int]]:
    """What a pitch leads to where somebody decides again, and in how many of 2,000 chances."""
    for value in FACES:
        after = pitching.pitch(game, value)
        if after.phase == "swing":
            yield from _swung(after)
        else:
            yield closed(after), 200


def _swung(game: Game) -> Iterator[tuple[Game, int]]:
    for value in FACES:
        after = pitching.swing(game, value)
        if after.phase == "homer":
            seconds = [pitching.second_swing(after, second) for second in FACES]
            yield from ((last, 1 * chances) for second in seconds for last, chances in _tossed(second, 2))
        else:
            yield from _tossed(after, 20)


def _tossed(game: Game, chances: int) -> Iterator[tuple[Game, int]]:
    if game.phase != "toss":
        yield game, chances
        return
    yield pitching.toss(game, "hit"), chances // 2
    yield pitching.toss(game, "out"), chances // 2
