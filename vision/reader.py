"""Reads one picture at a time: detector, classifiers, decision, enrolled dice.

A picture goes through these stages, each a module of `vision.recognition`:

1. `detector` proposes what looks like a token; the token classifier sees each proposal once, and `suppression` drops
   duplicates, pips and groups. What is left are candidates.
2. `classifiers`: the token classifier sees each candidate in four rotations and estimates its pose. By that the other
   two see the top face upright: of a d10 its adjacent faces as well, of a d6 with numerals every rotation.
3. `gates` drop what is no token; `posterior` and `decision` make a reading of the rest, or abstain.
4. `vision.enrolled` compares a d10 with the dice that their owner has shown.

If the camera's tilt is unknown, stages 2 to 4 run once for each viewpoint of `vision.recognition.viewpoint`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np

from vision.enrolled.embedding import FaceEmbedder
from vision.enrolled.matcher import EnrolledDice
from vision.errors import FrameError
from vision.geometry.tilt import NO_TILT, Tilt, TiltField
from vision.readings import Reading
from vision.recognition.adjacent_faces import adjacent_views
from vision.recognition.classifiers import FACE_AUGMENTATIONS, SWEEP, TokenClassifier, UprightClassifier
from vision.recognition.color import color_name
from vision.recognition.crops import FACE_CROP, ImagePyramid
from vision.recognition.d6 import orientation_prior, read_d6
from vision.recognition.decision import MIN_POSE_CONSISTENCY, read_chip, read_die
from vision.recognition.detections import Bounds, Candidate
from vision.recognition.detector import Detector
from vision.recognition.gates import CUBES, gated, gated_together, is_nothing, is_token
from vision.recognition.network import MODEL_FOLDER, OnnxNetwork
from vision.recognition.outputs import D6_KIND, D10_KIND, OTHER_KIND, PIPS_KIND
from vision.recognition.parameters import NETWORKS, THRESHOLD, Parameters, load
from vision.recognition.pips import pip_geometry
from vision.recognition.pose import TopFacePose
from vision.recognition.posterior import adjacent_face_likelihood, die_kind
from vision.recognition.scores import ClassifiedToken, RotationSweep, TokenOutputs, UprightScores
from vision.recognition.suppression import candidate, distinct
from vision.recognition.viewpoint import VIEWPOINTS, ViewpointReadings, Viewpoints, marginalised
from vision.types import Box, Floats, Frame

LEAST_READ = 28
"""Pixels on the longer side from which all dice are found: of 24 hardly any is, of 26 two in three."""
ENLARGED, MOST_ENLARGED = 2.0, 8_000_000
"""By how much each side of a picture is enlarged to see smaller ones, and pixels that it has then at most."""
SURELY_DIE = 0.9
"""Probability of its kind from which what is seen there is a die: parts of a die's print have less."""


