"""The fielders' throw: D34 to D40."""

from __future__ import annotations

import pytest
from support.rules import play, why
from support.said import due

from scoreboard.rules import Game, HouseRules


def on_steps(runners: str = "", *throws: int, zone: int = 8) -> Game:
    """A fair ball to that zone, each runner having stopped as many steps on as he threw."""
    placed = play(f"set:runners={runners}") if runners else play()
    game = play(f"blue2 red{zone} hit", placed)
    for throw in throws:
        where = game.men[[man.turn for man in game.men].index("due")].place + throw
        game = play(f"white{throw} to:{where}", game)
    return game


@pytest.mark.parametrize(("zone", "low", "enough"), [(3, 2, 3), (5, 4, 5), (8, 7, 8)])
def test_a_throw_from_a_zone_costs_its_number(zone: int, low: int, enough: int) -> None:
    """D34: a throw below the zone's number goes to the pitcher, one that equals it reaches a base."""
    game = on_steps("", 3, zone=zone)
    assert ("Z1", 0) == (play(f"blue{low}", game).ball, play(f"blue{low}", game).outs)
    assert "1B" == play(f"blue{enough}", game).options[0]


def test_pitcher_needs_a_one() -> None:
    """D34: the pitcher costs 1."""
    assert "2B" == play("blue1 white1 blue1", on_steps("", 8)).ball


@pytest.mark.parametrize(
    ("base", "value", "ball"), [("2B", 1, "Z1"), ("2B", 2, "3B"), ("HP", 1, "Z1"), ("HP", 2, "2B")]
)
def test_a_base_costs_two(base: str, value: int, ball: str) -> None:
    """D34, D36: from a base, home included, a 2 reaches a base and a 1 goes to the pitcher."""
    game = play(f"blue8 ball:{base} white1 to:9 blue{value}", on_steps("", 8))
    assert ball == (play(f"ball:{ball}", game)).ball


def test_a_hit_to_zone_two_lies_at_home_plate() -> None:
    """D34: zone 2 is home plate, a base throughout: it may be held, and the ball cannot be thrown there."""
    game = play("blue2 red10 red2 hit white3")
    assert ("HP", "throw") == (game.ball, game.phase)
    assert "run" == play("hold", game).phase
    assert ("1B", "2B", "3B") == play("blue2", game).options


def test_the_default_puts_out_the_most_advanced_pushed_runner() -> None:
    """D35: of two pushed runners short of their bases, the one ahead."""
    game = play("blue8", on_steps("6", 3, 3))
    assert ("2B", ("2B", "1B", "3B", "HP")) == (game.ball, game.options)


def test_default_is_ahead_of_the_lead_runner_between_bases() -> None:
    """D35: with no runner pushed, the base ahead of the runner who is between bases."""
    assert "2B" == play("skip white9 to:9 blue8", on_steps("18")).ball


def test_default_is_ahead_of_the_lead_runner() -> None:
    """D35: with everyone on a base, the base ahead of the most advanced of them."""
    assert "3B" == play("skip white6 call:keep-running blue8", on_steps("12")).ball


def test_a_throw_is_never_to_the_base_where_the_ball_lies() -> None:
    """D35: a thrown die moves the ball, so the default and the options leave that base out."""
    game = play("blue8 ball:2B white1 blue2", on_steps("", 8))
    assert ("1B", ("1B", "3B", "HP")) == (game.ball, game.options)
    assert "The ball can go to first base, third base or home plate." == why(game, "ball:2B")


def test_the_target_may_be_restated() -> None:
    """D35: provisional like a move: the ball went to another base, and the out is taken back."""
    game = play("blue8", on_steps("", 3))
    assert (1, ()) == (game.outs, game.runners)
    game = play("ball:3B", game)
    assert (0, (3,), "3B") == (game.outs, game.runners, game.ball)
    assert "has not just been thrown" in why(play("white1", game), "ball:1B")


