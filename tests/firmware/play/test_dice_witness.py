"""The second witness: it settles, it disputes, it never throws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.stadium import die as sure_die
from support.stadium import lines, play
from support.throws import FRAME, STILL, Reader, chip, die, table

from firmware.play.state.shown import Shown
from firmware.play.table.dice_witness import DiceWitness, DisputedReading, both, compared
from firmware.play.table.sightings import Sightings
from scoreboard.rules.events import Die
from vision.readings import DieReading, Reading
from vision.tracking.events import Lifted, Report, Thrown

THRESHOLD = 0.99


class Says:
    """Dice that say this; they keep whom they were asked about."""

    def __init__(self, **values: int) -> None:
        self._values, self.asked = values, list[tuple[str, int, float]]()
        self.at = 12.5

    def now(self) -> float:
        """The moment."""
        return self.at

    def word_of(self, color: str, sides: int, since: float) -> int | None:
        """What it says; time has passed since."""
        self.asked.append((color, sides, since))
        return self._values.get(color)

    def close(self) -> None:
        """Nothing is held."""


def witness(dice: Says, *reports: Report) -> DiceWitness:
    """A witness beside a camera that reports this."""

    def read(*_: object) -> tuple[Report, ...] | None:
        dice.at += 1.0
        return reports or None

    return DiceWitness(read, {"maroon": "red"}, dice, lambda: THRESHOLD)


def weighed(dice: Says, *reports: Report) -> tuple[Report, ...] | None:
    """What becomes of these reports."""
    return witness(dice, *reports).read(table(FRAME), lambda: table(STILL))


def test_what_the_camera_did_not_see_is_no_throw() -> None:
    """A die may say what it likes: it is not even asked."""
    dice = Says(red=7)
    assert None is weighed(dice)
    gone = Lifted("red", None)
    assert (gone,) == weighed(dice, gone)
    assert (Thrown(chip(), None),) == weighed(dice, Thrown(chip(), None))
    assert [] == dice.asked


def test_a_die_is_asked_by_the_owners_name_since_the_frame_in_which_it_lay_still() -> None:
    """And by its kind; not since it was read, which takes a while."""
    dice = Says()
    weighed(dice, Thrown(die("maroon", 7), None), Thrown(die("blue", 3, kind="d6"), None))
    assert [("red", 10, 12.5), ("blue", 6, 12.5)] == dice.asked


@pytest.mark.parametrize("doubt", ["placed", "small"])
def test_what_may_not_have_been_thrown_is_asked_about_whatever_it_says(doubt: str) -> None:
    """A die that a hand has laid down says the same as the camera, and was not thrown for that."""
    thrown = replace(Thrown(die("red", None), None), **{doubt: True})
    assert (thrown,) == weighed(Says(red=7), thrown)


def test_outcomes_are_counted() -> None:
    """For the metrics: agreed, settled, disagreed, silent."""
    comparing = witness(
        Says(red=7, blue=1, white=4),
        *(Thrown(each, None) for each in (die("red", 7), die("blue", None), die("white", 9), die("green", 2))),
    )
    comparing.read(table(FRAME), lambda: table(STILL))
    assert {"agreed": 1, "settled": 1, "disagreed": 1, "silent": 1} == comparing.outcomes


VALUES = st.integers(1, 10)


@given(VALUES, VALUES, st.floats(0.99, 1.0))
def test_a_sure_reading_holds_or_is_asked_about(value: int, word: int, sure: float) -> None:
    """Whatever the die says, no value but the camera's is scored without a question; the die's is the next offered."""
    reading = replace(die("red", value), confidence=sure)
    outcome, after = compared(reading, word, THRESHOLD)
    if value == word:
        assert ("agreed", reading) == (outcome, after)
    else:
        assert isinstance(after, DisputedReading)
        assert ("disagreed", None, [value, word], word) == (
            outcome, after.value, [each for each, _ in after.alternatives][:2], after.die_says,
        )  # fmt: skip


@given(st.lists(VALUES, min_size=3, max_size=3, unique=True), VALUES, st.floats(0.0, 0.33))
def test_an_unsure_reading_is_settled_only_by_what_both_think_likely(
    likely: list[int], word: int, third: float
) -> None:
    """From the same threshold on as any reading; the value is always the die's own, and never another."""
    shares = (1 - third - third / 2, third / 2 + third / 4, third / 4)
    reading = replace(die("red", None), alternatives=tuple(zip(likely, shares, strict=True)))
    outcome, after = compared(reading, word, THRESHOLD)
    if after.value is not None:
        assert ("settled", word, ()) == (outcome, after.value, after.alternatives)
        assert after.confidence >= THRESHOLD
        assert word in likely
    else:
        assert outcome in {"disagreed", "agreed"}
        assert word in [value for value, _ in after.alternatives]
        assert likely[0] == after.alternatives[0][0]


def test_two_witnesses_are_surer_than_one_and_a_hopeless_value_stays_hopeless() -> None:
    """By Bayes' rule, with a die that is wrong once in a thousand throws."""
    assert both(0.5, 10) > 0.999
    assert both(0.05, 10) == pytest.approx(0.05 * 0.999 / (0.05 * 0.999 + 0.95 * 0.001 / 9))
    assert both(0.0, 10) == 0


def disputed(value: int = 3, word: int = 7) -> tuple[Reading, ...]:
    """A red die that says otherwise than the camera."""
    (reading,) = sure_die("blue", value)
    assert isinstance(reading, DieReading)
    return (compared(reading, word, THRESHOLD)[1],)


def test_a_disagreement_is_a_question_that_says_why(journal: Path) -> None:
    """The camera's value is offered first, the die's next, and what the players say is scored as theirs."""
    presses = iter(("next", "ok"))
    evening = play(journal, [disputed(3, 7)], lambda shown: next(presses, None) if shown.asked else None)  # type: ignore[arg-type]
    assert "The die itself says 7." in evening.sentences[1]
    scored = [line for line in lines(journal) if isinstance(line, Die)]
    assert [("blue", 7, "button")] == [(line.color, line.value, line.by) for line in scored]


def test_its_picture_is_kept_and_learned_with_what_the_players_say() -> None:
    """As with any question: the sighting is found for the answer, be it the camera's value or the die's."""
    for answer in (3, 7):
        reader = Reader()
        comparing = DiceWitness(reader, {}, Says(red=7), lambda: THRESHOLD)
        sightings = Sightings(comparing.read, {})
        reader.next = (die("red", 3),)
        sightings.read(table(FRAME), lambda: table(STILL))
        (seen,) = sightings.taken(Die(color="red", value=answer, by="button"), asked=True)
        assert isinstance(seen.reading, DisputedReading)


def test_what_it_settles_is_scored_by_the_camera(journal: Path) -> None:
    """Nobody is asked."""
    (unsure,) = sure_die("blue", 7)
    assert isinstance(unsure, DieReading)
    reading = replace(unsure, value=None, confidence=0.6, alternatives=((7, 0.6), (1, 0.3), (4, 0.1)))
    shown: list[Shown] = []
    play(journal, [(compared(reading, 1, THRESHOLD)[1],)], shown.append)  # type: ignore[arg-type]
    assert not any(each.asked for each in shown)
    scored = [line for line in lines(journal) if isinstance(line, Die)]
    assert [("blue", 1, "camera")] == [(line.color, line.value, line.by) for line in scored]
