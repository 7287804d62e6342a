"""Major League in the field: low throws from a base, tens, and tags. D36, D41 to D43."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.rules import major, play, why
from support.said import due

from scoreboard.rules import Game, HouseRules
from scoreboard.rules.house_rules import MAJOR as MAJOR_HOUSE

PLAIN = ". . . ."


def beyond_first(step: int = 9, ball: str = "2B", house: HouseRules | None = None) -> Game:
    """The batter stopped on that step past first, ran one on, and the fielders throw from that base."""
    return major(f"blue2 red8 hit white{step - 1} to:{step - 1} blue8 ball:{ball} white1 to:{step}", PLAIN, house)


def on_first_and_batter(first: int = 9, batter: int = 3) -> Game:
    """A hit to zone 5, the man from first and the batter between bases, both pushed."""
    return major(f"set:runners=6 blue2 red5 hit white{first - 6} to:{first} white{batter} to:{batter}", PLAIN)


def test_a_one_from_a_base_goes_to_the_pitcher_or_a_step() -> None:
    """D36: the pitcher by default, or one step along the path, either way."""
    game = play("blue1", beyond_first())
    assert ("Z1", ("Z1", 11, 13)) == (game.ball, game.options)
    assert 13 == play("ball:13", game).ball


def test_a_one_from_home_goes_a_step_either_way() -> None:
    """D36, D42: the path is a ring: beside home lie the first step and the last."""
    assert ("Z1", 1, 23) == play("blue1", beyond_first(ball="HP")).options


def test_a_one_from_a_step_likewise() -> None:
    """D36: from step 13 to the pitcher, or to 12 or 14."""
    game = play("blue1 ball:13 white1 to:10 blue1", beyond_first())
    assert ("Z1", 12, 14) == game.options
    assert "2B" == play("ball:12", game).ball


def test_low_throw_from_a_zone() -> None:
    """D36: from a zone nothing is carried."""
    game = major("blue2 red8 hit white3 blue7", PLAIN)
    assert ("Z1", ()) == (game.ball, game.options)
    assert "too low" in why(game, "ball:5")
    assert why(major("blue2 red9 hit white3 blue8", PLAIN), "ball:5").startswith("An 8 is too low")


def test_a_throw_from_a_step_costs_two() -> None:
    """D34: and any of the four bases may be chosen."""
    game = play("blue1 ball:13 white1 to:10 blue2", beyond_first())
    assert {"1B", "2B", "3B", "HP"} <= set(game.options)


def test_from_a_step_the_throw_is_compulsory() -> None:
    """D39: only on a base may the ball be kept."""
    game = play("blue1 ball:13 white1 to:10", beyond_first())
    assert "must be thrown" in why(game, "hold")
    assert due(game) == "Blues: throw from step 13. You need 2 or more."


def test_a_ten_to_a_base_earns_another_throw() -> None:
    """D41: the man from first is out at second and the batter at first: the manual's double play."""
    first = play("blue10", on_first_and_batter())
    assert ("2B", "throw", 1, (3,)) == (first.ball, first.phase, first.outs, first.runners)
    assert "or hold the ball" in due(first)
    game = play("blue6", first)
    assert (2, "pitch", ()) == (game.outs, game.phase, game.runners)


def test_tens_earn_throw_after_throw() -> None:
    """D41: three outs on three throws, the runners' turn skipped: a triple play."""
    loaded = "set:runners=12+6 blue2 red5 hit white3 to:15 white3 to:9 white3 to:3"
    game = major(f"{loaded} blue10 blue10", PLAIN)
    assert (2, "throw", (3,)) == (game.outs, game.phase, game.runners)
    assert "bottom" == play("blue2", game).half


def test_pitchers_ten_earns_one_too() -> None:
    """D41: wherever the ball was thrown from."""
    game = play("blue2 white1 to:10 white1 to:4 blue10", on_first_and_batter())
    assert ("throw", "2B") == (game.phase, game.ball)


def test_a_nine_earns_none() -> None:
    """D41: the runners' turn comes."""
    assert "run" == play("blue9", on_first_and_batter()).phase


def test_no_throw_with_no_runner_unsettled() -> None:
    """D41: the play is over with the last of them."""
    game = major("blue2 red5 hit white3 blue10", PLAIN)
    assert ("pitch", 1, "Z1") == (game.phase, game.outs, game.ball)


