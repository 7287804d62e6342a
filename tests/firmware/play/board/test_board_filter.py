"""The filter between the looks at a board and the game: what is committed, what is not, and what is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import UNSET, structs
from support.looks import BoardTable, look
from support.rules import MAJOR
from support.scoring import SETUP, SHORT_MAJOR
from support.stadium import unsure

from firmware.play.board.board_filter import HINT_RESTS, STEP_RESTS
from firmware.play.state.other_house import OtherHouse
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Amend, Ball, Call, Die, Move, Side, Skip
from scoreboard.rules.history import Entry
from vision.tracking.events import BoardSeen, Thrown

AT_ZONE_9 = "blue2 red9 hit"
"""The batter runs: the ball lies at zone 9."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[BoardTable]:
    """Amateur."""
    table = BoardTable(tmp_path, SETUP)
    with closing(table.session):
        table.tidy()
        yield table


@pytest.fixture
def major(tmp_path: Path) -> Iterator[BoardTable]:
    """Major League, with helmets that change no throw."""
    table = BoardTable(tmp_path, SHORT_MAJOR)
    with closing(table.session):
        table.tidy()
        yield table


def test_a_tidy_table_has_nothing_recorded(table: BoardTable) -> None:
    """Where all stands as the default has it there is nothing to say."""
    for word in ["blue2", "red9", "hit", "white6", "blue3", "red2", "blue7"]:
        table.throw(word)
        table.tidy()
        table.wait(2 * STEP_RESTS)
    assert ([], "") == (table.by_camera, table.hint)


# -- answers to a throw


def test_a_runner_put_elsewhere_than_the_default_is_read_and_explained(table: BoardTable) -> None:
    """The 8 takes the batter to first, or two steps on: the helmet says which."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    assert (6,) == table.game.runners
    table.put("red", 8)
    assert ([Move(to=8)], (8,)) == (table.read, table.game.runners)
    why = ENGLISH(table.scorer.state.board.because)
    assert "Read from the board: the batter: he runs on" in why
    assert "seen in 2 of 2 looks. Legal too, and not seen: he stops on first." in why


def test_one_look_commits_nothing_and_a_hand_commits_nothing(table: BoardTable) -> None:
    """A helmet is not read before it has come to rest, and the hand has gone."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 8, looks=1)
    for _ in range(9):
        table.hand()
    for hand in (True, None):
        for _ in range(9):
            table.see(BoardSeen(look({8: "red"}, hand=hand)))
    assert [] == table.read
    table.rest(2)
    assert [Move(to=8)] == table.read


def test_an_illegal_place_is_never_recorded_but_hinted_at(table: BoardTable) -> None:
    """One step short of where the 8 takes him: a hint, and the default stands."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 7, looks=20)
    table.wait(HINT_RESTS + 1)
    assert ([], (6,)) == (table.read, table.game.runners)
    assert "stands 1 step" in table.hint
    table.put("red", 8)
    table.wait(1)
    assert ([Move(to=8)], "") == (table.read, table.hint)


def test_a_helmet_that_may_be_slid_on_is_committed_once_it_was_left_or_by_the_next_throw(table: BoardTable) -> None:
    """From 5 a 10 takes him to 15, on the way he may stop at first; the default is second."""
    table.play_on(AT_ZONE_9 + " white5 blue9 ball:3B")
    table.throw("white10")
    assert ((12,), (12, 6, 15)) == (table.game.runners, table.game.options)
    table.put("red", 6, looks=3)
    assert [] == table.read
    table.throw("blue5")
    assert [Move(to=6)] == table.read
    assert (6,) == table.game.runners
    table.throw("press:undo press:undo")
    table.put("red", 12)
    table.put("red", 6, looks=4)
    assert (6,) == table.game.runners
    table.put("red", 15)
    assert (15,) == table.game.runners


def test_the_next_throw_confirms_a_helmet_that_was_seen_once(table: BoardTable) -> None:
    """It is recorded before the throw is judged: with the runner at 8 the blue die is a throw, and no pitch."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 8, looks=1)
    table.throw("blue9")
    assert [Move(to=8)] == table.read
    assert isinstance(table.lines[-1], Die)
    assert (8,) == table.game.runners
    assert table.game.diamante.choice is not None


