"""The umpire: readings and presses in, events and questions out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.stadium import SETUP, chip, die, unsure, unsure_chip

from firmware.play.state.question import EVERY_VALUE, Asked, answer
from firmware.play.table.umpire import ask_for, judge
from scoreboard.rules import apply, start
from scoreboard.rules.events import Chip, Die
from scoreboard.rules.state import Game
from vision.readings import DieReading
from vision.types import Box


def after(*events: Die | Chip) -> Game:
    """The state after these events of a new game."""
    game = start(SETUP)
    for event in events:
        game = apply(game, event)
    return game


PITCHED = Die(color="blue", value=3)
SWUNG = Die(color="red", value=8)


def test_a_sure_reading_of_what_is_awaited_is_an_event() -> None:
    """The event says what was read, by whom, and how sure."""
    assert Die(color="blue", value=3, by="camera", confidence=0.99) == judge(die("blue", 3), start(SETUP), {})


def test_the_chip_counts_only_when_it_is_tossed() -> None:
    """A chip lying on the field is no event before the hit and one after it."""
    assert None is judge(chip("hit"), start(SETUP), {})
    assert Chip(face="hit", by="camera", confidence=0.99) == judge(chip("hit"), after(PITCHED, SWUNG), {})


def test_a_chase_is_an_event_out_of_turn() -> None:
    """After a ball the batter's die counts too (D15)."""
    assert None is judge(die("red", 5), start(SETUP), {})
    assert isinstance(judge(die("red", 5), after(Die(color="blue", value=1)), {}), Die)


def test_what_is_due_goes_before_what_is_merely_lawful() -> None:
    """A batter's die that lies there after a ball is no chase while the pitcher throws again (D15)."""
    verdict = judge(die("red", 5) + die("blue", 4), after(Die(color="blue", value=1)), {})
    assert isinstance(verdict, Die)
    assert "blue" == verdict.color


def test_a_six_sided_die_is_nothing_in_this_game() -> None:
    """A die of another shape is not read as a d10."""
    d6 = (DieReading("d6", "blue", 3, 0.99, (), Box(0, 0, 40, 40)),)
    assert None is judge(d6, start(SETUP), {})


def test_unsure_reading_lists_likeliest() -> None:
    """Every value can be reached, none twice."""
    asked = judge(unsure("blue", 9, 6, 8), start(SETUP), {})
    assert isinstance(asked, Asked)
    assert ((9, 6, 8), set(EVERY_VALUE), 10) == (asked.choices[:3], set(asked.choices), len(asked.choices))


def test_an_unsure_chip_is_a_question_too() -> None:
    """Both faces are offered, the likelier first."""
    assert Asked("chip", ("out", "hit")) == judge(unsure_chip("out", "hit"), after(PITCHED, SWUNG), {})


def test_unsure_reading_of_what_is_not_due_is_nothing() -> None:
    """A parked die that is hard to read opens no question."""
    assert None is judge(unsure("white", 9, 6, 8), start(SETUP), {})


@given(steps=st.integers(min_value=0, max_value=40))
def test_next_walks_round_every_answer(steps: int) -> None:
    """NEXT offers each answer in turn and comes round again."""
    asked = ask_for("blue")
    for _ in range(steps):
        asked = answer(asked, "next")  # type: ignore[assignment]
    assert EVERY_VALUE[steps % 10] == asked.offered


def test_ok_makes_the_offered_answer_an_event_of_the_hand() -> None:
    """The record says that a button, not the camera, gave the value."""
    assert Die(color="blue", value=6, by="button") == answer(Asked("blue", (9, 6), index=1), "ok")
    assert Chip(face="out", by="button") == answer(Asked("chip", ("hit", "out"), index=1), "ok")


def test_undo_withdraws_the_question() -> None:
    """UNDO asks for a new throw (D55)."""
    assert None is answer(ask_for("chip"), "undo")


@pytest.mark.parametrize("awaited", ["blue", "chip"])
def test_a_throw_that_could_not_be_seen_can_be_entered(awaited: str) -> None:
    """Whatever is due can be asked for without any reading."""
    game = start(SETUP) if awaited == "blue" else after(PITCHED, SWUNG)
    verdict = answer(ask_for(game.awaits or ""), "ok")
    assert isinstance(verdict, Die | Chip)
    assert game != apply(game, verdict)
