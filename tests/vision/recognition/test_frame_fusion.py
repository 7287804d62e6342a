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


SURE, OTHERWISE, NOISY = die((0.002, 0.002, 0.994)), die((0.994, 0.002, 0.002)), die((0.05, 0.1, 0.8))
LEFT, RIGHT = die((0.994,)), die((0.005, 0.994), x=200)
FRAMES: dict[str, tuple[list[tuple[Reading, ...]], list[int | None]]] = {
    "a frame alone is told unchanged": ([(SURE,)], [3]),
    "a noisy frame alone is a question": ([(NOISY,)], [None]),
    "others make up for it": ([(NOISY,), *[(die((0.0005, 0.0005, 0.998)),)] * 4], [3]),
    "repeating a doubt does not remove it, for one camera sees badly in all": ([(die((0.05, 0.1, 0.84)),)] * 6, [None]),
    "frames of different values are a question": ([*[(SURE,)] * 9, (OTHERWISE,)], [None]),
    "odds alone do not suffice where classifiers agree in half of the frames": (
        *([(die((0.002, 0.002, 0.994), agreed=place % 2 == 0),) for place in range(6)], [None]),
    ),
    "what fewer than half of the frames show is no die": ([(SURE, die((0.994,), x=200)), *[(SURE,)] * 4], [3]),
    "dice are listed from left to right, however they come": ([(LEFT, RIGHT), (RIGHT, LEFT), (LEFT, RIGHT)], [1, 2]),
}


@pytest.mark.parametrize(("frames", "expected"), FRAMES.values(), ids=FRAMES)
def test_frames_say_together(frames: list[tuple[Reading, ...]], expected: list[int | None]) -> None:
    """The frames of each die are put together; it is read if they agree and are sure."""
    assert expected == values(*frames)


def test_unsure_throw_lists_three() -> None:
    """The joint odds are what is asked about."""
    (reading,) = fused([(die((0.5, 0.4, 0.05)),)] * 4)
    assert isinstance(reading, DieReading)
    assert (None, [1, 2, 3]) == (reading.value, [value for value, _ in reading.alternatives])


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
