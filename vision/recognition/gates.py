"""Gates before a reading: what is no token, and what must not be read for sure, whatever the classifiers say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.readings import DieReading, Reading
from vision.recognition.cube_top import shows_top
from vision.recognition.d6 import numeral_evidence
from vision.recognition.decision import as_unsure
from vision.recognition.outputs import D6_KIND, D10_KIND, DIGITS, NO_KIND, OTHER_KIND, PIPS_KIND
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.posterior import die_kind, pip_evidence
from vision.recognition.scores import ClassifiedToken, RotationSweep, TokenOutputs, UprightScores

CUBES = {D6_KIND, PIPS_KIND}
"""Kinds of dice whose front faces look like tops."""
LEAST_TOKEN = 0.3
"""Joint probability of detector and token classifier below which there is no token."""
LEAST_SIZE = 26.0
"""Longer side in pixels of the smallest token: dice are read from 32 on, and weave of that size looks like pips."""
LEAST_LEGIBLE = {D10_KIND: 0.1, OTHER_KIND: 0.5}
"""By kind: legibility of the numeral below which a token that may be of another kind is no die."""
LEAST_ON_CUBE = 0.5
"""The same of numerals or pips on what may be a box's corner."""
MARGINS = {D10_KIND: 0.03, OTHER_KIND: 0.03, D6_KIND: 0.03, PIPS_KIND: -0.1}
"""By kind: `Candidate.border_margin` from which it is read.

Boxes err by 3 %. A side shows its numeral as well as the top; pips lie farther inside.
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

    A cube that may have numerals or pips, neither for sure, and shows neither, is no die. Nor is what may be a d10 or
    another die, neither for sure, and shows no numeral.
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
        case UprightScores() if kind in CUBES:
            return pip_evidence(outputs.upright) < LEAST_ON_CUBE
        case UprightScores():
            # What the face classifier calls no d10 has no numeral to it, so there the numeral classifier alone counts.
            face = outputs.upright.face[:DIGITS] if kind == D10_KIND else 1.0
            return bool((outputs.upright.numeral[:DIGITS] * face).sum() < LEAST_LEGIBLE[kind])
    return False


def gated(token: ClassifiedToken, reading: Reading, kind: int, *, from_above: bool = True) -> Reading:
    """The reading, unsure if it may not rest on the whole top of a die of that ``kind``; see `shows_top`."""
    is_cut_off = token.candidate.border_margin < MARGINS[kind]
    # Its single pip may be a die, and itself a sheet of paper under that.
    evidence = reading.evidence if isinstance(reading, DieReading) else None
    is_ace = kind == PIPS_KIND and evidence is not None and int(np.argmax(evidence.posterior)) == 0
    is_laden = is_ace and token.candidate.has_inner_token
    is_front = kind in CUBES and not shows_top(token, from_above=from_above)
    return as_unsure(reading) if is_cut_off or is_laden or is_front else reading


def gated_together(found: Sequence[tuple[ClassifiedToken, Reading, int]]) -> list[Reading]:
    """As `gated`, each token's reading and kind in a picture by a camera of which nothing is known."""
    # One front face, and it looks on from the side: then tops are higher in the picture, wherever they lie.
    from_above = all(shows_top(token) for token, _, kind in found if kind in CUBES)
    return [gated(*one, from_above=from_above) for one in found]
