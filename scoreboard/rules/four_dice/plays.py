"""What a roll of four dice can come to: counts, hits, outs.

Rule kept here: each function is an `Outcome`, or makes one, in the terms of `baseball`. On a third out no runner
advances and nothing scores. How far runners go is stated for men on first, second and third.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from scoreboard.rules.baseball import (
    BALLS,
    OUTS,
    STRIKES,
    batter_out,
    bring_home,
    conclude,
    credit_hit,
    new_batter,
    put_out,
    walk,
)
from scoreboard.rules.lineup import LOADED, enter, leave_plate
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game, Outcome, Runner

Bases: TypeAlias = tuple[int, int, int]
"""How many bases a man on first, on second and on third advances."""
Advance: TypeAlias = Callable[[Game], Bases]
Doubled: TypeAlias = Callable[[Game], tuple[Runner, ...]]
"""Who is out with the batter, the first to be put out in front."""

STAY: Bases = (0, 0, 0)
ONE: Bases = (1, 1, 1)
TWO: Bases = (2, 2, 2)
SCORE: Bases = (3, 2, 1)
"""Every man comes home."""
TAG: Bases = (0, 0, 1)
"""The man on third scores, the others retreat."""


class Play(Struct, frozen=True):
    """What a row of the table means.

    Attributes:
        name: for the play by play.
        outcome: what becomes of the game.
    """

    name: str
    outcome: Outcome


def on_base(game: Game, men: Iterable[Runner], place: int) -> Game:
    """These are the men now, and the batter is on that base."""
    batter = Runner(place=place, helmet=game.at_bat)
    return conclude(bring_home(replace(game, waiting=False), (*men, batter)), new_batter)


def without(game: Game, place: int) -> Game:
    """The man on that base is in the dugout."""
    out = next(man for man in game.men if man.place == place)
    return enter(replace(game, men=tuple(man for man in game.men if man is not out)), out.helmet)


def strike(game: Game) -> Game:
    """One strike more; the third is an out."""
    counted = replace(game, strikes=game.strikes + 1)
    return batter_out(counted) if counted.strikes == STRIKES else counted


def ball(game: Game) -> Game:
    """One ball more; the fourth is a walk."""
    counted = replace(game, balls=game.balls + 1)
    return walk(counted) if counted.balls == BALLS else counted


def foul(game: Game) -> Game:
    """A strike, but not the third."""
    return game if game.strikes == STRIKES - 1 else strike(game)


def all_advance(game: Game, then: Outcome = lambda after: after) -> Game:
    """Every man takes a base without the batter's doing: a balk; and ``then`` a wild pitch is counted."""
    return conclude(bring_home(game, _moved(game.men, ONE)), then)


def wild_pitch(count: Outcome) -> Outcome:
    """The runners advance one base, and the pitch counts."""
    return lambda game: all_advance(game, count)


def hit(bases: int, advance: Advance) -> Outcome:
    """The batter takes so many bases; on a full count with two outs the men were running: one base more."""

    def outcome(game: Game) -> Game:
        ran = _moved(game.men, advance(game), more=int(_full_count(game) and game.outs == OUTS - 1))
        return on_base(replace(credit_hit(game), balls=0, strikes=0), ran, bases * FIRST)

    return outcome


def out(advance: Bases | Advance = STAY, also: Doubled = lambda _: ()) -> Outcome:
    """The batter is out, and who ``also`` is; the others advance unless that was the third out."""

    def outcome(game: Game) -> Game:
        bases = advance if isinstance(advance, tuple) else advance(game)
        gone = put_out(replace(game, balls=0, strikes=0))
        for man in also(game):
            gone = put_out(without(gone, man.place))
        return conclude(
            gone, lambda after: conclude(bring_home(leave_plate(after), _moved(after.men, bases)), new_batter)
        )

    return outcome


def picked_off(game: Game) -> Game:
    """The lead runner is out first, then the batter; after a third out the batter has not batted."""
    if not game.men:
        return batter_out(game)
    off = put_out(without(game, game.men[0].place))
    return batter_out(off) if off.outs < OUTS else unbatted(off)


def unbatted(game: Game) -> Game:
    """A third out on the bases: the batter leads off the next time."""
    return conclude(replace(game, met=False), lambda after: after)


# -- how far the men go


def runners(under: Bases, two_outs: Bases | None = None) -> Advance:
    """So far, and with two outs perhaps farther."""
    return lambda game: two_outs if two_outs and game.outs == OUTS - 1 else under


def deep_double(game: Game) -> Bases:
    """444x: one base, and one more where pushed; with two outs they score."""
    return SCORE if game.outs == OUTS - 1 else (2, 2 if FIRST in game.runners else 1, 1)


def through_the_hole(game: Game) -> Bases:
    """Hit and run, 12 to 15: one base, or home from second; one run at most."""
    return ONE if THIRD in game.runners else (1, 2, 1)


def into_the_hole(game: Game) -> Bases:
    """Hit and run, 16: all score, two runs at most."""
    return TWO if game.runners == LOADED else SCORE


def third_held(game: Game) -> Bases:
    """A bunt on a light pair: the man on third is held, the others advance where the base ahead is free."""
    second = THIRD not in game.runners
    return int(second or SECOND not in game.runners), int(second), 0


# -- who is out with the batter


def lead(game: Game) -> tuple[Runner, ...]:
    """The man nearest home."""
    return game.men[:1]


def two_off(game: Game) -> tuple[Runner, ...]:
    """Hit and run, 17: the two nearest home, as far as there are outs."""
    return game.men[:2]


def from_first(game: Game) -> tuple[Runner, ...]:
    """The man on first, forced out at second."""
    return _on(game, FIRST)


def from_second(game: Game) -> tuple[Runner, ...]:
    """The man on second, who was stealing third."""
    return _on(game, SECOND)


def forced_at_third(game: Game) -> tuple[Runner, ...]:
    """With a force at third, two men: a triple play."""
    return (*_on(game, SECOND), *_on(game, FIRST)) if {FIRST, SECOND} <= set(game.runners) else ()


def stealing_third(game: Game) -> Bases:
    """333x low with the Steal sign: with an out at third the others run on; else the ball was caught."""
    return ONE if SECOND in game.runners else STAY


def _on(game: Game, base: int) -> tuple[Runner, ...]:
    return tuple(man for man in game.men if man.place == base)


def _full_count(game: Game) -> bool:
    return (game.balls, game.strikes) == (BALLS - 1, STRIKES - 1)


def _moved(men: Iterable[Runner], bases: Bases, more: int = 0) -> tuple[Runner, ...]:
    return tuple(replace(man, place=man.place + (bases[man.place // FIRST - 1] + more) * FIRST) for man in men)
