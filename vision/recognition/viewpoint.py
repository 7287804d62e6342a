"""How the camera looks on where nobody says: the way in which the dice make sense together.

From the side a side face can look larger than the top one, and then all witnesses alike read it for that. So a picture
without a board is read as if taken from straight above and as if from the side, and what a die may be under any likely
stance counts. Rule kept here: a value is told only if no likely stance speaks for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.readings import DieReading, Evidence, Reading
from vision.recognition.crops import Level
from vision.recognition.posterior import retold

TILTS = (0.0, 0.25, 0.5)
"""Tangents of the camera's tilts that are tried: 0, 14 and 27 degrees, under which dice can be read up to 45 as well.

What is farther away is taken to be higher in the picture, as in pictures that people take.
"""
STANCES = tuple(Level.leaning((0.0, -tilt)) for tilt in TILTS)
TORN = 0.02
"""How likely witnesses are to disagree on a die under the true stance, beside how likely they are to agree."""
LEAST = 0.05
"""A stance's probability below which nobody who agrees under it alone makes a value sure."""

Looks = Sequence[Reading | None]
"""What one d10 reads as under each of the STANCES, None where it would be nothing; of anything else the first alone."""


def agreed(things: Sequence[Looks], threshold: float) -> list[Reading | None]:
    """What every thing in a picture is, whichever way the camera looked on; None for nothing.

    Args:
        things: what each reads as; a d10 is nothing if it is under the likelier stances.
        threshold: probability, 0 to 1, from which a value is told rather than asked about.
    """
    shares = _shares(things)
    return [_together(looks, shares, threshold) for looks in things]


def _shares(things: Iterable[Looks]) -> list[float]:
    """The stances' probabilities: under the true one the witnesses agree on most dice, and are sure."""
    known = [[look.evidence for look in looks if isinstance(look, DieReading) and look.evidence] for looks in things]
    clear = [[_clarity(word) for word in words] for words in known if len(words) == len(STANCES)]
    evidence = np.log(clear).sum(axis=0) if clear else np.zeros(len(STANCES))
    odds = np.exp(evidence - evidence.max())
    return [float(share) for share in odds / odds.sum()]


def _clarity(word: Evidence) -> float:
    """How well a die can be read: what is left of its likeliest value's probability if witnesses disagree on it."""
    return max(word.odds) * (1.0 if word.agreed else TORN)


def _together(looks: Looks, shares: Sequence[float], threshold: float) -> Reading | None:
    """The likeliest stance's reading with the odds of all, each as much as it is likely; None for nothing."""
    if len(looks) == 1:
        return looks[0]
    there = [(share, look) for share, look in zip(shares, looks, strict=True) if isinstance(look, DieReading)]
    if 2 * sum(share for share, _ in there) < 1:
        return None
    best = max(there, key=lambda each: each[0])[1]
    known = [(share, look.evidence) for share, look in there if look.evidence is not None]
    odds = np.average([word.odds for _, word in known], axis=0, weights=[share for share, _ in known])
    agreeing = [word for share, word in known if share >= LEAST and word.agreed]
    return retold(best, odds, any(np.argmax(word.odds) == odds.argmax() for word in agreeing), threshold)