def test_a_throw_that_comes_before_the_helmet_is_seen_is_kept_and_judged_again(table: BoardTable) -> None:
    """The hand that slid the helmet threw the die, too: the answer is added before the throw."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.hand()
    table.throw("blue9")
    assert ("swing", (6,)) == (table.game.phase, table.game.runners)  # a pitch, for nobody seemed to run
    table.put("red", 8)
    (line,) = table.read
    assert isinstance(line, Amend)
    assert line.add == Move(to=8, by="camera")
    assert ("run", (8,)) == (table.game.phase, table.game.runners)


def test_the_die_was_the_next_runners(major: BoardTable) -> None:
    """The man on second stays, and the batter goes to third's side of first: skip, then his place."""
    major.play_on("set:runners=12 blue2 red9 hit")
    major.throw("white8")
    assert (18,) == major.game.runners
    major.put("red", 12, 8)
    assert [Skip(), Move(to=8)] == major.read
    assert (12, 8) == major.game.runners


def test_the_ball_is_read_where_it_was_carried(table: BoardTable) -> None:
    """The throw from zone 9 goes to third, where the ball was put, and not to the default."""
    table.play_on(AT_ZONE_9 + " white8")
    table.put("red", 8, ball="Z9")
    table.throw("blue9")
    default = table.game.ball
    assert "2B" == default
    table.put("red", 8, ball="3B")
    assert Ball(to="3B") == table.read[-1]
    assert "3B" == table.game.ball


def test_a_ball_that_never_lay_where_the_score_has_it_tells_nothing(table: BoardTable) -> None:
    """Whoever leaves the chip about has the default."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 8, ball=18)
    before = table.read
    table.throw("blue9")
    table.put("red", 8, ball="3B")
    assert (before, "2B") == (table.read, table.game.ball)


def test_a_board_that_shows_two_answers_alike_decides_nothing(table: BoardTable) -> None:
    """Where the place in question is covered, the default stands."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.hand()
    for _ in range(20):
        table.see(BoardSeen(look({}, "Z9", hidden=frozenset({6, 7, 8}))))
    assert ([], (6,)) == (table.read, table.game.runners)


# -- buttons overrule


def test_what_a_button_stated_is_not_read_otherwise_from_pieces_that_have_not_moved(table: BoardTable) -> None:
    """NEXT says 8 while the helmet still stands on first."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 6)
    table.throw("press:next")
    table.hand()
    table.rest(20)
    assert ([], (8,)) == (table.read, table.game.runners)


def test_undo_takes_back_what_was_read_and_it_is_not_read_again_until_something_moves(table: BoardTable) -> None:
    """Then the other continuations are alive again."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.put("red", 8)
    table.throw("press:undo")
    table.hand()
    table.rest(20)
    assert (6,) == table.game.runners
    table.put("red", 6)
    table.put("red", 8)
    assert (8,) == table.game.runners


