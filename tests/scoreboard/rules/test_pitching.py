"""The pitch, the walk and the chase: D12 to D15."""

from __future__ import annotations

import pytest
from support.rules import play, why


@pytest.mark.parametrize("value", [1, 10])
def test_a_one_or_a_ten_is_a_ball(value: int) -> None:
    """D12: a pitch of 1 or 10 is a ball, and the fielders pitch again."""
    game = play(f"blue{value}")
    assert (1, 0, "pitch", "blue") == (game.balls, game.strikes, game.phase, game.awaits)


@pytest.mark.parametrize(
    ("runners", "walked"),
    [("", (6,)), ("6", (12, 6)), ("12", (12, 6)), ("18", (18, 6)), ("12+6", (18, 12, 6)), ("18+6", (18, 12, 6))],
)
def test_a_walk_moves_only_the_chain(runners: str, walked: tuple[int, ...]) -> None:
    """D12: on four balls a runner moves one base only where the chain from first pushes him."""
    placed = play(f"set:runners={runners}") if runners else play()
    game = play("blue1 blue10 blue1 blue10", placed)
    assert (walked, 0, 0, 0) == (game.runners, game.balls, game.strikes, game.away)


def test_a_walk_with_the_bases_full_scores() -> None:
    """D12: with the bases full, ball four brings the man on third home."""
    game = play("set:runners=18+12+6,balls=3 blue1")
    assert (1, (18, 12, 6)) == (game.away, game.runners)


def test_a_seven_is_a_called_strike() -> None:
    """D13: a pitch of 7 is a strike without a swing."""
    game = play("blue7")
    assert (1, "pitch") == (game.strikes, game.phase)


def test_three_strikes_are_an_out() -> None:
    """D13: the third strike is an out, and the next batter has a clear count."""
    game = play("blue1 blue7 blue7 blue7")
    assert (1, 0, 0, "pitch") == (game.outs, game.balls, game.strikes, game.phase)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6, 8, 9])
def test_any_other_pitch_must_be_swung_at(value: int) -> None:
    """D14: the batter's die is due, and no second pitch is taken instead."""
    game = play(f"blue{value}")
    assert ("swing", "red") == (game.phase, game.awaits)
    assert str(value) in why(game, "blue3")


@pytest.mark.parametrize("value", [1, 6, 10])
def test_a_chased_ball_is_a_strike_whatever_the_die_shows(value: int) -> None:
    """D15: the batter's die after a ball makes it a strike instead."""
    offered = play("blue1 blue10")
    assert offered.chase
    game = play(f"red{value}", offered)
    assert (1, 1, False) == (game.balls, game.strikes, game.chase)


def test_a_chased_third_strike_is_an_out() -> None:
    """D15: with two strikes, the chase puts the batter out."""
    game = play("blue7 blue7 blue1 red4")
    assert (1, 0, 0) == (game.outs, game.balls, game.strikes)


def test_a_chased_third_strike_can_end_the_half() -> None:
    """D15: a third strike so made is an out like any other, the third out included."""
    game = play("set:outs=2,strikes=2 blue1 red4")
    assert ("bottom", 0, "pitch", "red") == (game.half, game.outs, game.phase, game.awaits)


def test_a_chased_walk_is_taken_back_with_its_run() -> None:
    """D15: ball four chased goes back to three balls and a strike, the bases as they were and the run off the board."""
    walked = play("set:runners=18+12+6,balls=3 blue10")
    assert (1, True) == (walked.away, walked.chase)
    game = play("red2", walked)
    assert (0, (18, 12, 6), 3, 1) == (game.away, game.runners, game.balls, game.strikes)


def test_a_chased_walk_with_two_strikes_is_an_out() -> None:
    """D15: the walk is taken back even where the strike is the third."""
    game = play("set:balls=3,strikes=2 blue1 red1")
    assert (1, (), 0, 0) == (game.outs, game.runners, game.balls, game.strikes)


@pytest.mark.parametrize("word", ["blue1 red5", "press:strike", "press:batter", "set:outs=1"])
def test_any_other_line_closes_the_chase(word: str) -> None:
    """D15: a chase, a press or a correction in between, and the batter's die is out of turn."""
    game = play(f"blue1 {word}")
    assert not game.chase
    assert "nothing to swing at" in why(game, "red5")


def test_a_second_ball_opens_its_own_chase_only() -> None:
    """D15: the pitch closes the window of the one before, so a chase takes back the last ball only."""
    game = play("blue1 blue1 red5")
    assert (1, 1) == (game.balls, game.strikes)


def test_a_refused_line_leaves_the_chase_open() -> None:
    """D15: only an accepted line closes the window."""
    game = play("blue1")
    why(game, "hit")
    assert play("red5", game).strikes == 1


@pytest.mark.parametrize("before", ["", "blue7", "press:ball", "blue3 press:ball"])
def test_nothing_else_can_be_chased(before: str) -> None:
    """D15: a die after a called strike, a pressed ball, or before any pitch changes nothing."""
    game = play(before)
    assert not game.chase
    assert "nothing to swing at" in why(game, "red5")


def test_the_end_of_the_game_closes_the_chase() -> None:
    """D15: a walk that wins the game cannot be chased any more."""
    game = play("set:inning=3,half=bottom,runners=18+12+6,balls=3 red1")
    assert (True, "home", False) == (game.over, game.winner, game.chase)
