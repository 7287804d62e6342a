"""Where the chip may lie as the ball: discs of its size, each alone on a neutral ground so that print cannot hide it.

On a zone's rings and numeral the detector rarely finds the chip; its rim is found by its known size, since the board's
scale is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.board.rectified import rectified
from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS
from vision.geometry.stadium import Area
from vision.reader import DiceReader
from vision.readings import ChipReading
from vision.recognition.neutral_background import on_neutral_background
from vision.recognition.parameters import THRESHOLD
from vision.types import Box, Frame, Points

SLACK = 0.08
"""By which share a rim's radius may be another than the chip's."""
MOST_DISCS = 14
"""That are looked at, the clearest first."""
EDGES, VOTES = 120, 16
"""Of `cv2.HoughCircles`: the upper threshold of edges, and votes of a circle."""


def read_ball(
    reader: DiceReader, picture: Frame, registration: Registration, area: Area, threshold: float = THRESHOLD
) -> ChipReading | None:
    """The chip on the board, as it is read alone; None where there is no disc whose face is read surely."""
    read = (_read(reader, picture, registration, disc, threshold) for disc in _discs(picture, registration, area))
    return max((chip for chip in read if chip is not None), key=lambda chip: chip.confidence, default=None)


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


def _read(
    reader: DiceReader, picture: Frame, registration: Registration, disc: Points, threshold: float
) -> ChipReading | None:
    rim = registration.to_pixels(np.column_stack((disc, np.full(len(disc), CHIP_THICKNESS))))
    around = Box.from_edges(*rim.min(axis=0), *rim.max(axis=0))
    crop = around.expanded(around.size // 2).clipped(picture)
    part = picture[crop.slices]
    if min(part.shape[:2]) < around.size:  # it is cut off by the picture's edge
        return None
    alone = on_neutral_background(part, [np.rint(rim - (crop.x, crop.y)).astype(np.int32)[:, None]])
    readings = reader.read(
        alone,
        threshold=threshold,
        tilt_field=lambda x, y: registration.tilt_at((x + crop.x, y + crop.y), CHIP_THICKNESS),
    )
    chips = [reading for reading in readings if isinstance(reading, ChipReading) and reading.is_sure]
    return replace(chips[0], box=around, rim=rim) if chips else None
