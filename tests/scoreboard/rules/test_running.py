"""The runners: order, moves and outs, D26 to D32."""

from __future__ import annotations

import pytest
from support.rules import play, why
from support.said import due

from scoreboard.rules import Game, HouseRules
from scoreboard.rules.diamante.running import runs_out


def hit(runners: str = "", zone: int = 8) -> Game:
    """A fair ball to that zone with men on those places."""
    return play(f"{f'set:runners={runners}' if runners else ''} blue2 red{zone} hit")


def stranded(place: int, ball: str = "Z1") -> Game:
    """The batter, past first, stopped on that step; the ball lies there and he is to run."""
    game = play(f"white{place} to:{place}", hit())
    return play("blue1" if ball == "Z1" else f"blue10 ball:{ball}", game)


def test_the_most_advanced_runner_runs_first() -> None:
    """D26: after a hit every runner throws, most advanced first, the batter last."""
    game = hit("18+12")
    assert "third base" in due(game)
    game = play("white6", game)
    assert "second base" in due(game)
    game = play("white6", game)
    assert "the batter" in due(game)
    game = play("white6", game)
    assert (1, (18, 6)) == (game.away, game.runners)


@pytest.mark.parametrize(
    ("runners", "pushed"),
    [("", 0), ("6", 1), ("12", 0), ("18", 0), ("12+6", 2), ("18+6", 1), ("18+12", 0), ("18+12+6", 3)],
)
def test_the_chain_from_first_is_pushed(runners: str, pushed: int) -> None:
    """D27: the batter pushes the man on first, he the man on second, he the man on third, and none across a gap."""
    assert pushed == sum(man.pushed for man in hit(runners).men if man.place)


def test_a_pushed_runner_cannot_be_skipped() -> None:
    """D27: the man on first must make room; he on third, over a gap, need not run."""
    game = play("skip", hit("18+6"))
    assert "must run" in why(game, "skip")


def test_batter_cannot_be_skipped() -> None:
    """D27: the batter must throw, always."""
    assert "must run" in why(hit(), "skip")


def test_a_runner_between_bases_cannot_be_skipped() -> None:
    """D27: he must throw (ruling: or the game could stall)."""
    assert "must run" in why(stranded(9), "skip")


def test_a_house_may_let_a_stranded_runner_wait() -> None:
    """D27: the ruling on runners between bases is the house's to change."""
    game = play("blue2 red8 hit white9 to:9 blue1 skip", house=HouseRules(stranded_must_run=False))
    assert ("throw", (9,)) == (game.phase, game.runners)


def test_a_skipped_runner_does_not_move_this_turn() -> None:
    """D27: once skipped he is not in turn again, called or not."""
    game = play("skip", hit("12"))
    assert "the batter" in due(game)
    why(game, "call:run_2B")


@pytest.mark.parametrize("word", ["skip", "white1"])
def test_a_runner_has_one_throw_in_a_turn(word: str) -> None:
    """D26, D27: skipped or thrown for, he is done, and the next one is due."""
    assert ["done", "due"] == [man.turn for man in play(word, hit("12")).men]


def test_the_fielders_die_skips_those_left_in_turn() -> None:
    """D27: no player says "skip" aloud at a table: the fielding die counts as the skips and then the throw."""
    game = play("white3 white6 blue1 call:run_1B white1", hit("12"))
    assert "the runner on first base, or skip" in due(game)
    game = play("blue1", game)
    assert ("run", (16, 6), "3B") == (game.phase, game.runners, game.ball)


def test_fielding_die_after_the_last_skip_is_a_pitch() -> None:
    """D27: with everyone safe once they are skipped, the die is the pitch to the next batter."""
    game = play("blue2 red8 hit white6 call:keep-running hold call:run_1B blue1")
    assert ("pitch", 1, (6,)) == (game.phase, game.balls, game.runners)


def test_fielders_wait_for_pushed_runners() -> None:
    """D27: while the batter or a pushed runner has yet to throw, the fielding die is refused."""
    assert "must run first" in why(hit("6"), "blue8")


def test_a_runner_must_move_once_the_die_is_thrown() -> None:
    """D28: a man on second who throws cannot stay there."""
    game = play("white2", hit("12"))
    assert (14,) == game.runners
    why(game, "to:12")


@pytest.mark.parametrize(
    ("place", "value", "moves"),
    [
        (3, 2, {5}),
        (3, 3, {6}),
        (3, 10, {6, 12, 13}),
        (9, 2, {11, 7}),
        (9, 3, {12, 6}),
        (9, 5, {14, 12, 6}),
        (9, 10, {19, 18, 12, 6}),
    ],
)
def test_the_legal_moves(place: int, value: int, moves: set[int]) -> None:
    """D29: forward exactly, onto a base on the way, or back as far as the base last passed unless pushed."""
    game = play(f"white{value}", stranded(place))
    reached = game.options or game.runners
    assert moves == set(reached)


