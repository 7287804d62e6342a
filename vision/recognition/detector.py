"""Where dice and chips lie in a frame, whatever their size and colour and whatever lies around them.

A small network looks for tokens of 13 to 72 pixels. The frame is shown to it at seven tenths of its size, at half, a
quarter and so on, so that tokens from 32 pixels up to most of the frame pass through that window, and the smallest of
them twice: small dice that touch are told apart in the first of these pictures alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import cv2
import numpy as np

from vision.recognition.crops import scaled
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import DetectorOutputLayout as Channels
from vision.types import Box, Frame, Tensor

STRIDE = 8
"""Pixels of the shown picture per cell of the answer."""
UNIT = 32.0
"""Pixels of the shown picture per unit of the answer's distances."""
FAINTEST = 0.25
"""Heat below which a cell shows nothing."""
CELLS, MARGIN = 8000, 10
"""Cells shown at once, so that little memory is needed, and how many rows beyond its own an answer depends on."""
FINEST = 0.71
"""Size of the largest picture that is shown, in sizes of the frame.

Of rendered dice kept out of training it finds half of those that were missed without it. The whole frame would cost
twice as much and find no more.
"""
SMALLEST_SHOWN = 48
"""The longer side, in pixels, of the smallest picture that is shown."""
ALIKE = 0.7
"""Share of what two sightings cover that both have in common, from which one is a second look at the same thing."""
MOST = 120
"""Sightings kept, hottest first: three and more for each of the things that ever lie in a stadium."""


@dataclass(frozen=True)
class Sighting:
    """Something that looks like a die or a chip.

    Attributes:
        left, top, right, bottom: of its silhouette, in pixels of the frame.
        heat: 0 to 1, how much it looks like one.
        kind: which of `vision.recognition.outputs.KINDS` the first witness has taken it for at a glance; empty before.
        sureness: 0 to 1, how surely.
        room: how far within the picture it lies, in sizes of it; below 0 it reaches out of the picture.
        laden: whether something lies in it that looks like a token itself.
    """

    left: float
    top: float
    right: float
    bottom: float
    heat: float
    kind: str = ""
    sureness: float = 0.0
    room: float = inf
    laden: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, x and y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> float:
        """The longer side in pixels."""
        return max(self.right - self.left, self.bottom - self.top)

    @property
    def pixels(self) -> Box:
        """The silhouette in whole pixels."""
        left, top = round(self.left), round(self.top)
        return Box(left, top, round(self.right) - left, round(self.bottom) - top)

    def covers(self, other: Sighting) -> float:
        """The share of the smaller of the two that both have in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0.0) * max(down, 0.0) / max(min(self.area, other.area), 1e-6)

    @property
    def area(self) -> float:
        """In square pixels."""
        return max(self.right - self.left, 0.0) * max(self.bottom - self.top, 0.0)


class Finder:
    """Looks for tokens.

    Args:
        network: the trained finder.
        cells: of the answer, that it is asked for at once.
    """

    def __init__(self, network: OnnxNetwork, cells: int = CELLS) -> None:
        self._network, self._cells = network, cells

    def find(self, frame: Frame) -> list[Sighting]:
        """Everything that looks like a token, hottest first; a token may be sighted twice, framed otherwise."""
        sightings: list[Sighting] = []
        for shown in _pictures(frame):
            zoom = frame.shape[1] / shown.shape[1], frame.shape[0] / shown.shape[0]
            sightings += _sightings(self._answer(shown), zoom)
        return _unlike(sightings)[:MOST]

    def _answer(self, shown: Frame) -> Tensor:
        """The network's answer, a band of a large picture at a time, as if all of it had been shown at once."""
        cells, columns = -(-shown.shape[0] // STRIDE), -(-shown.shape[1] // STRIDE)
        band = max(self._cells // columns - 2 * MARGIN, MARGIN)
        bands = []
        for first in range(0, cells, band):
            last, above = min(first + band, cells), min(first, MARGIN)
            seen = self._network(scaled(shown[(first - above) * STRIDE : (last + MARGIN) * STRIDE]))[0]
            bands.append(seen[:, above : above + last - first])
        return np.concatenate(bands, axis=1)


def _unlike(sightings: list[Sighting]) -> list[Sighting]:
    """The hottest of those that are alike, hottest first: what follows looks closely at each."""
    boxes = [(one.left, one.top, one.right - one.left, one.bottom - one.top) for one in sightings]
    kept = cv2.dnn.NMSBoxes(boxes, [one.heat for one in sightings], 0.0, ALIKE)
    return [sightings[place] for place in kept]


def _pictures(frame: Frame) -> Iterator[Frame]:
    """What is shown: the frame in smaller and smaller sizes."""
    if max(frame.shape[:2]) > SMALLEST_SHOWN:
        yield _shrunk(frame, FINEST)
    shown = frame
    while max(shown.shape[:2]) > SMALLEST_SHOWN:
        shown = _shrunk(shown, 0.5)
        yield shown


def _shrunk(picture: Frame, share: float) -> Frame:
    height, width = picture.shape[:2]
    size = max(int(width * share), 1), max(int(height * share), 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _sightings(answer: Tensor, zoom: tuple[float, float]) -> list[Sighting]:
    """Local peaks of the heat as boxes in the frame."""
    heat, edges = 1 / (1 + np.exp(-answer[Channels.OBJECTNESS])), answer[Channels.EDGES]
    peaks = np.argwhere((heat >= FAINTEST) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))))
    return [_sighting(edges[:, row, column], row, column, heat[row, column], zoom) for row, column in peaks]


def _sighting(edges: Tensor, row: int, column: int, heat: float, zoom: tuple[float, float]) -> Sighting:
    left, top, right, bottom = np.maximum(edges, 0.05) * UNIT
    across, down = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
    return Sighting(
        float(across - left) * zoom[0],
        float(down - top) * zoom[1],
        float(across + right) * zoom[0],
        float(down + bottom) * zoom[1],
        float(heat),
    )
