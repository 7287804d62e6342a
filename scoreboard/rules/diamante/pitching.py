"""From the pitch to the toss: D12 to D15 and D17 to D23.

Rule kept here: each function takes the state that a throw met and gives the state it leaves. Whose die it was has been
decided before (`law`), and what a button means goes through these same functions (`buttons`).
"""

from __future__ import annotations

from msgspec.structs import replace

from scoreboard.rules.baseball import BALLS, STRIKES, conclude, home_run, new_batter, put_out, walk
from scoreboard.rules.diamante import running
from scoreboard.rules.diamante.board import zone_name
from scoreboard.rules.events import Face
from scoreboard.rules.state import Game

WILD = frozenset({1, 10})
"""Pitches that are balls (D12)."""
CALLED_STRIKE = 7
"""The pitch that is a strike without a swing (D13)."""
TOP_FACE = 10
"""A swing of this much may become a home run (D20)."""


def pitch(game: Game, value: int) -> Game:
    """A pitch: a ball that may be chased, a called strike, or one to swing at (D12 to D15)."""
    ready = replace(game, ball="Z1", fresh=False)
    if value in WILD:
        pitched = ball(ready)
        return pitched if pitched.over else replace(pitched, unpitched=ready)
    if value == CALLED_STRIKE:
        return strike(ready)
    return replace(ready, phase="swing", pitched=value)


def ball(game: Game) -> Game:
    """One ball more; the fourth is a walk (D12)."""
    counted = replace(game, phase="pitch", ball="Z1", balls=game.balls + 1, fresh=False)
    return walk(counted) if counted.balls == BALLS else counted


def strike(game: Game) -> Game:
    """One strike more; the third is an out (D13, D17)."""
    counted = replace(game, phase="pitch", ball="Z1", strikes=game.strikes + 1, fresh=False)
    return batter_out(counted) if counted.strikes == STRIKES else counted


def foul(game: Game) -> Game:
    """A strike, unless there are two already (D18)."""
    return replace(game, phase="pitch") if game.strikes == STRIKES - 1 else strike(game)


def batter_out(game: Game, ball: str = "Z1") -> Game:
    """The batter is out, and the next one comes up."""
    return conclude(put_out(game), lambda after: new_batter(after, ball))


def swing(game: Game, value: int) -> Game:
    """The batter's throw against the pitch (D17 to D20)."""
    n = _batted(game, value)
    if n < game.pitched:
        return strike(game)
    if n == game.pitched:
        return foul(game)
    return replace(game, phase="homer") if n == TOP_FACE else _hit(game, n)


def second_swing(game: Game, value: int) -> Game:
    """After a 10: another 10 is a home run, any other a hit to that zone (D21)."""
    n = _batted(game, value)
    return home_run(game) if n >= TOP_FACE else _hit(game, n)


def toss(game: Game, face: Face) -> Game:
    """Caught in the air, or a fair ball that all may run on (D23)."""
    zone = zone_name(game.zone)
    return batter_out(game, zone) if face == "out" else running.begin_play(replace(game, ball=zone))


def _batted(game: Game, value: int) -> int:
    return game.house.modified(game.batter or "", value)


def _hit(game: Game, zone: int) -> Game:
    return replace(game, phase="toss", zone=zone)
