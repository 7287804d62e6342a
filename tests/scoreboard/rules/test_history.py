"""What can be taken back and put back, and that nothing else ever changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from support.said import turned_down
from support.scoring import (
    GREEN,
    HIT,
    PLAYS_AND_AMENDS,
    REDO,
    SETUPS,
    UNDO,
    blue,
    is_step,
    lines_of,
    played,
    record,
    red,
    white,
)

from scoreboard.rules import Refused
from scoreboard.rules import history as past
from scoreboard.rules.events import Amend, Expect, Hold, Press, Set, Setup
from scoreboard.rules.history import Entry, History, RecordedLine, judge
from scoreboard.rules.history import plays_of as counted


def lines_counted(history: History) -> list[Entry]:
    """The lines that count, without the states around them."""
    return [play.line for play in counted(history)]


@given(SETUPS, PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_undo_restores_exactly_what_was_there(setup: Setup, plays: list[int | Entry]) -> None:
    """Whatever was accepted, in whichever game, UNDO brings back the state before it, to the last detail."""
    history = played(setup=setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is None and is_step(line):
            undone = record(history, UNDO)
            assert (before.game, before.steps) == (undone.game, undone.steps)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_a_refused_line_changes_nothing(setup: Setup, plays: list[int | Entry]) -> None:
    """State, steps and what could be put back are as they were; it is numbered, and is attached to the last step."""
    history = played(setup=setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is not None:
            attached = before.steps.top.attached.push(RecordedLine(history.number, line, accepted=False))
            assert (before.game, before.undone, before.number + 1) == (history.game, history.undone, history.number)
            assert before.steps.below.push(replace(before.steps.top, attached=attached)) == history.steps


@given(SETUPS, PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_redo_puts_back_what_undo_took(setup: Setup, plays: list[int | Entry]) -> None:
    """REDO after UNDO is as if neither had been pressed."""
    history = played(*lines_of(plays, setup), setup=setup)
    if len(history.steps) > 1:
        again = record(record(history, UNDO), REDO)
        assert (history.game, history.steps, history.undone) == (again.game, again.steps, again.undone)


@given(SETUPS, PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_undo_reaches_back_to_the_start(setup: Setup, plays: list[int | Entry]) -> None:
    """Pressed often enough, UNDO takes back the whole game, across half-innings."""
    history = played(*lines_of(plays, setup), setup=setup)
    while len(history.steps) > 1:
        history = record(history, UNDO)
    assert played(setup=setup).game == history.game


def test_undo_takes_back_the_choice_before_its_throw() -> None:
    """A choice stated after a throw goes first, the throw itself with the next press (D55)."""
    throw = (blue(3), red(7), HIT, white(3), blue(4), white(9))
    stated = played(*throw, Press(button="next"))
    assert played(*throw).game == record(stated, UNDO).game
    assert played(*throw[:-1]).game == record(record(stated, UNDO), UNDO).game


def test_undo_steps_over_what_was_refused() -> None:
    """Refused lines and expectations are no steps: UNDO takes back the last accepted line."""
    history = played(blue(3), Hold(), Expect(outs=0), UNDO)
    assert played().game == history.game


@pytest.mark.parametrize("line", [UNDO, REDO])
def test_nothing_left_is_refused(line: Press) -> None:
    """With nothing to take back or put back, the press is refused."""
    with turned_down(Refused, "nothing"):
        record(played(), line)


def test_something_new_ends_redo() -> None:
    """Once a line is recorded, what was undone before it is gone."""
    with turned_down(Refused, "nothing to redo"):
        record(played(blue(3), UNDO, blue(4)), REDO)


def test_a_refused_line_does_not_end_redo() -> None:
    """A line that changes nothing leaves REDO possible."""
    assert played(blue(3)).game == played(blue(3), UNDO, Hold(), REDO).game


def test_a_set_is_one_step() -> None:
    """However much a correction states, one UNDO takes it back."""
    assert played(blue(1)).game == played(blue(1), Set(outs=2, away=4, balls=0), UNDO).game


def test_every_line_has_its_number() -> None:
    """The game line is 1; refused lines, expectations and undo count like any other."""
    assert 6 == played(blue(3), Hold(), Expect(outs=0), UNDO, REDO).number


def test_recording_leaves_the_old_history_alone() -> None:
    """A history that is held on to never changes."""
    old = played(blue(3))
    held = (old.number, old.game)
    record(old, red(5))
    record(old, UNDO)
    assert held == (old.number, old.game)


def test_the_newest_lines_come_first() -> None:
    """Walked back, the lines are those that count now: amended, added, refused too, and none that was taken back."""
    lines = (blue(3), GREEN, red(2), blue(5), UNDO, Amend(line=2, value=4), Amend(line=4, add=red(1)), blue(1))
    assert [(9, blue(1)), (4, red(2)), (8, red(1)), (3, GREEN), (2, blue(4))] == [
        (each.number, each.line) for each in past.newest_lines(played(*lines))
    ]


def test_noting_changes_the_number_alone() -> None:
    """An expectation is counted, stands where it was recorded, and does nothing else."""
    old = played(blue(3))
    new = judge(old, Expect(outs=1)).history
    assert (old.game, old.undone, old.number + 1) == (new.game, new.undone, new.number)
    assert [step.number for step in old.steps] == [step.number for step in new.steps]


@given(SETUPS, PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_the_lines_that_count_lead_to_the_game_as_it_stands(setup: Setup, plays: list[int | Entry]) -> None:
    """Without what was refused, undone or misread, each line begins where the one before it ended."""
    history = played(*lines_of(plays, setup), setup=setup)
    plays_now = counted(history)
    states = [played(setup=setup).game, *(play.after for play in plays_now)]
    assert [play.before for play in plays_now] == states[:-1]
    assert history.game == states[-1]


def test_refused_and_expected_lines_do_not_count() -> None:
    """Neither is among the lines that made the game."""
    history = played(blue(3), Hold(), Expect(outs=0), Amend(line=99, value=1), red(2))
    assert [blue(3), red(2)] == lines_counted(history)


def test_what_was_undone_does_not_count_until_it_is_put_back() -> None:
    """An undone line is not among them, put back it is, and something new stands in its place."""
    undone = played(blue(3), red(2), UNDO)
    assert [blue(3)] == lines_counted(undone)
    assert [blue(3), red(2)] == lines_counted(record(undone, REDO))
    assert [blue(3), red(7)] == lines_counted(record(undone, red(7)))


def test_a_line_redone_later_is_the_one_undone_last() -> None:
    """What something new has replaced does not come back with it."""
    assert [blue(3), red(7)] == lines_counted(played(blue(3), red(2), UNDO, red(7), UNDO, REDO))


def test_an_amended_line_counts_as_amended() -> None:
    """The amendment itself is no line of the game."""
    assert [blue(4)] == lines_counted(played(blue(3), Amend(line=2, value=4)))
