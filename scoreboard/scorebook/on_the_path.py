"""Plays of Diamante that take several lines: a ball in play, a steal, runners who tag up.

Rule kept here: such a play is kept in mind until it is over, for only then is it known what it was. The box score and
a scorekeeper's notes both ask here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from scoreboard.rules.baseball import OUTS
from scoreboard.rules.diamante.board import cost
from scoreboard.rules.events import Call, Set
from scoreboard.rules.history import AcceptedLine, History, judged_lines
from scoreboard.rules.state import FIRST, HOME, Game
from scoreboard.scorebook.fielders import Fielders, first_fielder, handled, made_out
from scoreboard.scorebook.happened import BASES_OF, Happened, bases_of_hit, what_happened
from scoreboard.scorebook.play_names import half_of
from scoreboard.scorebook.settled import is_answer, settled

ON_THE_PATH = frozenset({"run", "throw"})


class OnThePath(NamedTuple):
    """A play of several lines.

    Attributes:
        kind: what it is.
        begun: the state in which it began.
        after: the state after its newest line.
        zone: where the ball was hit; 0 where nobody hit it.
        reached: the farthest base that the batter has reached.
        scored: the helmets that came home, in their order.
        outs: the helmets that were put out.
        had: the fielders who had the ball, in their order.
        out_by: of each out those who had had it then, the last of whom made it; empty where the game does not know.
        hit: the batter has his hit (D45).
    """

    kind: Literal["fair", "bunt", "steal", "tag-up"]
    begun: Game
    after: Game
    zone: int = 0
    reached: int = 0
    scored: tuple[int, ...] = ()
    outs: tuple[int, ...] = ()
    had: Fielders = ()
    out_by: tuple[Fielders, ...] = ()
    hit: bool = False

    @property
    def batted(self) -> bool:
        """The batter hit the ball."""
        return self.kind in {"fair", "bunt"}

    @property
    def bases(self) -> int:
        """The bases of the hit; 0 for none."""
        return bases_of_hit(max(1, self.reached), self.begun, self.after, self.scored) if self.hit else 0

    @property
    def sacrificed(self) -> bool:
        """He bunted, was the only one out, and a runner moved for it."""
        advanced = self.scored or self.after.runners != self.begun.runners
        out_for_it = self.outs == (self.begun.at_bat,) and self.begun.outs < OUTS - 1
        return self.kind == "bunt" and not self.hit and out_for_it and bool(advanced)

    @property
    def batted_in(self) -> int:
        """The runs that the batter drove in: none on a force double play."""
        forced = {man.helmet for man in self.begun.men if man.goal}
        twice = not self.hit and len(forced.intersection(self.outs)) > 1
        return len(self.scored) if self.batted and not twice else 0

    @property
    def stole(self) -> tuple[tuple[int, int], ...]:
        """Who stole how many bases. Where one is caught, nobody else has stolen."""
        if self.kind != "steal" or self.outs:
            return ()
        now = {man.helmet: man.place for man in self.after.men} | dict.fromkeys(self.scored, HOME)
        bases = ((man.helmet, now.get(man.helmet, 0) // FIRST - man.place // FIRST) for man in self.begun.men)
        return tuple((helmet, number) for helmet, number in bases if number > 0)

    @property
    def outs_at_once(self) -> int:
        """How many it put out, with the catch before a tag-up."""
        return len(self.outs) + (self.kind == "tag-up" and bool(self.outs))

    @property
    def caught(self) -> tuple[int, ...]:
        """Who was caught stealing."""
        return self.outs if self.kind == "steal" else ()


class Followed(NamedTuple):
    """A play that counts, what it made happen, and the play of several lines that it ended, if it did."""

    play: AcceptedLine
    happened: Happened
    ended: OnThePath | None = None


def followed(plays: Iterable[AcceptedLine]) -> Iterator[Followed]:
    """Every one of them, with its final answer, in order."""
    path: OnThePath | None = None
    for play in settled(plays):
        happened = what_happened(play.before, play.line, play.after)
        if isinstance(play.line, Set):
            yield Followed(play, happened)
            continue
        path = _begun(play, happened) or (_gone_on(path, play, happened) if path else None)
        over = path is not None and (happened.ended or play.after.phase not in ON_THE_PATH)
        yield Followed(play, happened, path if over else None)
        path = None if over else path


def newest_play(history: History) -> tuple[Followed, ...]:
    """The lines since the newest play of several began, if the newest line ended it, or answers what did."""
    lines = _lines_of_play(history)
    if history.game.phase in ON_THE_PATH or lines < 2:  # noqa: PLR2004 - one line is no play of several, and is not judged again
        return ()
    judged_now = (each for each in judged_lines(history, lines) if each.refused is None)
    return tuple(followed(AcceptedLine(each.line, each.before, each.after) for each in judged_now))


def ended_play(history: History) -> OnThePath | None:
    """The play of several lines that the newest line ended; None if it ended none."""
    newest = newest_play(history)
    return newest[-1].ended if newest else None


def _lines_of_play(history: History) -> int:
    """How many steps back it began; as far as states are held."""
    number = 0
    for step, met in zip(history.steps, islice(history.states, 1, None), strict=False):
        number, event = number + 1, step.recorded.event
        if met.phase not in ON_THE_PATH and (event is None or not is_answer(event, met)):
            break
    return number


def _begun(play: AcceptedLine, happened: Happened) -> OnThePath | None:
    match play.line:
        case Call(call="steal" | "tag-up" as kind) if play.after.phase == "run":
            return OnThePath(kind, play.after, play.after, had=first_fielder(play.after.ball))
    if happened.result == "IN PLAY":
        batted: Literal["bunt", "fair"] = "bunt" if happened.name == "bunt" else "fair"
        zone = cost(play.after.ball)
        return OnThePath(batted, play.after, play.after, zone=zone, had=(zone,))
    return None


def _gone_on(path: OnThePath, play: AcceptedLine, happened: Happened) -> OnThePath:
    batter, out = path.begun.at_bat, happened.put_out
    there = play.after.men if half_of(play.before) == half_of(play.after) else ()
    bases = [man.place // FIRST for man in there if man.helmet == batter and path.batted]
    had = handled(path.had, play)
    return path._replace(
        after=play.after,
        had=had,
        out_by=(*path.out_by, *((had if made_out(play) else (),) if out else ())),
        reached=max(path.reached, BASES_OF["HR"] if batter in happened.scored else 0, *bases),
        scored=(*path.scored, *happened.scored),
        outs=(*path.outs, *((out.helmet,) if out else ())),
        hit=path.hit or (path.batted and (play.before.credited or happened.hit)),
    )
