"""What each play of a game is to a batter or runner: a hit, a run, a stolen base.

Rule kept here: what a line made happen, and what a play of several lines came to, is asked of the scorebook. A helmet
of a team with partners is his who batted it on base (D53), until it is home or out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import structs

from scoreboard.rules.events import Set
from scoreboard.rules.history import AcceptedLine, Entry, History, plays_of
from scoreboard.rules.state import Game
from scoreboard.scorebook import BASES_OF, Happened, OnThePath, Result, fielded, followed, half_of, notes_of
from scoreboard.stats.on_base import ByHelmet, carried

Stat = Literal[
    "pa", "ab", "h", "2b", "3b", "hr", "r", "rbi", "bb", "hbp", "k", "sh", "sf", "fc", "sb", "cs"
]  # fmt: skip
STATS: tuple[Stat, ...] = (
    *("pa", "ab", "h", "2b", "3b", "hr", "r", "rbi", "bb", "hbp", "k", "sh", "sf", "fc", "sb", "cs"),
)
"""Plate appearances, at bats, hits, doubles, triples, home runs, runs, runs batted in, walks, hit by pitch, strikeouts,
sacrifice bunts and flies, fielder's choices, bases stolen, caught stealing."""
EXTRA_BASE_HITS: Mapping[int, Stat] = {2: "2b", 3: "3b", 4: "hr"}
OF_RESULT: Mapping[Result, tuple[Stat, ...]] = {
    "BB": ("pa", "bb"),
    "HBP": ("pa", "hbp"),
    "K": ("pa", "ab", "k"),
    "SAC": ("pa", "sh"),
    "SF": ("pa", "sf"),
    "FC": ("pa", "ab", "fc"),
    "OUT": ("pa", "ab"),
    "IN PLAY": ("pa", "ab"),
}
"""What a plate appearance that is no hit counts for; one whose ball is in play, until that is over."""


class Credit(NamedTuple):
    """Something that counts for a helmet of the side at bat, and for whose it is where the team names players."""

    helmet: int
    stat: Stat
    number: int = 1
    player: str | None = None


class BattedBall(NamedTuple):
    """A ball that was hit to a zone: its number, whether it was a hit or an out, and whose it was."""

    zone: int
    is_hit: bool
    player: str | None


class ScoredPlay(NamedTuple):
    """A play, what it made happen, for whom it counts, a scorekeeper's notes of it, and where the ball was hit."""

    before: Game
    line: Entry
    after: Game
    happened: Happened
    credits: tuple[Credit, ...] = ()
    notes: tuple[str, ...] = ()
    batted: tuple[BattedBall, ...] = ()


class Batter(NamedTuple):
    """Who hit a fly that was caught: his helmet, and whose it was."""

    helmet: int
    player: str | None


def scored_plays(history: History, judged: Sequence[AcceptedLine] | None = None) -> Iterator[ScoredPlay]:
    """Every play of the game in order; ``judged`` are its plays, where they are known (`JudgedPlays`)."""
    flied, whose = Batter(0, None), dict[int, str | None]()
    outs = dict[tuple[int, bool], int]()
    for each in followed(plays_of(history) if judged is None else judged):
        play, happened, path = each
        up = play.before.player(play.before.batting)
        if isinstance(play.line, Set):
            happened = structs.replace(happened, outs=_outs_set(play, outs))
            yield ScoredPlay(*_in_order(play), happened)
        else:
            outs[half_of(play.before)] = outs.get(half_of(play.before), 0) + happened.outs
            flied = Batter(play.before.at_bat, up) if happened.result == "OUT" else flied
            earned = (*_at_once(play, happened), *(_settled(path) if path else ()))
            credited = (*_named(earned, play.before.at_bat, up, whose), *(_of_a_tag_up(path, flied) if path else ()))
            notes, batter = notes_of(each), path.begun.player(path.begun.batting) if path else up
            batted = tuple(BattedBall(zone, note in BASES_OF, batter) for note, zone in fielded(notes))
            yield ScoredPlay(*_in_order(play), happened, credited, notes, batted)
        whose = carried(whose, play.before, play.after, happened, up)


def _named(earned: Iterable[Credit], at_bat: int, up: str | None, whose: ByHelmet) -> Iterator[Credit]:
    """With whose helmet it is: the batter's is his who is up, a runner's his who batted it on base."""
    for credit in earned:
        player = up if credit.helmet == at_bat else whose.get(credit.helmet, up)
        yield Credit(credit.helmet, credit.stat, credit.number, player)


def _in_order(play: AcceptedLine) -> tuple[Game, Entry, Game]:
    return play.before, play.line, play.after


def _outs_set(play: AcceptedLine, outs: dict[tuple[int, bool], int]) -> int:
    """The outs that a correction adds: to the half-inning, which it may renumber, or to another, taken up again."""
    before, after = half_of(play.before), half_of(play.after)
    were = outs.get(before, 0) if play.before.half == play.after.half else outs.get(after, 0)
    same = play.before.outs if play.before.half == play.after.half else were
    more = play.after.outs - same
    outs[after] = were + more
    return more


# -- at once


def _at_once(play: AcceptedLine, happened: Happened) -> Iterator[Credit]:
    """What is known with the line."""
    batter = play.before.at_bat
    if happened.result in BASES_OF:
        yield from (Credit(batter, "pa"), Credit(batter, "ab"), *_hit(batter, BASES_OF[happened.result]))
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


# -- when a play of several lines is over


def _settled(path: OnThePath) -> Iterator[Credit]:
    batter = path.begun.at_bat
    yield from (Credit(helmet, "cs") for helmet in path.caught)
    yield from (Credit(helmet, "sb", bases) for helmet, bases in path.stole)
    if path.bases:
        yield from _hit(batter, path.bases)
    if path.sacrificed:
        yield from (Credit(batter, "sh"), Credit(batter, "ab", -1))
    if path.batted_in:
        yield Credit(batter, "rbi", path.batted_in)


def _of_a_tag_up(path: OnThePath, flied: Batter) -> Iterator[Credit]:
    """A run after a catch makes the out a sacrifice fly."""
    if path.kind == "tag-up" and path.scored:
        earned: Mapping[Stat, int] = {"sf": 1, "ab": -1, "rbi": len(path.scored)}
        yield from (Credit(flied.helmet, stat, number, flied.player) for stat, number in earned.items())
