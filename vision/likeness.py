"""What the networks make of one face, before they give it a name: by this a face that was shown is known again.

The second witness's last layer but one sees the numeral, the first's sees the die around it, its neighbours and its
specks; on rendered dice both together find the face more often than either.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vision.network import Network
from vision.ring import neighbour_views
from vision.views import CLOSE_MARGIN, CLOSE_SIZE, WHOLE_SIZE, Halvings, Matrix, leant, standardised, view_matrix
from vision.witness import NUDGES, Statement, UprightWitness

Floats = npt.NDArray[np.floating[Any]]
Views = npt.NDArray[np.uint8]

DIE_MARGIN = 4.6
"""Side of the first witness's upright view over the numeral's height: the die and a little of what it lies on."""


class Likeness:
    """Turns a face into a vector.

    Args:
        close: the second witness's network.
        whole: the first's.

    Attributes:
        fingerprint: tells these networks from any others.
    """

    def __init__(self, close: Network, whole: Network) -> None:
        self._close, self._whole = close, whole
        self._witness = UprightWitness(close)
        self.fingerprint = f"{close.fingerprint}-{whole.fingerprint}"

    def __call__(self, picture: Halvings, told: Statement) -> Floats:
        """What is on top of a die, as a unit vector, shape (D,).

        Args:
            picture: the die is in it.
            told: how its numeral lies there.
        """
        numeral = self._close.features(standardised(upright_views(picture, told, CLOSE_MARGIN, CLOSE_SIZE)))
        around = upright_views(picture, told, DIE_MARGIN, WHOLE_SIZE)
        die = self._whole.features(leant(around, np.zeros((len(around), 2))))
        return unit(np.concatenate((_mean(numeral), _mean(die))))

    def beside(self, picture: Halvings, told: Statement) -> list[Floats | None]:
        """The second witness's word on the numerals left and right of the top one, (17,) each; None for one not seen.

        Args:
            picture: the die is in it.
            told: how its numeral lies there.
        """
        neighbours: list[Matrix | None] = neighbour_views(told)
        return self._witness.neighbours(picture, neighbours)


def upright_views(picture: Halvings, told: Statement, margin: float, size: int) -> Views:
    """The die with its top numeral upright, a little askew in as many ways as NUDGES, shape (N, size, size, 3)."""
    side = told.height * margin
    matrices = [view_matrix(told.middle, side * stretch, told.angle + tilt, size) for tilt, stretch in NUDGES]
    return np.stack([picture.view(matrix, size) for matrix in matrices])


def unit(vector: Floats) -> Floats:
    """The vector at length 1, or as it is if it has none."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def _mean(features: Floats) -> Floats:
    return unit(np.mean([unit(one) for one in features], axis=0))