def test_home_needs_no_exact_count() -> None:
    """D29: from third any number of 6 or more is a run."""
    assert play("white10", hit("18")).away == 1


@pytest.mark.parametrize("to", [5, 8, 0, 20, 24])
def test_no_other_move_is_accepted(to: int) -> None:
    """D29: no runner goes back past the base last passed, or forward otherwise than his throw says."""
    reason = why(play("white5", stranded(9)), f"to:{to}")
    who = "the runner on step 9 on the way to second base"
    assert f"With a 5, {who} can go to second base, step 14 or first base." == reason


def test_runner_short_of_first_never_returns_to_the_plate() -> None:
    """D29: the batter's box is the next batter's, so a man corrected onto step 3 goes back two steps at most."""
    assert (5, 1) == play("white2", hit("3")).options
    game = play("white3", hit("3"))
    assert ((6,), ()) == (game.runners, game.options)
    assert why(game, "to:0").endswith("can go to first base.")


def test_ending_on_a_teammate_is_out() -> None:
    """D30: a place held by a teammate is not offered, but a player may still choose it and is out."""
    game = play("white1 to:10 white10", hit("9"))
    assert ((10, 6), ()) == (game.runners, game.options)
    game = play("to:10", game)
    assert ((10,), 1) == (game.runners, game.outs)


def test_passing_a_teammate_is_out() -> None:
    """D30: going by a teammate is an out (ruling), so it is not offered."""
    game = play("white1 to:8 white10", hit("9"))
    assert ((8, 6), ()) == (game.runners, game.options)
    game = play("to:10", game)
    assert ((8,), 1) == (game.runners, game.outs)


def test_the_very_next_step_can_be_a_teammates() -> None:
    """D30: from step 11 the man on second is passed by every throw but a 1, which ends on him."""
    game = play("skip white5", hit("12+11"))
    assert ((12, 6), ()) == (game.runners, game.options)


def test_a_house_may_let_runners_pass() -> None:
    """D30: the ruling on passing is the house's to change; running order follows the places."""
    offered = play("set:runners=9 blue2 red8 hit white1 to:8 white10", house=HouseRules(passing_is_out=False))
    assert (6, 10) == offered.options
    game = play("to:10", offered)
    assert ((10, 8), 0) == (game.runners, game.outs)


@pytest.mark.parametrize("to", [12, 14])
def test_running_into_or_through_the_ball_is_out(to: int) -> None:
    """D30: ending on the ball's place, or running through it, is an out."""
    game = play("white5", stranded(9, "2B"))
    assert ((6,), 0) == (game.runners, game.outs)
    game = play(f"to:{to}", game)
    assert ((), 1) == (game.runners, game.outs)


def test_going_back_into_the_ball_is_out() -> None:
    """D30: the ball on the base behind him closes the way back."""
    game = play("white3", stranded(9, "1B"))
    assert (12,) == game.runners
    assert 1 == play("to:6", game).outs


def test_an_out_is_taken_where_no_move_is_safe() -> None:
    """D30: with the ball at home, the man on third who throws a 6 has nowhere else to go."""
    game = play("set:runners=18 blue2 red10 red2 hit white6")
    assert (1, 0, (24, "skip")) == (game.outs, game.away, game.options)


def test_home_is_never_held_by_a_teammate() -> None:
    """D30: two runners may come home one after the other."""
    assert 2 == play("white6 white10", hit("18+14")).away


def test_a_white_ten_gives_no_extra_throw() -> None:
    """D31: after a 10 the turn goes on as after any number."""
    assert "throw" == play("white10 to:10", hit()).phase


@pytest.mark.parametrize(
    ("place", "ball", "value", "default"),
    [
        *((3, "Z1", 10, 12), (9, "Z1", 10, 18), (9, "Z1", 2, 11)),
        *((9, "2B", 2, 7), (9, "2B", 4, 6), (10, "2B", 3, 7)),
        *((9, "1B", 2, 11), (9, "3B", 2, 11), (13, "2B", 3, 16)),
    ],
)
def test_default_is_ahead_then_back_then_forward(place: int, ball: str, value: int, default: int) -> None:
    """D32: the farthest legal base ahead, else back where the ball waits on the base ahead, else forward exactly."""
    assert (default,) == play(f"white{value}", stranded(place, ball)).runners


