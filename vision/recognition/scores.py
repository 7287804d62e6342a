"""What the networks say of one token: probabilities, and nothing of where it lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.recognition.detections import Candidate
from vision.recognition.outputs import DIGITS, HIT, NEITHER, OUT
from vision.recognition.pips import PipGeometry
from vision.recognition.pose import TopFacePose
from vision.types import Floats


@dataclass(frozen=True, eq=False)
class TokenScores:
    """The token classifier's probabilities, averaged over its views.

    Attributes:
        labels: of 0 to 9, HIT, OUT and NEITHER, shape (13,).
        pips: of 1 to 6 pips on top, shape (6,).
        kinds: of `vision.recognition.outputs.KINDS`, shape (6,).
    """

    labels: Floats
    pips: Floats
    kinds: Floats

    @property
    def is_chip(self) -> bool:
        """Whether it shows HIT or OUT rather than a digit."""
        return bool(self.labels[HIT] + self.labels[OUT] > self.labels[:DIGITS].sum())

    @property
    def some_label(self) -> float:
        """Probability that it shows a digit or a word."""
        return float(1 - self.labels[NEITHER])


@dataclass(frozen=True, eq=False)
class ClassifiedToken:
    """A candidate after the token classifier."""

    candidate: Candidate
    pose: TopFacePose
    scores: TokenScores


@dataclass(frozen=True, eq=False)
class UprightScores:
    """What the face and the numeral classifier say of one pose, shape (17,) each; see `UprightOutputLayout`.

    ``adjacent`` are the latter's of the numerals left and right of a d10's top one; None for one that is not visible.
    ``geometry`` is that of a die with pips.
    """

    face: Floats
    numeral: Floats
    adjacent: tuple[Floats | None, Floats | None] = (None, None)
    geometry: PipGeometry | None = None


@dataclass(frozen=True, eq=False)
class RotationSweep:
    """The same of a cube's top in each of `classifiers.SWEEP`, shape (12, 17); and the rotations' ``prior``, (12,)."""

    face: Floats
    numeral: Floats
    prior: Floats


@dataclass(frozen=True, eq=False)
class TokenOutputs:
    """All that the networks say of one token; ``upright`` is a sweep for a d6 with numerals, and None for a chip."""

    token: ClassifiedToken
    upright: UprightScores | RotationSweep | None

    @property
    def pose(self) -> TopFacePose:
        """The token's."""
        return self.token.pose

    @property
    def scores(self) -> TokenScores:
        """The token classifier's."""
        return self.token.scores

    @property
    def face(self) -> Floats | None:
        """The face classifier's probabilities, shape (17,), if it saw the token in one pose."""
        return self.upright.face if isinstance(self.upright, UprightScores) else None


def softmax(scores: Floats) -> Floats:
    """Scores as probabilities along the last axis."""
    lifted = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True))
