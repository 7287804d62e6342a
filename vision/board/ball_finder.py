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
from vision.types import Box, Frame, Matrix, Point, Points

SLACK = 0.08
"""By which share a rim's radius may be another than the chip's."""
MOST_DISCS = 14
"""That are looked at, the clearest first."""
EDGES, VOTES = 120, 16
"""Of `cv2.HoughCircles`: the upper threshold of edges, and votes of a circle."""
NUDGED = 0.25
"""By which share of its size a disc is found elsewhere in another picture of it."""
SAME = 10.0
"""How much of 255 the pixels of the chip's box differ at most, in the mean and in one light, where it still lies."""


@dataclass(frozen=True, eq=False)
class _Disc:
    """What may be the chip: its box in the still and what is seen there and ``around`` it; its rim, pixels."""

    box: Box
    seen: Frame
    around: Frame
    corner: Point
    rim: Points
    tilt_field: TiltField

    @property
    def alone(self) -> Frame:
        """It on a neutral ground."""
        return on_neutral_background(self.around, [np.rint(self.rim - self.corner).astype(np.int32)[:, None]])

    def is_in(self, picture: Frame) -> bool:
        """Whether another picture shows the same there, in whatever light."""
        now = picture[self.box.slices]
        if now.shape != self.seen.shape:
            return False
        lit = self.seen * np.float32(now.mean() / max(float(self.seen.mean()), 1.0))
        return float(np.abs(now - lit).mean()) <= SAME


def read_ball(read: PictureReader, picture: Frame, registration: Registration, area: Area) -> ChipReading | None:
    """The chip on the board, as it is read alone; None where there is no disc whose face is read surely."""
    chips = (chip for disc in _cut_out(picture, registration, area) for chip in _read(read, disc) if chip.is_sure)
    return max(chips, key=lambda chip: chip.confidence, default=None)


class BallSearch:
    """Looks for the chip one disc at a time, so that no frame waits for all of them, and knows it again where it lies.

    The first disc whose face is read surely is the chip. Print in which no chip was read is not read again.
    """

    def __init__(self, read: PictureReader) -> None:
        self._read = read
        self._discs: list[_Disc] = []
        self._printed: list[_Disc] = []
        self._found: tuple[ChipReading, _Disc] | None = None

    @property
    def is_on(self) -> bool:
        """Whether there are discs that were not read."""
        return bool(self._discs)

    def begin(self, picture: Frame, registration: Registration, area: Area) -> None:
        """Search a picture of the board, the clearest disc first."""
        self._printed = [disc for disc in self._printed if disc.is_in(picture)]
        discs = (disc for disc in _cut_out(picture, registration, area) if not self._is_printed(disc))
        self._discs, self._found = list(discs)[::-1], None

    def step(self) -> ChipReading | None:
        """Read one disc more; returns it if it is the chip."""
        disc = self._discs.pop()
        chips = _read(self._read, disc)
        chip = next((chip for chip in chips if chip.is_sure), None)
        if chip is not None:
            self._discs, self._found = [], (chip, disc)
        elif not chips:
            self._printed.append(disc)
        return chip

    def found_again(self, picture: Frame) -> ChipReading | None:
        """The chip that was found, if another picture shows the same there."""
        return self._found[0] if self._found is not None and self._found[1].is_in(picture) else None

    def _is_printed(self, disc: _Disc) -> bool:
        away = (np.subtract(disc.box.centre, printed.box.centre) for printed in self._printed)
        return any(float(np.hypot(*each)) <= NUDGED * disc.box.size for each in away)


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
        box = Box.from_edges(*rim.min(axis=0), *rim.max(axis=0))
        crop = box.expanded(box.size // 2).clipped(picture)
        part = picture[crop.slices]
        if min(part.shape[:2]) >= box.size:  # else it is cut off by the picture's edge
            tilt_field = partial(_tilt, registration, crop)
            yield _Disc(box, picture[box.slices].copy(), part.copy(), (crop.x, crop.y), rim, tilt_field)


def _tilt(registration: Registration, crop: Box, x: float, y: float) -> Matrix:
    return registration.tilt_at((x + crop.x, y + crop.y), CHIP_THICKNESS)


def _read(read: PictureReader, disc: _Disc) -> list[ChipReading]:
    """The chip as it is read there, surely or not."""
    readings = read(disc.alone, tilt_field=disc.tilt_field)
    return [replace(each, box=disc.box, rim=disc.rim) for each in readings if isinstance(each, ChipReading)]
