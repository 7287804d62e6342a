"""How the camera looks on where nobody says: the way in which the dice make sense together.

From the side a side face can look larger than the top one, and then all witnesses alike read it for that. So a picture
without a board is read as if taken from straight above and as if from the side, and what a die may be under any likely
stance counts. Rule kept here: a value is told only if no likely stance speaks for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.readings import DieReading, Evidence, Reading
from vision.recognition.crops import Level
from vision.recognition.posterior import retold


@dataclass(frozen=True)
class Viewpoints:
    """The hypotheses of how the camera looks on, and how they are weighed.

    What is farther away is taken to be higher in the picture, as in pictures that people take.

    Attributes:
        tilts: tangents of the camera's tilts that are tried: 0, 14 and 27 degrees, under which dice can be read up to
            45 as well.
        disagreement: how likely the networks are to disagree on a die under the true hypothesis, beside how likely they
            are to agree.
        least: probability of a hypothesis below which it alone makes no value sure.
    """

    tilts: tuple[float, ...] = (0.0, 0.25, 0.5)
    disagreement: float = 0.02
    least: float = 0.05

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What undoes each of the tilts."""
        return tuple(Level.leaning((0.0, -tilt)) for tilt in self.tilts)


VIEWPOINTS = Viewpoints()

Looks = Sequence[Reading | None]
"""What one d10 reads as under each of the tilts, None where it would be nothing; of anything else the first alone."""


def agreed(things: Sequence[Looks], threshold: float, viewpoints: Viewpoints = VIEWPOINTS) -> list[Reading | None]:
    """What every thing in a picture is, whichever way the camera looked on; None for nothing.

    Args:
        things: what each reads as; a d10 is nothing if it is under the likelier stances.
        threshold: probability, 0 to 1, from which a value is told rather than asked about.
        viewpoints: that ``things`` were read under.
    """
    shares = _shares(things, viewpoints)
    return [_together(looks, shares, threshold, viewpoints.least) for looks in things]


def _shares(things: Iterable[Looks], viewpoints: Viewpoints) -> list[float]:
    """The stances' probabilities: under the true one the witnesses agree on most dice, and are sure."""
    known = [[look.evidence for look in looks if isinstance(look, DieReading) and look.evidence] for looks in things]
    count, torn = len(viewpoints.tilts), viewpoints.disagreement
    clear = [[_clarity(word, torn) for word in words] for words in known if len(words) == count]
    evidence = np.log(clear).sum(axis=0) if clear else np.zeros(count)
    odds = np.exp(evidence - evidence.max())
    return [float(share) for share in odds / odds.sum()]


def _clarity(word: Evidence, torn: float) -> float:
    """How well a die can be read: what is left of its likeliest value's probability if witnesses disagree on it."""
    return max(word.odds) * (1.0 if word.agreed else torn)


def _together(looks: Looks, shares: Sequence[float], threshold: float, least: float) -> Reading | None:
    """The likeliest stance's reading with the odds of all, each as much as it is likely; None for nothing."""
    if len(looks) == 1:
        return looks[0]
    there = [(share, look) for share, look in zip(shares, looks, strict=True) if isinstance(look, DieReading)]
    if 2 * sum(share for share, _ in there) < 1:
        return None
    best = max(there, key=lambda each: each[0])[1]
    known = [(share, look.evidence) for share, look in there if look.evidence is not None]
    odds = np.average([word.odds for _, word in known], axis=0, weights=[share for share, _ in known])
    agreeing = [word for share, word in known if share >= least and word.agreed]
    return retold(best, odds, any(np.argmax(word.odds) == odds.argmax() for word in agreeing), threshold)
