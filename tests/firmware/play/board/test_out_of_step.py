"""What is said of a board that nothing explains, and which is right then: buttons, page, a restart, a loose table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import UNSET, structs
from support.looks import BoardTable, between, look
from support.rules import MAJOR
from support.scoring import SETUP, SHORT_MAJOR

from firmware.play.board.board_filter import FOLLOWED, HINT_RESTS, OF, STEP_RESTS, BoardFilter
from firmware.play.inputs.page_input import PageInput
from scoreboard.language import language
from scoreboard.rules.events import Ball, Call, Move, Set
from scoreboard.web.play.changes import NotNowError
from vision.board.board_reader import SeenBall, SeenPiece
from vision.tracking.events import BoardSeen

SINGLE = "blue2 red9 hit white6"
"""Ends with a runner on first."""
RUNS = "blue2 red9 hit"
"""The batter runs: the ball lies at zone 9."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[BoardTable]:
    """Amateur, with a runner on first, and tidy."""
    table = BoardTable(tmp_path, SETUP)
    with closing(table.session):
        table.tidy()
        table.play_on(SINGLE)
        yield table


def stated(table: BoardTable) -> list[object]:
    """The corrections, without their moments."""
    return [structs.replace(line, at=UNSET) for line in table.lines if isinstance(line, Set)]


def be_out_of_step(table: BoardTable) -> None:
    """The runner's helmet stands two steps before first, and nobody minds."""
    table.put("red", 4, 0)
    table.wait(STEP_RESTS + HINT_RESTS)
    assert table.scorer.state.board.out_of_step


# -- hints


def test_every_untidy_board_has_its_hint(table: BoardTable) -> None:
    """After two seconds, in both languages; nothing is recorded of any."""
    table.play_on("blue1 blue7 blue1 blue7 blue5 red5")  # so long ago that the board is not behind
    spanish = language("es")
    odd: dict[str, dict[int, str]] = {
        "other team": {6: "blue"},
        "elsewhere": {9: "red"},
        "where no helmet stands: first base": {},
        "where the score has nobody: 3 steps short of second base": {6: "red", 9: "red"},
        "where the score has nobody: third base": {6: "red", 18: "blue"},
    }
    for hint, helmets in odd.items():
        table.hand()
        table.helmets = helmets
        table.rest()
        table.wait(HINT_RESTS - 1)
        assert "" == table.hint
        table.wait(2)
        assert hint in table.hint
        assert spanish.say(table.scorer.state.board.hint)
        table.tidy()
        table.wait(1)
        assert "" == table.hint
    assert [] == table.read


def test_a_helmet_that_lies_or_stands_between_two_places_is_hinted_at(table: BoardTable) -> None:
    """Its place is not surely seen then."""
    fallen = SeenPiece("red", None, None, "fallen", (0.0, 0.0), 0.95)
    for piece, hint in ((between("red"), "between two places"), (fallen, "fallen over")):
        table.hand()
        for _ in range(3):
            table.see(BoardSeen(look({}, "Z1", hidden=frozenset({6, 7}), pieces=(piece,))))
        table.wait(HINT_RESTS + 1)
        assert hint in table.hint
        table.tidy()
        table.wait(1)


@pytest.mark.parametrize(("place", "distance"), [(13, "1 step short"), (11, "1 step short"), (15, "1 step beyond")])
def test_runner_one_step_off_has_a_hint(table: BoardTable, place: int, distance: str) -> None:
    """It names the number that was thrown: from first base an 8 takes him to second, or two steps on."""
    table.play_on(RUNS)
    table.throw("white8")
    table.put("red", place)
    table.wait(HINT_RESTS + 1)
    assert "The runner on first base is taken by the 8 to" in table.hint
    assert distance in table.hint
    assert [] == table.read


def test_time_that_the_camera_does_not_see_makes_no_hint(table: BoardTable) -> None:
    """A camera that is late, or stands still, has not seen the helmet there for long; nor while a hand was over it."""
    table.put("red", 4, 0)
    for _ in range(2 * STEP_RESTS):
        table.scorer.tick()
    assert "" == table.hint
    table.hand()
    table.wait(2 * STEP_RESTS)
    table.rest()
    assert "" == table.hint
    table.wait(HINT_RESTS + 1)
    assert table.hint


def test_fingers_over_the_board_for_half_a_minute_say_nothing(table: BoardTable) -> None:
    """Whatever is seen around them."""
    for _ in range(60):
        table.see(BoardSeen(look({15: "blue"}, hand=True)))
        table.wait(1)
    assert ("", []) == (table.hint, table.read)


def test_a_board_that_is_behind_is_not_spoken_of(table: BoardTable) -> None:
    """People see to the dice first, and move the helmets when they like."""
    for word in (RUNS + " white6 white6").split():
        table.throw(word)
        table.rest()
        table.wait(2 * STEP_RESTS)
        assert "" == table.hint


