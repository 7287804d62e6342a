"""What the networks make of one face, before they give it a name: by this a face that was shown is known again.

The second witness's last layer but one sees the numeral, the third's the face around it, the first's all of the die,
its neighbours and its specks. Of 2,779 looks at rendered dice to train on, all three mistake 20 for another face,
25 without the third.
"""

from __future__ import annotations

import numpy as np

from vision.recognition.adjacent_faces import neighbour_views
from vision.recognition.classifiers import Statement, UprightWitness, upright_views
from vision.recognition.crops import CLOSE, FACE, WHOLE_SIZE, Crop, Halvings, leant, standardised
from vision.recognition.network import OnnxNetwork
from vision.types import Floats, Matrix

DIE = Crop(4.6, WHOLE_SIZE)
"""What the first witness sees of an upright die: all of it and a little of what it lies on."""


class Likeness:
    """Turns a face into a vector.

    Args:
        close: the second witness's network.
        face: the third's.
        whole: the first's.

    Attributes:
        fingerprint: tells these networks from any others.
    """

    def __init__(self, close: OnnxNetwork, face: OnnxNetwork, whole: OnnxNetwork) -> None:
        self._close, self._face, self._whole = close, face, whole
        self._witness = UprightWitness(close)
        self.fingerprint = "-".join(network.sha256[:16] for network in (close, face, whole))

    def __call__(self, picture: Halvings, told: Statement) -> Floats:
        """What is on top of a die, as a unit vector, shape (D,).

        Args:
            picture: the die is in it.
            told: how its numeral lies there.
        """
        numeral = self._close.features(standardised(upright_views(picture, told, CLOSE)))
        face = self._face.features(standardised(upright_views(picture, told, FACE)))
        around = upright_views(picture, told, DIE)
        die = self._whole.features(leant(around, np.zeros((len(around), 2))))
        return unit(np.concatenate([_mean(looks) for looks in (numeral, face, die)]))

    def beside(self, picture: Halvings, told: Statement) -> list[Floats | None]:
        """The second witness's word on the numerals left and right of the top one, (17,) each; None for one not seen.

        Args:
            picture: the die is in it.
            told: how its numeral lies there.
        """
        neighbours: list[Matrix | None] = neighbour_views(told)
        return self._witness.neighbours(picture, neighbours)


def unit(vector: Floats) -> Floats:
    """The vector at length 1, or as it is if it has none."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def _mean(features: Floats) -> Floats:
    return unit(np.mean([unit(one) for one in features], axis=0))
