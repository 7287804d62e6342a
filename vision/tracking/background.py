"""What differs from how the table looked, and what has stopped moving: the small stream, frame by frame.

Every frame is compared with the one before it (what moves) and with a reference picture of everything already
accounted for (what has changed). Rule kept here: light is no thing. Frames are brought to the reference's light row by
row, so a flickering lamp, whose bands run down the picture, is neither motion nor change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Box, Frame, Mask

WORKING_WIDTH = 320
"""Pixels across at which is watched: a die of 16 mm in a 450 mm stadium is 6 of them."""
ROWS_AROUND = 8.0
"""Rows (standard deviation) over which the light is averaged: finer than a lamp's bands, coarser than a die."""
FEWEST_CALM = 0.1
"""Share of unchanged pixels without which nothing can be said of the light."""
DARKEST = 4.0
"""Brightness that is added before dividing, so that black rows stay black."""
AROUND = 21
"""Working pixels, an odd number, over which light is told from things: more than twice a die."""
LEARNING = 0.04
"""Share of a new frame that goes into the reference wherever nothing has changed."""
MOMENT = 6
"""Frames since a hand was there up to which what it left may not have been read yet."""
FOREVER = 255
"""More frames than are ever counted: what is not due before is not looked at again until something moves."""


@dataclass(frozen=True, slots=True)
class Calm:
    """When a scene counts as still.

    Attributes:
        moved: by how much (of 255) a pixel must differ from the frame before to be moving.
        changed: by how much it must differ from the reference to be something else.
        frames: for how many frames in a row nothing may move.
        speck: pixels, at the working width, up to which a change is dust.
    """

    moved: int = 14
    changed: int = 18
    frames: int = 4
    speck: int = 16


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected piece of the picture that differs from the reference, in working pixels.

    Attributes:
        box: the smallest around it.
        mask: which pixels of the box belong to it, shape (height, width), 0 or 1.
        still: frames since anything moved in it.
        uncovered: frames since a hand was seen over it; 255 for never or long ago.
        due: frames that it must lie still before it is looked at again; 255 for not before something moves there.
    """

    box: Box
    mask: Mask
    still: int
    uncovered: int
    due: int

    @property
    def size(self) -> int:
        """The longer side."""
        return self.box.size

    @property
    def area(self) -> int:
        """In pixels."""
        return int(np.count_nonzero(self.mask))

    @property
    def core(self) -> int:
        """Pixels of its largest piece that is wider than a seam: dice that lie close seem to hang together."""
        _, _, stats, _ = cv2.connectedComponentsWithStats(_inner(self.mask))
        return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))

    def grown(self, margin: float, zoom: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom with ``margin`` working pixels around, in a picture ``zoom`` times as wide."""
        left, top, right, bottom = self.box.edges
        return (left - margin) * zoom, (top - margin) * zoom, (right + margin) * zoom, (bottom + margin) * zoom


