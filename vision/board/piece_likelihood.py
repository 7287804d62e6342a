"""How likely a patch of a piece's colour is a standing piece, and no print: one logistic law, fitted to other boards.

A ridge regression on the even seeds of `vision.training.render.boards` and of ``tests/support/pawned.py``, on patches
at places; never on the simulator's pictures, and never on an odd seed.
`vision.training.fit_pieces` fits and prints the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.board.marked_places import MarkedPlaces
from vision.board.piece_finder import ColoredPatch
from vision.types import Floats

WEIGHTS: Final[dict[str, float]] = {
    "one": 3.28,
    "slim": -3.12,
    "stout": -2.21,
    "long": -2.22,
    "joined": -1.99,
    "foot_joined": -0.59,
    "relief": 1.07,
    "shadow": 0.65,
    "away": -2.20,
    "printed": -0.84,
    "mixed": -2.57,
    "rim_mixed": -0.50,
    "repeated": -4.78,
    "repeated_even": -2.58,
    "centred_even": -2.41,
}
"""Of each feature, in log odds; see `features`."""
SLIM, STOUT = 0.62, 1.3
"""Widths, in feet as they should be, between which none speaks against a piece."""
EVEN, USUAL = 0.1, 0.15
"""How uneven the light of print is at most, and that of half of all pieces at least."""
CENTRED, ALMOST_CENTRED = 1.3, 2.5
"""So near to the middle of its place, mm, print lies, and what repeats it may seem to."""
RESIDUE, RESIDUE_MOST = 0.12, 0.6
"""Share of another colour from which a patch in a colour of the board's print is what is left of that, and how likely
it is a piece at most."""
ALIKE_WIDTH, ALIKE_SIZE = 0.15, 0.3
"""Logarithms by which widths and sizes of print differ at most that is repeated."""
FEWEST, FEWEST_EVEN, MANY = 4, 2, 4
"""Patches alike that say nothing, since so many may stand in a row, and even ones; how many more of them say all."""


def likelihoods(patches: Sequence[ColoredPatch], places: MarkedPlaces, printed: frozenset[int]) -> Floats:
    """Of each patch, 0 to 1, that it is a piece where it seems to be; ``printed`` are colours of the board's print."""
    if not patches:
        return np.zeros(0)
    odds = features(patches, places, printed) @ np.array(list(WEIGHTS.values()))
    most = [RESIDUE_MOST if each.color in printed and each.mixed > RESIDUE else 1.0 for each in patches]
    return np.asarray(np.minimum(1 / (1 + np.exp(-odds)), most))


def features(patches: Sequence[ColoredPatch], places: MarkedPlaces, printed: frozenset[int]) -> Floats:
    """What speaks for and against each patch, shape (patches, weights)."""
    away = np.array([places.nearest(patch.foot)[1] for patch in patches])
    return np.array(
        [
            _features(patch, far, _company(patch, far, patches, away), places, printed)
            for patch, far in zip(patches, away, strict=True)
        ]
    )


def _company(patch: ColoredPatch, far: float, patches: Sequence[ColoredPatch], away: Floats) -> tuple[int, int]:
    """How many patches of its colour lie like it in the middle of a place: of its size, and even ones of any."""
    if far > ALMOST_CENTRED:
        return 0, 0
    near = [
        other for other, off in zip(patches, away, strict=True) if off <= ALMOST_CENTRED and other.color == patch.color
    ]
    alike = sum(
        abs(np.log(other.width / patch.width)) < ALIKE_WIDTH
        and abs(np.log(other.across * other.length / (patch.across * patch.length))) < ALIKE_SIZE
        for other in near
    )
    return alike, sum(other.relief < EVEN for other in near) if patch.relief < USUAL else 0


def _features(
    patch: ColoredPatch, away: float, company: tuple[int, int], places: MarkedPlaces, printed: frozenset[int]
) -> list[float]:
    width = min(patch.across, patch.length) / places.piece
    lean = (patch.length - patch.across) / places.piece
    relief = float(np.clip(np.log(max(patch.relief, 1e-3) / USUAL) / np.log(3), -1.5, 1.2))
    alike, even = (
        min(max(count - few, 0) / MANY, 1.0) for count, few in zip(company, (FEWEST, FEWEST_EVEN), strict=True)
    )
    return [
        1.0,
        max(0.0, float(np.log(SLIM / width))),
        max(0.0, float(np.log(width / STOUT))),
        max(0.0, lean - max(0.3, patch.longest)) + max(0.0, -lean - 0.4),
        1 - patch.apart,
        1 - patch.alone,
        relief,
        float(np.clip(patch.shadow, 0, 0.5)),
        float(np.clip(away / places.reach - 1, 0, 1)),
        float(patch.color in printed),
        patch.mixed,
        patch.rim_mixed,
        alike,
        even,
        max(0.0, -relief) * float(away <= CENTRED),
    ]
