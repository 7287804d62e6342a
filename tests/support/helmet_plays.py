"""Major League played by default, walked from the law itself: every moment of a ball in play, a steal, a tag-up.

Rule kept here: the rules are called, not written again. Every runner runs, runner and ball go where they go by default,
and nobody calls anything (`odds.policy_of`); so nobody decides, and a play is an absorbing Markov chain from throw to
throw. Two helmets alike are one helmet. What cannot matter any more is left out of a moment: the score, who was the
batter, turns that are over, goals that are reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from scoreboard.rules import Game
from scoreboard.rules.diamante import calls, fielding, running
from scoreboard.rules.diamante.board import zone_name
from scoreboard.rules.state import Dugouts, Runner
from scoreboard.stats.half_throws import endless_game
from scoreboard.stats.helmet_wins import FACES, Between, alike

EMPTY: Final = endless_game("diamante-major")


class PlayEdge(NamedTuple):
    """What a throw leads to: a moment in play, by its number, or one between plays, or None after the third out."""

    to: int | Between | None
    runs: int


Edges: TypeAlias = Counter[PlayEdge]
"""By how many of ten faces."""
Code: TypeAlias = tuple[object, ...]


class Plays:
    """Every moment in play that the plays added so far can come to."""

    def __init__(self) -> None:
        self.edges: list[Edges] = []
        self._numbers: dict[Code, int] = {}
        self._waiting: list[tuple[int, Game]] = []

    def add(self, game: Game) -> PlayEdge:
        """Where a play that begins so is; what it can come to is walked by `walk`."""
        return self._edge(game, game)

    def walk(self) -> None:
        """Walk on until every moment is known."""
        while self._waiting:
            number, game = self._waiting.pop()
            self.edges[number] = Counter(self._edge(game, after) for after in _thrown(game))

    def _edge(self, before: Game, after: Game) -> PlayEdge:
        runs = after.away - before.away
        if after.half != before.half:
            return PlayEdge(None, runs)
        if after.phase == "pitch":
            return PlayEdge(between(after), runs)
        moment = _moment(after)
        code = _code(moment)
        number = self._numbers.setdefault(code, len(self._numbers))
        if number == len(self.edges):
            self.edges.append(Counter())
            self._waiting.append((number, moment))
        return PlayEdge(number, runs)


def at(moment: Between) -> Game:
    """The state that it is, with a clear count."""
    on = tuple(Runner(place=place, helmet=helmet) for place, helmet in zip(moment.men, moment.order, strict=False))
    at_bat, *bench = moment.order[len(on) :]
    return replace(EMPTY, outs=moment.outs, men=on, at_bat=at_bat, dugouts=_waiting_are(tuple(bench)), met=True)


def between(game: Game) -> Between:
    """The moment between plays that the state is."""
    order = (*(man.helmet for man in game.men), game.at_bat, *game.bench)
    return Between(game.outs, game.runners, alike(order))


def hit(moment: Between, zone: int) -> Game:
    """The batter has hit or bunted a fair ball to that zone."""
    return running.begin_play(replace(at(moment), ball=zone_name(zone)))


def stolen(moment: Between) -> Game:
    """A steal has been called."""
    return calls.steal(at(moment))


def tagged_up(moment: Between, zone: int) -> Game:
    """A tag-up has been called after a catch in that zone; the next batter is up."""
    return calls.tag_up(replace(at(moment), ball=zone_name(zone)))


def _thrown(game: Game) -> Iterator[Game]:
    """What each face of the die that is due leads to by default."""
    if game.phase == "throw":
        yield from (fielding.go(game, value, fielding.offered(game, value)[0]) for value in FACES)
        return
    due = running.joined(game)
    yield from (running.go(due, value, running.offered(due, value)[0]) for value in FACES)


def _moment(game: Game) -> Game:
    """The state less what cannot matter."""
    named = dict(zip((order := _path_and_bench(game)), alike(order), strict=True))
    farthest = max((man.goal for man in game.men if man.pushed), default=0)
    due = game.phase == "run"
    men = tuple(
        Runner(
            place=man.place,
            goal=man.goal if man.pushed or man.goal < farthest else 0,
            turn="due" if due and man.turn == "due" else "done",
            helmet=named[man.helmet],
            is_batter=not man.place,
        )
        for man in game.men
    )
    bench = tuple(named[helmet] for helmet in game.bench)
    return replace(
        EMPTY, outs=game.outs, men=men, at_bat=named[game.at_bat], dugouts=_waiting_are(bench), met=True,
        waiting=game.waiting, ball=game.ball, phase=game.phase,
    )  # fmt: skip


def _path_and_bench(game: Game) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*(man.helmet for man in game.men), game.at_bat, *game.bench)))


def _code(game: Game) -> Code:
    men = tuple((man.place, man.goal, man.turn, man.helmet) for man in game.men)
    return game.phase, game.outs, men, game.at_bat, game.bench, game.waiting, game.ball


def _waiting_are(bench: tuple[int, ...]) -> Dugouts:
    return Dugouts(away=bench)
