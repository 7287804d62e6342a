"""Half-innings, extra innings, the end, and partners: D7 to D9, D11, D53."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.rules import SETUP, SINGLE, play, why
from support.said import due

from scoreboard.rules import Game, HouseRules, start
from scoreboard.rules.state import Up

THREE_OUTS = "press:out press:out press:out"


def test_three_outs_change_sides() -> None:
    """D7: the runners are cleared, the count, the bases and the ball reset, and the other side bats."""
    game = play("set:runners=12+6,balls=2,outs=2 blue2 red8 caught")
    assert (1, "bottom", 0, (), 0, "Z1", "red") == (
        game.inning,
        game.half,
        game.outs,
        game.runners,
        game.balls,
        game.ball,
        game.awaits,
    )


def test_six_outs_are_an_inning() -> None:
    """D7: after both halves the next inning begins with Away at bat."""
    game = play(f"{THREE_OUTS} {THREE_OUTS}")
    assert (2, "top", "blue") == (game.inning, game.half, game.awaits)


def test_no_runner_moves_after_the_third_out() -> None:
    """D7: those still due in the turn do not run."""
    game = play("set:runners=18,outs=2 blue2 red10 red2 hit white6")
    assert ("bottom", 0, 0) == (game.half, game.away, game.outs)


def test_the_last_half_is_not_played_if_home_leads() -> None:
    """D8: Home ahead after the top of the last inning has won."""
    game = play("set:inning=3,home=1,outs=2 press:out")
    assert ("over", "home", 3, "top", 3, (), None) == (
        game.phase,
        game.winner,
        game.inning,
        game.half,
        game.outs,
        game.runners,
        game.awaits,
    )


def test_home_taking_the_lead_in_its_last_half_wins_at_once() -> None:
    """D8: a walk-off: the runners and the outs stay as they stood."""
    game = play("set:inning=3,half=bottom,runners=18+12,outs=1 red2 blue8 hit white6")
    assert ("over", "home", (12,), 1) == (game.phase, game.winner, game.runners, game.outs)


def test_home_tie_does_not_end_it() -> None:
    """D8: it takes the lead, not a tie."""
    game = play("set:inning=3,half=bottom,away=1 press:run")
    assert ("pitch", 1, None) == (game.phase, game.home, game.winner)


def test_early_home_lead_does_not_end_it() -> None:
    """D8: only the last inning can end that way."""
    assert "pitch" == play("set:inning=2,half=bottom press:homerun").phase


def test_away_scoring_does_not_end_the_game() -> None:
    """D8: the side at bat in the top half never wins on a run."""
    assert "pitch" == play("set:inning=3 press:homerun").phase


def test_a_house_may_play_every_half() -> None:
    """D8: the walk-off is a ruling, and a house may play each half to its third out."""
    house = HouseRules(walk_off=False)
    game = play(f"set:inning=3,home=1 {THREE_OUTS} press:homerun", house=house)
    assert ("pitch", "bottom", 2) == (game.phase, game.half, game.home)
    assert "home" == play(THREE_OUTS, game).winner


def test_away_leading_after_the_last_inning_wins() -> None:
    """D8: the bottom of the last played out, the side ahead has won."""
    game = play(f"set:inning=3,half=bottom,away=1 {THREE_OUTS}")
    assert ("over", "away", 3, "bottom", 3) == (game.phase, game.winner, game.inning, game.half, game.outs)
    assert "The game is over: Reds win 1 to 0!" == due(game)


def tied() -> Game:
    """The first half of the first extra inning."""
    return play(f"set:inning=3,half=bottom,away=2,home=2 {THREE_OUTS}")


def test_a_tie_goes_to_extra_innings() -> None:
    """D9: the inning goes on counting, and the first in line stands on second base."""
    game = tied()
    assert (4, "top", (12,), "pitch", False) == (game.inning, game.half, game.runners, game.phase, game.over)


def test_extra_innings_start_with_a_man_on_second() -> None:
    """D9: the home half likewise, whatever Away has scored."""
    game = play(f"press:run {THREE_OUTS}", tied())
    assert ("bottom", (12,), 3) == (game.half, game.runners, game.away)


def test_home_lead_in_extras_wins() -> None:
    """D9: at once, in the bottom half."""
    game = play(f"{THREE_OUTS} press:run", tied())
    assert ("over", "home", 3) == (game.phase, game.winner, game.home)


def test_away_wins_in_extras() -> None:
    """D9: Away leads after Home has had its turn."""
    game = play(f"press:run {THREE_OUTS} {THREE_OUTS}", tied())
    assert ("over", "away", 4) == (game.phase, game.winner, game.inning)


def test_tied_extra_inning() -> None:
    """D9: another follows, as many as it takes."""
    game = play(f"{THREE_OUTS} {THREE_OUTS}", tied())
    assert (5, "top", (12,)) == (game.inning, game.half, game.runners)


def test_a_run_before_the_third_out_counts() -> None:
    """D11: home before the third out, though that falls later in the same play, by a force at that."""
    game = play("set:runners=18+12+6,outs=2 blue2 red8 hit white6 white3 white3 white3 blue8 ball:1B")
    assert (1, "bottom") == (game.away, game.half)


def test_nothing_can_be_played_after_the_end() -> None:
    """D8: the board stays as it is, and each line is refused with the result."""
    game = play("set:inning=3,half=bottom press:homerun")
    for word in ("red3", "hit", "skip", "hold", "call:keep-running", "press:ball", "press:ok", "set:home=0", "to:3"):
        assert "The game is over: Blues win 1 to 0!" in why(game, word)


def partners() -> Game:
    """Ana and Leo at Mia and Noa."""
    away = replace(SETUP.away, players=("Ana", "Leo"))
    return start(replace(SETUP, away=away, home=replace(SETUP.home, players=("Mia", "Noa"))))


@pytest.mark.parametrize(
    ("words", "bats", "pitches"),
    [
        ("", "Ana", "Mia"),
        ("press:out", "Leo", "Mia"),
        (SINGLE, "Leo", "Noa"),
        ("set:balls=3 blue1", "Leo", "Noa"),
        ("set:balls=3 blue1 red5", "Ana", "Mia"),
        ("press:homerun press:out", "Ana", "Noa"),
        ("blue2 red8 hit white5 blue8 ball:1B", "Leo", "Mia"),
        ("blue7 press:batter", "Leo", "Mia"),
        ("press:batter press:batter", "Ana", "Mia"),
        ("press:ball press:batter", "Leo", "Mia"),
        ("press:run press:batter", "Leo", "Mia"),
        ("set:outs=1 press:batter", "Leo", "Mia"),
        (THREE_OUTS, "Noa", "Leo"),
        (f"press:out {THREE_OUTS[10:]}", "Noa", "Leo"),
    ],
)
def test_partners_take_turns(words: str, bats: str, pitches: str) -> None:
    """D53: the batter alternates with every new batter, the pitcher after a hit or a walk; then roles cross over."""
    assert Up(bats=bats, pitches=pitches) == play(words, partners()).up


def test_who_finished_batting_has_his_partner_pitch() -> None:
    """D53: the half ended by the second of two batters, the first pitches next, and the pitcher's partner bats."""
    game = play("set:outs=1 press:out press:out", partners())
    assert Up(bats="Noa", pitches="Ana") == game.up