def test_a_table_without_helmets_is_never_spoken_to(tmp_path: Path) -> None:
    """Nor has it anything recorded."""
    table = BoardTable(tmp_path, SETUP)
    with closing(table.session):
        for word in (SINGLE + " " + RUNS + " white8 white6 blue9").split():
            table.throw(word)
            table.rest()
            table.wait(2 * STEP_RESTS)
            assert ("", []) == (table.hint, table.read)


# -- out of step


def test_disagreement_is_reported_once_and_nothing_is_read_until_board_and_score_match(table: BoardTable) -> None:
    """On panel, terminal and page, by one state; the throws go on."""
    be_out_of_step(table)
    assert (
        "Board and score disagree. Runners on the board: 2 steps short of first base. In the score: first base."
    ) == table.hint
    kept = [shown.words for shown in table.shown if shown.words == table.scorer.state.board.out_of_step]
    assert 1 == len(kept)
    table.throw("press:undo")  # closes the question
    table.play_on("")
    table.scorer.state.overlay.close()
    live = table.scorer.displays.live()
    assert live is not None
    assert live.board.out_of_step


def test_nothing_is_read_while_they_disagree(table: BoardTable) -> None:
    """Also what would be clear."""
    be_out_of_step(table)
    table.throw(RUNS + " white6")
    table.throw("white8")
    assert (12, 6) == table.game.runners
    table.put("red", 12, 8)
    assert [] == table.read
    table.tidy()
    table.wait(1)
    assert "" == table.hint


def test_a_board_that_matches_again_is_read_though_a_throw_comes_at_once(table: BoardTable) -> None:
    """Before half a second has passed."""
    be_out_of_step(table)
    table.put("red", *table.game.runners, 0, looks=1)
    assert "" == table.hint
    table.throw(RUNS + " white8")
    table.put("red", 14, 0)
    assert [Move(to=14)] == table.read


@pytest.mark.parametrize(("press", "runners"), [("ok", (4,)), ("undo", (6,))])
def test_one_press_says_which_is_right(table: BoardTable, press: str, runners: tuple[int, ...]) -> None:
    """OK the board, UNDO the score; the other is never touched."""
    be_out_of_step(table)
    number = table.session.history.number
    table.buttons.press(press)  # type: ignore[arg-type]
    assert runners == table.game.runners
    if press == "ok":
        assert [Set(runners=(4,), by="button")] == stated(table)
        assert "" == table.hint
    else:
        assert number == table.session.history.number
        assert "Put the red helmets where it has runners: first base." in table.hint
        table.wait(STEP_RESTS)
        table.put("red", 12, 0, looks=9)
        assert (6,) == table.game.runners
        table.tidy()
        table.wait(1)
        assert "" == table.hint


def test_next_offers_it_again_once_the_question_was_left(table: BoardTable) -> None:
    """First the board, then the score."""
    be_out_of_step(table)
    table.wait(40)
    assert table.scorer.state.overlay.screen is None
    table.buttons.press("next")
    table.buttons.press("next")
    table.buttons.press("ok")
    assert "Put the red helmets" in table.hint


def test_the_page_says_which_is_right(table: BoardTable) -> None:
    """And is refused where they do not disagree."""
    page = PageInput(table.scorer, table.session, table.scorer.displays.live)
    with pytest.raises(NotNowError):
        page.settle_board("board", None)
    be_out_of_step(table)
    page.settle_board("board", None)
    assert [Set(runners=(4,), by="web")] == stated(table)
    table.wait(STEP_RESTS)
    assert "" == table.hint


def test_in_the_middle_of_a_play_the_score_is_put_right_by_an_answer_or_not_at_all(table: BoardTable) -> None:
    """The law moves no runner there by a correction (`set`)."""
    table.play_on(RUNS)
    table.throw("white6")
    assert ("run", (12,)) == (table.game.phase, table.game.runners)
    table.put("red", 21, 3)
    table.wait(STEP_RESTS + HINT_RESTS)
    before = table.session.history.number
    table.buttons.press("ok")
    assert before == table.session.history.number
    assert table.scorer.state.board.out_of_step


@pytest.mark.parametrize(("press", "runners"), [("ok", (15,)), ("undo", (6,))])
def test_after_a_restart_the_board_is_compared_with_the_journal(
    press: str, runners: tuple[int, ...], tmp_path: Path
) -> None:
    """Nobody waits then: two seconds, and the differences can be taken over either way."""
    first = BoardTable(tmp_path, SETUP)
    with closing(first.session):
        first.tidy()
        first.play_on(SINGLE)
    again = BoardTable(tmp_path, SETUP)
    with closing(again.session):
        assert (6,) == again.game.runners
        again.put("red", 15, 0)
        again.wait(HINT_RESTS + 1)
        assert "Board and score disagree" in again.hint
        again.buttons.press(press)
        assert runners == again.game.runners
        again.put("red", *runners, 0)
        again.wait(1)
        assert "" == again.hint


# -- how strictly


