"""Whether a piece lies on its side: its outline is another than those of the pieces that stand.

The pieces of one game are alike, and nothing else is known of them: a meeple that stands is as long as a pawn on its
side. So a patch is told to lie only after pieces that stand, and that look alike among themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.types import Points

FEWEST = 12
"""Outlines of standing pieces by which another is judged."""
MOST_AREA, MOST_STRETCH = 1.4, 1.3
"""How many times as large, and as long, the larger ones of pieces that are alike are at most."""
LARGER = 0.2, 0.8
"""Which of them are compared: a few may be hidden in part, or lie themselves."""
SMALL, LONG = 0.8, 1.12
"""How many times as large and as long as these a piece is that lies: at most and at least."""


@dataclass(frozen=True, slots=True)
class PieceOutline:
    """A patch's outline: its ``area``, mm², and its ``stretch``, how many times as long as wide it is, from 1 on."""

    area: float
    stretch: float

    @classmethod
    def of(cls, places: Points, pixel: float) -> Self:
        """Of a patch's pixels, mm, shape (N, 2), each ``pixel`` mm wide."""
        narrow, wide = np.linalg.eigvalsh(np.cov(places.T) + np.eye(2) * pixel**2 / 12)
        return cls(len(places) * pixel**2, float(np.sqrt(wide / narrow)))


def lies(outline: PieceOutline, standing: Sequence[PieceOutline]) -> bool:
    """Whether a piece with that outline is surely another view of the pieces that stand with these."""
    if len(standing) < FEWEST:
        return False
    small, large = np.quantile([each.area for each in standing], LARGER)
    short, long = np.quantile([each.stretch for each in standing], LARGER)
    if large > MOST_AREA * small or long > MOST_STRETCH * short:
        return False
    return bool(outline.area < SMALL * small or outline.stretch > LONG * long)