def test_a_lone_player_is_always_up() -> None:
    """D53: a team of one needs no turns, and a team that names nobody shows nobody."""
    alone = start(replace(SETUP, away=replace(SETUP.away, players=("Ana",))))
    assert Up(bats="Ana", pitches=None) == play("press:out", alone).up
    assert None is play().up


def test_partners_take_turns_in_the_bottom_half_too() -> None:
    """D53: Home's batters alternate, and Away's pitchers after a hit."""
    bottom = play(THREE_OUTS, partners())
    assert Up(bats="Mia", pitches="Leo") == play("press:out", bottom).up
    assert Up(bats="Mia", pitches="Ana") == play("press:homerun", bottom).up


def test_partners_go_on_taking_turns() -> None:
    """D53: one after the other for as long as it takes."""
    bottom = play(THREE_OUTS, partners())
    ups = [play("press:homerun " * hits, replace(bottom, innings=99)).up for hits in range(5)]
    assert [
        Up(bats=bats, pitches=pitches) for bats, pitches in zip(["Noa", "Mia"] * 2, ["Leo", "Ana"] * 2, strict=True)
    ] == ups[:4]
    assert ups[0] == ups[4]


def test_a_lead_that_was_set_is_judged_with_the_next_run() -> None:
    """D8: a correction never ends a game, nor does a walk that brings no runner home; the next run does."""
    game = play("set:inning=3,half=bottom,home=1,balls=3 red1")
    assert (False, (6,)) == (game.over, game.runners)
    assert play("press:run", game).over


def test_a_pitcher_is_shown_where_only_the_fielders_take_turns() -> None:
    """D53: the team at bat names nobody, and the one in the field does."""
    game = start(replace(SETUP, home=replace(SETUP.home, players=("Mia", "Noa"))))
    assert Up(bats=None, pitches="Mia") == game.up
