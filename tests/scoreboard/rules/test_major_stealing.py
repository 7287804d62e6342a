"""Major League on the path without a hit: steal and tag-up. D46 to D48."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.rules import major, play, why
from support.said import due

from scoreboard.rules import Game
from scoreboard.rules.house_rules import MAJOR as MAJOR_HOUSE

PLAIN = ". . . ."


def stealing(runners: str = "12", pitch: str = "blue7") -> Game:
    """A steal was called after that pitch with men on those places."""
    return major(f"set:runners={runners} {pitch} call:steal", PLAIN)


def caught(runners: str = "12", zone: int = 8) -> Game:
    """A fly ball to that zone was caught with men on those places."""
    return major(f"set:runners={runners} blue2 red{zone} caught", PLAIN)


@pytest.mark.parametrize(
    "pitch",
    [
        "blue1",
        "blue7",
        "blue5 red3",
        "blue5 call:bunt red8",
        "blue1 red3",
        "press:ball",
        "press:strike",
        "blue5 press:ball",
        "blue5 press:strike",
        "blue9 red10 press:strike",
        "set:strikes=2 blue7",
    ],
)
def test_a_steal_follows_a_ball_or_a_strike(pitch: str) -> None:
    """D46: called, swinging, a missed bunt, a chase, a pressed one, or a third strike: the runners may steal."""
    assert ("steal",) == major(f"set:runners=12 {pitch}", PLAIN).calls


@pytest.mark.parametrize(
    "words",
    [
        "",
        "blue5 red5",
        "set:strikes=2 blue5 red5",
        "set:balls=3 blue1",
        "set:balls=3 press:ball",
        "set:strikes=2,outs=2 blue7",
        "press:out",
        "blue7 set:balls=1",
        "blue7 call:steal skip",
        "blue5 red8 caught set:outs=0 press:batter",
    ],
)
def test_nothing_else_lets_them_steal(words: str) -> None:
    """D46: no pitch, a foul (ruling), a walk, the third out, a pressed out, another line since, or a steal already."""
    assert "steal" not in major(f"set:runners=12 {words}", PLAIN).calls


def test_the_third_out_gives_the_other_side_no_steal() -> None:
    """D46: not even in extra innings, where its runner is on second already."""
    game = major("set:inning=4,outs=2,strikes=2 blue7")
    assert ("bottom", (12,), ()) == (game.half, game.runners, game.calls)


def test_empty_bases_no_steal() -> None:
    """D46: a runner must be on."""
    assert () == major("blue7").calls
    assert "Nobody can call steal" in why(major("blue7"), "call:steal")


def test_a_house_may_steal_after_a_foul() -> None:
    """D46: the ruling on dead balls is the house's to change."""
    house = replace(MAJOR_HOUSE, steal_after_foul=True)
    assert ("steal",) == major("set:runners=12,strikes=2 blue5 red5", PLAIN, house).calls


def test_there_is_no_stealing_in_amateur() -> None:
    """D46, D48: steals and tag-ups are Major League's."""
    assert () == play("set:runners=12 blue7").calls
    assert () == play("set:runners=12 blue2 red8 caught").calls


def test_the_ball_goes_home_and_the_runners_may_throw() -> None:
    """D46: most advanced first, each of them or not; no runner is pushed."""
    game = stealing("18+6")
    assert ("HP", "run", "white") == (game.ball, game.phase, game.awaits)
    assert due(game) == "Reds: roll the white die for the runner on third base, or skip."
    game = play("skip white5", game)
    assert ("throw", (18, 11), 1) == (game.phase, game.runners, game.strikes)


def test_a_new_batter_is_called_in_a_kept_play_only() -> None:
    """D33, D46, D48: in the turn of a steal or a tag-up a runner throws or is skipped, and there is nothing to call."""
    assert () == stealing("18+6").calls
    assert () == play("call:tag-up", caught()).calls


def test_steal_is_thrown_from_home() -> None:
    """D46: it costs 2 and may be held."""
    game = play("white5", stealing())
    assert due(game) == "Blues: throw from home plate. You need 2 or more, or hold the ball."
    assert ("run", "HP") == (play("hold", game).phase, play("hold", game).ball)


