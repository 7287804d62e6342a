"""What can be taken back and put back, and that nothing else ever changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from support.scoring import (
    GREEN,
    PLAYS,
    PLAYS_AND_AMENDS,
    REDO,
    SETUPS,
    UNDO,
    VALUES,
    blue,
    is_step,
    lines_of,
    played,
    record,
    red,
    rolled,
)

from scoreboard.rules import history as past
from scoreboard.rules import start
from scoreboard.rules.events import Amend, Die, Expect, Hold, Roll, Setup
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


def test_an_amended_line_counts_as_amended() -> None:
    """The amendment itself is no line of the game."""
    assert [blue(4)] == lines_counted(played(blue(3), Amend(line=2, value=4)))


@given(SETUPS, PLAYS, st.data())
@pytest.mark.untraced
def test_amended_throw_gives_the_game_of_a_right_record(
    setup: Setup, plays: list[int | Entry], data: st.DataObject
) -> None:
    """Where nothing was taken back, the game is that of a record that had the right value from the start."""
    lines = lines_of([play for play in plays if play not in (UNDO, REDO)], setup)
    throws = [(at, line) for at, line in enumerate(lines) if isinstance(line, Die | Roll)]
    if throws:
        (at, throw), value = data.draw(st.sampled_from(throws)), data.draw(VALUES)
        says = {"value": value} if isinstance(throw, Die) else {"values": rolled(start(setup), value).values}
        right = [*lines[:at], structs.replace(throw, **says), *lines[at + 1 :]]
        amended = played(*lines, Amend(line=at + 2, **says), setup=setup)
        assert played(*right, setup=setup).game == amended.game
