"""Corrections stated outright (`set`), as the record defines them."""

from __future__ import annotations

from rules_kit import play, why


def test_what_is_named_is_so_and_the_rest_stays() -> None:
    """A correction changes the fields it names and no other."""
    before = play("set:runners=12+6,balls=2,away=3,outs=1 blue7")
    after = play("set:strikes=0,home=4", before)
    assert (2, 0, 1, 3, 4, (12, 6), "top", 1) == (
        after.balls,
        after.strikes,
        after.outs,
        after.away,
        after.home,
        after.runners,
        after.half,
        after.inning,
    )


def test_the_half_decides_who_bats() -> None:
    """With the half put right, the other side's dice are due."""
    game = play("set:half=bottom,inning=2")
    assert ("red", "home", "away", 2) == (game.awaits, game.batting, game.fielding, game.inning)


def test_runners_are_put_right_between_plays() -> None:
    """Runners stand where they are said to, most advanced first, before the next pitch only."""
    assert (18, 9) == play("set:runners=9+18").runners
    for words in ("blue3", "blue3 red10", "blue3 red8", "blue3 red8 hit", "blue3 red8 hit white3"):
        assert "between plays" in why(play(words), "set:runners=6")


def test_numbers_are_put_right_at_any_time() -> None:
    """In the middle of a play the count, the outs and the score may be corrected; the play goes on."""
    game = play("blue3 red8 hit white3 set:outs=2,home=5")
    assert ("throw", 2, 5, (3,)) == (game.phase, game.outs, game.home, game.runners)
    assert "bottom" == play("blue8 ball:1B", game).half


def test_a_correction_makes_the_last_answer_final() -> None:
    """It is an accepted line like another, so the move before it stands (D32)."""
    assert "No runner has just thrown" in why(play("blue3 red8 hit white9 set:outs=1"), "to:6")


def test_a_correction_ends_no_game_by_itself() -> None:
    """Home put ahead in its last half plays on: the scorer may not be finished; its next run ends the game (D8)."""
    game = play("set:inning=3,half=bottom,home=2")
    assert ("pitch", None) == (game.phase, game.winner)
    assert "pitch" == play("press:out", game).phase
    assert "home" == play("press:run", game).winner


def test_after_the_end_a_correction_is_refused() -> None:
    """The board of a finished game is final until its end is undone."""
    assert "UNDO" in why(play("set:inning=3,half=bottom press:homerun"), "set:home=3")


def test_a_man_corrected_onto_a_step_runs_when_the_ball_is_in_play() -> None:
    """A runner set between bases stays there until the next hit, and then must run (D27)."""
    game = play("set:runners=9 blue3 red8 hit")
    assert "step 9" in game.said
    assert (9,) == play("set:runners=9 press:out").runners


def test_a_walk_goes_by_a_man_corrected_onto_a_step() -> None:
    """The chain moves though somebody stands between its bases, and running order follows the places (D12)."""
    assert (12, 9, 6) == play("set:runners=9+6,balls=3 blue1").runners
