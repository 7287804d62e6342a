"""The state of the question at the table: every change is a row of the table of transitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import get_args

import numpy as np
import pytest

from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.question import READ_TICKS, TRANSITIONS, Asked, Phase, QuestionState, Trigger

RED = Asked("red", (3, 1, 2))
BLUE = Asked("blue", (9, 8))
PICTURE = FrameReports(np.zeros((2, 2, 3), np.uint8), (), 0.0)
LAST = 3 * READ_TICKS
"""The last tick that is tried: long enough for a question, its answer, and the next question to be read."""

Step = Callable[[QuestionState], QuestionState]


def steps(state: QuestionState, tick: int) -> Iterator[Step]:
    """What the scorer may do with that state at that tick, as it is driven: OK answers only what is offered."""
    for asked, on_purpose in product((RED, BLUE), (False, True)):
        yield lambda state, asked=asked, on_purpose=on_purpose: state.put(asked, tick, on_purpose=on_purpose)  # type: ignore[misc] # of this round
    yield QuestionState.closed
    if state.phase == "offered":
        yield lambda state: state.answered(tick)
        yield lambda state: state.closed().answered(tick)
    elif state.phase != "none":
        yield QuestionState.pressed_early


def every_state() -> dict[tuple[QuestionState, int], None]:
    """Every state that can arise, with the tick at which it does: all that is done is done in every order."""
    found: dict[tuple[QuestionState, int], None] = {}
    left = [(QuestionState(), 0)]
    while left:
        state, tick = left.pop()
        if (state, tick) in found:
            continue
        found[state, tick] = None
        left += [(step(state), tick) for step in steps(state, tick)]
        if tick < LAST:
            left.append((state.at(tick + 1), tick + 1))
    return found


def test_every_transition_is_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """No row of the table is dead, and none is missing: a change without a row would raise."""
    taken: set[tuple[Phase, Trigger]] = set()

    class RecordedTransitions(dict[tuple[Phase, Trigger], Phase]):
        def __getitem__(self, row: tuple[Phase, Trigger]) -> Phase:
            taken.add(row)
            return super().__getitem__(row)

    monkeypatch.setattr("firmware.play.state.question.TRANSITIONS", RecordedTransitions(TRANSITIONS))
    every_state()
    assert set(TRANSITIONS) == taken


def test_no_other_state_can_arise() -> None:
    """A question is open in every phase but *none*, and OK answers it from the tick on at which it can be read."""
    states = every_state()
    assert set(get_args(Phase)) == {state.phase for state, _ in states}
    for state, tick in states:
        assert (state.phase == "none") == (state.asked is None), state
        assert state.asked is None or (state.phase == "offered") == (tick >= state.readable_at), (state, tick)


@pytest.mark.parametrize("row", sorted(set(product(get_args(Phase), get_args(Trigger))) - set(TRANSITIONS)))
def test_what_has_no_row_raises(row: tuple[Phase, Trigger]) -> None:
    """What cannot happen is refused and not guessed at, such as an answer to a question that is not offered yet."""
    phase, trigger = row
    state = QuestionState(phase, None if phase == "none" else RED, readable_at=9)
    moves: dict[Trigger, Step] = {
        "put early": lambda state: state.put(RED, 8),
        "ok early": QuestionState.pressed_early,
        "answered": lambda state: state.answered(8),
    }
    if trigger == "read":  # there is nothing to read, so nothing changes
        assert state is state.at(9)
    else:
        with pytest.raises(KeyError):
            moves[trigger](state)


def test_what_was_set_aside_outlives_the_question() -> None:
    """It is judged after the answer, by which the question is closed."""
    state = QuestionState(picture=PICTURE, aside=PICTURE).put(RED, 0)
    assert (PICTURE, PICTURE, None) == (state.closed().aside, state.closed().picture, state.closed().asked)