def test_a_good_throw_goes_to_a_base() -> None:
    """D35: with the cost met, the pitcher or a number is no target."""
    game = play("blue8", on_steps("", 3))
    assert "first base, second base, third base or home plate" in why(game, "ball:Z1")
    assert "first base, second base, third base or home plate" in why(game, "ball:24")


def test_a_low_throw_goes_to_the_pitcher_only() -> None:
    """D36: a throw below the cost leaves no choice."""
    game = play("blue7", on_steps("", 3))
    assert ("Z1", ()) == (game.ball, game.options)
    assert "Z1" == play("ball:Z1", game).ball
    assert "A 7 is too low: the ball goes to the pitcher." == why(game, "ball:1B")


def test_the_pushed_runner_short_of_the_base_is_out() -> None:
    """D37: the ball at first puts out the batter who has not reached it."""
    game = play("blue8 ball:1B", on_steps("", 5))
    assert (1, (), "pitch", "Z1", 0) == (game.outs, game.runners, game.phase, game.ball, game.hits.away)


def test_unpushed_runner_is_not_out() -> None:
    """D37: past first he may run back, so the ball at second puts out no runner."""
    game = play("blue8 ball:2B", on_steps("", 9))
    assert (0, (9,), "run") == (game.outs, game.runners, game.phase)


def test_a_runner_standing_on_the_base_is_safe() -> None:
    """D37: the man on second is safe when the ball comes to second."""
    game = play("skip white9 to:9 blue8 ball:2B", on_steps("12"))
    assert (0, (12, 9)) == (game.outs, game.runners)


def test_waiting_ball_puts_out_no_runner() -> None:
    """D37: only the ball's arrival puts out; held at home, it does nothing to a man pushed there."""
    game = play("set:runners=18+12+6 blue2 red10 red2 hit white3 to:21 white3 to:15 white3 to:9 white3 hold")
    assert (0, (21, 15, 9, 3)) == (game.outs, game.runners)


def test_the_out_of_the_batter_frees_those_ahead() -> None:
    """D38: with the batter out at first, the man pushed to second may run back."""
    game = play("blue8 ball:1B", on_steps("6", 3, 3))
    assert (1, (9,), False) == (game.outs, game.runners, game.men[0].pushed)
    assert (10, 8) == play("white1", game).options


def test_the_order_of_outs_matters() -> None:
    """D38: second base first, and the batter is still pushed: two outs can be had; first base first, and only one."""
    start = on_steps("6", 3, 3)
    double_play = play("blue8 ball:2B white1 blue2 ball:1B", start)
    assert (2, "pitch") == (double_play.outs, double_play.phase)
    single_out = play("blue8 ball:1B white1 to:10 blue2 ball:2B", start)
    assert (1, (10,), "run") == (single_out.outs, single_out.runners, single_out.phase)


def test_an_out_ahead_leaves_those_behind_pushed() -> None:
    """D38: the chain breaks ahead of the out only."""
    game = play("blue8 ball:2B", on_steps("6", 3, 3))
    assert [(3, True)] == [(man.place, man.pushed) for man in game.men]


def test_out_of_a_passing_batter_frees_the_runner() -> None:
    """D38: where the house lets runners pass (D30), the batter's out frees whom he pushed, wherever either stands."""
    freely = HouseRules(passing_is_out=False)
    game = play("set:runners=6 blue2 red8 hit white1 white10 to:10 press:out", house=freely)
    assert (1, (7,), False) == (game.outs, game.runners, game.men[0].pushed)


def test_from_a_base_the_fielders_may_hold() -> None:
    """D39: with the ball on a base they may leave it there, and the runners go on."""
    game = play("blue8 ball:2B white1 hold", on_steps("", 9))
    assert ("run", "2B") == (game.phase, game.ball)


@pytest.mark.parametrize("words", ["", "blue1 white1"])
def test_from_elsewhere_they_must_throw(words: str) -> None:
    """D39: from a zone or the pitcher the throw is compulsory while anyone is unsettled."""
    game = play(words, on_steps("", 8))
    assert "not on a base, so it must be thrown" in why(game, "hold")
    assert "must be thrown" in why(game, "white3")