def test_the_manuals_steal() -> None:
    """D46, D42: five from second; the ball to third; two back; and the tag meets him three steps on."""
    game = play("white5 blue4 ball:3B white2 to:15 blue6 ball:15", stealing())
    assert (1, (), "pitch", 1, "Z1") == (game.outs, game.runners, game.phase, game.strikes, game.ball)


def test_after_a_steal_the_batter_and_the_count_stay() -> None:
    """D46: the pitch to the same batter is next (ruling)."""
    game = play("white6", major("set:runners=12,balls=2 blue1 call:steal", "+ . . ."))
    assert ("pitch", (18,), 3, "+", "Z1") == (game.phase, game.runners, game.balls, game.batter, game.ball)
    assert not game.fresh


def test_a_house_may_bring_up_a_new_batter_after_a_steal() -> None:
    """D46: as the manual has it, the old one to the end of the dugout."""
    house = replace(MAJOR_HOUSE, steal_keeps_batter=False)
    game = major("set:runners=12 blue7 call:steal white6", "+ . - .", house)
    assert (0, "", ("-", "+")) == (game.strikes, game.batter, game.dugout)


def test_steal_after_strike_three_is_the_new_batters() -> None:
    """D46: the strikeout brought him up, and he stays."""
    game = major("set:runners=12,strikes=2 blue7 call:steal white6", PLAIN)
    assert ("pitch", 1, 0, (18,), True) == (game.phase, game.outs, game.strikes, game.runners, game.fresh)


def test_stealing_home_runs_into_the_ball() -> None:
    """D47: with the ball on home, arriving there is an out, so it is not offered."""
    game = play("white6", stealing("18"))
    assert (1, 0) == (game.outs, game.away)
    assert () == game.options


def test_home_is_open_once_the_ball_has_left() -> None:
    """D47: thrown to third behind him, the ball lets him in."""
    game = play("white3 blue2 ball:1B white3", stealing("18"))
    assert (1, "pitch") == (game.away, game.phase)


def test_a_steal_can_be_kept_running() -> None:
    """D33: after its running turn too; new-batter then ends the play, and the one at the plate stays."""
    game = play("white6 call:keep-running hold", stealing())
    assert (("run 3B", "new-batter"), "HP") == (game.calls, game.ball)
    assert ("pitch", 1) == (play("call:new-batter", game).phase, play("call:new-batter", game).strikes)


def test_third_out_on_a_steal() -> None:
    """D7: and the count goes with it."""
    game = play("white6", major("set:runners=18,outs=2 blue7 call:steal", PLAIN))
    assert ("bottom", 0, 0) == (game.half, game.strikes, game.outs)


def test_no_hit_on_a_steal() -> None:
    """D45: on a steal no player has batted."""
    assert 0 == play("white6", stealing()).hits.away


def test_a_skipped_steal_ends_at_once() -> None:
    """D46, D33: with everyone where he was, the play is over, and the fielding die is the next pitch."""
    assert ("pitch", "Z1") == (play("skip", stealing()).phase, play("skip", stealing()).ball)
    assert (1, 1) == (play("blue1", stealing()).balls, play("blue1", stealing()).strikes)


def test_batter_ends_a_steal_where_all_are_safe() -> None:
    """D54: in a running turn BATTER ends the play; the one at the plate stays."""
    game = play("press:batter", stealing())
    assert ("pitch", 1, (12,)) == (game.phase, game.strikes, game.runners)


@pytest.mark.parametrize(
    "words", ["set:runners=12,strikes=2 blue7 call:steal white6", "set:runners=12 blue2 red7 caught call:tag-up white6"]
)
def test_batter_after_a_steal_or_tag_up_leaves_the_new_one(words: str) -> None:
    """D54, D46, D48: they belong to the strikeout or the catch, and nothing has happened since."""
    game = major(words, PLAIN)
    assert (("pitch", 1, (18,)), game.at_bat) == (
        (game.phase, game.outs, game.runners),
        play("press:batter", game).at_bat,
    )


