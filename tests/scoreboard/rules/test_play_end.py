"""How a play ends, keep-running, and hits: D33, D44 and D45."""

from __future__ import annotations

import pytest
from support.rules import SINGLE, play, why
from support.said import due

from scoreboard.rules import HouseRules


def test_with_someone_unsettled_the_fielders_throw() -> None:
    """D33: a runner between bases at the turn's end, and the throw is due."""
    game = play("blue2 red8 hit white5")
    assert ("throw", "blue") == (game.phase, game.awaits)


def test_play_ends_with_all_settled() -> None:
    """D33, D44: the ball is with the pitcher, the count is clear and a new batter is up."""
    game = play(f"blue1 blue7 {SINGLE}")
    assert ("pitch", "Z1", 0, 0, (6,)) == (game.phase, game.ball, game.balls, game.strikes, game.runners)


def test_the_batters_may_keep_running() -> None:
    """D33: called before anything else, the play is taken up where the ball lay; the fielders throw first."""
    over = play(f"blue1 {SINGLE}")
    assert ("keep-running",) == over.calls
    game = play("call:keep-running", over)
    assert ("throw", "Z8", 1, "blue") == (game.phase, game.ball, game.balls, game.awaits)


def test_keep_running_lets_the_fielders_hold_anywhere() -> None:
    """D33: they get a throw, but with no runner to put out they need not make it."""
    game = play(f"{SINGLE} call:keep-running hold")
    assert ("run", "Z8", ("run 1B", "new-batter")) == (game.phase, game.ball, game.calls)


def test_keep_running_lets_the_fielders_throw() -> None:
    """D33: their throw moves the ball and does not end the play, though no runner is unsettled."""
    game = play(f"{SINGLE} call:keep-running blue8 ball:3B")
    assert ("run", "3B") == (game.phase, game.ball)


def test_runners_join_by_call_when_kept_running() -> None:
    """D33: then only those who are called run, and the turns go on as ever."""
    held = play(f"{SINGLE} call:keep-running hold")
    assert "No runner is called" in why(held, "skip")
    game = play("call:run_1B white3 to:9", held)
    assert ("throw", (9,), "Z8") == (game.phase, game.runners, game.ball)


def test_no_die_is_due_without_a_call() -> None:
    """D57: the white die is not due, though it counts, and the fielders' die is the next pitch."""
    held = play(f"{SINGLE} call:keep-running blue3")
    assert ("run", None, ("run 1B", "new-batter")) == (held.phase, held.awaits, held.calls)
    assert ("swing", 3) == (play("blue3", held).phase, play("blue3", held).diamante.pitched)


def test_white_die_is_the_first_runners_by_default() -> None:
    """D39, D57: thrown with no runner in turn it is that of the most advanced who may run, held before it or not."""
    two_on = "set:runners=12 blue2 red8 hit skip white6 call:keep-running"
    for words in (f"{two_on} white3", f"{two_on} hold white3"):
        assert ((15, 6), "throw") == (play(words).runners, play(words).phase)


def test_joining_runners_are_called_before_they_throw() -> None:
    """D33, D40: two men on, both called, most advanced first."""
    game = play("set:runners=12 blue2 red8 hit skip white6 call:keep-running hold call:run_1B call:run_2B")
    assert "second base" in due(game)
    assert (18, 12) == play("white6 white6", game).runners


def test_a_new_batter_ends_a_kept_play() -> None:
    """D33: the batters call a new batter where everyone is safe, called runners included."""
    game = play(f"{SINGLE} call:keep-running hold call:run_1B call:new-batter")
    assert ("pitch", (6,), "Z1", ()) == (game.phase, game.runners, game.ball, game.calls)


def test_the_next_pitch_ends_a_kept_play() -> None:
    """D33: with no runner called, the fielders' die is the next pitch."""
    game = play(f"{SINGLE} call:keep-running hold blue1")
    assert ("pitch", 1, (6,), "Z1") == (game.phase, game.balls, game.runners, game.ball)


@pytest.mark.parametrize("word", ["blue7", "press:ball", "press:batter", "set:outs=1"])
def test_keep_running_closes(word: str) -> None:
    """D33: it is only before anything else."""
    game = play(f"{SINGLE} {word}")
    assert () == game.calls
    assert "Nobody can call keep-running" in why(game, "call:keep-running")


def test_ok_closes_keep_running() -> None:
    """D33: the move confirmed, the play is over for good."""
    assert () == play("blue2 red8 hit white9 press:ok").calls


def test_restating_the_move_leaves_keep_running_open() -> None:
    """D33, D32: a stated move is the answer to the running throw, not another line."""
    assert ("keep-running",) == play("blue2 red8 hit white9 to:9 to:6").calls


def test_keep_running_may_be_called_again() -> None:
    """D33: after each running turn that ends with everyone safe."""
    game = play(f"{SINGLE} call:keep-running hold call:run_1B white6")
    assert (("keep-running",), (12,)) == (game.calls, game.runners)


@pytest.mark.parametrize("words", ["blue2 red8 hit white5 blue8 ball:1B", "blue2 red8 caught", "press:homerun"])
def test_keep_running_follows_a_running_turn_only(words: str) -> None:
    """D33: not after a fielder's throw, a catch or a home run."""
    assert () == play(words).calls


def test_empty_bases_cannot_keep_running() -> None:
    """D33: where the play left no runner on base there is nothing to call."""
    assert () == play("blue2 red8 hit press:out").calls