def test_the_white_die_counts_as_the_hold() -> None:
    """D39: where a hold is allowed, the runners' die says that the fielders held."""
    game = play("blue8 ball:2B white1 white4", on_steps("", 9))
    assert ("pitch", (6,)) == (game.phase, game.runners)


def test_only_the_unsettled_run_again() -> None:
    """D40: the man on second takes no part in the next turn unless he is called."""
    game = play("skip white9 to:9 blue1", on_steps("12"))
    assert "the runner on step 9" in due(game)
    assert ("run 2B",) == game.calls


def test_a_called_runner_joins_in_his_place() -> None:
    """D40: called, the man ahead throws first."""
    game = play("skip white9 to:9 blue1 call:run_2B white1 white3", on_steps("12"))
    assert (13, 12) == game.runners


def test_no_runner_joins_after_one_behind_has_thrown() -> None:
    """D40: with two between bases, the man ahead of one who has thrown is too late; the man behind is not."""
    game = play("skip white2 white9 to:9 blue1", on_steps("18+12"))
    assert ((18, 14, 9), ("run 3B",)) == (game.runners, game.calls)
    game = play("white1 to:15", game)
    assert () == game.calls
    assert "Nobody can call" in why(game, "call:run_3B")


def test_no_runner_is_called_after_his_throw() -> None:
    """D40: a runner who ran back to his base has had his throw in this turn."""
    game = play("white3 white9 to:9 blue1 white3 to:12", on_steps("12"))
    assert ((12, 9), ()) == (game.runners, game.calls)


def test_the_man_behind_may_still_join() -> None:
    """D40: he may be called after a runner ahead of him has thrown, before the turn's last throw."""
    game = play("white8 to:20 white6 blue1", on_steps("12"))
    assert ((20, 6), ("run 1B",)) == (game.runners, game.calls)
    assert "pitch" == play("white4", game).phase


def test_turns_alternate_until_all_are_settled() -> None:
    """D40: run, throw, run, throw …, and the play ends when all are safe."""
    game = play("blue1 white1 blue1 ball:3B white1 blue2 ball:HP white1 hold white9", on_steps("", 7))
    assert ("pitch", (18,)) == (game.phase, game.runners)


def test_an_out_beside_the_chain_leaves_it_whole() -> None:
    """D38: a runner whom no other pushes is no link, so when he is out those ahead of him are pushed as before."""
    game = play("set:runners=6+3 blue2 red8 hit white1 press:out")
    assert ((7,), True) == (game.runners, game.men[0].pushed)


def test_default_is_behind_a_runner_blocked_by_the_ball() -> None:
    """D35: with the ball on second and the batter between first and second, it goes to first."""
    assert "1B" == play("blue8 ball:2B white1 to:9 blue2", on_steps("", 8)).ball


def test_base_behind_the_lead_runner_comes_first() -> None:
    """D35: of two between bases only the most advanced counts; his base ahead has the ball, so it goes behind him."""
    game = play("blue8 ball:3B white1 white1", on_steps("12", 3, 8))
    assert (14, 9) == game.runners
    assert "2B" == play("blue2", game).ball


def test_else_home_and_else_third() -> None:
    """D35: the ball lies on the base in front of the most advanced man, so it goes home; from home it goes to third."""
    on_third = "set:runners=18 blue2 red8 hit skip white6 call:keep-running"
    assert "HP" == play(f"{on_third} blue8").ball
    at_home = play("set:runners=18 blue2 red10 red2 hit skip white6 call:keep-running")
    assert ("HP", "3B") == (at_home.ball, play("blue2", at_home).ball)
    on_first = play("blue2 red8 hit white9 to:9 blue8 ball:2B white3 call:keep-running")
    assert ("2B", "HP") == (on_first.ball, play("blue2", on_first).ball)
