"""Readings in words and on the picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision import ChipReading, DieReading, Reading, annotate, describe
from vision.types import Box

SURE = DieReading("d10", "magenta", 3, 0.991, (), Box(40, 40, 30, 30))
ASKED = DieReading("d10", "red", None, 0.5, ((6, 0.5), (9, 0.4), (5, 0.08)), Box(100, 90, 30, 30))
CHIP = ChipReading("hit", 0.97, (), Box(5, 5, 60, 60))


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (SURE, "magenta d10 reads 3 (99 %)"),
        (ASKED, "red d10, not sure: 6 (50 %), 9 (40 %) or 5 (8 %)"),
        (CHIP, "chip reads hit (97 %)"),
        (
            ChipReading(None, 0.6, (("out", 0.6), ("hit", 0.4)), Box(0, 0, 9, 9)),
            "chip, not sure: out (60 %) or hit (40 %)",
        ),
    ],
)
def test_a_reading_in_words(reading: Reading, words: str) -> None:
    """Words say colour, kind and value, or what it may be."""
    assert words == describe(reading)


def test_almost_certain_is_not_certain() -> None:
    """Only a probability of 1 is shown as 100 %."""
    assert "99 %" in describe(DieReading("d10", "red", 3, 0.9999, (), Box(0, 0, 9, 9)))


def test_the_frame_itself_stays_as_it_was() -> None:
    """Annotating draws on a copy of the same shape."""
    frame = np.full((160, 240, 3), 90, np.uint8)
    drawn = annotate(frame, (SURE, ASKED))
    assert (frame == 90).all()
    assert (drawn.shape, drawn.dtype) == (frame.shape, frame.dtype)
    assert (drawn != frame).any()


def test_sure_and_unsure_differ_in_color() -> None:
    """What is asked about is boxed in another colour than what was read."""
    drawn = annotate(np.zeros((160, 240, 3), np.uint8), (SURE, ASKED))
    assert not np.array_equal(drawn[40, 45], drawn[90, 115])


@pytest.mark.parametrize("box", [Box(0, 0, 30, 30), Box(210, 130, 30, 30), Box(-10, -10, 300, 300)])
def test_captions_stay_inside_the_picture(box: Box) -> None:
    """A caption is drawn wherever the die lies, even at the edge."""
    frame = np.zeros((160, 240, 3), np.uint8)
    plate = (annotate(frame, (DieReading("d10", "red", 3, 0.99, (), box),)) == 20).all(axis=2)
    assert plate.sum() > 300
