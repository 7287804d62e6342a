"""What a scorer states outright: `set` and `end`.

Rule kept here: what a `set` names is so, what it does not name stays. It never begins or ends anything by itself, not
even where Home now leads in its last half: the scorer may be in the middle of putting several things right. The next
run or third out is judged on the numbers as corrected.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scoreboard.rules import lineup
from scoreboard.rules.baseball import closed, closed_finish
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import End, HitsSet, NamesSet, Set
from scoreboard.rules.state import Game, Names, Tally

AnyOfTeams = TypeVar("AnyOfTeams", Tally, Names)

NUMBERS = ("inning", "innings", "balls", "strikes", "outs", "away", "home")
"""What is a number and nothing more."""
HELMETS = ("helmets", "at_bat", "dugout")
"""What names single helmets of a team."""
BETWEEN_PLAYS = frozenset({"pitch", "card", "gloves"})
"""The phases in which nothing is in play."""


def correct(game: Game, event: Set) -> Game:
    """The game as the scorer says it is.

    Raises:
        Refused: it moves runners in the middle of a play, or cannot be so.
    """
    _check(game, event)
    sides = lineup.change_sides(game, event.half) if event.half not in {UNSET, game.half} else game
    corrected = _with_hits_and_names(closed(_lined_up(sides, event)), event)
    numbers = {name: value for name in NUMBERS if (value := getattr(event, name)) is not UNSET}
    stated = replace(corrected, **numbers, fresh=False)
    if event.half in {UNSET, game.half}:
        return stated if event.inning is UNSET else closed_finish(stated)
    return replace(closed_finish(stated), began=stated.runs_of(stated.batting))  # what counts from now on (H2)


def correct_on_bases(game: Game, event: Set) -> Game:
    """Likewise in a game whose men stand on bases alone.

    Raises:
        Refused: it puts men between bases, or cannot be so.
    """
    if event.runners is not UNSET and not set(lineup.LOADED).issuperset(event.runners):
        raise Refused("refused.bases-only")
    return correct(game, event)


def _check(game: Game, event: Set) -> None:
    if event.runners is not UNSET and game.phase not in BETWEEN_PLAYS:
        raise Refused("refused.runners-in-play")
    if not game.house.lineup and any(getattr(event, name) is not UNSET for name in HELMETS):
        raise Refused("refused.no-helmets")
    inning = game.inning if event.inning is UNSET else event.inning
    if inning < game.first:
        raise Refused("refused.first-inning", inning=game.first)
    least = inning - game.first + 1
    if event.innings is not UNSET and event.innings < least:
        raise Refused("refused.fewer-innings", inning=inning, count=least)


def _lined_up(game: Game, event: Set) -> Game:
    """Who is on the path, at the plate and in the dugout, in this order."""
    placed = game if event.runners is UNSET else _placed(game, event.runners, event.helmets)
    batting = placed if event.at_bat is UNSET else lineup.bat(placed, event.at_bat)
    return batting if event.dugout is UNSET else lineup.wait(batting, event.dugout)


def _placed(game: Game, places: tuple[int, ...], helmets: tuple[int, ...] | UnsetType) -> Game:
    if helmets is UNSET:
        return lineup.place(game, places)
    return lineup.seat(game, dict(zip(places, helmets, strict=True)))


def _with_hits_and_names(game: Game, event: Set) -> Game:
    """Hits and names of one team or both."""
    return replace(game, hits=_of_teams(game.hits, event.hits), names=_of_teams(game.names, event.names))


def _of_teams(was: AnyOfTeams, stated: HitsSet | NamesSet | UnsetType) -> AnyOfTeams:
    if stated is UNSET:
        return was
    named = {side: value for side in ("away", "home") if (value := getattr(stated, side)) is not UNSET}
    return replace(was, **named)


def end(game: Game, event: End) -> Game:
    """The game is over before its time: given up, or called by both."""
    return replace(closed(game), phase="over", winner=event.winner, ended=event.why)