def test_restated_default_starts_before_the_die() -> None:
    """D32: each restatement starts from where the runner stood, and several may follow each other."""
    game = play("white9 to:9 to:6 to:9", hit())
    assert ((9,), "throw") == (game.runners, game.phase)


def test_a_choice_is_closed_by_the_next_line() -> None:
    """D32: once another line is accepted, the move stands."""
    assert "No runner has just thrown" in why(play("white9 to:9 blue1", hit()), "to:6")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("set:runners=20+12 blue2 red8 hit white1 skip", "to:22"),
        ("blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 hold", "to:8"),
        ("set:runners=12 blue2 red8 hit skip white9 to:9 blue1 call:run_2B", "ball:Z1"),
        ("blue2 red8 hit white6 call:keep-running blue8 call:new-batter", "ball:1B"),
        ("blue2 red8 hit white9 call:keep-running", "to:9"),
        ("blue2 red8 hit white9 press:batter", "to:9"),
    ],
)
def test_every_kind_of_line_closes_the_choice(words: str, answer: str) -> None:
    """D32: a skip, a hold, a call or a press makes the answer before it final."""
    assert "just" in why(play(words), answer)


def test_a_refused_line_closes_no_choice() -> None:
    """D32: what is refused has not happened, a wrong move included."""
    game = play("white9", hit())
    why(game, "to:7")
    why(game, "ball:1B")
    assert (9,) == play("to:9", game).runners


def test_a_third_out_can_be_restated() -> None:
    """D32: the half-inning that ended on one answer goes on when another was meant."""
    game = play("white5 to:12", play("set:outs=2", stranded(9, "2B")))
    assert ("bottom", 0) == (game.half, game.outs)
    game = play("to:6", game)
    assert ("top", 2, (6,)) == (game.half, game.outs, game.runners)


def test_a_game_won_on_a_default_can_be_restated() -> None:
    """D32: the default that wins the game is provisional as well."""
    won = play("set:inning=3,half=bottom,runners=14 red2 blue8 hit white10")
    assert ("over", "home", 1, (24, 18, 12)) == (won.phase, won.winner, won.home, won.options)
    game = play("to:18", won)
    assert ("run", None, 0, (18,)) == (game.phase, game.winner, game.home, game.runners)


@pytest.mark.parametrize(
    "words",
    [
        "blue2 red8 hit white9 to:9 blue8 ball:2B white1 to:10 white2",
        "set:runners=12 blue2 red8 hit white3 white6 blue1 call:run_1B white1 blue1",
    ],
)
def test_a_choice_holds_on_to_no_older_one(words: str) -> None:
    """D32: the state before the die has nothing open, so a long play does not grow a chain of its past."""
    choice = play(words).diamante.choice
    assert choice is not None
    assert choice.before.diamante.choice is None


FREELY = HouseRules(back_anywhere=True)


def test_a_house_may_let_runners_go_back_anywhere() -> None:
    """D29: ruled so, from a base too, pushed or not, and past bases, but never to the plate."""
    game = play("set:runners=12 blue2 red8 hit white9", house=FREELY)
    assert ((18, 21, 6, 3, "skip"), (18,)) == (game.options, game.runners)
    assert (3,) == play("to:3", game).runners
    assert (11, 1) == play("set:runners=6 blue2 red8 hit white5", house=FREELY).options
    assert () == play("set:runners=6 blue2 red8 hit white6", house=FREELY).options
    assert () == play("blue2 red8 hit white3", house=FREELY).options


def test_runner_on_a_base_goes_back_from_the_ball() -> None:
    """D29, D32: by that ruling the ball on the base ahead sends a man back from his base as well."""
    game = play("set:runners=18 blue2 red10 red2 hit white4", house=FREELY)
    assert ((14,), (14, 22, "skip")) == (game.runners, game.options)


def test_only_a_ball_ahead_sends_a_runner_back() -> None:
    """D32: on the base behind him, or beyond the base ahead, it does not."""
    assert (11,) == play("white2", stranded(9, "1B")).runners
    assert (11,) == play("white2", stranded(9, "HP")).runners


def test_ball_underfoot_sends_no_runner_back() -> None:
    """D29, D32: it lies on the runner's own base, neither ahead of him nor on a step."""
    words = "blue2 red8 hit white6 call:keep-running blue8 ball:1B call:run_1B white2"
    assert (8, 4) == play(words, house=FREELY).options


def test_running_into_an_out_is_foreseen() -> None:
    """D30: for whoever tells what NEXT would do."""
    game = stranded(9, "2B")
    assert [True, False, True] == [runs_out(game, to) for to in (12, 6, 14)]
