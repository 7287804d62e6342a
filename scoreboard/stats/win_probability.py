"""How likely each side is to win, from any moment between two plays.

Rule kept here: a pure function of the state, which no state carries and no `apply` waits for: a face asks when it is
drawn, and the same moment is reckoned once. It is exact where the half-innings of the game are solved, and else an
estimate with its standard error (`half_innings`). Both sides are taken to be as good as each other.

From the end backwards: with the runs of a half-inning and their chances, what a lead is worth before the last bottom
half gives what it is worth before its top half, and so on up to the inning in play. Level after the last inning, either
side is as likely to win, for both have the same half-innings before them. Four-Dice Baseball is solved for the win
itself (`sign_wins`): there Home, who know what they need, are ahead.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import sqrt
from operator import mul
from statistics import fmean, stdev
from typing import Final, Literal, NamedTuple, TypeAlias

from scoreboard.rules import Game
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.endings import has_extra_runner
from scoreboard.rules.events import Half, PlayedGame, RulesName
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.state import SECOND
from scoreboard.stats.half_innings import Batches, Chances, chances, name_of, of_game

MOST_AHEAD = 100
"""Runs: a greater lead counts as this one."""
LEADS = range(-MOST_AHEAD, MOST_AHEAD + 1)
WON: Chances = tuple((lead > 0) + (lead == 0) / 2 for lead in LEADS)
"""What each of Home's leads is worth once the last bottom half is over."""
Worths: TypeAlias = tuple[Chances, ...]
"""By batch, what each of Home's leads is worth."""
CONFIDENT = 2.262
"""Standard errors to either side that hold the truth 19 times in 20, where ten batches tell the error (Student's t)."""
FOUR_DICE: Final = "four-dice"
MAJOR: Final = "diamante-major"


Uncounted = Literal["mercy", "cap", "tie_after", "extra_runner"]


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

    game: PlayedGame
    innings_left: int
    half: Half
    lead: int
    has_extra_runner: bool


def win_chance(game: Game) -> WinChance | None:
    """The chance that each side wins; None in the middle of a play, and in a game of which that is not known."""
    if game.over:
        return WinChance({"home": 1.0, "away": 0.0, None: 0.5}[game.winner])
    if game.phase not in BETWEEN_PLAYS or uncounted(game.house, game.setup.rules):
        return None
    if game.setup.rules == FOUR_DICE and (solved := _solved_for_the_win(game)) is not None:
        return solved
    if game.setup.rules == MAJOR:
        return _by_helmets(game)
    rest = chances(game)
    return None if rest is None else _chance(_moment(game), rest)


def uncounted(house: HouseRules, rules: RulesName) -> tuple[Uncounted, ...]:
    """The rules of the house of which the chances know nothing, so that none are told.

    They count a handicap (H7), a last inning that was said (H5), and runners of extra innings (H4), but not those of
    Four-Dice Baseball, which is solved without.
    """
    in_force: dict[Uncounted, bool] = {
        "mercy": house.mercy is not None,
        "cap": house.cap is not None,
        "tie_after": house.tie_after is not None,
        "extra_runner": house.extra_runner and rules == FOUR_DICE,
    }
    return tuple(name for name, on in in_force.items() if on)


def call_chance(game: Game, call: str) -> float | None:
    """The chance that the side at bat of Major League wins if it calls that, or nothing (``""``); None if unknown."""
    from scoreboard.stats import helmet_wins

    if not helmet_wins.is_known(game):
        return None
    home = 0.0
    for chance, after, runs in helmet_wins.after_call(game, call):
        found = win_chance(after) if runs is None else _with_runs(after, runs)
        if found is None:
            return None
        home += chance * found.home
    return home if game.batting == "home" else 1 - home


def _by_helmets(game: Game) -> WinChance | None:
    """Of Major League: who is at bat and who waits matters, and both are known for this half-inning and the next."""
    from scoreboard.stats import helmet_wins  # with numpy, which every command would load

    runs = helmet_wins.rest_of_half(game) if helmet_wins.is_known(game) else None
    return None if runs is None else _with_runs(game, runs)