class DiceReader:
    """Finds and reads dice and chips. Loads its networks once; not for two threads at a time.

    ``parameters`` are those in ``folder``, which must belong to its networks, if not given; ``enrolled`` are the dice
    that their owner has shown. Raises ModelError if a network is missing, damaged, or was replaced without its
    parameters.
    """

    def __init__(
        self, folder: Path = MODEL_FOLDER, parameters: Parameters | None = None, viewpoints: Viewpoints = VIEWPOINTS
    ) -> None:
        networks = {name: OnnxNetwork(name, folder) for name in NETWORKS}
        digests = {name: network.sha256 for name, network in networks.items()}
        self.parameters = load(folder, digests) if parameters is None else parameters
        self._viewpoints = viewpoints
        detector, token, face, numeral = networks.values()
        self._detector, self._token_classifier = Detector(detector), TokenClassifier(token)
        self._face_classifier = UprightClassifier(face, FACE_CROP, FACE_AUGMENTATIONS)
        self._numeral_classifier = UprightClassifier(numeral)
        self.enrolled = EnrolledDice(FaceEmbedder(numeral, face, token), self.parameters)

    def read(
        self, picture: Frame, *, threshold: float = THRESHOLD, tilt_field: TiltField | None = None
    ) -> tuple[Reading, ...]:
        """Every die and chip in ``picture``, from left to right.

        Args:
            picture: BGR, uint8, shape (height, width, 3).
            threshold: probability, 0 to 1, from which a value is accepted; below it the reading is unsure.
            tilt_field: the camera's tilt at each pixel; if None, `viewpoint` estimates it, for three times the time.

        Raises:
            FrameError: ``picture`` is no such array.
        """
        if tilt_field is None:
            readings = self._from_viewpoints(picture, threshold)
        else:
            readings = [
                gated(one.token, self._reading(picture, one, threshold), self._kind(one.token, one.face))
                for one in self.classify(picture, tilt_field=tilt_field)
            ]
        return tuple(sorted(readings, key=lambda reading: reading.box))

    def _from_viewpoints(self, picture: Frame, threshold: float) -> list[Reading]:
        pyramid, candidates = self._candidates(picture)
        tokens = [self._classified(pyramid, one) for one in candidates]
        seen = [self._viewpoint_readings(picture, pyramid, token, threshold) for token in tokens]
        marginal = zip(tokens, marginalised(seen, threshold, self._viewpoints), strict=True)
        found = [(token, reading, self._kind(token)) for token, reading in marginal if reading is not None]
        return gated_together(found)

    def classify(self, picture: Frame, *, tilt_field: TiltField | None = None) -> tuple[TokenOutputs, ...]:
        """The networks' outputs for every die and chip in a picture, without ``tilt_field`` as from straight above."""
        pyramid, candidates = self._candidates(picture)
        tilts = [NO_TILT if tilt_field is None else Tilt.of(tilt_field(*one.bounds.centre)) for one in candidates]
        tokens = map(self._classified, repeat(pyramid), candidates, tilts)
        outputs = (self._outputs(pyramid, token) for token in tokens if is_token(token))
        return tuple(one for one in outputs if not is_nothing(one, self.parameters))

    def too_small(self, picture: Frame) -> list[Box]:
        """Where dice of 14 pixels and more seem to lie that are too small to be read; none in a very large picture."""
        zoom = min(ENLARGED, (MOST_ENLARGED / (picture.shape[0] * picture.shape[1])) ** 0.5)
        if zoom <= 1:
            return []
        enlarged = np.asarray(cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC), np.uint8)
        seen = (one for one in self.classify(enlarged) if one.pose.bounds.size < LEAST_READ * zoom)
        dice = (one for one in seen if one.scores.kinds[[D10_KIND, D6_KIND, PIPS_KIND]].max() >= SURELY_DIE)
        return [Bounds(*(edge / zoom for edge in one.pose.bounds)).box for one in dice]

    def pose_showing(self, picture: Frame, outputs: TokenOutputs, digit: int) -> TopFacePose:
        """A d10's pose or, if its views disagree, that of twelve in which ``digit``, 0 to 9, is likeliest to stand."""
        if outputs.pose.consistency >= MIN_POSE_CONSISTENCY:
            return outputs.pose
        pyramid = ImagePyramid(picture)
        scores, votes = self._token_classifier.sweep(pyramid, outputs.token)
        poses = votes.poses(outputs.pose)
        if scores.is_chip:
            return poses[0]
        smoothing = self.parameters.smoothing
        priors = [orientation_prior(pose, votes)[0] for pose in poses]
        seen = [[each.classify(pyramid, pose)[digit] for each in self._upright_classifiers] for pose in poses]
        return poses[int(np.argmax(priors * np.prod(np.add(seen, smoothing), axis=1)))]

    # -- stage 1: detection

    def _candidates(self, picture: Frame) -> tuple[ImagePyramid, list[Candidate]]:
        if picture.shape[2:] != (3,) or picture.dtype != np.uint8 or not picture.size:
            found = f"{picture.dtype} of shape {picture.shape}"
            raise FrameError(f"a picture is BGR uint8 of shape (height, width, 3), not {found}")
        pyramid = ImagePyramid(picture)
        detections = self._token_classifier.detect(pyramid, self._detector.find(picture))
        return pyramid, [candidate(one, detections, picture) for one in distinct(detections)]

    # -- stage 2: classification

    def _classified(self, pyramid: ImagePyramid, one: Candidate, tilt: Tilt = NO_TILT) -> ClassifiedToken:
        """The token classifier's part. What looks like a chip is swept, for its word may stand any way."""
        token = self._token_classifier.classify(pyramid, one, tilt)
        return replace(token, scores=self._token_classifier.sweep(pyramid, token)[0]) if token.scores.is_chip else token

    @property
    def _upright_classifiers(self) -> tuple[UprightClassifier, UprightClassifier]:
        return self._face_classifier, self._numeral_classifier

    def _kind(self, token: ClassifiedToken, face: Floats | None = None) -> int:
        return die_kind(token.scores, face, self.parameters)

    def _outputs(self, pyramid: ImagePyramid, token: ClassifiedToken) -> TokenOutputs:
        """With those of the upright classifiers: none for a chip, each rotation of a d6, one pose of other dice."""
        if token.scores.is_chip:
            return TokenOutputs(token, None)
        if self._kind(token) == D6_KIND:
            poses = [token.pose.turned(by) for by in SWEEP]
            face, numeral = (each.classify_poses(pyramid, poses) for each in self._upright_classifiers)
            votes = self._token_classifier.sweep(pyramid, token)[1]
            return TokenOutputs(token, RotationSweep(face, numeral, orientation_prior(token.pose, votes)))
        face, numeral = (each.classify(pyramid, token.pose) for each in self._upright_classifiers)
        kind = self._kind(token, face)
        views = adjacent_views(token.pose) if kind == D10_KIND else (None, None)
        adjacent = self._numeral_classifier.classify_views(pyramid, *views)
        geometry = pip_geometry(pyramid, token.pose) if kind == PIPS_KIND else None
        return TokenOutputs(token, UprightScores(face, numeral, adjacent, geometry))

    def _viewpoint_readings(
        self, picture: Frame, pyramid: ImagePyramid, token: ClassifiedToken, threshold: float
    ) -> ViewpointReadings:
        """What a token reads as under each viewpoint; if no d10 or cube, from straight above alone."""
        kind, looks = self._kind(token), [self._look(picture, pyramid, token, threshold)]
        if token.scores.is_chip or kind == OTHER_KIND or (kind in CUBES and looks[0] is None):
            return looks
        tilted = (self._classified(pyramid, token.candidate, tilt) for tilt in self._viewpoints.views[1:])
        alike = (replace(one, scores=replace(one.scores, kinds=token.scores.kinds)) for one in tilted)
        # A cube's numeral may not be seen under the wrong viewpoint, and it is a cube all the same.
        return [*looks, *(self._look(picture, pyramid, one, threshold, surely=kind in CUBES) for one in alike)]

    def _look(
        self, picture: Frame, pyramid: ImagePyramid, token: ClassifiedToken, threshold: float, *, surely: bool = False
    ) -> Reading | None:
        """A token's reading; None if it is none, unless it ``surely`` is one."""
        if not (surely or is_token(token)):
            return None
        outputs = self._outputs(pyramid, token)
        there = surely or not is_nothing(outputs, self.parameters)
        return self._reading(picture, outputs, threshold) if there else None

    # -- stages 3 and 4: decision, and the enrolled dice

    def _reading(self, picture: Frame, outputs: TokenOutputs, threshold: float) -> Reading:
        token, box = outputs.token, outputs.pose.bounds.box
        match outputs.upright:
            case None:
                return read_chip(token, threshold, self.parameters)
            case RotationSweep() as sweep:
                return read_d6(token, sweep, color_name(picture, box), threshold, self.parameters)
            case UprightScores() as upright:
                color = color_name(picture, box, outputs.pose.face_box)
                read = partial(read_die, token, upright, color, threshold, parameters=self.parameters)
                adjacent = partial(adjacent_face_likelihood, upright.adjacent, parameters=self.parameters)
                # An enrolled die is numbered as it was shown, so its adjacent faces say more.
                return self.enrolled.refine(
                    picture, outputs.pose, read(adjacent()), threshold, lambda known: read(adjacent(known, 1.0))
                )
