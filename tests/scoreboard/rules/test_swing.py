"""The swing, the home run and the toss: D17 to D23."""

from __future__ import annotations

import pytest
from support.law import claims, holds
from support.rules import play

LAW = """
D17: a swing below the pitch is a strike: lower than the pitch is a strike, and the third is an out.
    blue5 red4 | strikes=1 phase=pitch
    ... blue5 red4 blue5 red4 | outs=1
D18: a foul is a strike but never the third: equal to the pitch is a foul; with two strikes the count stays.
    set:strikes=0 blue6 red6 | strikes=1 outs=0 phase=pitch
    set:strikes=1 blue6 red6 | strikes=2 outs=0 phase=pitch
    set:strikes=2 blue6 red6 | strikes=2 outs=0 phase=pitch
D19: the swing beats the pitch, the chip decides, and the ball lies on the zone of that number.
    blue3 red7 | phase=toss awaits=chip ball=Z1
    ... hit | ball=Z7
D20: a ten is thrown again: a swing of 10 is thrown again before anything else.
    blue9 red10 | phase=homer awaits=red
D21, D22: another 10 is a home run: the batter and all runners score, and a new batter comes up.
    set:runners=12+9,strikes=2 blue9 red10 red10 | away=3 runners= phase=pitch strikes=0 hits.away=1
D23: OUT: the batter is out and the ball is shown on its zone until the next pitch.
    set:runners=6,balls=2 blue3 red7 caught | outs=1 ball=Z7 runners=6 balls=0 phase=pitch
    ... press:batter | ball=Z7
    set:runners=6,balls=2 blue3 red7 caught blue1 | ball=Z1
    set:runners=6,balls=2 blue3 red7 caught blue3 | ball=Z1
D23: a pressed pitch takes the ball back as well: a pitch told by button is a pitch: the ball is with the pitcher.
    blue3 red7 caught press:ball | ball=Z1
    blue3 red7 caught press:strike | ball=Z1
D23: a caught third out leaves the ball with the pitcher: on the third out the ball is on Z1 for the other side's half.
    set:outs=2 blue3 red7 caught | half=bottom ball=Z1
D23: HIT: the white die is due, and the count stays on the board until the play ends (D44).
    blue1 blue7 blue3 red7 hit | phase=run awaits=white balls=1 strikes=1
    ... white6 | phase=pitch balls=0 strikes=0
D23: no die while the chip is in the air: the toss awaits the chip and nothing else.
    blue3 red7 red7 ! Toss the chip
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


@pytest.mark.parametrize(("value", "ball"), [(1, "Z1"), (2, "HP"), (4, "Z4"), (9, "Z9")])
def test_a_second_throw_below_ten_is_a_hit_to_its_zone(value: int, ball: str) -> None:
    """D21: any zone from 1 to 9, whether or not it beats the pitch; zone 2 is home plate (D2)."""
    game = play(f"blue8 red10 red{value}")
    assert "toss" == game.phase
    assert ball == play("hit", game).ball
