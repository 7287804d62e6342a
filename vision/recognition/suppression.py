"""Which detections are tokens of their own: duplicates, pips and groups are dropped."""

from __future__ import annotations

from collections.abc import Iterable

from vision.recognition.detections import Candidate, Detection
from vision.recognition.gates import LEAST_SIZE
from vision.types import Frame

OVERLAP = 0.5
"""Overlap from which one of two detections is a duplicate of the other."""
PART, SCORE_RATIO, WITHIN = 0.75, 0.7, 0.8
"""A token in a detection: at most this share of its size, at least this of its score, and this much of it in there."""
READABLE = frozenset({"d10", "d6", "pips", "chip"})
"""Kinds of tokens that are read."""
PIP, SURE = 0.3, 0.9
"""Pips look like tokens, too: they have at most this share of a die's size, and no pip has so high a kind score."""
INNER_SURE = 0.5
"""Minimum kind score of a detection inside a one-pip die for that to be taken for a sheet of paper with a die on it."""
LEAST_SCORE = 0.25
"""Score below which there is no token."""


def distinct(detections: list[Detection]) -> list[Detection]:
    """The detection with the highest score of each token; one too small to be read, as a pip may be, removes none."""
    # Step 1: drop what is faint or too small.
    large = (one for one in detections if one.score >= LEAST_SCORE and one.bounds.size >= LEAST_SIZE)
    ranked = sorted(large, key=lambda one: -one.score)
    # Step 2: drop pips, unless they are surely of a kind that is read.
    sure = [one for one in ranked if one.kind in READABLE and one.kind_score >= SURE]
    pipped = [one for one in ranked if one.kind == "pips" and not _is_group(one, sure)]
    tokens = [one for one in ranked if one in sure or not any(_is_pip(one, die) for die in pipped)]
    # Step 3: drop what holds several tokens, then duplicates.
    return _unique(one for one in tokens if not _is_group(one, tokens))


def _unique(detections: Iterable[Detection]) -> list[Detection]:
    """Those that are no duplicate of one before them."""
    kept: list[Detection] = []
    for one in detections:
        if all(one.bounds.overlap(other.bounds) < OVERLAP for other in kept):
            kept.append(one)
    return kept


def candidate(one: Detection, detections: list[Detection], picture: Frame) -> Candidate:
    """A detection, with where in the picture it lies and whether a token lies in it."""
    (height, width), (left, top, right, bottom) = picture.shape[:2], one.bounds
    margin = float(min(left, top, width - right, height - bottom) / one.bounds.size)
    x, y = one.bounds.centre
    outward = 2 * x / width - 1, 2 * y / height - 1
    return Candidate(one.bounds, one.score, margin, has_inner_token(one, detections), outward)


def has_inner_token(one: Detection, detections: list[Detection]) -> bool:
    """Whether something as small as a pip in it looks like a token."""
    return any(
        other.bounds.size <= PIP * one.bounds.size
        and other.score >= LEAST_SCORE
        and one.bounds.overlap(other.bounds) >= WITHIN
        for other in detections
        if other.kind in READABLE and other.kind_score >= INNER_SURE
    )


def _is_pip(one: Detection, die: Detection) -> bool:
    small = one.bounds.size <= PIP * die.bounds.size
    return small and one.bounds.overlap(die.bounds) >= WITHIN and die.score >= SCORE_RATIO * one.score


def _is_group(one: Detection, detections: list[Detection]) -> bool:
    """Whether several detected tokens lie in it: touching dice, or a whole stadium."""
    within = (
        other
        for other in detections
        if other.bounds.size <= PART * one.bounds.size
        and other.score >= SCORE_RATIO * one.score
        and one.bounds.overlap(other.bounds) >= WITHIN
    )
    return len(_unique(within)) > 1
