"""Three stages of a detection: proposal, detection, candidate.

A `Proposal` looks like a token to the detector. A `Detection` has been seen once by the token classifier. A `Candidate`
is left when duplicates, pips and groups are dropped (`vision.recognition.suppression`), and is classified closely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vision.types import Box, Point


class Bounds(NamedTuple):
    """An upright rectangle around a token, in fractional pixels of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> Point:
        """x, y of its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> float:
        """The longer side in pixels."""
        return max(self.right - self.left, self.bottom - self.top)

    @property
    def area(self) -> float:
        """In square pixels."""
        return max(self.right - self.left, 0.0) * max(self.bottom - self.top, 0.0)

    @property
    def box(self) -> Box:
        """The same in whole pixels."""
        left, top = round(self.left), round(self.top)
        return Box(left, top, round(self.right) - left, round(self.bottom) - top)

    def overlap(self, other: Bounds) -> float:
        """Intersection over the smaller of both, 0 to 1."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0.0) * max(down, 0.0) / max(min(self.area, other.area), 1e-6)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What looks like a token to the detector, with a score of 0 to 1."""

    bounds: Bounds
    score: float


@dataclass(frozen=True, slots=True)
class Detection:
    """A proposal that the token classifier has seen once.

    Attributes:
        bounds: corrected.
        score: 0 to 1: the detector's, times the probability that it shows a numeral, pips or a word.
        kind: the likeliest of `vision.recognition.outputs.KINDS`.
        kind_score: 0 to 1, its probability.
    """

    bounds: Bounds
    score: float
    kind: str
    kind_score: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A detection that is to be classified closely.

    Attributes:
        border_margin: how far within the picture it lies, in sizes of it; below 0 it reaches out of the picture.
        has_inner_token: whether something that looks like a token lies in it.
        outward: x, y of its middle from that of the picture, whose edges are at -1 and 1.
    """

    bounds: Bounds
    score: float
    border_margin: float
    has_inner_token: bool
    outward: Point = (0.0, 0.0)
