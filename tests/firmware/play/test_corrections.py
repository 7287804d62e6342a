"""Corrections: what a player says a taught die shows becomes a picture that it is read better by."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast
from unittest.mock import Mock

import numpy as np
import pytest
from support.stadium import SETUP
from support.teach import picture, reader, taught

from firmware.play.state.question import Asked
from firmware.play.state.shown import Shown
from firmware.play.table.corrections import Corrections
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.rules import start
from scoreboard.rules.events import Die, Press
from scoreboard.rules.history import Entry
from vision.readings import DieReading, Reading
from vision.types import Frame

PITCH = Die(color="red", value=4, by="button")
NEXT_PLAY = Die(color="blue", value=2, by="camera")
UNDO = Press(button="undo", by="button")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TaughtDiceStore]:
    """A store with a red die, which the reader knows too."""
    kept = TaughtDiceStore(tmp_path / "dice")
    kept.keep(taught("red", 3, 4))
    reader().enrolled.dice = kept.dice()
    yield kept
    reader().enrolled.dice = ()


def unsure() -> DieReading:
    """The reader asks about the red die in the picture."""
    (reading,) = reader().read(picture("red", 4))
    return replace(cast("DieReading", reading), value=None, alternatives=((4, 0.5), (9, 0.4), (1, 0.1)))


def question(*readings: Reading, frame: Frame | None = None) -> Shown:
    """The table is asked about the red die."""
    picture_ = picture("red", 4) if frame is None else frame
    return Shown(start(SETUP), Asked("red", (4, 9, 1)), "Is it 4?", "question", None, 1, picture_, readings)


def play(line: Entry) -> Shown:
    """A line was journalled."""
    return Shown(start(SETUP), None, "A play.", "play", line, 2, None, ())


def corrections(store: TaughtDiceStore, *shown: Shown, reported: list[str] | None = None) -> list[tuple[int, bool]]:
    """What is known of the red die after this was shown: value, and whether a game added it."""
    watch = Corrections(reader().enrolled, store, {}, ([] if reported is None else reported).append)
    for each in shown:
        watch(each)
    return known(store)


def known(store: TaughtDiceStore) -> list[tuple[int, bool]]:
    """The samples of the red die: value, and whether a game added it."""
    die = store.die("red")
    assert die is not None
    return [(sample.value, sample.corrected) for sample in die.samples]


SHOWN = [(3, False), (4, False)]


@pytest.mark.untraced
def test_answer_becomes_a_label_once_play_goes_on(store: TaughtDiceStore) -> None:
    """It is kept on the disk, and the reader has it at once."""
    assert [*SHOWN, (4, True)] == corrections(store, question(unsure()), play(PITCH), play(NEXT_PLAY))
    assert 3 == len(reader().enrolled.dice[0].samples)


def test_waiting_throw_does_not_confirm_an_answer(store: TaughtDiceStore) -> None:
    """The hasty swing counts in the same moment; UNDO, UNDO takes both back, and the next play is another's."""
    asked, hasty = (question(unsure()), play(PITCH)), replace(play(NEXT_PLAY), waited=True)
    assert SHOWN == corrections(store, *asked, hasty, play(UNDO), play(UNDO), play(NEXT_PLAY))
    assert [*SHOWN, (4, True)] == corrections(store, *asked, hasty, play(NEXT_PLAY))


NOTHING_LEARNT: dict[str, tuple[Callable[[], Shown], tuple[Entry, ...]]] = {
    "UNDO says that it may have been a slip": (lambda: question(unsure()), (PITCH, UNDO, NEXT_PLAY)),
    "it could still be taken back": (lambda: question(unsure()), (PITCH,)),
    "something else was scored": (lambda: question(unsure()), (NEXT_PLAY, PITCH, NEXT_PLAY)),
    "which of two red dice was meant is unknown": (lambda: question(unsure(), unsure()), (PITCH, NEXT_PLAY)),
    "a blue die was taken for the red one": (
        lambda: question(unsure(), frame=picture("blue", 4)), (PITCH, NEXT_PLAY),
    ),
    "nobody was asked": (lambda: play(UNDO), (PITCH, NEXT_PLAY)),
    "the die could not be seen": (question, (PITCH, NEXT_PLAY)),
    "nor was that one scored": (question, (NEXT_PLAY, PITCH, NEXT_PLAY)),
}  # fmt: skip


@pytest.mark.parametrize("why", NOTHING_LEARNT)
def test_no_sure_answer_about_a_picture_teaches_nothing(store: TaughtDiceStore, why: str) -> None:
    """The samples stay those that were taught."""
    asked, then = NOTHING_LEARNT[why]
    assert SHOWN == corrections(store, asked(), *map(play, then))


def test_learning_can_be_switched_off_meanwhile(store: TaughtDiceStore) -> None:
    """And on again: the next question is learned from, or not."""
    learns = [False, True]
    watch = Corrections(reader().enrolled, store, {}, print, lambda: learns.pop(0))
    seen = []
    for _ in range(2):
        for each in (question(unsure()), play(PITCH), play(NEXT_PLAY)):
            watch(each)
        seen.append(known(store))
    assert [SHOWN, [*SHOWN, (4, True)]] == seen


@pytest.mark.untraced
def test_a_die_that_was_forgotten_meanwhile_stays_forgotten(store: TaughtDiceStore) -> None:
    """What its owner erased no game writes back; what was taught since stays as it was taught."""
    store.forget("red")
    watch = Corrections(reader().enrolled, store, {}, print)
    for each in (question(unsure()), play(PITCH), play(NEXT_PLAY)):
        watch(each)
    assert (None, ()) == (store.die("red"), reader().enrolled.dice)
    reader().enrolled.dice = (taught("red", 3, 4),)
    store.keep(taught("red", 9))
    assert [(9, False), (4, True)] == corrections(store, question(unsure()), play(PITCH), play(NEXT_PLAY))


def test_die_of_another_name_is_learnt_too(store: TaughtDiceStore) -> None:
    """`[reader.colors]` may call a taught red die the blues'."""
    watch = Corrections(reader().enrolled, store, {"red": "blue"}, print)
    asked = replace(question(unsure()), asked=Asked("blue", (4, 9, 1)))
    for each in (asked, play(Die(color="blue", value=4, by="button")), play(NEXT_PLAY)):
        watch(each)
    assert [*SHOWN, (4, True)] == known(store)


def test_unknown_die_is_not_learnt(store: TaughtDiceStore) -> None:
    """There is nothing to check its corrections against."""
    reader().enrolled.dice = ()
    assert SHOWN == corrections(store, question(unsure()), play(PITCH), play(NEXT_PLAY))


def test_a_full_disk_does_not_stop_the_game(store: TaughtDiceStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said in one sentence, and play goes on with the dice as they were."""
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("firmware.storage.taught_dice.write_whole", full)
    reported: list[str] = []
    assert SHOWN == corrections(store, question(unsure()), play(PITCH), play(NEXT_PLAY), reported=reported)
    assert "No space left" in reported[0]
    assert 2 == len(reader().enrolled.dice[0].samples)


def test_open_question_holds_only_the_dies_picture(store: TaughtDiceStore) -> None:
    """The picture it was cut from is 9 MB, and is given back while the players think."""
    shown = question(unsure(), frame=picture("red", 4).copy())
    watch = Corrections(reader().enrolled, store, {}, print)
    held = weakref.ref(np.asarray(shown.frame))
    watch(shown)
    watch(play(PITCH))
    del shown
    assert held() is None