def test_the_boxs_own_answer_stands(table: BoardTable) -> None:
    """Its helmets are put by people, who may err."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.scorer.submit(Move(to=6, by="box"))
    table.put("red", 8, looks=20)
    assert [] == table.read


# -- calls that the board shows


RUNNER = "blue2 red9 hit white6"
"""Ends with a runner on first."""


def test_the_ball_carried_home_after_a_pitch_is_a_steal(major: BoardTable) -> None:
    """And nothing else is said."""
    major.play_on(RUNNER + " blue1")
    major.put("red", 6, 0, ball="HP")
    assert [Call(call="steal")] == major.read
    assert ("run", "HP") == (major.game.phase, major.game.ball)


def test_a_ball_that_lay_at_home_all_along_is_no_steal(major: BoardTable) -> None:
    """Only one that was carried there."""
    major.play_on(RUNNER)
    major.put("red", 6, 0, ball="HP")
    major.throw("blue1")
    major.hand()
    major.rest(20)
    assert [] == major.read


def test_in_amateur_nobody_steals(table: BoardTable) -> None:
    """The law is asked."""
    table.play_on(RUNNER + " blue1")
    table.put("red", 6, 0, ball="HP", looks=20)
    assert [] == table.read


def test_a_runner_who_leaves_after_a_catch_tags_up(major: BoardTable) -> None:
    """He may leave before his die falls; the die is then judged as his."""
    major.play_on(RUNNER + " blue2 red9 caught")
    major.put("red", 9, 0)
    assert [Call(call="tag-up")] == major.read
    major.throw("white3")
    assert (9,) == major.game.runners


def test_a_die_that_was_not_due_counts_once_the_board_shows_its_call(major: BoardTable) -> None:
    """The white die after a catch, and then the helmet as far as it says."""
    major.play_on(RUNNER + " blue2 red9 caught")
    major.throw("white3")
    assert "pitch" == major.game.phase
    major.put("red", 9, 0)
    assert (9,) == major.game.runners
    assert [Call(call="tag-up")] == major.read


def test_a_nudge_of_one_look_is_no_tag_up(major: BoardTable) -> None:
    """A helmet that is put back is none."""
    major.play_on(RUNNER + " blue2 red9 caught")
    major.put("red", 7, 0, looks=2)
    major.put("red", 6, 0, looks=9)
    assert [] == major.read


def test_nobody_moves_and_the_next_pitch_comes(major: BoardTable) -> None:
    """Skip and hold need no words (D27, D39)."""
    major.play_on(RUNNER + " blue2 red9 caught blue3")
    assert ([], "swing") == (major.read, major.game.phase)


# -- what is not clear


def test_a_place_that_is_not_surely_seen_is_never_filled_by_guessing(table: BoardTable) -> None:
    """Second and first are empty and the third answer is covered: that may be true, and is not seen."""
    table.play_on(AT_ZONE_9 + " white5 blue9 ball:3B")
    table.throw("white10")
    table.hand()
    for _ in range(20):
        table.see(BoardSeen(look({}, "3B", hidden=frozenset({15}))))
    assert ([], (12,)) == (table.read, table.game.runners)


def test_where_the_ball_alone_decides_two_looks_are_too_few(table: BoardTable) -> None:
    """It is a chip that is tossed, too: its place must lead by more."""
    table.play_on(AT_ZONE_9 + " white8")
    table.put("red", 8, ball="Z9")
    table.throw("blue9")
    table.put("red", 8, ball="3B", looks=2)
    assert "2B" == table.game.ball
    table.rest(1)
    assert "3B" == table.game.ball


def test_a_ball_that_was_not_seen_where_it_was_is_no_steal(tmp_path: Path) -> None:
    """A white die, a runner who has moved, and a ball at home that may have lain there all along."""
    table = BoardTable(tmp_path, SHORT_MAJOR)
    with closing(table.session):
        table.throw(RUNNER)
        table.put("red", 6, 0, ball=None)
        table.throw("blue1 white3")
        table.put("red", 9, 0, ball="HP", looks=9)
        assert ([], (6,)) == (table.read, table.game.runners)


def test_what_would_leave_a_later_throw_unfit_is_no_continuation(table: BoardTable) -> None:
    """Had the 8 been the batter's, the 6 that counted would have been nobody's."""
    table.play_on("set:runners=12 " + AT_ZONE_9)
    table.throw("white8 white6")
    assert (18, 6) == table.game.runners
    table.put("red", 12, 6, looks=9)
    assert ([], (18, 6)) == (table.read, table.game.runners)


def test_an_answer_that_a_button_stated_is_not_put_right_by_helmets_that_come_late(table: BoardTable) -> None:
    """Buttons overrule, also once the next throw has fallen."""
    table.play_on(AT_ZONE_9)
    table.throw("white8 to:6 blue9")
    table.put("red", 8, looks=9)
    assert ([], (6,)) == (table.read, table.game.runners)


def test_nothing_is_read_while_a_question_is_open(table: BoardTable) -> None:
    """What is recorded would close it."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    table.see(Thrown(unsure("blue", 3, 8)[0], None))
    asked = table.scorer.state.question.asked
    table.put("red", 8, looks=9)
    assert asked is not None
    assert ([], asked) == (table.read, table.scorer.state.question.asked)