@pytest.mark.parametrize(
    "words", ["set:balls=3,strikes=1 blue1", "set:balls=2,strikes=2 blue7", "set:balls=2 blue2 red8 caught"]
)
def test_a_plate_appearance_ends_at_once(words: str) -> None:
    """D44: a walk, a strikeout and a catch clear the count at once."""
    game = play(words)
    assert ("pitch", 0, 0, True) == (game.phase, game.balls, game.strikes, game.fresh)


def test_all_runs_of_one_throw_count_at_a_walk_off() -> None:
    """D44: the grand slam that wins the game scores four."""
    game = play("set:inning=3,half=bottom,runners=18+12+6 red2 blue10 blue10")
    assert ("over", "home", 4) == (game.phase, game.winner, game.home)


def test_a_hit_is_credited_when_the_batter_reaches_first() -> None:
    """D45: not on the fair ball itself, but when he is there, and once however far he goes."""
    assert 0 == play("blue2 red8 hit white5").hits.away
    assert 1 == play("blue2 red8 hit white9 to:9 blue1 white9").hits.away


@pytest.mark.parametrize(
    "words",
    [
        "blue2 red8 hit white5 blue8 ball:1B",
        "blue2 red8 hit white5 blue8 ball:2B white1 to:6",
        "blue2 red10 red2 hit white1 blue2 ball:1B",
    ],
)
def test_only_a_batter_safe_at_first_has_a_hit(words: str) -> None:
    """D45: put out at first he has none; safe there, though the ball is elsewhere, he has."""
    game = play(words)
    assert 1 - game.outs == game.hits.away


def test_batter_out_beyond_first_has_a_hit() -> None:
    """D45: he reached first, and was put out later."""
    game = play("blue2 red8 hit white9 to:9 blue8 ball:2B white3 to:12")
    assert (1, 1) == (game.outs, game.hits.away)


def test_the_first_batter_of_a_half_starts_without_a_hit() -> None:
    """D45: a hit in the play that made the third out is the last batter's, and the next one can have his own."""
    game = play("set:runners=18,outs=2 blue2 red8 hit skip white9 to:9 blue8 ball:2B white3 to:12")
    assert ("bottom", 1) == (game.half, game.hits.away)
    assert 1 == play("red2 blue8 hit white6", game).hits.home


def test_batter_out_by_himself_beyond_first_has_a_hit() -> None:
    """D45: he was put out at the runner whom he passed, or on second base where the ball lay, and not at first."""
    game = play("set:runners=9 blue2 red8 hit white1 to:10 white10 to:10")
    assert (1, 1) == (game.hits.away, game.outs)
    game = play("blue2 red9 hit white5 blue9 ball:2B white8 to:12")
    assert (1, 1) == (game.hits.away, game.outs)


def test_batter_out_by_himself_up_to_first_has_no_hit() -> None:
    """D45, D30: a teammate stands on first base, or on his way there."""
    game = play("set:runners=3 blue2 red9 hit white1 to:4 white9 to:9")
    assert (0, 1) == (game.hits.away, game.outs)
    game = play("set:runners=5 blue2 red9 hit white1 to:6 white9 to:9")
    assert (0, 1) == (game.hits.away, game.outs)


def test_a_batter_brought_home_by_button_has_a_hit() -> None:
    """D45, D54: RUN for the batter in turn takes him past first."""
    assert (1, 1) == (play("blue2 red8 hit press:run").hits.away, play("blue2 red8 hit press:run").away)


AFTER_A_THROW = HouseRules(keep_running_after_throw=True)


def test_a_house_may_let_runners_keep_running_after_a_throw() -> None:
    """D33: ruled so, a play that a throw ended goes on with a running turn, in which no runner is in turn yet."""
    words = "set:runners=12 blue2 red8 hit skip white3 blue8 ball:1B"
    over = play(words, house=AFTER_A_THROW)
    assert ("pitch", 1, ("keep-running",)) == (over.phase, over.outs, over.calls)
    assert () == play(words).calls
    game = play("call:keep-running", over)
    assert ("run", ("run 2B", "new-batter"), "1B") == (game.phase, game.calls, game.ball)
    assert ((16,), "throw") == (play("call:run_2B white4", game).runners, play("call:run_2B white4", game).phase)
    assert () == play("blue2 red8 hit white3 blue8 ball:1B", house=AFTER_A_THROW).calls


def test_a_walk_off_before_the_batter_has_run_is_his_hit() -> None:
    """D45: the man on third comes home with the first throw, and the batter never ran; by button likewise."""
    for word in ("white7", "press:run"):
        game = play(f"set:inning=3,half=bottom,runners=18 red2 blue9 hit {word}")
        assert ("home", 1, 1) == (game.winner, game.home, game.hits.home)
    assert 0 == play("set:inning=2,half=bottom,runners=18 red2 blue9 hit white7").hits.home


def test_a_walk_off_after_the_batter_has_run_gives_him_none() -> None:
    """D45: he has left the plate, and is short of first when the run wins the game."""
    game = play("set:inning=3,half=bottom,runners=18 red2 blue9 hit white3 white3 red1 white3")
    assert ("home", 0) == (game.winner, game.hits.home)


def test_a_walk_off_without_a_fair_ball_is_no_hit() -> None:
    """D45: neither a run by button between plays nor a walk is."""
    assert 0 == play("set:inning=3,half=bottom,runners=18 press:run").hits.home
    assert 0 == play("set:inning=3,half=bottom,runners=18+12+6,balls=3 red1").hits.home
