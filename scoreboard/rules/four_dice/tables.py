"""The table of Four-Dice Baseball: each row of each sign, and what it comes to.

Rule kept here: a row that a sign does not name means what it means without one. What is unclear in the maker's text is
decided here and nowhere else; rows that were rebuilt or ruled say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from msgspec.structs import replace

from scoreboard.rules.baseball import batter_out, home_run, walk
from scoreboard.rules.four_dice.plays import (
    ONE,
    SCORE,
    TAG,
    TWO,
    Play,
    ball,
    deep_double,
    forced_at_third,
    foul,
    from_first,
    from_second,
    hit,
    into_the_hole,
    lead,
    out,
    picked_off,
    runners,
    stealing_third,
    strike,
    third_held,
    through_the_hole,
    two_off,
    wild_pitch,
)
from scoreboard.rules.four_dice.rows import Row
from scoreboard.rules.four_dice.steals import counted_and_run, everyone, on_their_own
from scoreboard.rules.state import Game

NO_SIGN: Final = "no-sign"
SIGNS: Final = ("take", "bunt", "steal", "hit-and-run", NO_SIGN)


def popped_up(game: Game) -> Game:
    """2266: with runners on, a low/high die decides; with nobody on the batter is out."""
    if not game.men:
        return batter_out(game)
    return replace(game, phase="low-high", play=replace(game.signs, low_high="pop-up"))


BALL, CALLED, MISSED = Play("ball", ball), Play("called_strike", strike), Play("swing_and_miss", strike)
FOUL, WILD, PLUNKED = Play("foul_ball", foul), Play("wild_pitch", wild_pitch(ball)), Play("hit_by_pitch", walk)
POP_OUT, LINE_OUT = Play("pop_out", out()), Play("line_out", out())
POPPED_INTO_TWO = Play("pop_out", out(also=lead))
SINGLE, BATTED_DOWN = Play("single", hit(1, runners(ONE, TWO))), Play("grounder", out(ONE))
LONG_DOUBLE = hit(2, runners(TWO, SCORE))

PLAIN: Mapping[Row, Play] = {
    "junk 11": FOUL,
    "junk 12-14": Play("grounder", out(TAG, also=from_first)),
    "junk 15": Play("grounder", out(also=from_first)),
    "junk 16-17": Play("fly_out", out(TAG)),
    "1234": Play("infield_single", hit(1, runners(ONE))),
    "2345": Play("outfield_single", hit(1, runners((1, 2, 1), TWO))),
    "3456": Play("sharp_single", hit(1, runners(TWO))),
    "ones to 10": MISSED,
    "ones": MISSED,
    "twos to 10": BALL,
    "twos": BALL,
    "pair 9-10": CALLED,
    "pair 11-12": CALLED,
    "pair 13-15": BALL,
    "pair 16": POP_OUT,
    "pair 17": BALL,
    "pair 18-20": SINGLE,
    "pair 21": Play("gap_single", hit(1, runners(TWO, SCORE))),
    "1122": WILD,  # near
    "11xx": Play("swing_and_miss", counted_and_run(strike, on_their_own)),
    "22xx": Play("ball", counted_and_run(ball, on_their_own)),
    "2266": Play("pop_up", popped_up),
    "4466": Play("single", hit(1, runners(TWO))),  # near
    "5566": Play("double", LONG_DOUBLE),  # near
    "111x": LINE_OUT,
    "222x": PLUNKED,
    "333x low": Play("line_out", out(also=forced_at_third)),
    "333x high": Play("hot_single", hit(1, runners(ONE, SCORE))),
    "444x low": Play("deep_fly_out", out(TAG)),
    "444x high": Play("deep_double", hit(2, deep_double)),
    "555x": Play("wall_double", LONG_DOUBLE),
    "666x": Play("alley_double", hit(2, runners(SCORE))),
    "1111": Play("struck_out_and_caught", out(also=lead)),
    "2222": Play("ground_rule_double", hit(2, runners(TWO))),
    "3333": Play("triple", hit(3, runners(SCORE))),  # ruling
    "homers": Play("homerun", home_run),  # ruling
}
"""Without a sign."""

TAKEN: Mapping[Row, Play] = {
    **dict.fromkeys(get_args(Row), CALLED),
    **dict.fromkeys(("junk 11", "junk 16-17", "ones to 10", "ones", "twos to 10", "twos"), BALL),
    **dict.fromkeys(("pair 13-15", "pair 17", "22xx"), BALL),
    **dict.fromkeys(("11xx", "2266"), BALL),  # ruling: the table's column, not the list
    "1122": WILD,
    "222x": PLUNKED,
    "1111": Play("called_out_and_caught", out(also=lead)),
}
"""The batter does not swing, and nobody steals."""

BUNTED: Mapping[Row, Play] = {
    **dict.fromkeys(get_args(Row), Play("bunt", out(ONE))),
    **dict.fromkeys(("ones to 10", "twos to 10", "pair 9-10"), Play("bunt", out(third_held))),  # ruling
    **dict.fromkeys(("1111", "2222", "3333", "homers"), PLUNKED),
    "junk 11": Play("bunted_foul", strike),  # ruling: with two strikes a strikeout
    "1122": WILD,
}

STOLEN: Mapping[Row, Play] = {
    **PLAIN,
    **dict.fromkeys(("junk 12-14", "junk 15"), BATTED_DOWN),
    "junk 16-17": Play("fly_out", out()),
    "3456": Play("sharp_single", hit(1, runners(SCORE))),
    **dict.fromkeys(("ones to 10", "ones", "11xx"), Play("swing_and_miss", counted_and_run(strike, everyone))),
    **dict.fromkeys(("twos to 10", "twos", "22xx"), Play("ball", counted_and_run(ball, everyone))),
    **dict.fromkeys(("pair 9-10", "pair 11-12"), Play("called_strike", counted_and_run(strike, everyone))),
    **dict.fromkeys(("pair 13-15", "pair 17"), Play("ball", counted_and_run(ball, everyone))),
    **dict.fromkeys(("pair 16", "2266"), POPPED_INTO_TWO),  # ruling
    **dict.fromkeys(("pair 18-20", "4466"), Play("single", hit(1, runners(SCORE)))),
    "5566": Play("double", hit(2, runners(SCORE))),
    "333x low": Play("hot_shot", out(stealing_third, also=from_second)),
    "444x low": Play("deep_fly_out", out()),  # ruling
    "1111": Play("picked_off", picked_off),
}
"""All runners go."""

HIT_AND_RUN: Mapping[Row, Play] = {
    **PLAIN,
    **dict.fromkeys(("junk 12-14", "junk 15"), Play("hole_single", hit(1, through_the_hole))),
    **dict.fromkeys(("ones to 10", "ones", "11xx", "twos to 10", "twos", "22xx", "pair 13-15"), BATTED_DOWN),
    **dict.fromkeys(("pair 9-10", "pair 11-12"), FOUL),
    "pair 16": Play("hole_single", hit(1, into_the_hole)),
    "pair 17": Play("line_out", out(also=two_off)),
    "1122": Play("wild_swing", wild_pitch(strike)),
    "2266": POPPED_INTO_TWO,
    "111x": Play("line_out", out(also=lead)),
    "555x": Play("wall_double", hit(2, runners(SCORE))),
    "1111": Play("homerun", home_run),
}
"""Under two outs alone: the batter swings at anything, and all runners go."""

PLAYS: Mapping[str, Mapping[Row, Play]] = {
    NO_SIGN: PLAIN,
    "take": TAKEN,
    "bunt": BUNTED,
    "steal": STOLEN,
    "hit-and-run": HIT_AND_RUN,
}
"""Every sign's rows; each sign has them all."""