def test_the_throw_of_keep_running_earns_none() -> None:
    """D41, D33: with no runner to put out the ten is the fielders' throw, and then the runners join by call."""
    game = major("blue2 red8 hit white6 call:keep-running blue10", PLAIN)
    assert ("run", ("run 1B", "new-batter")) == (game.phase, game.calls)


def test_a_follow_up_below_two() -> None:
    """D41: to the pitcher, or one step of a tag; then the runners' turn comes."""
    game = play("blue10 blue1", on_first_and_batter())
    assert ("Z1", ("Z1", 11, 13), "run") == (game.ball, game.options, game.phase)


@pytest.mark.parametrize("word", ["hold", "white1"])
def test_a_follow_up_may_be_held(word: str) -> None:
    """D41, D39: the ball stays on the base, and the white die says so by itself."""
    game = play(f"blue10 {word}", on_first_and_batter())
    assert "2B" == game.ball
    assert 1 == game.outs


def test_a_restated_ten_still_earns_its_throw() -> None:
    """D41, D35: to another base, and the follow-up is due from there."""
    game = play("blue10 ball:1B", on_first_and_batter())
    assert ("throw", "1B", 1, (9,)) == (game.phase, game.ball, game.outs, game.runners)


def test_amateur_has_no_extras() -> None:
    """D41: they are Major League's."""
    assert "run" == play("set:runners=6 blue2 red5 hit white3 to:9 white3 to:3 blue10").phase


def test_a_tag_meets_the_first_runner_between_bases() -> None:
    """D42: he is out, and the ball stays on that step, whatever is left of the throw."""
    game = play("blue8 ball:9", beyond_first())
    assert (1, (), "pitch") == (game.outs, game.runners, game.phase)
    two = play("blue8 ball:3B white1 to:10 white1 to:4 blue8 ball:10", on_first_and_batter())
    assert (10, (4,)) == (two.ball, two.runners)


def test_tag_goes_either_way_and_stops_on_a_base() -> None:
    """D42: 4 from second: forward to 16; back it meets the runner on 9, so nothing lies beyond."""
    assert (9, 16) == tags_of(play("blue4", beyond_first()))
    assert 16 == play("blue4 ball:16", beyond_first()).ball


def test_a_tag_reaches_no_farther_than_its_number() -> None:
    """D42: a runner three steps away is not met by a 2, nor a base six steps away stopped on with a 5."""
    assert (10, 14) == tags_of(play("blue2", beyond_first()))
    assert (9, 17) == tags_of(play("blue5", beyond_first()))


def tags_of(game: Game) -> tuple[int, ...]:
    """The places among the options."""
    return tuple(option for option in game.options if isinstance(option, int))


def test_a_tag_may_stop_on_a_base_it_reaches() -> None:
    """D42: 8 from second goes to 20 or stops on third (ruling)."""
    assert (9, 18, 20) == tags_of(play("blue8", beyond_first()))
    game = play("blue8 ball:18", beyond_first())
    assert "3B" == game.ball


def test_a_house_may_let_tags_run_their_full_number() -> None:
    """D42: the ruling on stopping is the house's to change."""
    house = replace(MAJOR_HOUSE, tag_stops_on_bases=False)
    assert (9, 20) == tags_of(play("blue8", beyond_first(house=house)))


def test_the_path_is_a_ring() -> None:
    """D42: from third 8 goes over home, written 24, to the second step."""
    assert (2, 10, 12, 24) == tags_of(play("blue8", beyond_first(8, "3B")))


def test_ball_is_tagged_home() -> None:
    """D42: the ball is at 24, home plate."""
    assert "HP" == play("blue8 ball:24", beyond_first(8, "3B")).ball


def test_runners_on_bases_are_safe_from_a_tag() -> None:
    """D42: carried over second and beyond, the ball puts out no runner who stands there."""
    game = major("set:runners=12 blue2 red8 hit skip white9 to:9 blue8 ball:3B white1 to:10 blue8 ball:10", PLAIN)
    assert (1, (12,)) == (game.outs, game.runners)