def test_why_a_line_was_read_is_shown_until_the_next_line(major: BoardTable) -> None:
    """Also of several lines, a die among them."""
    major.play_on(RUNNER + " blue2 red9 caught")
    major.throw("white3")
    major.put("red", 9, 0)
    assert "a die" not in ENGLISH(major.scorer.state.board.because)
    assert "3 looks" in ENGLISH(major.scorer.state.board.because)
    major.throw("blue9")
    assert "" == major.scorer.state.board.because


def test_a_ball_on_a_base_was_thrown_there_though_it_could_have_been_carried(major: BoardTable) -> None:
    """Both put it there, and nobody is out: the record says the base."""
    major.play_on(AT_ZONE_9 + " white8")
    major.put("red", 8, ball="Z9")
    major.throw("blue9")
    major.put("red", 8, ball="HP")
    assert "HP" == major.game.ball
    major.play_on("white1")
    major.throw("blue6")
    assert {"1B", 6} <= set(major.game.options)
    major.put("red", *major.game.runners, ball="1B")
    assert Ball(to="1B") == major.read[-1]


KEPT_ON = "call:keep-running hold"
"""After a play: the runners keep running, and the fielders hold."""


def test_a_batter_who_is_put_at_the_plate_ends_what_runners_keep_running(table: BoardTable) -> None:
    """The next batter comes: nobody runs on."""
    table.play_on(RUNNER)
    table.put("red", 6)
    table.throw(KEPT_ON)
    assert "new-batter" in table.game.calls
    table.put("red", 6, 0)
    assert [Call(call="new-batter")] == table.read


def test_a_batter_who_stood_at_the_plate_all_along_ends_nothing(table: BoardTable) -> None:
    """Only one who comes."""
    table.play_on(RUNNER)
    table.throw("call:keep-running blue9")
    table.hand()
    table.rest(20)
    assert [] == table.read
    assert "new-batter" in table.game.calls


def test_a_ball_that_was_hidden_for_long_is_known_at_its_first_look(major: BoardTable) -> None:
    """It lay at the pitcher's, and was carried home."""
    major.play_on(RUNNER)
    major.put("red", 6, ball="3B")
    major.put("red", 6, 0, ball=None, looks=20)
    major.throw("blue1")
    major.put("red", 6, 0, ball="Z1", looks=1)
    major.put("red", 6, 0, ball="HP")
    assert [Call(call="steal")] == major.read


def test_a_helmet_that_comes_late_is_read_before_that_of_the_last_die_has_moved(table: BoardTable) -> None:
    """The man on second ran three steps past third; for the batter's die nothing has been moved yet."""
    table.play_on("set:runners=12 " + AT_ZONE_9)
    table.throw("white9")
    table.hand()
    table.throw("white8")
    assert (18, 6) == table.game.runners
    table.put("red", 21, 0, looks=4)
    assert 1 == len(table.read)
    assert (21, 6) == table.game.runners


def test_two_helmets_that_a_child_moves_are_no_call(major: BoardTable) -> None:
    """Nor one, while the ball lies elsewhere than the score has it."""
    major.play_on("set:runners=18+6 blue2 red9 caught")
    major.put("red", 20, 9, 0, looks=9)
    major.put("red", 18, 9, 0, ball="3B", looks=9)
    assert [] == major.read


# -- who keeps running


