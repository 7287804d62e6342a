"""He stays, and the white die was the next runner's: D27, D32 and D55 (`skip` right after a white die)."""

from __future__ import annotations

import pytest
from support.rules import major, play, why
from support.said import due

from scoreboard.rules import Game

HELD = "set:runners=12 blue2 red9 hit white4"
"""A man on second who need not run, and a white die that was thrown for the batter."""
THREE = "set:runners=18+12 blue2 red9 hit white4"
"""Two men who need not run, and the batter."""


def shown(game: Game) -> tuple[tuple[int, ...], tuple[int | str, ...]]:
    """Where everybody is, and what else the die can come to."""
    return game.runners, game.options


def test_he_stays_and_the_die_was_the_next_ones() -> None:
    """D27: the man on second is held there, and the batter runs with the die that seemed to be his."""
    game = play(HELD)
    assert ((16,), (16, "skip"), "white") == (*shown(game), game.awaits)
    held = play("skip", game)
    assert ((12, 4), (), "throw", "blue") == (*shown(held), held.phase, held.awaits)


def test_next_walks_each_runners_answers_in_turn() -> None:
    """D27, D55: he is held after his own answers, and after those of the next one it is the first one's turn again."""
    game = play("set:runners=12 blue2 red9 hit white9")
    walk = [shown(game := play("press:next", game)) for _ in range(5)]
    assert ((18,), (18, 21, "skip")) == shown(play("set:runners=12 blue2 red9 hit white9"))
    assert [
        ((21,), (18, 21, "skip")),
        ((12, 6), (6, 9)),
        ((12, 9), (6, 9)),
        ((18,), (18, 21, "skip")),
        ((21,), (18, 21, "skip")),
    ] == walk


def test_several_may_stay_one_after_the_other() -> None:
    """D27: of two men who need not run both stay, and the die was the batter's."""
    game = play(THREE)
    assert ((22, 12), (22, "skip")) == shown(game)
    game = play("skip", game)
    assert ((18, 16), (16, "skip")) == shown(game)
    assert ((18, 12, 4), ()) == shown(play("skip", game))
    assert ((22, 12), (22, "skip")) == shown(play("skip press:next", game))


def test_the_next_ones_answers_may_be_stated() -> None:
    """D27, D32: once he is held, a move is the next runner's, from the state before the die."""
    game = play("set:runners=12 blue2 red9 hit white9 skip to:9")
    assert ((12, 9), (6, 9)) == shown(game)
    assert "can go to first base or step 9" in why(game, "to:21")


@pytest.mark.parametrize(
    "words",
    [
        "set:runners=6 blue2 red9 hit white9",
        "set:runners=9 blue2 red9 hit white9",
        "set:runners=12 blue2 red9 hit white4 white9",
    ],
    ids=["pushed", "between bases", "the last one"],
)
def test_who_must_run_or_is_the_last_cannot_have_stayed(words: str) -> None:
    """D27: a pushed man and one between bases must run, and after the last one no runner is left to have thrown."""
    options = play(words).options
    assert (True, False) == (len(options) > 1, "skip" in options)


def test_a_skip_after_a_pushed_mans_die_is_the_next_ones_own() -> None:
    """D27: where the die cannot have been another's, a skip is that of the runner in turn."""
    game = play("set:runners=20+12 blue2 red8 hit white1 skip")
    assert ("the batter" in due(game), game.diamante.choice) == (True, None)


@pytest.mark.parametrize("answer", ["to:22", "press:next press:next press:next"])
def test_once_it_was_answered_a_skip_is_the_next_runners(answer: str) -> None:
    """D27, D32: only right after a white die; after a stated move, or NEXT, it is about the runner in turn."""
    game = play(f"{THREE} {answer}")
    assert ((22, 12), (22, "skip")) == shown(game)
    assert ((22, 12), True) == (play("skip", game).runners, "the batter" in due(play("skip", game)))


def test_after_ok_a_skip_is_the_next_runners() -> None:
    """D27: once the run is final, a skip is about the runner in turn."""
    game = play("set:runners=18+12 blue2 red9 hit white4 press:ok skip")
    assert ((22, 12), "white") == (game.runners, game.awaits)


def test_half_ended_by_a_default_opens_again() -> None:
    """D27, D32: the man on third who ran into the ball at home for the third out had stayed."""
    over = play("set:runners=18,outs=2 blue2 red10 red2 hit white6")
    assert ("bottom", (24, "skip")) == (over.half, over.options)
    game = play("skip", over)
    assert ("top", 2, (18, 6)) == (game.half, game.outs, game.runners)


def test_a_game_that_was_won_on_the_first_ones_die_goes_on() -> None:
    """D27, D32: the winning run had stayed on third, and the game is not over."""
    over = play("set:inning=3,half=bottom,runners=18 red2 blue8 hit white6")
    assert (True, 1) == (over.over, over.home)
    game = play("skip", over)
    assert (False, 0, (18, 6)) == (game.over, game.home, game.runners)


@pytest.mark.parametrize("words", ["", "blue3", "blue3 red8", f"{HELD} white4", "blue2 red8 hit white6"])
def test_nothing_to_skip_is_said(words: str) -> None:
    """D27: a skip that is about nobody is refused."""
    assert "No runner can be skipped now" in why(play(words), "skip")


def test_a_minus_helmets_one_may_have_been_the_next_ones() -> None:
    """D27, D28: a 0 leaves him where he is, and the die may still have been the batter's, who counts it otherwise."""
    game = major("set:runners=12,helmets=3 blue2 red9 hit white1", ". . . -")
    assert ((12,), (12, "skip")) == shown(game)
    assert ((12, 1), ()) == shown(play("skip", game))
