"""The scorer's buttons: D54 and D55."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from support.rules import major, play, why
from support.said import due

from scoreboard.rules import Game
from scoreboard.rules.diamante.buttons import MEANINGS
from scoreboard.rules.events import Button

PHASES = {
    "pitch": "set:runners=12,balls=2,strikes=1",
    "swing": "set:runners=12,balls=2,strikes=1 blue3",
    "homer": "set:runners=12,balls=2,strikes=1 blue3 red10",
    "toss": "set:runners=12,balls=2,strikes=1 blue3 red8",
    "run": "set:runners=12,balls=2,strikes=1 blue3 red8 hit",
    "throw": "set:runners=12,balls=2,strikes=1 blue3 red8 hit white3 white9 to:9",
}
"""Each phase with a man on second and a count of two and one."""

REFUSED = {
    ("swing", "run"),
    ("homer", "ball"),
    ("homer", "run"),
    ("toss", "ball"),
    ("toss", "strike"),
    ("run", "ball"),
    ("run", "strike"),
    ("run", "homerun"),
    ("run", "batter"),  # somebody is not on a base
    ("throw", "ball"),
    ("throw", "strike"),
    ("throw", "homerun"),
    ("throw", "batter"),
}


def at(phase: str) -> Game:
    """The game in that phase."""
    game = play(PHASES[phase])
    assert phase == game.phase
    return game


@pytest.mark.parametrize(("phase", "button"), sorted(REFUSED))
def test_a_button_without_a_meaning_is_refused(phase: str, button: str) -> None:
    """D54: the pairs that the table refuses change nothing, and the reason says what is due instead."""
    game = at(phase)
    assert why(game, f"press:{button}")


def test_every_other_pair_of_the_table_means_something() -> None:
    """D54: six phases by six buttons; what is not refused is there."""
    buttons = [button for button in get_args(Button) if button not in {"next", "ok", "undo", "redo"}]
    meant = {(phase, button) for phase in PHASES for button in buttons} - REFUSED
    assert meant | {("run", "batter"), ("throw", "batter")} == set(MEANINGS)


Seen = Callable[[Game], tuple[object, ...]]


def count(game: Game) -> tuple[object, ...]:
    """Phase, balls, strikes, outs."""
    return (game.phase, game.balls, game.strikes, game.outs)


def score(game: Game) -> tuple[object, ...]:
    """Phase, runs, runners, hits."""
    return (game.phase, game.away, game.runners, game.hits.away)


@pytest.mark.parametrize("phase", ["pitch", "swing"])
def test_ball_is_a_ball(phase: str) -> None:
    """D54: BALL: a ball, the pitch that was to be swung at included; it opens no chase (D15)."""
    game = play("press:ball", at(phase))
    assert (("pitch", 3, 1, 0), False) == (count(game), game.chase)
    assert (12, 6) == play("press:ball", game).runners


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer"])
def test_strike_is_a_strike(phase: str) -> None:
    """D54: STRIKE: called or swinging, and the third is an out."""
    game = play("press:strike", at(phase))
    assert ("pitch", 2, 2, 0) == count(game)
    assert ("pitch", 0, 0, 1) == count(play("press:strike", game))


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer"])
def test_out_is_the_batters(phase: str) -> None:
    """D54: OUT before a hit: the batter is out and the runners stay."""
    game = play("press:out", at(phase))
    assert (("pitch", 0, 0, 1), (12,)) == (count(game), game.runners)


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer", "toss"])
def test_homerun_is_a_home_run(phase: str) -> None:
    """D54: HOMERUN: everyone scores, and it is a hit (D22, D45)."""
    assert ("pitch", 2, (), 1) == score(play("press:homerun", at(phase)))


@pytest.mark.parametrize("phase", ["pitch", "swing", "homer", "toss"])
def test_batter_is_a_new_batter(phase: str) -> None:
    """D54: BATTER: a clear count; the old batter is not out."""
    game = play("press:batter", at(phase))
    assert (("pitch", 0, 0, 0), (12,), True) == (count(game), game.runners, game.fresh)


def test_batter_changes_nothing_for_a_fresh_one() -> None:
    """D54: pressed again, or before anything has happened to the one at bat, nothing changes."""
    game = play("press:out")
    assert game == play("press:batter", game)


def test_batter_changes_nothing_for_the_first_of_a_half() -> None:
    """D54: nothing has happened since he came up, whatever the other side did."""
    half = play("press:out press:out blue7 press:out")
    assert ("bottom", half) == (half.half, play("press:batter", half))


@pytest.mark.parametrize("words", ["press:run", "set:outs=1"])
def test_batter_is_a_new_one_once_something_has_happened(words: str) -> None:
    """D54: a pressed RUN and a correction have happened since he came up."""
    game = play(f"press:out {words}")
    assert game.at_bat != play("press:batter", game).at_bat


def test_run_before_a_pitch_brings_the_lead_runner_home() -> None:
    """D54: the most advanced runner scores; with the bases empty, a run is added; the count stays."""
    game = play("press:run", at("pitch"))
    assert (("pitch", 1, (), 0), 2) == (score(game), game.balls)
    assert ("pitch", 2, (), 0) == score(play("press:run", game))


def test_run_button_wins() -> None:
    """D54, D8: a run is a run."""
    assert "home" == play("set:inning=3,half=bottom press:run").winner


def test_out_and_run_say_what_the_chip_said() -> None:
    """D54: in the toss, OUT is a catch and RUN a fair ball."""
    assert (("pitch", 0, 0, 1), "Z8") == (count(play("press:out", at("toss"))), play("press:out", at("toss")).ball)
    assert "run" == play("press:run", at("toss")).phase


def test_out_in_a_running_turn_is_the_runner_in_turn() -> None:
    """D54: he is out without a throw, and the next one runs."""
    game = play("press:out", at("run"))
    assert ("run", 2, 1, 1) == count(game)
    assert "the batter" in due(game)


def test_run_in_turn_is_the_runners() -> None:
    """D54: he scores, and the next one runs."""
    game = play("press:run", at("run"))
    assert ("run", 1, (), 0) == score(game)
    assert ("pitch", 2, (), 1) == score(play("press:run", game))


def test_out_during_a_throw_is_the_lead_stranded_runner() -> None:
    """D54: one between bases, the most advanced first; when all are settled the play is over."""
    game = play("press:out", at("throw"))
    assert ("throw", 0, (9,), 1) == score(game)
    game = play("press:out", game)
    assert ("pitch", (), 2, ()) == (game.phase, game.runners, game.outs, game.calls)


def test_run_during_a_throw_is_the_lead_stranded_runner() -> None:
    """D54: he scores; the throw is still due while another is between bases."""
    game = play("press:run", at("throw"))
    assert ("throw", 1, (9,), 1) == score(game)
    assert ("pitch", 2, (), 1) == score(play("press:run", game))


def test_batter_ends_a_play_with_all_on_base() -> None:
    """D54: in a kept play, running or throwing."""
    kept = play("blue2 red8 hit white6 call:keep-running")
    for game in (kept, play("hold", kept), play("hold call:run_1B", kept)):
        assert ("pitch", (6,), ()) == (
            play("press:batter", game).phase,
            play("press:batter", game).runners,
            play("press:batter", game).calls,
        )


def test_out_and_run_need_a_runner() -> None:
    """D54: with no runner in turn or between bases they are refused."""
    kept = play("blue2 red8 hit white6 call:keep-running")
    for button in ("out", "run"):
        assert "No runner is between bases" in why(kept, f"press:{button}")
        assert "No runner is in turn. Reds: call a runner" in why(play("hold", kept), f"press:{button}")


def test_out_and_run_take_the_batter_at_the_plate() -> None:
    """D54: while the fielders throw he is unsettled, too (D27): a - helmet's 1 left him where he was."""
    game = major("blue2 red9 hit white1", lineup="- . . .")
    assert ("throw", ()) == (game.phase, game.runners)
    assert (1, "pitch") == (play("press:out", game).outs, play("press:out", game).phase)
    assert (1, "pitch") == (play("press:run", game).away, play("press:run", game).phase)


