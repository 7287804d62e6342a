"""Estimate an unknown camera tilt: score three viewpoints by how well the classifiers agree on all dice.

From the side a side face can look larger than the top one, and then all classifiers alike read that. So a picture
without a board is read as if taken from straight above and as if from the side, and each die's posterior is the mean
over the viewpoints, each as much as it is likely. Rule kept here: a value is accepted only if no likely viewpoint
speaks for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np

from vision.geometry.tilt import Tilt
from vision.readings import DieKind, DieReading, Reading
from vision.recognition.decision import accept_or_abstain
from vision.recognition.scores import softmax


@dataclass(frozen=True)
class Viewpoints:
    """The hypotheses of the camera's tilt, and how they are weighed. Higher in the picture is taken to be farther away.

    Attributes:
        tilts: tangents: 0, 14 and 27 degrees, under which dice can be read up to 45 as well.
        disagreement: odds that the classifiers disagree on a die under the true hypothesis.
        least: probability of a hypothesis below which it alone makes no value sure.
    """

    tilts: tuple[float, ...] = (0.0, 0.25, 0.5)
    disagreement: float = 0.02
    least: float = 0.05

    @cached_property
    def views(self) -> tuple[Tilt, ...]:
        """The camera's tilt under each."""
        return tuple(Tilt.from_slope((0.0, -tilt)) for tilt in self.tilts)


VIEWPOINTS = Viewpoints()

ViewpointReadings = Sequence[Reading | None]
"""One d10's or cube's reading under each of the tilts, None where it is no token; of anything else the first alone."""


def marginalised(
    tokens: Sequence[ViewpointReadings], threshold: float, viewpoints: Viewpoints = VIEWPOINTS
) -> list[Reading | None]:
    """Each token's reading, marginalised over the viewpoints; None for what is no token under the likelier ones."""
    # Cubes have no say on d10s, nor these on them: a cube's front face is as clear under the wrong viewpoint.
    shares = {kind: _shares((one for one in tokens if _kind(one) == kind), viewpoints) for kind in get_args(DieKind)}
    return [_together(looks, shares[_kind(looks)], threshold, viewpoints.least) for looks in tokens]


def _kind(looks: ViewpointReadings) -> DieKind:
    """A die's; whatever that of another token, which tells nothing of the camera."""
    return next((look.kind for look in looks if isinstance(look, DieReading)), "d10")


def _shares(tokens: Iterable[ViewpointReadings], viewpoints: Viewpoints) -> list[float]:
    """The viewpoints' probabilities: under the true one the classifiers agree on most dice, and are sure."""
    known = [[look.evidence for look in looks if isinstance(look, DieReading) and look.evidence] for looks in tokens]
    count, disagreement = len(viewpoints.tilts), viewpoints.disagreement
    # How well a die can be read: its likeliest value's probability, or what is left of it if classifiers disagree.
    clear = [
        [max(word.posterior) * (1.0 if word.agreed else disagreement) for word in words]
        for words in known
        if len(words) == count
    ]
    evidence = np.log(clear).sum(axis=0) if clear else np.zeros(count)
    return [float(share) for share in softmax(evidence)]


def _together(looks: ViewpointReadings, shares: Sequence[float], threshold: float, least: float) -> Reading | None:
    """The likeliest viewpoint's reading with the mean posterior of all, weighted by their probability."""
    if len(looks) == 1:
        return looks[0]
    there = [(share, look) for share, look in zip(shares, looks, strict=True) if isinstance(look, DieReading)]
    if 2 * sum(share for share, _ in there) < 1:
        return None
    best = max(there, key=lambda each: each[0])[1]
    alike = [(share, look.evidence) for share, look in there if look.kind == best.kind]
    known = [(share, evidence) for share, evidence in alike if evidence is not None]
    odds = np.average([word.posterior for _, word in known], axis=0, weights=[share for share, _ in known])
    agreeing = [word for share, word in known if share >= least and word.agreed]
    agreed = any(np.argmax(word.posterior) == odds.argmax() for word in agreeing)
    # From some viewpoint or other, a symbol on a cube looks like a numeral: it is to look like one from above as well.
    first = next((look.evidence for look in looks if isinstance(look, DieReading)), None)
    from_above = best.kind == "d10" or (first is not None and first.agreed)
    return accept_or_abstain(best, odds, agreed and from_above, threshold)
