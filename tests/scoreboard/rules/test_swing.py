"""The swing, the home run and the toss: D17 to D23."""

from __future__ import annotations

import pytest
from support.rules import play, why


def test_a_swing_below_the_pitch_is_a_strike() -> None:
    """D17: lower than the pitch is a strike, and the third is an out."""
    game = play("blue5 red4")
    assert (1, "pitch") == (game.strikes, game.phase)
    assert play("blue5 red4 blue5 red4", game).outs == 1


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_a_foul_is_a_strike_but_never_the_third(before: int, after: int) -> None:
    """D18: equal to the pitch is a foul; with two strikes the count stays."""
    game = play(f"set:strikes={before} blue6 red6")
    assert (after, 0, "pitch") == (game.strikes, game.outs, game.phase)


def test_a_higher_swing_is_a_hit_to_its_zone() -> None:
    """D19: the swing beats the pitch, the chip decides, and the ball lies on the zone of that number."""
    game = play("blue3 red7")
    assert ("toss", "chip", "Z1") == (game.phase, game.awaits, game.ball)
    assert play("hit", game).ball == "Z7"


def test_a_ten_is_thrown_again() -> None:
    """D20: a swing of 10 is thrown again before anything else."""
    game = play("blue9 red10")
    assert ("homer", "red") == (game.phase, game.awaits)


def test_two_tens_are_a_home_run() -> None:
    """D21, D22: another 10 is a home run: the batter and all runners score, and a new batter comes up."""
    game = play("set:runners=12+9,strikes=2 blue9 red10 red10")
    assert (3, (), "pitch", 0, 1) == (game.away, game.runners, game.phase, game.strikes, game.hits.away)


@pytest.mark.parametrize(("value", "ball"), [(1, "Z1"), (2, "HP"), (4, "Z4"), (9, "Z9")])
def test_a_second_throw_below_ten_is_a_hit_to_its_zone(value: int, ball: str) -> None:
    """D21: any zone from 1 to 9, whether or not it beats the pitch; zone 2 is home plate (D2)."""
    game = play(f"blue8 red10 red{value}")
    assert "toss" == game.phase
    assert ball == play("hit", game).ball


def test_a_caught_toss_is_an_out_and_the_ball_lies_on_the_zone() -> None:
    """D23: OUT: the batter is out and the ball is shown on its zone until the next pitch."""
    game = play("set:runners=6,balls=2 blue3 red7 caught")
    assert (1, "Z7", (6,), 0, "pitch") == (game.outs, game.ball, game.runners, game.balls, game.phase)
    assert "Z7" == play("press:batter", game).ball
    assert ["Z1", "Z1"] == [play(pitch, game).ball for pitch in ("blue1", "blue3")]


@pytest.mark.parametrize("button", ["ball", "strike"])
def test_a_pressed_pitch_takes_the_ball_back_as_well(button: str) -> None:
    """D23: a pitch told by button is a pitch: the ball is with the pitcher."""
    assert "Z1" == play(f"blue3 red7 caught press:{button}").ball


def test_a_caught_third_out_leaves_the_ball_with_the_pitcher() -> None:
    """D23: on the third out the ball is on Z1 for the other side's half."""
    game = play("set:outs=2 blue3 red7 caught")
    assert ("bottom", "Z1") == (game.half, game.ball)


def test_a_fair_ball_is_run_on_under_the_old_count() -> None:
    """D23: HIT: the white die is due, and the count stays on the board until the play ends (D44)."""
    game = play("blue1 blue7 blue3 red7 hit")
    assert ("run", "white", 1, 1) == (game.phase, game.awaits, game.balls, game.strikes)
    ended = play("white6", game)
    assert ("pitch", 0, 0) == (ended.phase, ended.balls, ended.strikes)


def test_no_die_while_the_chip_is_in_the_air() -> None:
    """D23: the toss awaits the chip and nothing else."""
    assert "Toss the chip" in why(play("blue3 red7"), "red7")
