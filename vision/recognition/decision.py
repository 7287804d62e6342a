"""From a posterior to a reading: accept the likeliest value, or abstain and name the likely ones.

Rule kept here: a value is accepted only if its probability reaches the threshold and the classifiers name it alike: of
a d10 both that see the top face upright, of pips all three. The geometry of pips (`vision.recognition.pips`) may
contradict them, or surely show another. A chip's word is read by the token classifier alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.readings import ChipFace, ChipReading, DieReading, Evidence, Numeral, Reading
from vision.recognition.outputs import D10_KIND, DIGITS, PIPS_KIND
from vision.recognition.outputs import UprightOutputLayout as Channels
from vision.recognition.parameters import SHIPPED, THRESHOLD, Parameters
from vision.recognition.pose import TopFacePose
from vision.recognition.posterior import (
    chip_posterior,
    die_kind,
    digit_posterior,
    kind_probability,
    pip_posterior,
    pip_scores,
)
from vision.recognition.scores import ClassifiedToken, TokenScores, UprightScores
from vision.types import Box, Floats

MIN_KIND_PROBABILITY = 0.7
"""Probability of a kind of die, below which no value is accepted."""
MIN_POSE_CONSISTENCY = 0.8
"""`TopFacePose.consistency` below which it is not known which way is up, and no value is accepted."""
ALTERNATIVES = 3
"""How many alternatives an unsure reading names."""


def read_die(
    token: ClassifiedToken,
    upright: UprightScores,
    color: str,
    threshold: float,
    adjacent: Floats | None = None,
    parameters: Parameters = SHIPPED,
) -> DieReading:
    """A d10's reading, or that of a die with pips; a d6 with numerals is `vision.recognition.d6`'s.

    It is unsure below ``threshold``, if the classifiers disagree, or if it may be a die of another kind. ``adjacent``
    is an `adjacent_face_likelihood`.
    """
    pose, scores, box = token.pose, token.scores, token.pose.bounds.box
    # Step 1: the kind. Only d10s and dice with pips are read here, and only if they surely are of that kind.
    kind = die_kind(scores, upright.face, parameters)
    of_kind = (
        kind in {D10_KIND, PIPS_KIND}
        and kind_probability(scores, upright, adjacent, parameters) >= MIN_KIND_PROBABILITY
    )
    # Step 2: the posterior of its values, and whether the classifiers name the same one.
    if kind == PIPS_KIND:
        unread = DieReading("d6", color, None, 0.0, (), box)
        posterior = pip_posterior(scores, upright, parameters)
        agreed = of_kind and pips_agree(scores, upright, int(posterior.argmax()) + 1)
    else:
        unread = DieReading("d10", color, None, 0.0, (), box, numeral(pose))
        digits = digit_posterior(upright, adjacent if kind == D10_KIND else None, parameters)
        posterior = np.append(digits[1:], digits[0])  # a face printed 0 counts 10
        named = bool(digits.argmax() == upright.numeral[Channels.LABELS].argmax())
        agreed = of_kind and digits_agree(upright, pose) and named
    return accept_or_abstain(unread, posterior, agreed, threshold)


def digits_agree(upright: UprightScores, pose: TopFacePose) -> bool:
    """Whether both upright classifiers name one digit, and it is known which way is up."""
    digit = int(upright.numeral[Channels.LABELS].argmax())
    pips = upright.numeral[Channels.PIPS].max() >= upright.numeral[Channels.LABELS].max()
    same = upright.face[:DIGITS].argmax() == digit
    return bool(digit in range(DIGITS) and not pips and same and pose.consistency >= MIN_POSE_CONSISTENCY)


def pips_agree(scores: TokenScores, upright: UprightScores, value: int) -> bool:
    """Whether the geometry allows so many pips, and either surely shows them or all classifiers name them."""
    geometry = upright.geometry
    named = all(int(each.argmax()) + 1 == value for each in pip_scores(scores, upright))
    return named if geometry is None else geometry.may_show(value) and (named or geometry.shown == value)


def read_chip(token: ClassifiedToken, threshold: float, parameters: Parameters = SHIPPED) -> ChipReading:
    """The chip's reading; unsure below ``threshold``."""
    hit, out = (float(probability) for probability in chip_posterior(token.scores, parameters))
    return chip_reading(hit, out, token.pose.bounds.box, threshold)


def chip_reading(hit: float, out: float, box: Box, threshold: float) -> ChipReading:
    """The reading of a chip in ``box`` whose faces have these probabilities."""
    faces: list[tuple[ChipFace, float]] = [("hit", round(hit, 4)), ("out", round(out, 4))]
    faces.sort(key=lambda face: -face[1])
    sure = faces[0][1] >= threshold
    return ChipReading(faces[0][0] if sure else None, faces[0][1], () if sure else tuple(faces), box)


def numeral(pose: TopFacePose) -> Numeral:
    """The pose, as a reading has it."""
    return Numeral(pose.centre, pose.angle, pose.height, pose.tilt)


def accept_or_abstain(reading: DieReading, posterior: Floats, agreed: bool, threshold: float) -> DieReading:
    """The die with its likeliest value if the classifiers ``agreed`` and it reaches ``threshold``; else alternatives.

    ``posterior`` has the probabilities of 1, 2 and so on.
    """
    rounded = tuple(round(float(probability), 6) for probability in posterior)
    ranked = sorted(((value, round(each, 4)) for value, each in enumerate(rounded, 1)), key=lambda each: -each[1])
    sure = agreed and ranked[0][1] >= threshold
    value, alternatives = (ranked[0][0], ()) if sure else (None, tuple(ranked[:ALTERNATIVES]))
    evidence = Evidence(rounded, agreed)
    return replace(reading, value=value, confidence=ranked[0][1], alternatives=alternatives, evidence=evidence)


def as_unsure(reading: Reading) -> Reading:
    """The same, abstaining however sure the classifiers are; a reading without `Evidence`, as a chip's, stays."""
    if isinstance(reading, ChipReading) or reading.evidence is None:
        return reading
    return accept_or_abstain(reading, np.array(reading.evidence.posterior), agreed=False, threshold=THRESHOLD)
