"""Three classifiers look at every token, so that one misreading is noticed.

The token classifier sees the whole token, turned four ways: it names its kind, pips or word, and estimates how the
numeral lies. By that pose the numeral is set upright for the other two: the numeral classifier sees it alone, the face
classifier the face around it as well, and a digit is accepted only if they agree. Where the camera's tilt is known, all
see the token as from straight above.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import pi
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.geometry.tilt import NO_TILT, Tilt, up_angle
from vision.recognition.crops import (
    NUMERAL_CROP,
    TOKEN_MARGIN,
    TOKEN_SIZE,
    Crop,
    ImagePyramid,
    normalised,
    rectified_view,
    with_tilt_planes,
)
from vision.recognition.detections import Bounds, Candidate, Detection, Proposal
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import KINDS
from vision.recognition.outputs import TokenOutputLayout as Channels
from vision.recognition.pose import PoseVotes, TopFacePose
from vision.recognition.scores import ClassifiedToken, TokenScores, softmax
from vision.types import Floats, Matrix, Point, Tensor

Augmentations: TypeAlias = Sequence[tuple[float, float]]

QUARTERS = tuple(turn * pi / 2 for turn in range(4))
"""By quarters of a circle, so that in each of them a silhouette's box is a box."""
SWEEP = tuple(turn * pi / 6 for turn in range(12))
"""All round, for what may stand any way: in one of these a numeral or word is upright enough."""
NUMERAL_AUGMENTATIONS = tuple((turn, stretch) for turn in (-0.17, 0.0, 0.17) for stretch in (0.9, 1.1))
"""Test-time augmentation of the numeral's crop: rotation (radians) and scale."""
FACE_AUGMENTATIONS = ((0.0, 1.0),)
"""The same of the face's crop: more views cost more and changed nothing."""
UPRIGHTNESS = 10.0
"""How little a view counts in which the chip's word does not stand upright: a quarter if it is 30 degrees off."""
SURELY_NONE = 0.95
"""Probability of "none" above which a proposal gets no second, rotated pass."""
NARROWEST = 4
"""Pixels across, at least, of a detection's bounds."""


class TokenClassifier:
    """Classifies whole tokens, by the network ``whole``."""

    def __init__(self, network: OnnxNetwork) -> None:
        self._network = network

    def detect(self, pyramid: ImagePyramid, proposals: list[Proposal]) -> list[Detection]:
        """Each proposal seen once: its bounds corrected, its score lowered by the probability of `NEITHER`.

        What seems to be none, but not surely, is seen again upside down; the view with the higher score counts.
        """
        seen = self._detections(pyramid, proposals, QUARTERS[0])
        unsure = [place for place, one in enumerate(seen) if one.kind == "none" and one.kind_score < SURELY_NONE]
        again = self._detections(pyramid, [proposals[place] for place in unsure], QUARTERS[2])
        for place, upside_down in zip(unsure, again, strict=True):
            seen[place] = max(seen[place], upside_down, key=lambda one: one.score)
        return seen

    def _detections(self, pyramid: ImagePyramid, proposals: list[Proposal], turn: float) -> list[Detection]:
        if not proposals:
            return []
        framings = [_framing(proposal.bounds, turn, NO_TILT) for proposal in proposals]
        outputs = self._outputs(pyramid, framings)
        return [_detection(*parts) for parts in zip(proposals, outputs, framings, strict=True)]

    def classify(self, pyramid: ImagePyramid, candidate: Candidate, tilt: Tilt = NO_TILT) -> ClassifiedToken:
        """See a candidate in four rotations, as from straight above if its ``tilt`` is known."""
        framings = [_framing(candidate.bounds, turn, tilt) for turn in QUARTERS]
        outputs = self._outputs(pyramid, framings)
        labels, pips, kinds = (
            softmax(outputs[:, part]).mean(axis=0) for part in (Channels.LABELS, Channels.PIPS, Channels.KINDS)
        )
        return ClassifiedToken(candidate, _pose(candidate.bounds, outputs, framings), TokenScores(labels, pips, kinds))

    def sweep(self, pyramid: ImagePyramid, token: ClassifiedToken) -> tuple[TokenScores, PoseVotes]:
        """See the token in twelve rotations: its scores, by the views that show a word upright, and each view's pose.

        Of pips, which look alike all round, the scores stay as they were.
        """
        framings = [_framing(token.pose.bounds, turn, token.pose.tilt) for turn in SWEEP]
        outputs = self._outputs(pyramid, framings)
        # Weights of the views, by how upright the word stands in them; together 1.
        ups = outputs[:, Channels.UP].astype(np.float64)
        near = np.exp(-UPRIGHTNESS * (1 + ups[:, 1] / np.maximum(np.hypot(*ups.T), 1e-6)))
        weights = near / near.sum()
        labels, kinds = (weights @ softmax(outputs[:, part]) for part in (Channels.LABELS, Channels.KINDS))
        return TokenScores(labels, token.scores.pips, kinds), _votes(outputs, framings)

    def _outputs(self, pyramid: ImagePyramid, framings: list[Framing]) -> Tensor:
        views = np.stack([pyramid.view(framing.matrix, TOKEN_SIZE) for framing in framings])
        slopes = np.array([framing.tilt.rotated_slope(framing.turn) for framing in framings])
        return self._network(with_tilt_planes(views, slopes))[:, :, 0, 0]


