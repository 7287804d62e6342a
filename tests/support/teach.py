"""What tests of teaching are made of: drawn pictures of a die, a die taught from them, a reader that knows it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from support.stills import draw_throw

from vision import DiceReader
from vision.enrolled.matcher import VALUES, EnrolledDie, EnrolledSample, sample_of
from vision.enrolment.session import EnrolmentSession, Kept
from vision.recognition.scores import TokenOutputs
from vision.types import Frame


@lru_cache(maxsize=1)
def reader() -> DiceReader:
    """The reader, loaded once; a test that teaches it a die takes that away again."""
    return DiceReader()


@lru_cache(maxsize=64)
def picture(color: str, value: int, seed: int = 1) -> Frame:
    """One die lying alone on felt."""
    return draw_throw(np.random.default_rng(seed), [(color, value)], size=(320, 240), die_px=80)


@lru_cache(maxsize=4)
def taught(color: str, *values: int) -> EnrolledDie:
    """A die that was taught these faces from one picture each."""
    lesson = EnrolmentSession(reader(), color, faces=values, settled=True)
    outcomes = [lesson.see(picture(color, value)) for value in values]
    assert [Kept(value) for value in values] == outcomes
    return lesson.die


def portrayed(eyes: DiceReader, picture: Frame, outputs: TokenOutputs, value: int) -> EnrolledSample:
    """The die of these ``outputs`` in ``picture``, with ``value`` on top, as a sample whose label is certain."""
    return sample_of(picture, eyes.pose_showing(picture, outputs, value % len(VALUES)), value)
