"""What each play of a game is to a batter or runner: a hit, a run, a stolen base.

Rule kept here: what a line made happen is asked of the scorebook. Here a play of Diamante that takes several lines (a
ball in play, a steal, runners who tag up) is kept in mind until it is over, for only then is it known what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from msgspec import structs

from scoreboard.rules.baseball import OUTS
from scoreboard.rules.events import Call, Set
from scoreboard.rules.history import Entry, History, Played
from scoreboard.rules.state import FIRST, HOME, Game
from scoreboard.scorebook import BASES_OF, Happened, Result, half_of, settled, what_happened

Stat = Literal[
    "pa", "ab", "h", "2b", "3b", "hr", "r", "rbi", "bb", "hbp", "k", "sh", "sf", "fc", "sb", "cs"
]  # fmt: skip
STATS: tuple[Stat, ...] = (
    *("pa", "ab", "h", "2b", "3b", "hr", "r", "rbi", "bb", "hbp", "k", "sh", "sf", "fc", "sb", "cs"),
)
"""Plate appearances, at bats, hits, doubles, triples, home runs, runs, runs batted in, walks, hit by pitch, strikeouts,
sacrifice bunts and flies, fielder's choices, bases stolen, caught stealing."""
EXTRA_BASE_HITS: Mapping[int, Stat] = MappingProxyType({2: "2b", 3: "3b", 4: "hr"})
OF_RESULT: Mapping[Result, tuple[Stat, ...]] = MappingProxyType(
    {
        "BB": ("pa", "bb"),
        "HBP": ("pa", "hbp"),
        "K": ("pa", "ab", "k"),
        "SAC": ("pa", "sh"),
        "SF": ("pa", "sf"),
        "FC": ("pa", "ab", "fc"),
        "OUT": ("pa", "ab"),
        "IN PLAY": ("pa", "ab"),
    }
)
"""What a plate appearance that is no hit counts for; one whose ball is in play, until that is over."""


class Credit(NamedTuple):
    """Something that counts for a helmet of the side at bat."""

    helmet: int
    stat: Stat
    number: int = 1


class ScoredPlay(NamedTuple):
    """A play, what it made happen, and for whom it counts."""

    before: Game
    line: Entry
    after: Game
    happened: Happened
    credits: tuple[Credit, ...] = ()


class OnThePath(NamedTuple):
    """A play of Diamante that takes several lines.

    Attributes:
        kind: what it is.
        begun: the state in which it began.
        reached: the farthest base that the batter has reached.
        scored: the helmets that came home, in their order.
        outs: the helmets that were put out.
    """

    kind: Literal["fair", "bunt", "steal", "tag-up"]
    begun: Game
    reached: int = 0
    scored: tuple[int, ...] = ()
    outs: tuple[int, ...] = ()


def scored_plays(history: History) -> Iterator[ScoredPlay]:
    """Every play of the game in order."""
    path, flied = None, 0
    outs = dict[tuple[int, bool], int]()
    for play in settled(history):
        happened = what_happened(play.before, play.line, play.after)
        if isinstance(play.line, Set):
            yield ScoredPlay(*_in_order(play), structs.replace(happened, outs=_outs_set(play, outs)))
            continue
        outs[half_of(play.before)] = outs.get(half_of(play.before), 0) + happened.outs
        flied = play.before.at_bat if happened.result == "OUT" else flied
        path = _begun(play, happened) or (_gone_on(path, play, happened) if path else None)
        over = path is not None and (happened.ended or play.after.phase not in {"run", "throw"})
        settling = _settled(path, play, happened, flied) if path and over else ()
        yield ScoredPlay(*_in_order(play), happened, (*_at_once(play, happened), *settling))
        path = None if over else path


def _in_order(play: Played) -> tuple[Game, Entry, Game]:
    return play.before, play.line, play.after


def _outs_set(play: Played, outs: dict[tuple[int, bool], int]) -> int:
    """The outs that a correction adds: to the half-inning, which it may renumber, or to another, taken up again."""
    before, after = half_of(play.before), half_of(play.after)
    were = outs.get(before, 0) if play.before.half == play.after.half else outs.get(after, 0)
    same = play.before.outs if play.before.half == play.after.half else were
    more = play.after.outs - same
    outs[after] = were + more
    return more


# -- at once