def test_a_runner_who_leaves_his_base_after_the_play_keeps_running(table: BoardTable) -> None:
    """He is sent by no word, and the fielders' die is a throw then, and no pitch (D33)."""
    table.play_on(RUNNER)
    table.put("red", 6, 0, ball="Z9")
    table.put("red", 9, 0, looks=3)
    assert [] == table.read
    table.rest(1)
    assert ([Call(call="keep-running")], "throw") == (table.read, table.game.phase)
    table.wait(2 * STEP_RESTS)
    assert "" == table.hint
    table.throw("white3")
    assert (9,) == table.game.runners


def test_who_was_put_too_far_does_not_keep_running(table: BoardTable) -> None:
    """He never stood on his base: that is hinted at."""
    table.play_on(AT_ZONE_9)
    table.throw("white6")
    table.put("red", 9, 0, ball="Z9", looks=9)
    table.wait(HINT_RESTS + 1)
    assert [] == table.read
    assert table.hint


def test_two_helmets_that_leave_keep_nobody_running(major: BoardTable) -> None:
    """A child moves two."""
    major.play_on("set:runners=12 " + AT_ZONE_9 + " white6 white6")
    assert ((18, 6), "pitch") == (major.game.runners, major.game.phase)
    major.put("red", 18, 6, 0, ball="Z9")
    major.put("red", 20, 9, 0, looks=9)
    assert [] == major.read


def test_a_white_die_after_the_play_and_a_helmet_that_goes_as_far_keep_running(table: BoardTable) -> None:
    """The fielders held (D39)."""
    table.play_on(RUNNER)
    table.throw("white3")
    assert (6,) == table.game.runners
    table.put("red", 9, 0)
    assert ([Call(call="keep-running")], (9,)) == (table.read, table.game.runners)


def test_what_seemed_a_pitch_was_the_fielders_throw_if_a_runner_kept_running(table: BoardTable) -> None:
    """They threw at once, and then he ran as far as the white die says."""
    table.play_on(RUNNER)
    table.throw("blue4 white3")
    assert ("swing", (6,)) == (table.game.phase, table.game.runners)
    table.put("red", 9, 0)
    (line,) = table.read
    assert isinstance(line, Amend)
    assert line.add == Call(call="keep-running", by="camera")
    assert ("throw", (9,)) == (table.game.phase, table.game.runners)


# -- after the end, and where the next throw tells


LAST_HALF = "press:out press:out press:out set:runners=15+9 red2 blue9 hit"
"""The home team bats in the last inning, and needs a run."""


def test_a_game_that_ended_on_a_default_is_taken_up_again_where_the_runner_stopped(major: BoardTable) -> None:
    """The 9 takes him home, which wins; he stopped on third (D32)."""
    major.play_on(LAST_HALF)
    major.throw("white9")
    assert major.game.over
    major.put("blue", 18, 9, looks=4)
    assert ([Move(to=18)], (18, 9)) == (major.read, major.game.runners[:2])


STOLEN = "set:runners=18 blue1 call:steal white3"
"""The runner from third has gone on three steps, and the ball lies at home."""


def test_a_ball_that_was_surely_carried_decides_though_a_runner_is_not_surely_seen(major: BoardTable) -> None:
    """The default tags him, and the ball went to third instead: it alone says so."""
    major.play_on(STOLEN)
    major.throw("blue8")
    assert () == major.game.runners
    major.hand()
    for _ in range(3):
        major.see(BoardSeen(look({}, "3B", hidden=frozenset({21}))))
    assert ([Ball(to="3B")], (21,)) == (major.read, major.game.runners)


@pytest.mark.parametrize(("then", "read"), [("blue5", Ball(to="1B")), ("white2", Ball(to=6))])
def test_a_10_that_put_the_ball_on_a_base_was_thrown_or_carried_as_the_next_throw_says(
    then: str, read: Ball, major: BoardTable
) -> None:
    """Thrown it earns another throw, carried it does not (D41, D43); it is hinted at, and nobody presses."""
    major.play_on(STOLEN)
    major.throw("blue10")
    major.put("red", 21, ball="1B")
    major.wait(HINT_RESTS + 1)
    assert ([], "The pieces fit more than one answer to this throw. The next throw tells which.") == (
        major.read,
        major.hint,
    )
    major.throw(then)
    assert [read] == major.read


