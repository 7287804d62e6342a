"""What the networks say of one token, made up: for tests of what becomes of their outputs."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from vision.recognition.detections import Bounds, Candidate
from vision.recognition.outputs import KINDS
from vision.recognition.pose import TopFacePose
from vision.recognition.scores import ClassifiedToken, TokenScores, UprightScores

BOUNDS = Bounds(10.2, 20.4, 50.6, 70.1)
"""Where the token lies, in pixels."""
LABELS = [*(f"d{digit}" for digit in range(10)), "hit", "out", "neither"]
UPRIGHT = [*(f"d{digit}" for digit in range(10)), "askew", *(f"p{count}" for count in range(1, 7))]


def token(consistency: float = 1.0, kinds: tuple[float, ...] = (1, 0, 0, 0, 0, 0), **labels: float) -> ClassifiedToken:
    """A token whose named labels have these probabilities: ``d7``, ``hit``, ``out``, ``neither``; a d10 if not said."""
    scores = TokenScores(np.array([labels.get(name, 0.0) for name in LABELS]), np.full(6, 1 / 6), np.array(kinds))
    pose = TopFacePose(BOUNDS, (30.0, 40.0), 0.0, 12.0, consistency=consistency)
    return ClassifiedToken(Candidate(BOUNDS, 0.9, inf, has_inner_token=False), pose, scores)


def of_kind(kind: str, one: ClassifiedToken, **pips: float) -> ClassifiedToken:
    """The same token, surely of this kind, with these probabilities of pips: ``p1`` to ``p6``."""
    counts = np.array([pips.get(f"p{count}", 0.0) for count in range(1, 7)])
    scores = replace(one.scores, kinds=np.eye(len(KINDS))[KINDS.index(kind)], pips=counts)
    return replace(one, scores=scores)


def upright(**shares: float) -> np.ndarray:
    """An upright classifier's probabilities: ``askew`` if no numeral stands upright, ``p3`` three pips."""
    return np.array([shares.get(name, 0.0) for name in UPRIGHT])


def both(face: np.ndarray, close: np.ndarray | None = None) -> UprightScores:
    """The scores of face and numeral classifier; of the face's for both, if no other are given."""
    return UprightScores(face, face if close is None else close)