def test_the_batter_at_the_plate_is_safe_from_a_tag() -> None:
    """D42: a ball carried past home does not meet him."""
    game = major("blue2 red8 hit white1 blue8 ball:HP white1 blue3", "- . . .")
    assert (3, 21) == tags_of(game)
    assert (3, 0) == (play("ball:3", game).ball, play("ball:3", game).outs)


def test_tag_on_a_base_puts_out_the_pushed_runner() -> None:
    """D42, D37: from home the ball is carried to first before the batter is there."""
    game = major("blue2 red8 hit white1 blue8 ball:HP white1 blue6 ball:6", "- . . .")
    assert (1, ()) == (game.outs, game.runners)


def test_tag_meets_the_pushed_batter() -> None:
    """D42: he is between bases like any other."""
    assert (3, 18) == tags_of(major("blue2 red10 red2 hit white3 to:3 blue6", PLAIN))


def test_a_name_is_a_throw_and_a_number_a_tag() -> None:
    """D42, D43: a ten to third by name earns another throw, a ten carried there earns none."""
    game = play("blue10", beyond_first(8))
    assert "throw" == play("ball:3B", game).phase
    assert "run" == play("ball:18", game).phase
    assert ("3B", "3B") == (play("ball:3B", game).ball, play("ball:18", game).ball)


def test_tagged_ten_is_no_throw() -> None:
    """D43: the runners' turn comes."""
    assert ("run", 22) == (play("blue10 ball:22", beyond_first()).phase, play("blue10 ball:22", beyond_first()).ball)


def test_ball_on_a_step_puts_out() -> None:
    """D30: the ball's place may be a step."""
    game = play("blue1 ball:11", beyond_first())
    assert (8,) == play("white1", game).runners
    assert 1 == play("white2 to:11", game).outs


def test_the_default_goes_back_from_a_ball_on_a_step_ahead() -> None:
    """D32: the ball on a step before the base ahead bars the way as one on the base does; one behind does not."""
    assert (7,) == play("white2", play("blue1 ball:11", beyond_first())).runners


def test_a_tag_from_a_zone_is_refused() -> None:
    """D42: only with the ball on a base or step."""
    reason = why(major("blue2 red8 hit white3 blue8", PLAIN), "ball:3")
    assert "The ball can go to first base, second base, third base or home plate." == reason


def test_amateur_carries_nothing() -> None:
    """D42: tags are Major League's."""
    game = play("blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 blue5")
    assert () == tags_of(game)


def test_the_default_throw_puts_out_whom_it_can() -> None:
    """D35: the base of the most advanced pushed man, though a tag would reach one as well."""
    game = play("blue10", on_first_and_batter())
    assert ("2B", 1) == (game.ball, game.outs)


def test_default_is_the_tag_that_puts_out_the_lead_runner() -> None:
    """D35: no runner is pushed, and the ball is carried to the runner between bases (fig. H.2), who is out."""
    game = play("blue8", beyond_first())
    assert ((), 1, 9) == (game.runners, game.outs, game.diamante.choice and game.diamante.choice.chosen)
    two = play(
        "white9 to:21 white9 to:9 blue8 ball:2B white1 to:22 white1 to:10",
        major("set:runners=12 blue2 red8 hit", PLAIN),
    )
    assert (22, 10) == two.runners
    assert ((10,), 1) == (play("blue10", two).runners, play("blue10", two).outs)
    assert ((22,), 1) == (play("blue9", two).runners, play("blue9", two).outs)


def test_ball_goes_ahead_of_a_runner_beyond_its_reach() -> None:
    """D35: the ball on second is too far from him, so it goes to the base ahead of him, or behind if it lies there."""
    assert "1B" == play("blue2", beyond_first(step=9)).ball
    assert "2B" == play("blue2", beyond_first(step=9, ball="HP")).ball


def test_low_throw_is_a_tag_if_it_puts_a_runner_out() -> None:
    """D36: a 1 carries the ball one step into the runner beside it; else it goes to the pitcher."""
    beside = beyond_first(step=11)
    assert ((), 1, 11) == (play("blue1", beside).runners, play("blue1", beside).outs, play("blue1", beside).options[0])
    assert ("Z1", 0) == (play("blue1", beyond_first(step=10)).ball, play("blue1", beyond_first(step=10)).outs)