class UprightClassifier:
    """Classifies upright numerals and pips, by the network ``close`` or ``face``, each view ``augmentations`` times."""

    def __init__(
        self, network: OnnxNetwork, crop: Crop = NUMERAL_CROP, augmentations: Augmentations = NUMERAL_AUGMENTATIONS
    ) -> None:
        self._network, self._crop, self._augmentations = network, crop, augmentations

    def classify(self, pyramid: ImagePyramid, pose: TopFacePose) -> Floats:
        """Probabilities of 0 to 9, of NO_NUMERAL and of 1 to 6 pips, shape (17,)."""
        views = upright_views(pyramid, pose, self._crop, self._augmentations)
        return np.asarray(self._probabilities(views).mean(axis=0))

    def classify_poses(self, pyramid: ImagePyramid, poses: Iterable[TopFacePose]) -> Floats:
        """The same of a numeral that may lie in several poses, shape (poses, 17); augmented in scale alone."""
        scales = [(0.0, stretch) for turn, stretch in self._augmentations if turn == 0]
        views = [upright_views(pyramid, pose, self._crop, scales) for pose in poses]
        probabilities = self._probabilities(np.concatenate(views))
        return np.asarray(probabilities.reshape(-1, len(scales), probabilities.shape[1]).mean(axis=1))

    def classify_views(
        self, pyramid: ImagePyramid, left: Matrix | None, right: Matrix | None
    ) -> tuple[Floats | None, Floats | None]:
        """The same of two adjacent faces, given by their maps from the picture; None for one that is not visible."""
        seen = [pyramid.view(matrix, self._crop.size) for matrix in (left, right) if matrix is not None]
        found = iter(self._probabilities(np.stack(seen)) if seen else ())
        return None if left is None else next(found), None if right is None else next(found)

    def _probabilities(self, views: npt.NDArray[np.uint8]) -> Floats:
        return softmax(self._network(normalised(views))[:, :, 0, 0])


def upright_views(
    pyramid: ImagePyramid, pose: TopFacePose, crop: Crop, augmentations: Augmentations = NUMERAL_AUGMENTATIONS
) -> npt.NDArray[np.uint8]:
    """A die with its top numeral upright in ``crop``, once for each augmentation, shape (N, S, S, 3)."""
    angle, height = pose.upright
    side, size = height * crop.margin, crop.size
    matrices = [
        rectified_view(pose.centre, side * stretch, angle + turn, size, pose.tilt) for turn, stretch in augmentations
    ]
    return np.stack([pyramid.view(matrix, size) for matrix in matrices])


@dataclass(frozen=True, eq=False)
class Framing:
    """How one view of a token is taken: the map to its pixels, shape (2, 3), and its turn and tilt."""

    matrix: Matrix
    turn: float
    tilt: Tilt


def _framing(bounds: Bounds, turn: float, tilt: Tilt) -> Framing:
    side = bounds.size * TOKEN_MARGIN * tilt.margin
    return Framing(rectified_view(bounds.centre, side, turn, TOKEN_SIZE, tilt), turn, tilt)


def _detection(proposal: Proposal, output: Tensor, framing: Framing) -> Detection:
    labels, kinds = softmax(output[Channels.LABELS]), softmax(output[Channels.KINDS])
    likeliest = int(np.argmax(kinds))
    scores = TokenScores(labels, softmax(output[Channels.PIPS]), kinds)
    score = proposal.score * scores.some_label
    return Detection(_widened(_bounds(output, framing)), score, KINDS[likeliest], float(kinds[likeliest]))


def _bounds(output: Tensor, framing: Framing) -> Bounds:
    """In the picture, from a view turned by quarters of a circle."""
    left, top, right, bottom = (output[Channels.BOX] / 4 + 0.5) * TOKEN_SIZE
    (x0, y0), (x1, y1) = _in_picture(framing.matrix, (left, top)), _in_picture(framing.matrix, (right, bottom))
    return Bounds(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _widened(bounds: Iterable[float]) -> Bounds:
    left, top, right, bottom = map(float, bounds)
    return Bounds(left, top, max(right, left + NARROWEST), max(bottom, top + NARROWEST))


def _pose(bounds: Bounds, outputs: Tensor, framings: list[Framing]) -> TopFacePose:
    """The views' mean direction, median centre and height."""
    votes = _votes(outputs, framings)
    heights = np.hypot(*votes.ups.T)
    if framings[0].tilt is NO_TILT:  # tilt shears the boxes
        bounds = _widened(np.median([_bounds(*one) for one in zip(outputs, framings, strict=True)], axis=0))
    up, centre = np.mean(votes.ups / heights[:, None], axis=0), np.median(votes.centres, axis=0)
    return TopFacePose(
        bounds,
        (float(centre[0]), float(centre[1])),
        up_angle((float(up[0]), float(up[1]))),
        float(np.median(heights)),
        framings[0].tilt,
        float(np.hypot(*up)),
    )


def _votes(outputs: Tensor, framings: list[Framing]) -> PoseVotes:
    ups, centres = [], []
    for output, framing in zip(outputs, framings, strict=True):
        up = output[Channels.UP] / max(float(np.hypot(*output[Channels.UP])), 1e-6)
        height = float(np.exp(np.clip(output[Channels.LOG_HEIGHT], -5, 0))) * TOKEN_SIZE
        ups.append(np.linalg.solve(framing.matrix[:, :2], height * up.astype(np.float64)))
        centres.append(_in_picture(framing.matrix, tuple((output[Channels.CENTRE] / 4 + 0.5) * TOKEN_SIZE)))
    return PoseVotes(np.array(ups), np.array(centres))


def _in_picture(matrix: Matrix, point: tuple[float, ...]) -> Point:
    """A view's point in the picture."""
    x, y = np.linalg.solve(matrix[:, :2], np.asarray(point, np.float64) - matrix[:, 2])
    return float(x), float(y)
