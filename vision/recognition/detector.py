"""Where dice and chips lie in a picture, whatever their size and colour and whatever lies around them.

A small network looks for tokens of 13 to 72 pixels. The picture is shown to it at seven tenths of its size, at half, a
quarter and so on, so that tokens from 32 pixels up to most of the picture pass through that window, and the smallest of
them twice: small dice that touch are separate in the first of these alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.recognition.crops import scaled
from vision.recognition.detections import Bounds, Proposal
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import DetectorOutputLayout as Channels
from vision.types import Frame, Tensor

STRIDE = 8
"""Pixels of the shown picture per cell of the output."""
UNIT = 32.0
"""Pixels of the shown picture per unit of the output's distances."""
FAINTEST = 0.25
"""Score below which a cell shows nothing."""
CELLS, MARGIN = 8000, 10
"""Cells shown at once, so that little memory is needed, and how many rows beyond its own an output depends on."""
FINEST = 0.71
"""Size of the largest picture that is shown, in sizes of the original, which would cost twice as much for no more."""
SMALLEST_SHOWN = 48
"""The longer side, in pixels, of the smallest picture that is shown."""
ALIKE = 0.7
"""Intersection over union from which of two proposals only the higher scored is kept."""
MOST = 120
"""Proposals kept, the highest score first: three and more for each of the tokens that ever lie in a stadium."""


class Detector:
    """Looks for tokens with its network, so many ``cells`` of the output at once."""

    def __init__(self, network: OnnxNetwork, cells: int = CELLS) -> None:
        self._network, self._cells = network, cells

    def find(self, picture: Frame) -> list[Proposal]:
        """What looks like a token, the highest score first; one may be proposed twice, framed otherwise."""
        proposals: list[Proposal] = []
        for shown in _pictures(picture):
            zoom = picture.shape[1] / shown.shape[1], picture.shape[0] / shown.shape[0]
            proposals += _proposals(self._outputs(shown), zoom)
        # Non-maximum suppression: each proposal costs a closer view.
        edges = [one.bounds for one in proposals]
        boxes = [(left, top, right - left, bottom - top) for left, top, right, bottom in edges]
        kept = cv2.dnn.NMSBoxes(boxes, [one.score for one in proposals], 0.0, ALIKE)
        return [proposals[place] for place in kept][:MOST]

    def _outputs(self, shown: Frame) -> Tensor:
        """The network's output, a band of a large picture at a time, as if all of it had been shown at once."""
        cells, columns = -(-shown.shape[0] // STRIDE), -(-shown.shape[1] // STRIDE)
        band = max(self._cells // columns - 2 * MARGIN, MARGIN)
        bands = []
        for first in range(0, cells, band):
            last, above = min(first + band, cells), min(first, MARGIN)
            seen = self._network(scaled(shown[(first - above) * STRIDE : (last + MARGIN) * STRIDE]))[0]
            bands.append(seen[:, above : above + last - first])
        return np.concatenate(bands, axis=1)


def _pictures(picture: Frame) -> Iterator[Frame]:
    """The picture in smaller and smaller sizes."""
    if max(picture.shape[:2]) > SMALLEST_SHOWN:
        yield _shrunk(picture, FINEST)
    shown = picture
    while max(shown.shape[:2]) > SMALLEST_SHOWN:
        shown = _shrunk(shown, 0.5)
        yield shown


def _shrunk(picture: Frame, share: float) -> Frame:
    height, width = picture.shape[:2]
    size = max(int(width * share), 1), max(int(height * share), 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _proposals(output: Tensor, zoom: tuple[float, float]) -> list[Proposal]:
    """Local peaks of the objectness as boxes in the picture."""
    scores, edges = 1 / (1 + np.exp(-output[Channels.OBJECTNESS])), output[Channels.EDGES]
    peaks = np.argwhere((scores >= FAINTEST) & (scores >= cv2.dilate(scores, np.ones((3, 3), np.uint8))))
    return [_proposal(edges[:, row, column], row, column, scores[row, column], zoom) for row, column in peaks]


def _proposal(edges: Tensor, row: int, column: int, score: float, zoom: tuple[float, float]) -> Proposal:
    left, top, right, bottom = map(float, np.maximum(edges, 0.05) * UNIT)
    x, y = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
    across, down = zoom
    bounds = Bounds((x - left) * across, (y - top) * down, (x + right) * across, (y + bottom) * down)
    return Proposal(bounds, float(score))