def test_a_tag_up_follows_a_catch() -> None:
    """D48: the runners may throw, and the fielders throw from the zone."""
    game = caught()
    assert (("tag-up",), "Z8") == (game.calls, game.ball)
    game = play("call:tag-up", game)
    assert ("run", "Z8", 1) == (game.phase, game.ball, game.outs)
    game = play("white4", game)
    assert due(game) == "Blues: throw from zone 8. You need 8 or more."
    assert ("pitch", (18,), True) == (play("blue7 white2", game).phase, play("blue7 white2", game).runners, game.fresh)


@pytest.mark.parametrize("words", ["press:batter", "set:balls=1", "press:run", "set:balls=1 press:batter"])
def test_tag_up_until_the_next_pitch(words: str) -> None:
    """D48: other lines between do not close it."""
    assert ("tag-up",) == play(words, caught("18+12")).calls


@pytest.mark.parametrize(
    "words", ["blue7", "press:ball", "press:strike", "press:out", "press:homerun", "call:tag-up skip"]
)
def test_a_tag_up_is_over_with_the_next_pitch(words: str) -> None:
    """D48: thrown, pressed or with its outcome pressed; and it is called once a catch."""
    assert "tag-up" not in play(words, caught()).calls


def test_there_is_no_tag_up_on_the_third_out() -> None:
    """D48: fewer than three outs, and a runner on."""
    assert () == major("set:outs=2,runners=12 blue2 red8 caught").calls
    assert () == major("blue2 red8 caught").calls


def test_a_catch_at_the_pitcher_can_be_tagged_up_on() -> None:
    """D48: zone 1 is a zone, and the throw from there costs 1."""
    game = major("set:runners=12 blue2 red10 red1 caught", PLAIN)
    assert (("tag-up",), "Z1") == (game.calls, game.ball)
    assert "Any number will do" in due(play("call:tag-up white3", game))


def test_no_runner_is_pushed_on_a_tag_up() -> None:
    """D48: with men on first and second each may stay."""
    assert "pitch" == play("call:tag-up skip skip", caught("12+6")).phase
    assert [0, 0] == [man.goal for man in play("call:tag-up", caught("12+6")).men]


def test_a_pressed_catch_can_be_tagged_up_on() -> None:
    """D48, D54: OUT in the toss is the chip's OUT."""
    assert ("tag-up",) == major("set:runners=12 blue2 red8 press:out", PLAIN).calls


def test_all_may_run_on_a_tag_up() -> None:
    """D48: each has his throw, and a run counts."""
    game = play("call:tag-up white6 white6", caught("18+12"))
    assert ("pitch", 1, (18,), 1) == (game.phase, game.away, game.runners, game.outs)


@pytest.mark.parametrize("words", ["set:runners=12", "set:outs=1 blue2 red8 caught press:out set:runners=12"])
def test_without_a_catch_there_is_no_tag_up(words: str) -> None:
    """D48: neither before the first pitch nor in the half-inning after the catch, where men are put on by hand."""
    assert () == major(words, PLAIN).calls


def test_a_tag_up_keeps_the_next_batter_wherever_it_is_played() -> None:
    """D46, D48: where a steal costs the batter his turn, one to whom nothing was pitched yet has it still."""
    house = replace(MAJOR_HOUSE, steal_keeps_batter=False)
    game = major("set:runners=12 blue2 red8 caught call:tag-up skip", PLAIN, house)
    assert ("pitch", 1) == (game.phase, game.at_bat)


def test_a_house_may_let_runners_steal_after_a_walk() -> None:
    """D46: ruled so, ball four does not close it; ball four that is chased or that ends the game is as ever."""
    house = replace(MAJOR_HOUSE, steal_after_walk=True)
    assert ("steal",) == major("set:runners=6,balls=3 blue1", PLAIN, house).calls
    assert () == major("set:runners=6,balls=3 blue1", PLAIN).calls
    game = major("set:runners=6,balls=3 blue1 call:steal white6", PLAIN, house)
    assert ((18, 6), "HP") == (game.runners, game.ball)
    assert () == major("set:inning=3,half=bottom,runners=18+12+6,balls=3 red1", PLAIN, house).calls