def test_out_and_run_take_the_most_advanced_unsettled_man() -> None:
    """D54: one who is pushed and still on his base goes before one between bases behind him."""
    game = major("set:runners=6,helmets=3 blue2 red9 hit white1 white4", ". . . -")
    assert (6, 4) == game.runners
    assert (4,) == play("press:out", game).runners
    assert (1, (4,)) == (play("press:run", game).away, play("press:run", game).runners)


def test_next_walks_through_the_options() -> None:
    """D55: each press puts the next answer in effect, and round again."""
    game = play("blue2 red8 hit white9")
    assert ((6, 9), (6,)) == (game.options, game.runners)
    game = play("press:next", game)
    assert ((6, 9), (9,), "throw") == (game.options, game.runners, game.phase)
    assert (6,) == play("press:next", game).runners


def test_next_walks_through_targets() -> None:
    """D55: likewise where the ball goes."""
    game = play("blue2 red8 hit white5 blue8")
    assert [("2B", 0), ("3B", 0), ("HP", 0)] == [
        (later.ball, later.outs) for later in (play("press:next " * times, game) for times in (1, 2, 3))
    ]


def test_next_after_a_chosen_out_begins_with_the_default() -> None:
    """D55: an answer that was not offered is followed by the first that is."""
    game = play("blue2 red8 hit white9 to:9 blue8 ball:3B white10")
    assert ((12, 6), 0) == (game.options, game.outs)
    game = play("to:18", game)
    assert 1 == game.outs
    assert ((12,), 0) == (play("press:next", game).runners, play("press:next", game).outs)


def test_ok_makes_the_one_shown_final() -> None:
    """D55: after OK the answer stands, and nothing is left to choose."""
    game = play("blue2 red8 hit white9 press:next press:ok")
    assert ((9,), ()) == (game.runners, game.options)
    assert "No runner has just thrown" in why(game, "to:6")


@pytest.mark.parametrize(
    ("button", "words"), [("ok", ""), ("ok", "blue3"), ("next", ""), ("next", "blue2 red8 hit white3")]
)
def test_with_nothing_to_choose_they_are_refused(button: str, words: str) -> None:
    """D55: without a throw to answer, or for NEXT with one answer only, the reason says what is due."""
    game = play(words)
    assert why(game, f"press:{button}").startswith("There is nothing to")
    assert why(game, f"press:{button}").endswith(due(game))


def test_ok_confirms_an_only_answer() -> None:
    """D55, D32: an answer that was the only one offered is provisional too, until OK."""
    game = play("set:runners=9 blue2 red8 hit white1 to:10 white10 press:ok")
    assert "No runner has just thrown" in why(game, "to:10")


def test_a_game_won_on_a_default_can_be_changed_with_next() -> None:
    """D55, D32: the choice is open even after the end, until OK."""
    won = play("set:inning=3,half=bottom,runners=14 red2 blue8 hit white10")
    assert ("over", "run") == (won.phase, play("press:next", won).phase)
    assert "over" in why(play("press:ok", won), "press:next")


@pytest.mark.parametrize("button", ["undo", "redo"])
def test_the_past_is_not_the_laws_business(button: str) -> None:
    """D55: undo and redo belong to the history; asked of the law alone, they are refused."""
    assert button.upper() in why(play(), f"press:{button}")