def test_off_is_exactly_as_before(table: BoardTable) -> None:
    """Nothing is read, hinted at or asked."""
    table.reading = "off"
    table.play_on(RUNS)
    table.throw("white6 white8")
    table.put("red", 12, 8)
    table.put("blue", 3, 4, 5)
    table.wait(2 * STEP_RESTS)
    assert (6, "") == (min(table.game.runners), table.hint)
    assert [] == table.read


def test_loose_decides_between_answers_alone(tmp_path: Path) -> None:
    """No hints, no calls but a steal on a board that is as it should be, no question which is right."""
    table = BoardTable(tmp_path, SHORT_MAJOR, "loose")
    with closing(table.session):
        table.tidy()
        table.play_on(SINGLE + " blue2 red9 caught")
        table.put("red", 9, 0, looks=9)
        table.tidy()
        table.play_on("blue1")
        table.put("red", 0, ball="HP", looks=9)
        assert [] == table.read
        table.throw("red2")
        table.tidy()
        table.play_on("blue1")
        table.put("red", 6, 0, ball="HP", looks=9)
        assert [Call(call="steal")] == table.read
        table.throw("press:undo")
        table.put("red", 4, 0, ball="Z1")
        table.wait(2 * STEP_RESTS)
        assert "" == table.hint
        table.tidy()
        table.play_on(RUNS)
        table.throw("white6 white8")
        table.put("red", 12, 8)
        assert [Call(call="steal"), Move(to=8)] == table.read


def test_board_that_rarely_follows_is_loose_and_reported_once(table: BoardTable) -> None:
    """No more than four of twelve throws: from then on there are no hints."""
    table.throw("blue1")
    table.put("red", 2, 14, 0)
    reports = 0
    for value in [1] * OF * 2:
        table.throw(f"blue{value}" if table.game.awaits == "blue" else "press:batter")
        table.rest()
        table.wait(1)
        reports = sum(getattr(shown.words, "key", "") == "board.loose" for shown in table.shown)
    assert 1 == reports
    table.wait(2 * STEP_RESTS)
    assert "" == table.hint
    assert FOLLOWED < OF


# -- what is asked


def test_a_ball_beside_every_place_is_asked_for(table: BoardTable) -> None:
    """Only where it was thrown, and may lie in more than one place."""
    table.play_on(RUNS + " white6 white8")
    table.put("red", 12, 8, ball="Z9")
    table.throw("blue9")
    table.hand()
    stray = replace(look({12: "red", 8: "red"}), ball=SeenBall(None, (0.0, 0.0), "hit", 0.9))
    for _ in range(5):
        table.see(BoardSeen(stray))
    table.wait(HINT_RESTS + 1)
    assert "The ball lies beside every place" in table.hint
    table.put("red", 12, 8, ball="3B")
    table.wait(1)
    assert "" == table.hint


def test_a_board_that_shows_two_answers_is_asked_about(tmp_path: Path) -> None:
    """A 10 thrown to second earns another throw, a 10 carried there does not: the next die says which it was."""
    table = BoardTable(tmp_path, SHORT_MAJOR)
    with closing(table.session):
        table.tidy()
        table.play_on(RUNS + " white4 blue9 ball:3B white1")
        table.throw("blue10")
        assert {"HP", 24} <= set(table.game.options)
        table.put("red", 5, ball="HP", looks=9)
        table.wait(STEP_RESTS + HINT_RESTS)
        assert "more than one answer" in table.hint
        table.throw("blue3")
        assert Ball(to="HP") in table.read


def test_another_helmet_of_the_team_is_hinted_at_where_its_sign_is_read(tmp_path: Path) -> None:
    """The first batter is the +."""
    table = BoardTable(tmp_path, MAJOR)
    with closing(table.session):
        table.tidy()
        table.throw("blue2 red8 hit white5")
        for sign, hint in (("-", "It should be +"), ("+", "")):
            table.hand()
            on_first = SeenPiece("red", sign, 6, "placed", (0.0, 0.0), 0.95)  # type: ignore[arg-type]
            for _ in range(3):
                table.see(BoardSeen(look({6: "red"}, "Z1", pieces=(on_first,))))
            table.wait(HINT_RESTS + 1)
            assert hint in table.hint or "plus" in table.hint
            assert bool(hint) == bool(table.hint)


# -- a filter that fails


@pytest.mark.usefixtures("as_at_a_table")
@pytest.mark.parametrize("broken", ["see", "threw", "decide", "recorded", "news", "rest", "put_score_right"])
def test_a_filter_that_fails_costs_the_board_alone(
    table: BoardTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    """The dice are scored as ever, the fault is logged, and nobody hears of it."""

    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    be_out_of_step(table)
    monkeypatch.setattr(BoardFilter, broken, fails)
    if broken == "put_score_right":
        assert not table.scorer.board.settle("board", by="button")
    table.put("red", 6, 0)
    table.throw("white1 blue2 red9 hit")  # a white die that is not due, too
    table.wait(HINT_RESTS)
    assert "run" == table.game.phase
    assert any("board: ZeroDivisionError" in each.message for each in caplog.records)