def _at_once(play: Played, happened: Happened) -> Iterator[Credit]:
    """What is known with the line."""
    batter = play.before.at_bat
    if happened.result in BASES_OF:
        bases = _bases(BASES_OF[happened.result], play.before, play.after, happened.scored)
        yield from (Credit(batter, "pa"), Credit(batter, "ab"), *_hit(batter, bases))
    else:
        yield from (Credit(batter, stat) for stat in OF_RESULT.get(happened.result, ()))
    yield from (Credit(helmet, "r") for helmet in happened.scored)
    yield from (Credit(helmet, "sb") for helmet in happened.stole)
    yield from (Credit(helmet, "cs") for helmet in happened.caught)
    if happened.batted_in > 0:
        yield Credit(batter, "rbi", happened.batted_in)


def _hit(batter: int, bases: int) -> Iterator[Credit]:
    yield Credit(batter, "h")
    if bases in EXTRA_BASE_HITS:
        yield Credit(batter, EXTRA_BASE_HITS[bases])


def _bases(taken: int, before: Game, after: Game, scored: tuple[int, ...]) -> int:
    """The bases of a hit: of one that wins the game as many as the winning run took, if it is no home run."""
    needed = before.away - before.home + 1
    walked_off = after.over and after.outs < OUTS and before.batting == "home"
    if not walked_off or taken >= BASES_OF["HR"] or not 0 < needed <= len(scored):
        return taken
    from_where = next((man.place for man in before.men if man.helmet == scored[needed - 1]), 0)
    return min(taken, -((from_where - HOME) // FIRST))


# -- on the path


def _begun(play: Played, happened: Happened) -> OnThePath | None:
    match play.line:
        case Call(call="steal" | "tag-up" as kind) if play.after.phase == "run":
            return OnThePath(kind, play.after)
    if happened.result == "IN PLAY":
        return OnThePath("bunt" if happened.name == "bunt" else "fair", play.after)
    return None


def _gone_on(path: OnThePath, play: Played, happened: Happened) -> OnThePath:
    batter, out = path.begun.at_bat, happened.put_out
    there = play.after.men if half_of(play.before) == half_of(play.after) else ()
    bases = [man.place // FIRST for man in there if man.helmet == batter and path.kind in {"fair", "bunt"}]
    return path._replace(
        reached=max(path.reached, BASES_OF["HR"] if batter in happened.scored else 0, *bases),
        scored=(*path.scored, *happened.scored),
        outs=(*path.outs, *((out.helmet,) if out else ())),
    )


def _settled(path: OnThePath, play: Played, happened: Happened, flied: int) -> Iterator[Credit]:
    match path.kind:
        case "steal":
            return _of_a_steal(path, play.after)
        case "tag-up":
            return _of_a_tag_up(path, flied)
    return _of_a_ball_in_play(path, play.after, hit=play.before.credited or happened.hit)


def _of_a_steal(path: OnThePath, after: Game) -> Iterator[Credit]:
    """Where one is caught, nobody else has stolen."""
    yield from (Credit(helmet, "cs") for helmet in path.outs)
    now = {man.helmet: man.place for man in after.men} | dict.fromkeys(path.scored, HOME)
    for man in () if path.outs else path.begun.men:
        bases = now.get(man.helmet, 0) // FIRST - man.place // FIRST
        if bases > 0:
            yield Credit(man.helmet, "sb", bases)


def _of_a_tag_up(path: OnThePath, flied: int) -> Iterator[Credit]:
    """A run after a catch makes the out a sacrifice fly."""
    if path.scored:
        yield from (Credit(flied, "sf"), Credit(flied, "ab", -1), Credit(flied, "rbi", len(path.scored)))


def _of_a_ball_in_play(path: OnThePath, after: Game, *, hit: bool) -> Iterator[Credit]:
    batter, begun = path.begun.at_bat, path.begun
    advanced = path.scored or after.runners != begun.runners
    if hit:
        yield from _hit(batter, _bases(max(1, path.reached), begun, after, path.scored))
    elif path.kind == "bunt" and path.outs == (batter,) and begun.outs < OUTS - 1 and advanced:
        yield from (Credit(batter, "sh"), Credit(batter, "ab", -1))
    forced = {man.helmet for man in begun.men if man.goal}
    if path.scored and (hit or len(forced.intersection(path.outs)) <= 1):  # none is batted in on a force double play
        yield Credit(batter, "rbi", len(path.scored))
