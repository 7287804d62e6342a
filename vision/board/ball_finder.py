"""Where the chip may lie as the ball: discs of its size, each alone on a neutral ground so that print cannot hide it.

On a zone's rings and numeral the detector rarely finds the chip; its rim is found by its known size, since the board's
scale is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from vision.board.rectified import rectified
from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS
from vision.geometry.stadium import Area
from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, PictureReader
from vision.recognition.neutral_background import on_neutral_background
from vision.types import Box, Frame, Matrix, Points

SLACK = 0.08
"""By which share a rim's radius may be another than the chip's."""
MOST_DISCS = 14
"""That are looked at, the clearest first."""
EDGES, VOTES = 120, 16
"""Of `cv2.HoughCircles`: the upper threshold of edges, and votes of a circle."""
SAME = 10.0
"""How much of 255 the pixels of the chip's box differ at most, in the mean and in one light, where it still lies."""


@dataclass(frozen=True, eq=False)
class _Disc:
    """What may be the chip: its box in the still and what is seen there, and it ``alone`` on a neutral ground."""

    box: Box
    seen: Frame
    alone: Frame
    rim: Points
    tilt_field: TiltField


def read_ball(read: PictureReader, picture: Frame, registration: Registration, area: Area) -> ChipReading | None:
    """The chip on the board, as it is read alone; None where there is no disc whose face is read surely."""
    chips = (_read(read, disc) for disc in _cut_out(picture, registration, area))
    return max((chip for chip in chips if chip is not None), key=lambda chip: chip.confidence, default=None)


class BallSearch:
    """Looks for the chip one disc at a time, so that no frame waits for all of them, and knows it again where it lies.

    The first disc whose face is read surely is the chip.
    """

    def __init__(self, read: PictureReader) -> None:
        self._read = read
        self._discs: list[_Disc] = []
        self._found: tuple[ChipReading, _Disc] | None = None

    @property
    def is_on(self) -> bool:
        """Whether there are discs that were not read."""
        return bool(self._discs)

    def begin(self, picture: Frame, registration: Registration, area: Area) -> None:
        """Search a picture of the board, the clearest disc first."""
        self._discs, self._found = list(_cut_out(picture, registration, area))[::-1], None

    def step(self) -> ChipReading | None:
        """Read one disc more; returns it if it is the chip."""
        disc = self._discs.pop()
        chip = _read(self._read, disc)
        if chip is not None:
            self._discs, self._found = [], (chip, disc)
        return chip

    def found_again(self, picture: Frame) -> ChipReading | None:
        """The chip that was found, if another picture shows the same there."""
        if self._found is None:
            return None
        chip, disc = self._found
        now = picture[disc.box.slices]
        if now.shape != disc.seen.shape:
            return None
        lit = disc.seen * np.float32(now.mean() / max(float(disc.seen.mean()), 1.0))
        return chip if float(np.abs(now - lit).mean()) <= SAME else None


def _discs(picture: Frame, registration: Registration, area: Area) -> Iterator[Points]:
    """Rims of what may be the chip, mm of the board, shape (N, 2), as high as its top."""
    board = rectified(picture, registration, area)
    radius = CHIP_RADIUS * board.scale
    light = cv2.medianBlur(cv2.cvtColor(board.picture, cv2.COLOR_BGR2GRAY), 3)
    found = cv2.HoughCircles(
        light,
        cv2.HOUGH_GRADIENT,
        dp=1,
        minDist=radius * 0.6,
        param1=EDGES,
        param2=VOTES,
        minRadius=round(radius * (1 - SLACK)),
        maxRadius=round(radius * (1 + SLACK)) + 1,
    )
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    for x, y, _ in [] if found is None else found[0][:MOST_DISCS]:
        seen = board.millimetres(np.array([(x, y)]))[0]
        ground = seen + (np.array(board.below_eye) - seen) * (CHIP_THICKNESS / board.eye_height)
        yield ground + CHIP_RADIUS * np.column_stack((np.cos(turn), np.sin(turn)))


def _cut_out(picture: Frame, registration: Registration, area: Area) -> Iterator[_Disc]:
    for disc in _discs(picture, registration, area):
        rim = registration.to_pixels(np.column_stack((disc, np.full(len(disc), CHIP_THICKNESS))))
        around = Box.from_edges(*rim.min(axis=0), *rim.max(axis=0))
        crop = around.expanded(around.size // 2).clipped(picture)
        part = picture[crop.slices]
        if min(part.shape[:2]) >= around.size:  # else it is cut off by the picture's edge
            alone = on_neutral_background(part, [np.rint(rim - (crop.x, crop.y)).astype(np.int32)[:, None]])
            yield _Disc(around, picture[around.slices].copy(), alone, rim, partial(_tilt, registration, crop))


def _tilt(registration: Registration, crop: Box, x: float, y: float) -> Matrix:
    return registration.tilt_at((x + crop.x, y + crop.y), CHIP_THICKNESS)


def _read(read: PictureReader, disc: _Disc) -> ChipReading | None:
    readings = read(disc.alone, tilt_field=disc.tilt_field)
    chips = [reading for reading in readings if isinstance(reading, ChipReading) and reading.is_sure]
    return replace(chips[0], box=disc.box, rim=disc.rim) if chips else None
