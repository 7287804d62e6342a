"""The colour of one owner's die, as this camera sees it: it separates dice that have one colour name.

Every picture of the die gives one colour, of its body; their mean and covariance are the model. Rule kept here: lamps
change, so lightness counts for little, and a covariance is never narrower than a lamp makes in an evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Box, Floats, Frame

INNER = 0.62
"""Share of the box, across and down, that surely belongs to the die."""
BLACK = (16.0, 0.0, 0.0)
"""What is added to L*, a*, b* so that more light multiplies all three: their definition takes it off."""
BODY = 60
"""Per cent of those pixels, the ones nearest to their median, that count as body: numerals and gleams do not."""
BRIGHTER = 0.18
"""Standard deviation of a lamp's factor of L* + 16, a* and b*, all three alike."""
LAMPLIGHT = (7.0, 6.0, 6.0)
"""Standard deviations of L*, a* and b* by a lamp's own colour, a shadow or a gleam besides."""
ALIKE = 12.0
"""Squared Mahalanobis distance up to which a colour may be the die's: of three normal values, 99 in 100 are nearer."""
DIMMEST = 0.6
"""A lamp's smallest factor of L* + 16, a* and b*: by distance alone a black die may be a white one in the dark."""
RELIT = 4 * ALIKE
"""The same under a lamp twice as coloured."""


def body_color(picture: Frame, box: Box) -> Floats:
    """L*, a*, b* (CIE 1976), shape (3,), of the body of the die in ``box`` of a BGR picture."""
    across, down = round(box.width * (1 - INNER) / 2), round(box.height * (1 - INNER) / 2)
    left, top = min(max(box.x + across, 0), picture.shape[1] - 1), min(max(box.y + down, 0), picture.shape[0] - 1)
    part = picture[top : max(box.bottom - down, top + 1), left : max(box.right - across, left + 1)]
    pixels = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    away = np.linalg.norm(pixels - np.median(pixels, axis=0), axis=1)
    return np.asarray(np.median(pixels[away <= np.percentile(away, BODY)], axis=0), np.float64)


def delta_e(one: Floats, other: Floats) -> float:
    """How far apart two such colours are (CIE 1976): two that people just distinguish some 2, red and blue some 150."""
    return float(np.linalg.norm(one - other))


@dataclass(frozen=True, eq=False)
class ColorModel:
    """A die's colour: mean L*, a*, b*, shape (3,), and their covariance, (3, 3), the lamp's share included.

    ``shares`` are the brightness of the darkest and the brightest picture, as shares of the mean: a die in patches
    varies.
    """

    mean: Floats
    covariance: Floats
    shares: tuple[float, float] = (1.0, 1.0)

    @classmethod
    def of(cls, colors: Sequence[Floats]) -> ColorModel:
        """From the colours of the same die in some pictures, at least one."""
        seen = np.array(colors, np.float64)
        mean, spread = seen.mean(axis=0), np.cov(seen.T) if len(seen) > 1 else np.zeros((3, 3))
        brighter = BRIGHTER * (mean + BLACK)
        lit = [_share(color, mean) for color in seen]
        return cls(mean, spread + np.outer(brighter, brighter) + np.diag(np.square(LAMPLIGHT)), (min(lit), max(lit)))

    def distance(self, color: Floats) -> float:
        """Squared Mahalanobis distance; see ALIKE."""
        return float(self.distances(color))

    def distances(self, colors: Floats) -> Floats:
        """The same of many colours, shape (…, 3)."""
        away = colors - self.mean
        return np.asarray(((away @ np.linalg.inv(self.covariance)) * away).sum(axis=-1))

    def is_lit_alike(self, color: Floats) -> bool:
        """Whether a lamp could make the die as bright or dark as ``color``; see DIMMEST."""
        darkest, brightest = self.shares
        return DIMMEST * darkest <= _share(color, self.mean) <= brightest / DIMMEST


def _share(color: Floats, mean: Floats) -> float:
    """How bright a colour is beside the mean."""
    known = mean + BLACK
    return float((color + BLACK) @ known / (known @ known))
