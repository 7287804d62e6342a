"""Combine the classifiers' outputs into calibrated probabilities: of digits, pips, chip faces and kinds of dice.

Log-probabilities are weighted, added and divided by a temperature: `vision.recognition.parameters`, fitted on rendered
dice that no network was trained on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.geometry.numbering import USUAL, Numbering, inferred
from vision.recognition.outputs import D6_KIND, D10_KIND, DIGITS, HIT, NEITHER, NO_NUMERAL, OTHER_KIND, OUT, PIPS_KIND
from vision.recognition.outputs import UprightOutputLayout as Channels
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.scores import TokenScores, UprightScores
from vision.types import Floats

STANDARD = 0.75
"""Fraction of dice assumed to be numbered as most makers do, before their adjacent faces are read."""
CONSISTENT = 2 / 3
"""Fraction of adjacent-face readings that must match before an inferred numbering is accepted."""

AdjacentFaces = Sequence[Floats | None]
"""The numeral classifier's outputs for the numerals left and right of the top one, (17,) each; None if not visible."""


def smoothed(probabilities: Floats, floor: float) -> Floats:
    """Additive smoothing: probabilities of some classes as if there were no others, each at least ``floor``."""
    rest = max(1.0 - float(probabilities.sum()), 0.0) / len(probabilities)
    return np.asarray((probabilities + rest) * (1 - len(probabilities) * floor) + floor)


def _tempered(log_likelihood: Floats, parameters: Parameters) -> Floats:
    """Softmax at the fitted temperature; no class is surer than `Parameters.max_probability`."""
    odds = np.exp((log_likelihood - log_likelihood.max()) / parameters.temperature)
    return np.asarray(np.minimum(odds / odds.sum(), parameters.max_probability))


def digit_posterior(scores: UprightScores, adjacent: Floats | None = None, parameters: Parameters = SHIPPED) -> Floats:
    """Probabilities of 0 to 9, shape (10,), by face, numeral and `adjacent_face_likelihood`, shape (10,)."""
    # Step 1: the log-probabilities of the digits alone; what goes to NO_NUMERAL and pips speaks for no digit.
    floor = parameters.digit_smoothing
    face, numeral = (np.log(smoothed(one[:DIGITS], floor)) for one in (scores.face, scores.numeral))
    # Step 2: their weighted sum, and what the adjacent faces add.
    evidence = parameters.log_weights[0] * face + parameters.log_weights[1] * numeral
    if adjacent is not None:
        evidence = evidence + parameters.adjacent_log_weight * np.log(adjacent)
    # Step 3: the temperature makes the joint probability as sure as it turns out to be right.
    return _tempered(evidence, parameters)


def pip_posterior(token: TokenScores, upright: UprightScores, parameters: Parameters = SHIPPED) -> Floats:
    """Probabilities of 1 to 6 pips, shape (6,), by all three classifiers and the geometry, if that is known."""
    words = [np.log(smoothed(scores, parameters.smoothing)) for scores in pip_scores(token, upright)]
    seen = 0.0 if upright.geometry is None else parameters.temperature * upright.geometry.log_likelihood
    return _tempered(parameters.pip_log_weight * np.mean(words, axis=0) + seen, parameters)


def pip_scores(token: TokenScores, upright: UprightScores) -> tuple[Floats, Floats, Floats]:
    """Each classifier's probabilities of 1 to 6 pips, shape (6,) each."""
    return token.pips, upright.numeral[Channels.PIPS], upright.face[Channels.PIPS]


def pip_evidence(upright: UprightScores) -> float:
    """How well both upright classifiers see one number of pips, 0 to 1."""
    return float(upright.face[Channels.PIPS] @ upright.numeral[Channels.PIPS])


def chip_posterior(scores: TokenScores, parameters: Parameters = SHIPPED) -> Floats:
    """Probabilities of HIT and OUT, shape (2,)."""
    faces = (scores.labels[[HIT, OUT]] + scores.labels[NEITHER] / 2 + parameters.smoothing) ** parameters.chip_sharpness
    return np.asarray(faces / faces.sum())


# -- kinds of dice


