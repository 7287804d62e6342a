"""Several frames of one throw are read together."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from support.fitted import FITTED

from vision.readings import ChipReading, DieReading, Evidence, Reading
from vision.recognition import frame_fusion
from vision.recognition.frame_fusion import joined
from vision.types import Box

THRESHOLD = FITTED.threshold
fused = partial(frame_fusion.fused, threshold=THRESHOLD, parameters=FITTED)
BOX = Box(40, 40, 30, 30)


def die(odds: tuple[float, ...], *, agreed: bool = True, x: int = 40, threshold: float = THRESHOLD) -> DieReading:
    """One frame's reading of a d10 with these odds of 1, 2, 3 (the rest share what is left)."""
    shares = (*odds, *((1 - sum(odds)) / (10 - len(odds)),) * (10 - len(odds)))
    best = max(shares)
    value = shares.index(best) + 1 if agreed and best >= threshold else None
    return DieReading("d10", "red", value, best, (), Box(x, 40, 30, 30), None, Evidence(shares, agreed))


def values(*frames: tuple[Reading, ...]) -> list[object]:
    """What the frames say together."""
    return [one.face if isinstance(one, ChipReading) else one.value for one in fused(frames)]


def test_one_frame_says_what_it_says() -> None:
    """A single frame's reading is told unchanged."""
    assert [3] == values((die((0.002, 0.002, 0.994)),))


def test_one_noisy_frame_does_not_make_a_question() -> None:
    """What one frame is too unsure of, the others make up for."""
    noisy, clear = (die((0.05, 0.1, 0.8)),), (die((0.0005, 0.0005, 0.998)),)
    assert [None] == values(noisy)
    assert [3] == values(noisy, clear, clear, clear, clear)


def test_repeating_a_doubt_does_not_remove_it() -> None:
    """Six frames that are each a little too unsure are too unsure together: one camera sees badly in all of them."""
    assert [None] == values(*[(die((0.05, 0.1, 0.84)),)] * 6)


def test_frames_of_different_values_make_a_question() -> None:
    """When one frame tells another value than the rest, nothing is told."""
    frames = [(die((0.002, 0.002, 0.994)),)] * 9 + [(die((0.994, 0.002, 0.002)),)]
    assert [None] == values(*frames)


def test_most_frames_must_name_the_value() -> None:
    """Odds alone do not suffice where the classifiers agree in half of the frames only."""
    frames = [(die((0.002, 0.002, 0.994), agreed=place % 2 == 0),) for place in range(6)]
    assert [None] == values(*frames)


def test_unsure_throw_lists_three() -> None:
    """The joint odds are what is asked about."""
    (reading,) = fused([(die((0.5, 0.4, 0.05)),)] * 4)
    assert isinstance(reading, DieReading)
    assert (None, [1, 2, 3]) == (reading.value, [value for value, _ in reading.alternatives])


def test_a_flicker_is_no_die() -> None:
    """What fewer than half of the frames show is left out."""
    sure, stray = die((0.002, 0.002, 0.994)), die((0.994,), x=200)
    assert [3] == values((sure, stray), (sure,), (sure,), (sure,), (sure,))


def test_dice_are_listed_from_left_to_right() -> None:
    """Each die's frames are put together, whatever order they come in."""
    left, right = die((0.994,)), die((0.005, 0.994), x=200)
    assert [1, 2] == values((left, right), (right, left), (left, right))


@pytest.mark.parametrize(("shares", "face"), [((0.994, 0.999, 0.99), "hit"), ((0.8, 0.2, 0.5), None)])
def test_a_chip_is_put_together_too(shares: tuple[float, ...], face: str | None) -> None:
    """Frames that lean to HIT make HIT, frames that differ a question."""
    frames = []
    for share in shares:
        faces = sorted([("hit", share), ("out", 1 - share)], key=lambda each: -each[1])
        frames.append((ChipReading(None, faces[0][1], tuple(faces), BOX),))  # type: ignore[arg-type]
    assert [face] == values(*frames)


def test_a_chip_keeps_its_rim() -> None:
    """Whether it leans is told of what several frames made of it, by its rim."""
    rim = np.zeros((3, 2))
    (joint,) = fused([(ChipReading("hit", 0.99, (), BOX, rim),)] * 3)
    assert isinstance(joint, ChipReading)
    assert joint.rim is rim


def test_copies_of_a_frame_are_worth_little_more_than_one() -> None:
    """Ten copies of a frame make nothing ten times as sure."""
    once, often = (joined(np.array([[0.8, 0.2]] * frames), 0.9)[0] for frames in (1, 10))
    assert once <= often < 0.9