def _with_runs(game: Game, runs: Chances) -> WinChance:
    """Of Major League, if the rest of this half-inning brings so many runs."""
    from scoreboard.stats import helmet_wins

    moment = _moment(game)
    then = WON
    if moment.half == "top":
        (then,) = _half_before(_worth_after(moment._replace(half="bottom")), (helmet_wins.next_half(game),), 1)
    elif moment.innings_left:
        next_top = moment._replace(half="top", innings_left=moment.innings_left - 1)
        (then,) = _half_before(_worth_after(next_top), (helmet_wins.next_half(game),), -1)
    sign = 1 if moment.half == "bottom" else -1
    return WinChance(sum(chance * then[_place(moment.lead + sign * more)] for more, chance in enumerate(runs)))


def _moment(game: Game) -> _Moment:
    left, lead = max(0, game.last - game.inning), game.home - game.away
    return _Moment(game.setup.game, left, game.half, lead, has_extra_runner(game))


def _solved_for_the_win(game: Game) -> WinChance | None:
    """Of Four-Dice Baseball; None before the innings that are solved."""
    from scoreboard.stats import sign_wins  # with numpy, which every command would load

    chance = sign_wins.chance(game)
    return None if chance is None else WinChance(chance if game.batting == "home" else 1 - chance)


@lru_cache(maxsize=4096)
def _chance(moment: _Moment, rest: Batches) -> WinChance:
    then = _worth_after(moment)
    sign = 1 if moment.half == "bottom" else -1
    each = [
        sum(chance * worth[_place(moment.lead + sign * more)] for more, chance in enumerate(chances))
        for worth, chances in zip(then, rest, strict=True)
    ]
    return WinChance(fmean(each), stdev(each) / sqrt(len(each)) if len(each) > 1 else 0.0)


def _worth_after(moment: _Moment) -> Worths:
    """What each lead is worth, by batch, once the half-inning of that moment is over."""
    extra, left = moment.has_extra_runner, moment.innings_left
    if moment.half == "top":
        return _before(moment.game, "bottom", left, extra)
    return _before(moment.game, "top", left - 1, extra) if left else (WON,) * len(_fresh(moment.game, extra))


@cache
def _before(game: PlayedGame, half: Half, innings_left: int, has_extra_runner: bool) -> Worths:
    """What each lead is worth, by batch, before that half of the inning after which so many are left.

    Each half-inning is worked out from the one that follows it, and only once.
    """
    if game == FOUR_DICE and (begins := _begins_solved(half, innings_left)):
        return (begins,)
    fresh = _fresh(game, has_extra_runner)
    if half == "top":
        return _half_before(_before(game, "bottom", innings_left, has_extra_runner), fresh, -1)
    then = _before(game, "top", innings_left - 1, has_extra_runner) if innings_left else (WON,) * len(fresh)
    return _half_before(then, fresh, 1)


def _begins_solved(half: Half, innings_left: int) -> Chances:
    """What each lead is worth before that half of Four-Dice Baseball; nothing before the innings that are solved."""
    from scoreboard.stats import sign_wins

    if innings_left >= sign_wins.INNINGS:
        return ()
    known, more = sign_wins.half_begins(half, innings_left), MOST_AHEAD - sign_wins.MOST_AHEAD
    return (*known[:1] * more, *known, *known[-1:] * more)


def _fresh(game: PlayedGame, has_extra_runner: bool) -> Batches:
    """The runs of a whole half-inning, by batch."""
    return of_game(game)[name_of(0, (SECOND,) if has_extra_runner else ())]


@lru_cache(maxsize=1024)
def _half_before(then: Worths, runs: Batches, sign: int) -> Worths:
    """What a lead is worth before such a half-inning: Home's runs add to it (1), Away's take from it (-1)."""
    return tuple(_moved(worth[::sign], chances)[::sign] for worth, chances in zip(then, runs, strict=True))


def _moved(worth: Chances, runs: Chances) -> Chances:
    """What each lead is worth that so many runs are added to."""
    padded = (*worth, *(worth[-1:] * (len(runs) - 1)))
    return tuple(sum(map(mul, runs, padded[at : at + len(runs)])) for at in range(len(worth)))


def _place(lead: int) -> int:
    return min(max(lead, -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD
