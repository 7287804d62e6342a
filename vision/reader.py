"""Reads single frames: detector, classifiers, enrolled dice, decision. One frame in, readings out.

A frame goes through these stages, each a module of `vision.recognition`:

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
from functools import lru_cache, partial
from pathlib import Path

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
from vision.recognition.decision import read_chip, read_die
from vision.recognition.detections import Candidate
from vision.recognition.detector import Detector
from vision.recognition.gates import gated, is_nothing, is_token
from vision.recognition.network import MODEL_FOLDER, OnnxNetwork
from vision.recognition.outputs import D6_KIND, D10_KIND
from vision.recognition.parameters import NETWORKS, THRESHOLD, Parameters, load
from vision.recognition.pose import TopFacePose
from vision.recognition.posterior import adjacent_face_likelihood, die_kind
from vision.recognition.scores import ClassifiedToken, RotationSweep, TokenOutputs, UprightScores
from vision.recognition.suppression import candidate, distinct
from vision.recognition.viewpoint import VIEWPOINTS, ViewpointReadings, Viewpoints, marginalised
from vision.types import Floats, Frame


class DiceReader:
    """Finds and reads dice and chips. Loads its networks once; not for two threads at a time.

    Args:
        folder: where the networks are.
        parameters: their numbers; without them those in ``folder``, which must have been fitted to these networks.
        viewpoints: that are tried where nothing is known of the camera.

    Attributes:
        parameters: likewise.
        enrolled: of the dice that their owner has taught; none at first.

    Raises:
        ModelError: a network is missing or damaged, or was replaced without its numbers.
    """

    def __init__(
        self, folder: Path = MODEL_FOLDER, parameters: Parameters | None = None, viewpoints: Viewpoints = VIEWPOINTS
    ) -> None:
        self._viewpoints = viewpoints
        networks = {name: OnnxNetwork(name, folder) for name in NETWORKS}
        digests = {name: network.sha256 for name, network in networks.items()}
        self.parameters = load(folder, digests) if parameters is None else parameters
        finder, whole, face, close = networks.values()
        self._detector, self._token_classifier = Detector(finder), TokenClassifier(whole)
        self._face_classifier, self._numeral_classifier = (
            UprightClassifier(face, FACE_CROP, FACE_AUGMENTATIONS),
            UprightClassifier(close),
        )
        self.enrolled = EnrolledDice(FaceEmbedder(close, face, whole), self.parameters)

    def see(
        self, frame: Frame, *, threshold: float = THRESHOLD, tilt_field: TiltField | None = None
    ) -> tuple[Reading, ...]:
        """Every die and chip in ``frame``, from left to right.

        Args:
            frame: BGR, uint8, shape (height, width, 3).
            threshold: probability, 0 to 1, from which a value is accepted; below it the reading is unsure.
            tilt_field: the camera's tilt at each pixel; if None, `vision.recognition.viewpoint` estimates it, for three
                times the time.

        Raises:
            FrameError: ``frame`` is no such array.
        """
        readings = (
            self._from_viewpoints(frame, threshold)
            if tilt_field is None
            else self._tilted(frame, threshold, tilt_field)
        )
        return tuple(sorted(readings, key=lambda reading: reading.box))

    def _tilted(self, frame: Frame, threshold: float, tilt_field: TiltField) -> list[Reading]:
        readings = []
        for outputs in self.classify(frame, tilt_field=tilt_field):
            kind = die_kind(outputs.scores, outputs.face, self.parameters)
            readings.append(gated(outputs.token, self._reading(frame, outputs, threshold), kind))
        return readings

    def _from_viewpoints(self, frame: Frame, threshold: float) -> list[Reading]:
        picture, candidates = self._candidates(frame)
        tokens = [self._classified(picture, one) for one in candidates]
        seen = [self._viewpoint_readings(frame, picture, token, threshold) for token in tokens]
        kinds = [die_kind(token.scores, parameters=self.parameters) for token in tokens]
        found = zip(tokens, marginalised(seen, threshold, self._viewpoints), kinds, strict=True)
        return [gated(token, reading, kind) for token, reading, kind in found if reading is not None]

    def classify(self, frame: Frame, *, tilt_field: TiltField | None = None) -> tuple[TokenOutputs, ...]:
        """What the networks say of every die and chip in ``frame``; arguments and errors as of `see`.

        Without ``tilt_field`` the camera is taken to look straight down.
        """
        picture, candidates = self._candidates(frame)
        tokens = [self._classified(picture, one, _tilt_at(one, tilt_field)) for one in candidates]
        outputs = (self._outputs(picture, token) for token in tokens if is_token(token))
        return tuple(one for one in outputs if not is_nothing(one, self.parameters))

    def pose_showing(self, frame: Frame, token: ClassifiedToken, digit: int) -> TopFacePose:
        """How a d10's top face lies, by the one of twelve views in which ``digit``, 0 to 9, is likeliest to stand."""
        picture = ImagePyramid(frame)
        scores, votes = self._token_classifier.sweep(picture, token)
        poses = votes.poses(token.pose)
        if scores.is_chip:
            return poses[0]
        likely = [orientation_prior(pose, votes)[0] * self._digit_evidence(picture, pose, digit) for pose in poses]
        return poses[int(np.argmax(likely))]

    def _digit_evidence(self, picture: ImagePyramid, pose: TopFacePose, digit: int) -> float:
        """How well both upright classifiers see a digit, 0 to 1; never quite nothing."""
        face, close = (one.classify(picture, pose)[digit] for one in (self._face_classifier, self._numeral_classifier))
        return float((face + self.parameters.smoothing) * (close + self.parameters.smoothing))

    # -- stage 1: detection

    def _candidates(self, frame: Frame) -> tuple[ImagePyramid, list[Candidate]]:
        _check(frame)
        picture = ImagePyramid(frame)
        detections = self._token_classifier.detect(picture, self._detector.find(frame))
        return picture, [candidate(one, detections, frame) for one in distinct(detections)]

    # -- stage 2: classification

    def _classified(self, picture: ImagePyramid, one: Candidate, tilt: Tilt = NO_TILT) -> ClassifiedToken:
        """The token classifier's part. What looks like a chip is swept, for its word may stand any way."""
        token = self._token_classifier.classify(picture, one, tilt)
        return replace(token, scores=self._token_classifier.sweep(picture, token)[0]) if token.scores.is_chip else token

    def _outputs(self, picture: ImagePyramid, token: ClassifiedToken) -> TokenOutputs:
        """What the upright classifiers add: nothing to a chip, every rotation of a d6, one pose of other dice."""
        if token.scores.is_chip:
            return TokenOutputs(token, None)
        if die_kind(token.scores, parameters=self.parameters) == D6_KIND:
            return TokenOutputs(token, self._swept(picture, token))
        return TokenOutputs(token, self._upright(picture, token))

    def _swept(self, picture: ImagePyramid, token: ClassifiedToken) -> RotationSweep:
        poses = [token.pose.turned(by) for by in SWEEP]
        face, close = (
            classifier.classify_poses(picture, poses)
            for classifier in (self._face_classifier, self._numeral_classifier)
        )
        return RotationSweep(
            face, close, orientation_prior(token.pose, self._token_classifier.sweep(picture, token)[1])
        )

    def _upright(self, picture: ImagePyramid, token: ClassifiedToken) -> UprightScores:
        face, close = (
            classifier.classify(picture, token.pose) for classifier in (self._face_classifier, self._numeral_classifier)
        )
        adjacent: tuple[Floats | None, Floats | None] = None, None
        if die_kind(token.scores, face, self.parameters) == D10_KIND:
            adjacent = self._numeral_classifier.classify_views(picture, *adjacent_views(token.pose))
        return UprightScores(face, close, adjacent)

    def _viewpoint_readings(
        self, frame: Frame, picture: ImagePyramid, token: ClassifiedToken, threshold: float
    ) -> ViewpointReadings:
        """What a token reads as under each viewpoint; if no d10, from straight above alone."""
        tokens = [token]
        if die_kind(token.scores, parameters=self.parameters) == D10_KIND and not token.scores.is_chip:
            tilted = (self._classified(picture, token.candidate, tilt) for tilt in self._viewpoints.views[1:])
            tokens += [replace(one, scores=replace(one.scores, kinds=token.scores.kinds)) for one in tilted]
        outputs = [self._outputs(picture, one) if is_token(one) else None for one in tokens]
        there = [None if one is None or is_nothing(one, self.parameters) else one for one in outputs]
        return [None if one is None else self._reading(frame, one, threshold) for one in there]

    # -- stages 3 and 4: decision, and the enrolled dice

    def _reading(self, frame: Frame, outputs: TokenOutputs, threshold: float) -> Reading:
        token, box = outputs.token, outputs.pose.bounds.box
        match outputs.upright:
            case None:
                return read_chip(token, threshold, self.parameters)
            case RotationSweep() as sweep:
                return read_d6(token, sweep, color_name(frame, box), threshold, self.parameters)
            case UprightScores() as upright:
                color = color_name(frame, box, outputs.pose.face_box)
                read = partial(read_die, token, upright, color, threshold, parameters=self.parameters)
                beside = partial(adjacent_face_likelihood, upright.adjacent, parameters=self.parameters)
                # An enrolled die is numbered as it was shown, so its adjacent faces say more.
                return self.enrolled.refine(
                    frame, outputs.pose, read(beside()), threshold, lambda known: read(beside(known, 1.0))
                )


@lru_cache(maxsize=1)
def _eyes() -> DiceReader:
    return DiceReader()


def see(frame: Frame, *, threshold: float = THRESHOLD, tilt_field: TiltField | None = None) -> tuple[Reading, ...]:
    """Read ``frame`` with the networks that come with the project; see ``DiceReader.see``."""
    return _eyes().see(frame, threshold=threshold, tilt_field=tilt_field)


def _tilt_at(one: Candidate, tilt_field: TiltField | None) -> Tilt:
    return NO_TILT if tilt_field is None else Tilt.of(tilt_field(*one.bounds.centre))


def _check(frame: Frame) -> None:
    if frame.shape[2:] != (3,) or frame.dtype != np.uint8 or not frame.size:
        raise FrameError(f"a frame is BGR uint8 of shape (height, width, 3), not {frame.dtype} of shape {frame.shape}")
