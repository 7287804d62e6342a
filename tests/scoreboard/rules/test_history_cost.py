"""However long a game is: few states are held, and few lines are judged again."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.english import turned_down
from support.scoring import GREEN, PLAYS_AND_AMENDS, REDO, SETUP, SETUPS, UNDO, blue, lines_of, played, record, red

from scoreboard.rules import Refused, apply
from scoreboard.rules.events import Amend, Event, Hold, Press, Set, Setup
from scoreboard.rules.history import Entry, History, judge, steps, undo_stack
from scoreboard.rules.state import Game


def test_many_undone_amendments_cost_nothing() -> None:
    """Who tries a reading out and takes it back, again and again, is not made to wait longer each time."""
    pitches = [blue(7)] * 24
    slips = [line for number in range(2, 26) for line in (Amend(line=number, value=9), UNDO)]
    history = played(*pitches, *slips, Amend(line=2, value=1))
    assert played(blue(1), *pitches[1:]).game == history.game
    for number in range(2, 26):  # with a play on each, too
        history = played_on(history, Amend(line=number, value=9), Press(button="ball"), UNDO, UNDO)
    assert played(blue(1), *pitches[1:]).game == played_on(history, Amend(line=2, value=1)).game


def played_on(history: History, *lines: Entry) -> History:
    """The history with these lines, refused or not."""
    for line in lines:
        history = judge(history, line).history
    return history


@given(SETUPS, PLAYS_AND_AMENDS, st.integers(1, 5), st.integers(0, 45))
@example(SETUP, [blue(3), Amend(line=2, value=4), UNDO, red(7), UNDO, Amend(line=2, value=5)], 1, 0)
@pytest.mark.untraced
def test_undo_reaches_back_beyond_the_states_that_are_held(
    setup: Setup, plays: list[int | Entry], held: int, presses: int
) -> None:
    """However few states are held, every line is judged as if all of them were."""
    lines = [*lines_of(plays, setup), *[UNDO] * presses, *[REDO] * (presses // 2), *[UNDO] * 3]
    whole = [played(setup=setup)]
    forgetful = whole[:]
    with pytest.MonkeyPatch.context() as patch:
        for histories, most in ((whole, 1000), (forgetful, held)):
            patch.setattr(undo_stack, "CHECKPOINT_EVERY", most)
            for line in lines:
                histories.append(judge(histories[-1], line).history)
    assert [history.game for history in whole] == [history.game for history in forgetful]
    assert [history.steps for history in whole] == [history.steps for history in forgetful]
    assert [history.undone for history in whole] == [history.undone for history in forgetful]
    assert all(one == other for one, other in zip(whole[-1].lines, forgetful[-1].lines, strict=True))


def test_of_a_long_game_few_states_are_held() -> None:
    """What was long ago is judged again should it be asked for; UNDO goes back to the beginning all the same."""
    history, count = played(), 0
    for _ in range(3 * undo_stack.CHECKPOINT_EVERY):
        history = record(history, Set(outs=count % 3))
        count += 1
        assert len(history.states) <= 2 * undo_stack.CHECKPOINT_EVERY
        assert len(history.steps.top.checkpoints) <= 1 + count / undo_stack.CHECKPOINT_EVERY
    while count:
        history, count = record(history, UNDO), count - 1
        assert (count - 1) % 3 == history.game.outs or count == 0
    assert played().game == history.game
    with turned_down(Refused, "nothing left to undo"):
        record(history, UNDO)


class Judging:
    """Counts the lines that the law judges."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lines = 0
        for module in (undo_stack, steps):
            patch.setattr(module, "apply", self.apply)

    def apply(self, game: Game, event: Event) -> Game:
        """As the law does."""
        self.lines += 1
        return apply(game, event)

    def of(self, history: History, line: Entry) -> tuple[History, int]:
        """The history with the line, and how many lines were judged for it."""
        self.lines = 0
        return record(history, line), self.lines


LONG = [blue(1), *[line for _ in range(400) for line in (Press(button="strike"), GREEN, UNDO, REDO, Set(outs=0))]]
"""A long game in which nothing is ever decided."""


def test_undo_judges_no_more_than_lie_between_two_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most presses judge nothing at all, and none judges many lines however long the game is; so does REDO."""
    judging, history, judged = Judging(monkeypatch), played(*LONG, Amend(line=2, value=10)), list[int]()
    while len(history.steps) > 1:
        history, lines = judging.of(history, UNDO)
        judged.append(lines)
    assert max(judged) <= undo_stack.CHECKPOINT_EVERY
    assert sum(judged) <= len(LONG)
    while history.undone:
        history, lines = judging.of(history, REDO)
        assert 0 == lines


def test_undo_and_redo_judge_no_refused_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much was refused on a step, and though something was in between, it need not be judged again."""
    judging, history = Judging(monkeypatch), played(blue(3), *[Hold()] * 300)
    for _ in range(3):
        history, undone = judging.of(history, UNDO)
        history, redone = judging.of(judge(history, GREEN).history, REDO)
        assert (0, 0) == (undone, redone)


def test_amendment_judges_until_nothing_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the end of a long game and near its beginning alike few lines are judged, if the game comes to the same."""
    judging, history = Judging(monkeypatch), played(*LONG)
    for line in (2, 1000, history.number - 4):
        amended, lines = judging.of(history, Amend(line=line, add=Press(button="ball")))
        assert lines <= 3 * undo_stack.CHECKPOINT_EVERY
        assert (history.game, 0) == (judging.of(amended, UNDO)[0].game, judging.lines)