class Scene:
    """The watched picture.

    Args:
        calm: when it counts as still.
    """

    _lit: Frame
    _first: Frame
    _calm_pixels: Mask
    _still: Mask
    _uncovered: Mask
    _due: Mask

    def __init__(self, calm: Calm | None = None) -> None:
        self.calm = calm or Calm()
        self.zoom = 1.0
        self._begin(np.zeros((0, 0, 3), np.uint8), 1)

    @property
    def still(self) -> int:
        """Frames since anything moved anywhere."""
        return int(self._still.min(initial=FOREVER))

    @property
    def height(self) -> int:
        """Of the working picture, in pixels."""
        return len(self._still)

    def take(self, frame: Frame) -> tuple[Blob, ...]:
        """Take in the next frame, (H, W, 3) BGR uint8; every change is returned, from left to right."""
        small = _small(frame)
        if self._lit.shape != small.shape:
            self._begin(small, frame.shape[1])
            return ()
        before, self._lit = self._lit, self._relight(small)
        moving = _wider(_differing(self._lit, before, self.calm.moved), 3) > 0
        self._still, self._uncovered = _later(self._still), _later(self._uncovered)
        self._still[moving] = self._due[moving] = 0
        return self._changes(self._lit)

    def cover(self, blob: Blob) -> None:
        """Note that a hand is where ``blob`` is."""
        self._uncovered[_wider(self._whole(blob), 5) > 0] = 0

    def linger(self, hands: Iterable[Blob]) -> None:
        """Note that ``hands`` are there, and take those of a moment ago for there still.

        Where all seems to move, nobody can tell since when a thing has lain still that a hand has left.
        """
        for hand in hands:
            self.cover(hand)
        self._uncovered[self._uncovered <= MOMENT] = 0

    def absorb(self, blob: Blob | None = None) -> None:
        """Take what ``blob`` shows, or the whole picture, for accounted for."""
        whole = np.ones(self._still.shape, np.uint8) if blob is None else self._whole(blob)
        where = _wider(whole, 5) > 0
        self._reference[where] = self._lit[where]
        self._calm_pixels[where] = FOREVER
        if blob is None:
            self._first = self._lit

    def is_first(self, drawing: Frame) -> bool:
        """Whether `drawing` gave the first print, so that nobody knows what has become of what came to lie on it."""
        return drawing is self._first

    def absorb_light(self, blob: Blob, drawing: Frame) -> list[Box]:
        """Take ``blob`` for the same ``drawing`` in another light, but not what has come to rest in it.

        Returns:
            Where such things lie, in working pixels; each goes on being a change.
        """
        share = (self._lit + np.float32(DARKEST)) / (drawing + np.float32(DARKEST))
        light = cv2.medianBlur(_bytes(share * 64), AROUND) / np.float32(64)
        expected = (drawing + np.float32(DARKEST)) * light - np.float32(DARKEST)
        other = _wider(_differing(self._lit, _bytes(np.maximum(expected, 0)), self.calm.changed), 3) & self._whole(blob)
        wide = _wider(np.pad(_inner(other), 2), 5)[2:-2, 2:-2] & other  # the rim of a sharp light is no part of a thing
        _, parts, stats, _ = cv2.connectedComponentsWithStats(wide)
        found = [(Box(*map(int, row[:4])), part) for part, row in enumerate(stats[1:], 1) if row[4] > self.calm.speck]
        things = [box for box, part in found if box.size < AROUND or not self._is_light(parts == part, drawing)]
        self.absorb(blob)
        for box in things:
            self._reference[box.slices] = expected[box.slices]
        return things

    def _is_light(self, where: npt.NDArray[np.bool_], drawing: Frame) -> bool:
        """Whether it is light after all, too narrow to be told from what lies beside it: say, an arm's shadow."""
        inner = _inner(where.astype(np.uint8)) > 0
        return _same_drawing(self._lit, drawing, inner) and _same_hue(self._lit, drawing, inner)

    def look_again(self, box: Box) -> None:
        """Take whatever shows in ``box``, in working pixels, for a change that is still to be read."""
        there = box.clipped(self._still).slices
        self._reference[there] = self._lit[there] + np.uint8(FOREVER // 2)  # beyond 255 it begins anew, as far away

    def expect(self, table: Frame, cuttings: Iterable[Box]) -> None:
        """Take pieces of ``table``, a picture of this moment in any size, for accounted for: not what lies there."""
        zoom = table.shape[1] / WORKING_WIDTH
        edges = [[round(edge / zoom) for edge in cutting.edges] for cutting in cuttings]
        pieces = [Box.from_edges(*each).slices for each in edges]
        for there in pieces:
            self._calm_pixels[there] = 0  # what lies there tells nothing of the light
        expected, self._first = self._relight(_small(table)), self._first.copy()  # that may be this very frame
        for there in pieces:
            self._reference[there] = self._first[there] = expected[there]

    def set_aside(self, blob: Blob, due: int = FOREVER) -> None:
        """Leave ``blob`` unaccounted for, and alone until it has lain still for ``due`` frames or something moves."""
        self._due[self._whole(blob) > 0] = due

    def drawing(self, blob: Blob) -> Frame | None:
        """The whole print that ``blob`` shows a part of in another light; None where something else lies there.

        It is the one that is known or, where something has lain for so long that it became a part of that, the first.
        """
        there, where = blob.box.slices, _inner(blob.mask) > 0
        prints = (_bytes(self._reference), self._first)
        return next((each for each in prints if _same_drawing(self._lit[there], each[there], where)), None)

    def _begin(self, small: Frame, width: int) -> None:
        self.zoom = width / WORKING_WIDTH
        self._lit = small
        self._reference = small.astype(np.float32)
        self._first = small
        self._gain = np.ones((small.shape[0], 1, 3), np.float32)
        self._still = np.zeros(small.shape[:2], np.uint8)
        self._uncovered = np.full(small.shape[:2], FOREVER, np.uint8)
        self._due = np.zeros(small.shape[:2], np.uint8)
        self._calm_pixels = np.full(small.shape[:2], FOREVER, np.uint8)

    def _relight(self, small: Frame) -> Frame:
        """``small`` in the reference's light, told by what has not changed.

        Where next to nothing has it stays as it was told last, unless all of the print is there: after a dark moment,
        brightened with all its noise, that light would burn out for good what is lit again.
        """
        known, told = _bytes(self._reference), self._calm_pixels
        if np.count_nonzero(told) <= FEWEST_CALM * told.size:
            told = np.full_like(told, FOREVER)
            if not _same_drawing(small, known, told > 0):
                return _bytes(np.asarray(small * self._gain, np.float32))
        there, here = _rows(known, told), _rows(small, told)
        floor = DARKEST * np.maximum(_rows(None, told), 1e-3)
        self._gain = np.asarray((there + floor) / (here + floor), np.float32)
        return _bytes(np.asarray(small * self._gain, np.float32))

    def _changes(self, lit: Frame) -> tuple[Blob, ...]:
        changed = _wider(_differing(lit, _bytes(self._reference), self.calm.changed), 3)
        self._calm_pixels = np.asarray(cv2.bitwise_not(changed), np.uint8)
        cv2.accumulateWeighted(lit, self._reference, LEARNING, mask=self._calm_pixels)
        if not cv2.countNonZero(changed):
            return ()
        count, found, stats, _ = cv2.connectedComponentsWithStats(changed)
        labels = np.asarray(found, np.int32)
        blobs = [self._blob(labels, np.asarray(stats[label], np.int32), label) for label in range(1, count)]
        return tuple(sorted(blobs, key=lambda blob: blob.box))

    def _blob(self, labels: npt.NDArray[np.int32], stats: npt.NDArray[np.int32], label: int) -> Blob:
        box = Box(*map(int, stats[:4]))
        part = box.slices
        mine = labels[part] == label
        still, uncovered = int(self._still[part][mine].min()), int(self._uncovered[part][mine].min())
        due = int(np.median(self._due[part][mine]))
        return Blob(box, mine.astype(np.uint8), still, uncovered, due)

    def _whole(self, blob: Blob) -> Mask:
        whole = np.zeros(self._still.shape, np.uint8)
        whole[blob.box.slices] = blob.mask
        return whole


def _small(frame: Frame) -> Frame:
    height, width = frame.shape[:2]
    size = (WORKING_WIDTH, max(1, height * WORKING_WIDTH // width))
    return np.asarray(cv2.GaussianBlur(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), (3, 3), 0), np.uint8)


def _differing(one: Frame, other: Frame, step: int) -> Mask:
    """Where any channel differs by more than ``step``; single pixels do not count. 0 or 255."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    most = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.medianBlur(cv2.threshold(most, step, 255, cv2.THRESH_BINARY)[1], 3), np.uint8)


def _inner(mask: Mask) -> Mask:
    """Without two pixels of its rim."""
    framed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.erode(framed, np.ones((5, 5), np.uint8))[1:-1, 1:-1], np.uint8)


def _wider(mask: Mask, side: int) -> Mask:
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)


def _later(frames: Mask) -> Mask:
    """Counts one frame on, and stops short of FOREVER."""
    return frames + (frames < FOREVER - 1)


def _bytes(picture: npt.NDArray[np.float32]) -> Frame:
    return np.asarray(cv2.convertScaleAbs(picture), np.uint8)


def _rows(picture: Frame | None, where: Mask) -> npt.NDArray[np.float32]:
    """The sum of each row's pixels in ``where`` (or their number), smoothed down the picture: (height, 1, channels)."""
    taken = where // FOREVER if picture is None else cv2.bitwise_and(picture, picture, mask=where)
    sums = cv2.reduce(taken, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F)
    smooth = cv2.GaussianBlur(sums, (1, 0), sigmaX=0.1, sigmaY=ROWS_AROUND)
    return np.asarray(smooth, np.float32).reshape(len(where), 1, -1)


ALIKE = 0.6
"""Correlation of fine detail from which two pictures show the same drawing."""
PLAIN = 1.2
"""Fine detail (standard deviation of brightness) below which there is no drawing to compare, only colour."""
SAME_HUE = 0.25
"""How far the logarithms of colour ratios may lie apart under two lamps: less than between cloth and skin."""


def _same_drawing(now: Frame, then: Frame, where: npt.NDArray[np.bool_]) -> bool:
    if not where.any():
        return False
    fine_now, fine_then = _fine(now)[where], _fine(then)[where]
    if fine_then.std() < PLAIN:
        return _same_hue(now, then, where)
    spread = float(fine_now.std() * fine_then.std())
    return float((fine_now * fine_then).mean()) > ALIKE * max(spread, 1e-6)


def _fine(picture: Frame) -> npt.NDArray[np.float32]:
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    return np.asarray(gray - cv2.GaussianBlur(gray, (0, 0), 3), np.float32)


def _same_hue(now: Frame, then: Frame, where: npt.NDArray[np.bool_]) -> bool:
    return bool(np.abs(_hue(now, where) - _hue(then, where)).max() < SAME_HUE)


def _hue(picture: Frame, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    blue, green, red = np.log(picture[where].mean(axis=0) + 1)
    return np.array([blue - green, red - green], np.float64)
