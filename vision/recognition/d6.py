"""Cubes with numerals: nothing about one shows which way is up on it, so it is read in every rotation.

A d10's kite points at its numeral's foot; a d6's square does not, and the token classifier is often torn between two
poses. So the two upright classifiers see it in a `RotationSweep`, and the posterior sums over the rotations, each as
much as it is likely. Rule kept here: a value is accepted only if both name it, whichever way it stands.
"""

from __future__ import annotations

import numpy as np

from vision.readings import DieReading
from vision.recognition.classifiers import SWEEP
from vision.recognition.decision import MIN_KIND_PROBABILITY, accept_or_abstain, numeral
from vision.recognition.outputs import DIGITS, NO_KIND
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.pose import PoseVotes, TopFacePose
from vision.recognition.posterior import cube_probability
from vision.recognition.scores import ClassifiedToken, RotationSweep
from vision.types import Floats

VALUES, OTHERS = slice(1, 7), [0, 7, 8, 9]
"""The digits that stand on a d6, and those that do not."""
CONCENTRATION, UNIFORM = 8.0, 0.02
"""How closely each vote of the token classifier points at the numeral's up, and how likely it points anywhere."""
MOST_NOTHING = 0.15
"""Probability of no token above which no numeral is read: a printed card, seen from above, looks much like a cube."""
WELL_SEEN = 0.8
"""`numeral_evidence` below which no numeral is read: of rotations that all look bad, one is the best by far."""


def orientation_prior(pose: TopFacePose, votes: PoseVotes) -> Floats:
    """How likely the numeral stands turned by each of the SWEEP from ``pose``, by the views' votes, shape (12,)."""
    # Step 1: where each view has the numeral's up, as from straight above, and how far that is off each rotation.
    across, down = pose.tilt.stretch @ votes.ups.T
    off = pose.upright[0] + np.array(SWEEP)[:, None] - np.arctan2(across, -down)
    # Step 2: a von Mises bump around each vote, averaged, and a little everywhere.
    near = np.exp(CONCENTRATION * (np.cos(off) - 1)).mean(axis=1) + UNIFORM
    return np.asarray(near / near.sum())


def d6_posterior(sweep: RotationSweep, probability: float, parameters: Parameters = SHIPPED) -> Floats:
    """Probabilities of 0 to 9, shape (10,), whichever way it stands, if it has such a ``probability`` of being a d6."""
    face, numeral = (_floored(each, parameters.smoothing) for each in (sweep.face, sweep.numeral))
    joint = face ** parameters.log_weights[0] * numeral ** parameters.log_weights[1]
    odds = (joint ** (1 / parameters.d6_temperature) * sweep.prior[:, None]).sum(axis=0)
    odds[OTHERS] *= 1 - probability
    return np.asarray(odds / odds.sum())


def numeral_evidence(sweep: RotationSweep) -> float:
    """How well both classifiers see one numeral of a d6, whichever way it stands, 0 to 1."""
    return float((sweep.face[:, VALUES] * sweep.numeral[:, VALUES]).sum(axis=1).max())


def read_d6(
    token: ClassifiedToken, sweep: RotationSweep, color: str, threshold: float, parameters: Parameters = SHIPPED
) -> DieReading:
    """The reading of a d6 with numerals; unsure below ``threshold`` or if the classifiers disagree."""
    # Step 1: whether it is a d6, by the token classifier and by how well a numeral is seen on it.
    evidence = numeral_evidence(sweep)
    probability = cube_probability(token.scores, evidence)
    likely = probability >= MIN_KIND_PROBABILITY and token.scores.kinds[NO_KIND] <= MOST_NOTHING
    # Step 2: the posterior, and whether each classifier alone names its likeliest value.
    posterior = d6_posterior(sweep, probability, parameters)
    named = {_named(scores, sweep.prior, parameters.smoothing) for scores in (sweep.face, sweep.numeral)}
    agreed = bool(likely and evidence >= WELL_SEEN and named == {int(posterior.argmax())})
    # Step 3: the rotation in which it is seen best says how its numeral lies.
    rotation = ((sweep.face * sweep.numeral)[:, VALUES].sum(axis=1) * sweep.prior).argmax()
    pose = token.pose.turned(SWEEP[rotation])
    unread = DieReading("d6", color, None, 0.0, (), token.pose.bounds.box, numeral(pose))
    values = posterior[VALUES] + 1e-9
    return accept_or_abstain(unread, values / values.sum(), agreed, threshold)


def _named(scores: Floats, prior: Floats, floor: float) -> int:
    """The value that one classifier would name alone."""
    return int((_floored(scores, floor)[:, VALUES] * prior[:, None]).sum(axis=0).argmax()) + VALUES.start


def _floored(scores: Floats, floor: float) -> Floats:
    """Probabilities of 0 to 9, shape (12, 10), each at least ``floor``."""
    return np.asarray(np.maximum(scores[:, :DIGITS], floor))