def test_ball_shows_where_the_third_out_was_made_while_helmets_still_stand(table: BoardTable) -> None:
    """The default throws the batter out at first; the ball went to second, and nobody has taken a helmet away."""
    table.play_on("press:out press:out set:runners=6 " + AT_ZONE_9 + " white1 white1")
    table.throw("blue9")
    assert ("pitch", ()) == (table.game.phase, table.game.runners)
    default = table.game.options[0]
    other = next(base for base in ("1B", "2B") if base != default)
    table.put("red", 7, 1, ball=other)
    assert [Ball(to=other)] == table.read


def test_a_ball_that_was_carried_along_the_path_is_a_tag(major: BoardTable) -> None:
    """Past first, to the second step after it (D42), where no throw takes it."""
    major.play_on(STOLEN)
    major.throw("blue8")
    major.put("red", 21, ball=8)
    assert ([Ball(to=8)], 8) == (major.read, major.game.ball)


def test_a_runner_who_leaves_his_base_in_the_others_turn_is_called(table: BoardTable) -> None:
    """He stayed on second while the batter ran; now he goes as well (D40), and the white die is his."""
    table.play_on("set:runners=12 " + AT_ZONE_9 + " skip white3 blue1")
    assert ("run", ("run 2B",)) == (table.game.phase, table.game.calls)
    table.put("red", 14, 3)
    assert [Call(call="run 2B")] == table.read
    table.throw("white2")
    assert (14, 3) == table.game.runners


def test_a_ball_that_may_have_been_carried_for_the_throw_before_is_asked_about(tmp_path: Path) -> None:
    """It never lay where that throw's default has it: it was carried late, or at once for the last one."""
    for words, read in (("blue10 blue3", []), ("blue10", [Ball(to="HP")])):
        table = BoardTable(tmp_path / str(len(words)), MAJOR)
        with closing(table.session):
            table.tidy()
            table.play_on("set:runners=12 blue5 red6 hit white3 white6 blue2 white2")
            table.throw(words)
            table.put("red", 15, 6, ball="HP", looks=5)
            assert read == table.read
            table.wait(HINT_RESTS + 1)
            assert bool(table.hint) == (not read)


# -- another house plays along


class SlowHouse(OtherHouse):
    """Another house, which has written nothing yet of what is ``sent`` from here."""

    def __init__(self) -> None:
        self.sent: list[Entry] = []

    @property
    def side(self) -> Side:
        """The visitors play here."""
        return "away"

    @property
    def is_waiting(self) -> bool:
        """Until all is written."""
        return bool(self.sent)

    def say(self, line: Entry) -> None:
        """It is on its way."""
        self.sent.append(structs.replace(line, at=UNSET))


def run_on_with_another_house(table: BoardTable) -> SlowHouse:
    """The batter runs on past first, by his helmet; the house that has yet to write it."""
    table.play_on(AT_ZONE_9)
    table.throw("white8")
    houses = SlowHouse()
    table.scorer.meet(houses)
    table.put("red", 8)
    return houses


def test_what_another_house_has_not_written_yet_is_sent_once(table: BoardTable) -> None:
    """The board shows it all the while."""
    houses = run_on_with_another_house(table)
    table.wait(2)
    assert [Move(to=8, by="camera")] == houses.sent
    table.scorer.write(houses.sent.pop())
    table.wait(2)
    assert ([], [Move(to=8)]) == (houses.sent, table.read)


def test_what_was_moved_meanwhile_is_sent_once_that_is_written(table: BoardTable) -> None:
    """By the looks that come then."""
    houses = run_on_with_another_house(table)
    table.put("red", 6)
    assert [Move(to=8, by="camera")] == houses.sent
    table.scorer.write(houses.sent.pop())
    table.rest()
    assert [Move(to=6, by="camera")] == houses.sent
