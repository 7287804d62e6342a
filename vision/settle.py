"""What moved and has come to rest: frames of a live camera in, readings of fresh throws out.

Rule kept here: a die that merely lies there is no throw. The watcher reads when something has moved and everything is
still again, and reports only what does not lie where and how it lay before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import DieReading, Reading

Frame = NDArray[np.uint8]
See = Callable[[Frame], tuple[Reading, ...]]

WATCH_WIDTH = 160
"""Frames are watched at this width in pixels: a 16 mm die is still 5 px across in a 450 mm stadium."""


@dataclass(frozen=True, slots=True)
class Stillness:
    """When a scene is still.

    Attributes:
        step: how much a pixel's brightness (0 to 255) must change to count as changed; camera noise stays below.
        pixels: how many changed pixels, at the watching width, make motion.
        frames: for how many frames in a row nothing may move.
    """

    step: int = 14
    pixels: int = 3
    frames: int = 5


class Watcher:
    """Watches frame after frame; `see` reports a throw once it lies still.

    Args:
        see: reads what lies at rest in a frame.
        stillness: when that is.
    """

    def __init__(self, see: See, stillness: Stillness | None = None) -> None:
        self._see = see
        self._stillness = stillness or Stillness()
        self._before: Frame | None = None
        self._still = 0
        self._moved = True
        self._lying: tuple[Reading, ...] | None = None

    def see(self, frame: Frame) -> tuple[Reading, ...] | None:
        """Take in the next frame, (H, W, 3) BGR uint8.

        Returns:
            What has freshly come to rest, or None while there is nothing to report. What lay there when the watch
            began is known, not thrown.
        """
        if self._moving(frame):
            self._moved, self._still = True, 0
            return None
        self._still += 1
        if not self._moved or self._still < self._stillness.frames:
            return None
        self._moved = False
        return self._settled(frame)

    def _moving(self, frame: Frame) -> bool:
        small = _small(frame)
        before, self._before = self._before, small
        if before is None or before.shape != small.shape:
            return True
        changed = cv2.absdiff(before, small) > self._stillness.step
        return int(np.count_nonzero(changed)) >= self._stillness.pixels

    def _settled(self, frame: Frame) -> tuple[Reading, ...] | None:
        lay, self._lying = self._lying, self._see(frame)
        if lay is None:
            return None
        fresh = tuple(reading for reading in self._lying if not any(_same(reading, known) for known in lay))
        return fresh or None


def _small(frame: Frame) -> Frame:
    height, width = frame.shape[:2]
    size = (WATCH_WIDTH, max(1, height * WATCH_WIDTH // width))
    gray = cv2.cvtColor(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(gray, (3, 3), 0), np.uint8)


def _same(one: Reading, other: Reading) -> bool:
    """Whether both are one thing that nobody has thrown since: same look, same place to a quarter of its size."""
    return _look(one) == _look(other) and _apart(one, other) <= max(one.box[2:]) / 4


def _look(reading: Reading) -> tuple[str, int | str | None]:
    return (reading.color, reading.value) if isinstance(reading, DieReading) else ("chip", reading.face)


def _apart(one: Reading, other: Reading) -> float:
    return math.dist(_middle(one), _middle(other))


def _middle(reading: Reading) -> tuple[float, float]:
    x, y, width, height = reading.box
    return x + width / 2, y + height / 2
