"""What a throw is read from: the die or chip alone, and the seconds before it lay still.

Theory of operation. Every second frame is kept small if anything has moved since the last, the newest `FILMED` of them.
When something is reported as thrown, its part of the still is copied, and its part of these frames. The loop then takes
what belongs to a line that was scored. Rules kept here: on the camera's thread there is copying and no encoding; and
memory is bounded by the few frames, and by the `MOST` throws that nothing was scored of yet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Final, NamedTuple

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.play.camera.camera_thread import ReadFrame
from firmware.play.state.question import Answer
from firmware.play.table.umpire import name_of, value_of
from scoreboard.rules.events import Chip, Die, Roll
from scoreboard.rules.state import CHIP
from vision.readings import DieReading, Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box

FRAMES_APART: Final = 2
"""Of the frames that are watched, 15 a second, every second one is kept."""
STILL: Final = 2
"""Frames that are kept once all lies still."""
FILMED: Final = 15 + STILL
"""So many are kept: two seconds, and the end."""
PAUSE: Final = 15
"""Frames without a movement after which another throw begins."""
WIDTH: Final = 480
"""Pixels to which such a frame is made narrower."""
PART: Final = 168
"""Pixels of it, across and down, that are kept of a throw: about a third of the stadium."""
MOVED, MOVED_PIXELS = 40, 6
"""Shades of 255 by which so many pixels must differ where something moves."""
CLOSE: Final = 1.7
"""How much wider than the die its picture is."""
MOST: Final = 4
"""Throws that wait to be scored: as many dice as a roll has. What lies there unscored goes for what is thrown next."""
Throw = Die | Chip | Roll


class FilmFrame(NamedTuple):
    """A frame that was kept, as `packed` makes it; ``number`` counts those that were watched."""

    number: int
    picture: Frame


@dataclass(frozen=True, slots=True, eq=False)
class SeenThrow:
    """A throw as it was seen.

    Attributes:
        reading: what was read.
        picture: it alone, cut out of the still.
        film: the frames before, cut out around it.
    """

    reading: Reading
    picture: Frame
    film: tuple[FilmFrame, ...]


class Film:
    """The newest frames in which something has moved."""

    def __init__(self) -> None:
        self._frames: deque[FilmFrame] = deque(maxlen=FILMED)
        self._shades: Frame | None = None
        self._still = 0

    def add(self, frame: FilmFrame) -> None:
        """Keep a frame, unless it shows again what the last ones did."""
        shades = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR5652GRAY), np.uint8)
        self._still = 0 if self._shades is None or _moved(self._shades, shades) else self._still + 1
        self._shades = shades
        if self._still <= STILL:
            self._frames.append(frame)

    def clear(self) -> None:
        """What comes now does not follow on the last frame."""
        self._frames.clear()
        self._shades = None

    def around(self, box: Box, still: tuple[int, ...]) -> tuple[FilmFrame, ...]:
        """The frames since the last pause, cut out around a box of a still of that shape."""
        shown = list(self._frames)
        starts = [at for at in range(1, len(shown)) if shown[at].number - shown[at - 1].number > PAUSE]
        since = shown[starts[-1] if starts else 0 :]
        return tuple(FilmFrame(each.number, _part_around(each.picture, box, still)) for each in since)


class Sightings:
    """Stands between the camera and the reader of throws; ``films`` says whether frames follow one upon the other.

    ``colors`` are the owner's names for the colours of dice, seen -> meant; nothing is copied unless ``is_on``.
    """

    def __init__(self, read: ReadFrame, colors: Mapping[str, str], *, films: bool = True, is_on: bool = True) -> None:
        self._read, self._colors, self._films = read, colors, films
        self.is_on = is_on
        self._number, self._film = 0, Film()
        self._waiting: deque[SeenThrow] = deque(maxlen=MOST)
        self._lock = Lock()

    def read(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame, on the camera's thread."""
        if not self.is_on:
            self.begin()
            return self._read(frame, still)
        self._number += 1
        if self._films and not self._number % FRAMES_APART:
            self._film.add(FilmFrame(self._number, packed(frame)))
        reports = self._read(frame, still)
        for report in reports or ():
            if isinstance(report, Thrown):
                self._see(report.reading, still())
        return reports

    def begin(self) -> None:
        """The frames from now on do not follow on the last ones; on the camera's thread."""
        self._film.clear()

    def taken(self, line: Throw, *, asked: bool) -> tuple[SeenThrow, ...]:
        """What that line was read from, once, in the order of its dice; ``asked``: players said what it shows."""
        with self._lock:
            if not self.is_on:
                self._waiting.clear()
            found = tuple(self._found(line, asked=asked))
            names = {name_of(each.reading, self._colors) for each in found}
            left = [each for each in self._waiting if each not in found]
            if not isinstance(line, Roll):  # an older throw of the same die lies there no more
                left = [each for each in left if name_of(each.reading, self._colors) not in names]
            self._waiting = deque(left, MOST)
        return found

    def _see(self, reading: Reading, still: Frame) -> None:
        seen = SeenThrow(reading, _alone(still, reading.box), self._film.around(reading.box, still.shape))
        with self._lock:
            self._waiting.append(seen)

    def _found(self, line: Throw, *, asked: bool) -> Iterator[SeenThrow]:
        """The newest sightings that show this; of a die that was asked about also one that was not read for sure."""
        left = [each for each in reversed(self._waiting) if self._may_be(each.reading, line)]
        for value in _values(line):
            sure = (each for each in left if value_of(each.reading) == value)
            unsure = (each for each in left if asked and value_of(each.reading) is None)
            seen = next(sure, None) or next(unsure, None)
            if seen is not None:
                left.remove(seen)
                yield seen

    def _may_be(self, reading: Reading, line: Throw) -> bool:
        if isinstance(line, Roll):
            return isinstance(reading, DieReading) and reading.kind == "d6"
        return name_of(reading, self._colors) == (line.color if isinstance(line, Die) else CHIP)


def packed(frame: Frame) -> Frame:
    """A small copy of a frame, of two bytes a pixel."""
    height, width = frame.shape[:2]
    small = cv2.resize(frame, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2BGR565), np.uint8)


def unpacked(frame: Frame) -> Frame:
    """The same as RGB."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(frame), cv2.COLOR_BGR5652RGB), np.uint8)


def _moved(before: Frame, after: Frame) -> bool:
    return before.shape != after.shape or int(np.count_nonzero(cv2.absdiff(before, after) > MOVED)) >= MOVED_PIXELS


def _values(line: Throw) -> tuple[Answer, ...]:
    match line:
        case Die(value=value):
            return (value,)
        case Chip(face=face):
            return (face,)
    return line.values


def _alone(still: Frame, box: Box) -> Frame:
    reach = round(box.size * CLOSE / 2)
    x, y = box.x + box.width // 2, box.y + box.height // 2
    height, width = still.shape[:2]
    part = still[max(0, y - reach) : min(height, y + reach), max(0, x - reach) : min(width, x + reach)]
    return np.ascontiguousarray(part)


def _part_around(frame: Frame, box: Box, still: tuple[int, ...]) -> Frame:
    """The part of a kept frame that has the box of the still in its middle, or as near to it as the edge allows."""
    height, width = frame.shape[:2]
    x = round((box.x + box.width / 2) * width / still[1]) - PART // 2
    y = round((box.y + box.height / 2) * height / still[0]) - PART // 2
    left, top = max(0, min(x, width - PART)), max(0, min(y, height - PART))
    return np.ascontiguousarray(frame[top : top + PART, left : left + PART])
