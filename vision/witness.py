"""Two witnesses for every token, so that one misreading is noticed.

The first sees the whole token, turned eight ways: it names the digit or word, says where the numeral lies and which way
is up. The second sees only the numeral, set upright by what the first said. A value is told only when both agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.finder import Sighting
from vision.network import Network
from vision.views import (
    CLOSE_MARGIN,
    CLOSE_SIZE,
    WHOLE_MARGIN,
    WHOLE_SIZE,
    Blob,
    Halvings,
    Matrix,
    standardised,
    up_angle,
    view_matrix,
)

Floats = npt.NDArray[np.floating[Any]]

TURNS = tuple(turn * pi / 4 for turn in range(8))
NUDGES = tuple((tilt, stretch) for tilt in (-0.17, 0.0, 0.17) for stretch in (0.9, 1.1))
"""How the upright numeral is turned (radians) and zoomed for the second witness."""
LABELS, NEITHER = 13, 12
"""Scores of the first witness: 0 to 9, HIT, OUT, neither; and the place of the last."""


@dataclass(frozen=True)
class Statement:
    """What the first witness says of one token, averaged over eight turns.

    Attributes:
        box: the silhouette.
        shares: probabilities of 0 to 9, HIT, OUT and neither, shape (13,).
        middle: x, y of the numeral's or word's middle in the frame.
        angle: of its up, in radians clockwise from the frame's up.
        height: of the numeral in pixels.
        steadiness: 0 to 1, how well the eight turns agree on which way is up.
    """

    box: Sighting
    shares: Floats
    middle: tuple[float, float]
    angle: float
    height: float
    steadiness: float


class WholeWitness:
    """Sees whole tokens.

    Args:
        network: the trained ``whole``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    def glance(self, picture: Halvings, sightings: list[Sighting]) -> list[Sighting]:
        """Each sighting looked at once: its box corrected, its heat lowered by the share given to 'neither'."""
        if not sightings:
            return []
        framings = [_framing(sighting, 0.0) for sighting in sightings]
        answers = self._answers(picture, framings)
        return [_corrected(*parts) for parts in zip(sightings, answers, framings, strict=True)]

    def testify(self, picture: Halvings, box: Sighting) -> Statement:
        """Look at a token eight ways."""
        matrices = [_framing(box, turn) for turn in TURNS]
        return _statement(box, self._answers(picture, matrices), matrices)

    def _answers(self, picture: Halvings, matrices: list[Matrix]) -> Blob:
        views = np.stack([picture.view(matrix, WHOLE_SIZE) for matrix in matrices])
        return self._network(standardised(views))[:, :, 0, 0]


class CloseWitness:
    """Sees upright numerals.

    Args:
        network: the trained ``close``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    def testify(self, picture: Halvings, told: Statement) -> Floats:
        """Probabilities of 0 to 9 and of 'no upright numeral', shape (11,)."""
        matrices = [
            view_matrix(told.middle, told.height * CLOSE_MARGIN * stretch, told.angle + tilt, CLOSE_SIZE)
            for tilt, stretch in NUDGES
        ]
        views = np.stack([picture.view(matrix, CLOSE_SIZE) for matrix in matrices])
        return np.asarray(_softmax(self._network(standardised(views))[:, :, 0, 0]).mean(axis=0))


def _framing(box: Sighting, turn: float) -> Matrix:
    return view_matrix(box.centre, box.size * WHOLE_MARGIN, turn, WHOLE_SIZE)


def _corrected(sighting: Sighting, answer: Blob, framing: Matrix) -> Sighting:
    left, top, right, bottom = (answer[18:22] / 4 + 0.5) * WHOLE_SIZE
    (x0, y0), (x1, y1) = _back(framing, (left, top)), _back(framing, (right, bottom))
    heat = sighting.heat * float(1 - _softmax(answer[:LABELS])[NEITHER])
    return Sighting(x0, y0, max(x1, x0 + 4), max(y1, y0 + 4), heat)


def _statement(box: Sighting, answers: Blob, matrices: list[Matrix]) -> Statement:
    poses = [_pose(answer, matrix) for answer, matrix in zip(answers, matrices, strict=True)]
    ups, middles, heights = zip(*poses, strict=True)
    up, middle = np.mean(ups, axis=0), np.median(middles, axis=0)
    return Statement(
        box,
        _softmax(answers[:, :LABELS]).mean(axis=0),
        (float(middle[0]), float(middle[1])),
        up_angle((float(up[0]), float(up[1]))),
        float(np.median(heights)),
        float(np.hypot(*up)),
    )


def _pose(answer: Blob, matrix: Matrix) -> tuple[Floats, tuple[float, float], float]:
    """Up (a unit vector), middle and height of the numeral in the frame, from one view's answer."""
    zoom = float(np.hypot(matrix[0, 0], matrix[0, 1]))
    up = np.linalg.solve(matrix[:, :2] / zoom, answer[13:15] / max(float(np.hypot(*answer[13:15])), 1e-6))
    middle = _back(matrix, tuple((answer[15:17] / 4 + 0.5) * WHOLE_SIZE))
    return up, middle, float(np.exp(np.clip(answer[17], -5, 0))) * WHOLE_SIZE / zoom


def _back(matrix: Matrix, point: tuple[float, ...]) -> tuple[float, float]:
    """A view's point in the frame."""
    x, y = np.linalg.solve(matrix[:, :2], np.asarray(point, np.float64) - matrix[:, 2])
    return float(x), float(y)


def _softmax(scores: Blob) -> Floats:
    lifted = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True))