def kind_posterior(scores: TokenScores, face: Floats | None = None, parameters: Parameters = SHIPPED) -> Floats:
    """Probabilities of `outputs.KINDS`, shape (6,), by the token classifier and, for d10 or other dice, the face's."""
    if face is None:
        return scores.kinds
    # Step 1: the odds that the face is no d10's, weighted.
    foreign = float(np.clip(face[NO_NUMERAL], parameters.smoothing, 1 - parameters.smoothing))
    weight = (foreign / (1 - foreign)) ** parameters.face_kind_log_weight
    # Step 2: they move probability between d10 and other dice; what both have together stays.
    either, kinds = [D10_KIND, OTHER_KIND], np.array(scores.kinds, np.float64)
    moved = kinds[either] * (1.0, weight)
    kinds[either] = moved * kinds[either].sum() / max(float(moved.sum()), 1e-12)
    return kinds


def die_kind(scores: TokenScores, face: Floats | None = None, parameters: Parameters = SHIPPED) -> int:
    """The likeliest kind of die: D10_KIND, D6_KIND (with numerals), PIPS_KIND or OTHER_KIND; see `kind_posterior`."""
    kinds = kind_posterior(scores, face, parameters)
    return max((D10_KIND, D6_KIND, PIPS_KIND, OTHER_KIND), key=lambda kind: float(kinds[kind]))


def kind_probability(
    token: TokenScores, upright: UprightScores, adjacent: Floats | None = None, parameters: Parameters = SHIPPED
) -> float:
    """Probability, 0 to 1, that a die is of its likeliest kind; ``adjacent`` is an `adjacent_face_likelihood`."""
    kind = die_kind(token, upright.face, parameters)
    probability = float(kind_posterior(token, upright.face, parameters)[kind])
    if kind == PIPS_KIND:
        return cube_probability(token, pip_evidence(upright))
    if kind != D10_KIND or adjacent is None:
        return probability
    # The expected likelihood of the adjacent faces, beside 1 for a die that is no d10.
    expected = digit_posterior(upright, parameters=parameters) @ adjacent
    likelihood = float(expected**parameters.adjacent_kind_log_weight)
    return probability * likelihood / (probability * likelihood + 1 - probability)


def cube_probability(token: TokenScores, evidence: float) -> float:
    """Probability, 0 to 1, that a cube is of its likelier kind, whose numeral or pips are seen with such ``evidence``.

    A die has one or the other; a card can have either.
    """
    likelier, other = sorted((float(token.kinds[D6_KIND]), float(token.kinds[PIPS_KIND])), reverse=True)
    return likelier / max(1 - evidence * other, 1e-9)


# -- adjacent faces


def adjacent_face_likelihood(
    adjacent: AdjacentFaces, numbering: Numbering = USUAL, belief: float = STANDARD, parameters: Parameters = SHIPPED
) -> Floats:
    """Likelihood, by top digit, of what is seen left and right of it, shape (10,); 1 is a die numbered at random.

    ``belief`` is the probability that the die has that ``numbering``.
    """
    likelihood = np.ones(DIGITS)
    for seen, places in zip(adjacent, (numbering.left, numbering.right), strict=True):
        if seen is not None:
            likelihood = likelihood * (DIGITS * smoothed(seen[:DIGITS], parameters.smoothing)[places])
    return np.asarray(belief * likelihood + (1 - belief))


def inferred_numbering(faces: Mapping[int, AdjacentFaces], parameters: Parameters = SHIPPED) -> Numbering | None:
    """How a die is numbered, from what is seen beside each of its top digits; None if that is not certain."""
    evidence = np.zeros((DIGITS, DIGITS))
    for digit, (left, right) in faces.items():
        if left is not None:
            evidence[:, digit] += np.log(DIGITS * smoothed(left[:DIGITS], parameters.smoothing))
        if right is not None:
            evidence[digit] += np.log(DIGITS * smoothed(right[:DIGITS], parameters.smoothing))
    numbering = inferred(evidence)
    return numbering if numbering is not None and _agreement(faces, numbering) >= CONSISTENT else None


def _agreement(faces: Mapping[int, AdjacentFaces], numbering: Numbering) -> float:
    """Fraction of the adjacent-face readings that match the numbering."""
    matches = [
        seen[:DIGITS].argmax() == places[digit]
        for digit, pair in faces.items()
        for seen, places in zip(pair, (numbering.left, numbering.right), strict=True)
        if seen is not None
    ]
    return sum(matches) / len(matches) if matches else 0.0
