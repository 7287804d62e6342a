"""The table games as tables: what each throw means.

Rule kept here: a game is a mapping from the dice, the lowest first, to a `Play`; whatever can be thrown is in it. The
order in which the dice lie does not matter in any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import TypeAlias

from msgspec import Struct

from scoreboard.rules.baseball import batter_out, home_run, walk
from scoreboard.rules.state import Outcome
from scoreboard.rules.table.plays import double_play, force_out, hit, no_more, out_at_throw_in, runs, sacrifice


class Play(Struct, frozen=True):
    """What a throw means.

    Attributes:
        name: for the play by play.
        outcome: what becomes of the game.
    """

    name: str
    outcome: Outcome


Dice: TypeAlias = tuple[int, ...]
Table: TypeAlias = Mapping[Dice, Play]

HOME_RUN = Play("homerun", home_run)
TRIPLE = Play("triple", hit(3))
DOUBLE = Play("double", hit(2))
SINGLE = Play("single", hit(1))
LONG_SINGLE = Play("long_single", hit(1, men=2))
WALK = Play("base_on_balls", walk)
OUT = Play("out", batter_out)
FLY_OUT = Play("fly_out", batter_out)
POP_OUT = Play("pop_out", batter_out)
STRIKEOUT = Play("struck_out", batter_out)
DOUBLE_PLAY = Play("two_outs", double_play)
THROW_IN = Play("throw_in", out_at_throw_in)
SACRIFICE = Play("sacrifice", sacrifice)
SACRIFICE_FLY = Play("sacrifice_fly", sacrifice)
GROUND_OUT = Play("ground_out", sacrifice)
FORCE_OUT = Play("force_out", force_out)
NO_MORE = Play("no_run", no_more)

BY_SUM: Mapping[int, Play] = {
    **dict.fromkeys((2, 12), HOME_RUN),
    3: TRIPLE,
    **dict.fromkeys((4, 10), SINGLE),
    5: SACRIFICE,
    **dict.fromkeys((6, 9), OUT),
    7: DOUBLE_PLAY,
    8: OUT,
    11: DOUBLE,
}
"""The two-dice game, but for 4 and 4."""


def _every_throw(dice: int, play: Callable[[Dice], Play]) -> Table:
    throws = combinations_with_replacement(range(1, 7), dice)
    return {throw: play(throw) for throw in throws}


TABLES: Mapping[str, Table] = {
    "one-die": {(1,): SINGLE, (2,): DOUBLE, (3,): TRIPLE, (4,): HOME_RUN, (5,): THROW_IN, (6,): OUT},
    "two-dice": _every_throw(2, lambda dice: WALK if dice == (4, 4) else BY_SUM[sum(dice)]),
    "three-dice": _every_throw(3, lambda dice: Play("ones", runs(dice.count(1))) if 1 in dice else NO_MORE),
    "dice-baseball": {
        (1, 1): HOME_RUN,
        (1, 2): DOUBLE,
        (1, 3): FLY_OUT,
        (1, 4): WALK,
        (1, 5): POP_OUT,
        (1, 6): LONG_SINGLE,
        (2, 2): DOUBLE_PLAY,
        (2, 3): FORCE_OUT,
        (2, 4): STRIKEOUT,
        (2, 5): SINGLE,
        (2, 6): STRIKEOUT,
        (3, 3): WALK,
        (3, 4): TRIPLE,
        (3, 5): GROUND_OUT,
        (3, 6): FLY_OUT,
        (4, 4): WALK,
        (4, 5): POP_OUT,
        (4, 6): STRIKEOUT,
        (5, 5): DOUBLE,
        (5, 6): SACRIFICE_FLY,
        (6, 6): HOME_RUN,
    },
}
"""Each game by its name in the record."""


def find_play(rules: str, values: Dice) -> Play | None:
    """What that throw means, or None if the game is not thrown with as many dice."""
    return TABLES.get(rules, {}).get(tuple(sorted(values)))
