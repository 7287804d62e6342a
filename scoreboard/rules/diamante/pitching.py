"""From the pitch to the toss: D12 to D25.

Rule kept here: each function takes the state that a throw met and gives the state it leaves. Whose die it was has been
decided before (`law`), and what a button means goes through these same functions (`buttons`).
"""

from __future__ import annotations

from msgspec.structs import replace

from scoreboard.rules.baseball import BALLS, STRIKES, batter_out, home_run, walk
from scoreboard.rules.diamante import running
from scoreboard.rules.diamante.board import zone_name
from scoreboard.rules.events import Face
from scoreboard.rules.state import DiamantePlay, Game, Phase

WILD = frozenset({1, 10})
"""Pitches that are balls (D12)."""
CALLED_STRIKE = 7
"""The pitch that is a strike without a swing (D13)."""
TOP_FACE = 10
"""A swing of this much may become a home run, and one of more is one (D20)."""
GOOD_BUNTS = frozenset({1, 3, 5})
"""The zones that a bunt can go to (D24)."""


NOTHING_OPEN, STEALABLE = DiamantePlay(), DiamantePlay(stealable=True)


def pitch(game: Game, value: int) -> Game:
    """A pitch: a ball that may be chased, a called strike, or one to swing at (D12 to D15)."""
    if value in WILD:
        ready = _at_the_plate(game)
        pitched = ball(ready)
        ended = pitched.over or pitched.half != game.half  # with the run of a walk (D15, H2)
        return pitched if ended else replace(pitched, play=replace(pitched.diamante, unpitched=ready))
    if value == CALLED_STRIKE:
        return strike(game)
    return _at_the_plate(game, phase="swing", play=DiamantePlay(pitched=value))


def ball(game: Game) -> Game:
    """One ball more; the fourth is a walk (D12), and after any other the runners may steal (D46)."""
    counted = _at_the_plate(game, balls=game.balls + 1, play=STEALABLE)
    if counted.balls < BALLS:
        return counted
    walked = walk(counted)
    return _stealable(walked, is_allowed=game.house.steal_after_walk and walked.half == game.half)


def strike(game: Game) -> Game:
    """One strike more; the third is an out (D13, D17), and unless that is the third out they may steal (D46)."""
    counted = _at_the_plate(game, strikes=game.strikes + 1, play=STEALABLE)
    if counted.strikes < STRIKES:
        return counted
    struck = batter_out(counted)
    return _stealable(struck, is_allowed=struck.half == game.half)


def foul(game: Game) -> Game:
    """A strike, unless there are two already (D18); the ball is dead (D46)."""
    counted = _at_the_plate(game, strikes=min(game.strikes + 1, STRIKES - 1))
    return _stealable(counted, is_allowed=game.house.steal_after_foul)


def swing(game: Game, value: int) -> Game:
    """The batter's throw against the pitch (D17 to D20), or a bunt (D24)."""
    n = _batted(game, value)
    play = game.diamante
    if play.bunting:
        return _bunt(game, n)
    if n > play.pitched or _is_minus_ten(game, value, n):
        return _swung_over(game, n)
    return foul(game) if n == play.pitched else strike(game)


def _is_minus_ten(game: Game, value: int, n: int) -> bool:
    """A - helmet's 10, where the house lets it be a hit whatever was pitched (D20)."""
    return game.house.minus_ten_is_hit and value == TOP_FACE > n


def _swung_over(game: Game, n: int) -> Game:
    if n > TOP_FACE:
        return home_run(game)
    return replace(game, phase="homer") if n == TOP_FACE else _hit(game, n)


def _bunt(game: Game, n: int) -> Game:
    """To the pitcher or along a base line, and no toss; anything else is a strike (D24, D25)."""
    return running.begin_play(replace(game, ball=zone_name(n))) if n in GOOD_BUNTS else strike(game)


def second_swing(game: Game, value: int) -> Game:
    """After a 10: another 10 is a home run, any other a hit to that zone (D21); 0, as of a - helmet, a strike (D17)."""
    n = _batted(game, value)
    if n >= TOP_FACE:
        return home_run(game)
    return _hit(game, n) if n else strike(game)


def toss(game: Game, face: Face) -> Game:
    """Caught in the air, or a fair ball that all may run on (D23)."""
    landed = replace(game, ball=zone_name(game.diamante.zone))
    return left_where_caught(landed, batter_out(landed)) if face == "out" else running.begin_play(landed)


def left_where_caught(game: Game, after: Game) -> Game:
    """The ball stays where it was caught until the next pitch (D23), unless the half-inning is over."""
    if after.over or after.half != game.half:
        return after
    return replace(after, ball=game.ball, play=DiamantePlay(caught=True))


def at_hand(game: Game) -> Game:
    """The pitcher has the ball, wherever it was caught."""
    return replace(game, play=NOTHING_OPEN)


def _batted(game: Game, value: int) -> int:
    return game.house.modified(game.sign(game.at_bat), value)


def _at_the_plate(game: Game, phase: Phase = "pitch", play: DiamantePlay = NOTHING_OPEN, **count: int) -> Game:
    """A pitch was made, by a die or by button: the ball is back from where it was caught (D23)."""
    return replace(game, phase=phase, ball="Z1", fresh=False, met=True, play=play, **count)


def _hit(game: Game, zone: int) -> Game:
    return replace(game, phase="toss", play=DiamantePlay(zone=zone))


def _stealable(game: Game, *, is_allowed: bool) -> Game:
    """The runners may steal, if the law or the house allows it (D46)."""
    return replace(game, play=STEALABLE if is_allowed else NOTHING_OPEN)
