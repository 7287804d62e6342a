"""How likely each side is to win, from any moment between two plays.

Rule kept here: a pure function of the state, which no state carries and no `apply` waits for: a face asks when it is
drawn, and the same moment is reckoned once. It is exact where the half-innings of the game are solved, and else an
estimate with its standard error (`half_innings`). Both sides are taken to be as good as each other.

From the end backwards: with the runs of a half-inning and their chances, what a lead is worth before the last bottom
half gives what it is worth before its top half, and so on up to the inning in play. Level after the last inning, either
side is as likely to win, for both have the same half-innings before them.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from scoreboard.rules import Game
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.events import Half, RulesName
from scoreboard.rules.state import SECOND
from scoreboard.stats.half_innings import Batches, Chances, chances, name_of, of_game

MOST_AHEAD = 100
"""Runs: a greater lead counts as this one."""
LEADS = range(-MOST_AHEAD, MOST_AHEAD + 1)
WON: Chances = tuple((lead > 0) + (lead == 0) / 2 for lead in LEADS)
"""What each of Home's leads is worth once the last bottom half is over."""
CONFIDENT = 1.96
"""Standard errors to either side that hold the truth 19 times in 20."""


class WinChance(NamedTuple):
    """The chance that Home win, and its standard error; 0 where it is exact."""

    home: float
    error: float = 0.0

    @property
    def away(self) -> float:
        """The chance that Away win."""
        return 1 - self.home

    @property
    def within(self) -> float:
        """To either side, the interval that holds the truth 19 times in 20."""
        return CONFIDENT * self.error


class _Moment(NamedTuple):
    """What the chance depends on, besides the half-inning in play; ``lead`` is Home's."""

    rules: RulesName
    innings_left: int
    half: Half
    lead: int
    has_extra_runner: bool


def win_chance(game: Game) -> WinChance | None:
    """The chance that each side wins; None in the middle of a play, and in a game of which that is not known."""
    if game.over:
        return WinChance({"home": 1.0, "away": 0.0, None: 0.5}[game.winner])
    if game.phase not in BETWEEN_PLAYS:
        return None
    rest = chances(game)
    if rest is None:
        return None
    extra = game.inning > game.last and game.house.extra_runner
    moment = _Moment(game.setup.rules, max(0, game.last - game.inning), game.half, game.home - game.away, extra)
    return _chance(moment, rest)


@lru_cache(maxsize=4096)
def _chance(moment: _Moment, rest: Batches) -> WinChance:
    each = [_worth(moment, batch, chances) for batch, chances in enumerate(rest)]
    return WinChance(fmean(each), stdev(each) / sqrt(len(each)) if len(each) > 1 else 0.0)


def _worth(moment: _Moment, batch: int, rest: Chances) -> float:
    """What the moment is worth to Home if the rest of the half-inning brings so many runs with these chances."""
    tops, bottoms = _ahead(moment.rules, batch, moment.innings_left, moment.has_extra_runner)
    if moment.half == "top":
        return _after(bottoms[-1], rest, moment.lead, -1)
    return _after(tops[-2] if moment.innings_left else WON, rest, moment.lead, 1)


@lru_cache(maxsize=256)
def _ahead(
    rules: RulesName, batch: int, innings_left: int, has_extra_runner: bool
) -> tuple[tuple[Chances, ...], tuple[Chances, ...]]:
    """What each lead is worth before the top and before the bottom half, the last inning's first."""
    fresh = of_game(rules)[name_of(0, (SECOND,) if has_extra_runner else ())][batch]
    tops, bottoms = list[Chances](), list[Chances]()
    for left in range(innings_left + 1):
        then = tops[-1] if left else WON
        bottoms.append(tuple(_after(then, fresh, lead, 1) for lead in LEADS))
        tops.append(tuple(_after(bottoms[-1], fresh, lead, -1) for lead in LEADS))
    return tuple(tops), tuple(bottoms)


def _after(worth: Chances, runs: Chances, lead: int, sign: int) -> float:
    """What a lead is worth before so many runs: Home's add to it (1), Away's take from it (-1)."""
    return sum(chance * worth[_place(lead + sign * more)] for more, chance in enumerate(runs))


def _place(lead: int) -> int:
    return min(max(lead, -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD
