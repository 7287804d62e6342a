"""Gates before a reading: what is no token, and what must not be read for sure, whatever the classifiers say."""

from __future__ import annotations

import numpy as np

from vision.readings import DieReading, Reading
from vision.recognition.d6 import numeral_evidence
from vision.recognition.decision import as_unsure
from vision.recognition.outputs import D6_KIND, D10_KIND, DIGITS, NO_KIND, OTHER_KIND, PIPS_KIND
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.posterior import die_kind, pip_evidence
from vision.recognition.scores import ClassifiedToken, RotationSweep, TokenOutputs, UprightScores

LEAST_TOKEN = 0.3
"""Joint probability of detector and token classifier for a token, below which there is none.

Of rendered d10s kept out of training one in a hundred is not seen, of things that are none one in twenty-five is. Lower
still a photographed tray holds a die more.
"""
LEAST_SIZE = 26.0
"""Longer side in pixels of what is seen at all: dice are read from 32 on, and their boxes are no fifth too small.

A checked cloth has squares of that size, whose weave looks like pips.
"""
LEAST_LEGIBLE = {D10_KIND: 0.1, OTHER_KIND: 0.5}
"""How well a numeral must be seen on what may be of that kind, and may be of another, for it to be a die.

Of 1,470 rendered d10s one had less, and no value to be read; of four knots in a photographed table none had more.
"""
LEAST_ON_CUBE = 0.5
"""How well a numeral or pips must be seen on what may be a box's corner, for it to be a die."""
NUMERAL_MARGIN, PIPS_MARGIN = -0.03, -0.1
"""`Candidate.border_margin` from which a die's numeral, or its pips, are read for sure.

A die may reach out of the picture by no more than boxes err: of dice that just lie within, three in a hundred seem to
reach farther out. A die with numerals that is cut off may show but a side's. Pips lie farther from a die's edge than a
tenth of it.
"""


def is_token(token: ClassifiedToken) -> bool:
    """Whether it is large enough, and a die or a chip by the detector and both of the token classifier's outputs."""
    size, some_kind = token.pose.bounds.size, float(1 - token.scores.kinds[NO_KIND])
    return size >= LEAST_SIZE and token_probability(token, some_kind) >= LEAST_TOKEN


def token_probability(token: ClassifiedToken, kind: float) -> float:
    """Joint probability of detector and token classifier, which gives so much to its ``kind``."""
    return token.candidate.score * token.scores.some_label * kind


def is_nothing(outputs: TokenOutputs, parameters: Parameters = SHIPPED) -> bool:
    """Whether what looks like a die is the corner of a box, or a knot in the wood.

    The world is full of cubes: one that may have numerals, may have pips, neither for sure, and shows neither, is no
    die. Nor is what may be a d10, may be another die, neither for sure, and shows no numeral.
    """
    if outputs.scores.is_chip:
        return False
    kind = die_kind(outputs.scores, outputs.face, parameters)
    # What is surely a token of its likeliest kind needs to show nothing more.
    if token_probability(outputs.token, float(outputs.scores.kinds[kind])) >= LEAST_TOKEN:
        return False
    match outputs.upright:
        case RotationSweep():
            return numeral_evidence(outputs.upright) < LEAST_ON_CUBE
        case UprightScores() if kind in {D6_KIND, PIPS_KIND}:
            return pip_evidence(outputs.upright) < LEAST_ON_CUBE
        case UprightScores():
            return _legibility(outputs.upright, kind) < LEAST_LEGIBLE[kind]
    return False


def _legibility(upright: UprightScores, kind: int) -> float:
    """How well a numeral is seen, 0 to 1.

    To the face classifier dice that are no d10s have none, so of them the numeral classifier alone counts.
    """
    face, close = upright.face[:DIGITS], upright.numeral[:DIGITS]
    return float((close * face if kind == D10_KIND else close).sum())


def gated(token: ClassifiedToken, reading: Reading, kind: int) -> Reading:
    """The reading, unsure if it may not rest on the whole top of a die of that ``kind``."""
    return as_unsure(reading) if _is_cut_off(token, kind) or _is_paper(token, reading, kind) else reading


def _is_cut_off(token: ClassifiedToken, kind: int) -> bool:
    """Whether the picture's edge may hide what is on top of it."""
    return token.candidate.border_margin < (PIPS_MARGIN if kind == PIPS_KIND else NUMERAL_MARGIN)


def _is_paper(token: ClassifiedToken, reading: Reading, kind: int) -> bool:
    """Whether its single pip may be a die, and itself a sheet of paper under that."""
    known = reading.evidence if isinstance(reading, DieReading) else None
    ace = known is not None and int(np.argmax(known.posterior)) == 0
    return token.candidate.has_inner_token and kind == PIPS_KIND and ace
