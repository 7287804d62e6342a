"""Face embedding: features of the three networks' penultimate layers, used to match an enrolled die.

The numeral classifier's sees the numeral, the face classifier's the face around it, the token classifier's all of the
die, its adjacent faces and its specks.
"""

from __future__ import annotations

import numpy as np

from vision.recognition.adjacent_faces import adjacent_views
from vision.recognition.classifiers import UprightClassifier, upright_views
from vision.recognition.crops import (
    FACE_CROP,
    NUMERAL_CROP,
    TOKEN_SIZE,
    Crop,
    ImagePyramid,
    normalised,
    with_tilt_planes,
)
from vision.recognition.network import OnnxNetwork
from vision.recognition.pose import TopFacePose
from vision.types import Floats

DIE = Crop(4.6, TOKEN_SIZE)
"""What the token classifier is shown of an upright die: all of it and a little of the table."""


class FaceEmbedder:
    """Turns a face into a vector, by the classifiers' networks; ``fingerprint`` is theirs."""

    def __init__(self, numeral: OnnxNetwork, face: OnnxNetwork, token: OnnxNetwork) -> None:
        self._numeral_network, self._face_network, self._token_network = numeral, face, token
        self._numeral_classifier = UprightClassifier(numeral)
        self.fingerprint = "-".join(network.sha256[:16] for network in (numeral, face, token))

    def __call__(self, pyramid: ImagePyramid, pose: TopFacePose) -> Floats:
        """The embedding of the top face of ``pose``, a unit vector, shape (D,)."""
        numeral = self._numeral_network.features(normalised(upright_views(pyramid, pose, NUMERAL_CROP)))
        face = self._face_network.features(normalised(upright_views(pyramid, pose, FACE_CROP)))
        around = upright_views(pyramid, pose, DIE)
        die = self._token_network.features(with_tilt_planes(around, np.zeros((len(around), 2))))
        means = [np.mean([unit(view) for view in views], axis=0) for views in (numeral, face, die)]
        return unit(np.concatenate([unit(mean) for mean in means]))

    def adjacent_scores(self, pyramid: ImagePyramid, pose: TopFacePose) -> tuple[Floats | None, Floats | None]:
        """The numeral classifier's outputs for the adjacent faces, left and right, (17,) each; None if not visible."""
        return self._numeral_classifier.classify_views(pyramid, *adjacent_views(pose))


def unit(vector: Floats) -> Floats:
    """The vector at length 1, or as it is if it has none."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)
