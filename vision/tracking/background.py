"""Background subtraction on the small stream: what differs from the table as it is known, and what lies still.

Every frame is compared with the one before it (what moves) and with the background, a running average of everything
already accounted for (what has changed). Connected pixels that have changed are a `Blob`. Rule kept here: light is no
change. Frames are first brought to the background's light row by row, so a flickering lamp, whose bands run down the
picture, is neither motion nor change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Box, Frame, Mask

WORKING_WIDTH = 320
"""Pixels across at which frames are compared: a die of 16 mm in a 450 mm stadium is 6 of them."""
LIGHT_SIGMA_ROWS = 8.0
"""Rows (standard deviation) over which the light is averaged: finer than a lamp's bands, coarser than a die."""
MIN_UNCHANGED_SHARE = 0.1
"""Share of unchanged pixels that an estimate of the light needs."""
BRIGHTNESS_OFFSET = 4.0
"""Brightness that is added before dividing, so that black rows stay black."""
LIGHT_KERNEL = 21
"""Working pixels, an odd number, over which light is smoothed: more than twice a die."""
LEARNING_RATE = 0.04
"""Share of a new frame that goes into the background wherever nothing has changed."""
PERMANENT_FRAMES = 240
"""Frames after which something large that never moves, say a book, becomes part of the table."""
RECENT_HAND_FRAMES = 6
"""Frames since a hand was there up to which what it left may not have been read yet."""
FOREVER = 255
"""More frames than are ever counted: what is not due before is not read again until something moves."""


@dataclass(frozen=True, slots=True)
class Calm:
    """When a scene counts as still.

    Attributes:
        moved: difference (of 255) from the frame before, from which a pixel moves.
        changed: difference from the background, from which it has changed.
        frames: for how many frames in a row nothing may move.
        speck: working pixels up to which a change is dust.
    """

    moved: int = 14
    changed: int = 18
    frames: int = 4
    speck: int = 16


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A connected piece of the picture that differs from the background, in working pixels.

    Attributes:
        mask: which pixels of the box belong to it, shape (height, width), 0 or 1.
        frames_still: frames since anything moved in it.
        frames_uncovered: frames since a hand was seen over it; 255 for never or long ago.
        due: frames that it must lie still before it is read again; 255 for not before something moves there.
    """

    box: Box
    mask: Mask
    frames_still: int
    frames_uncovered: int
    due: int

    @property
    def area(self) -> int:
        """In pixels."""
        return int(np.count_nonzero(self.mask))

    @property
    def core(self) -> int:
        """Pixels of its largest piece without two pixels of its rim, which joins dice that lie close."""
        _, _, stats, _ = cv2.connectedComponentsWithStats(_inner(self.mask))
        return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


@dataclass(frozen=True, slots=True)
class Absorbed:
    """What became background with a large blob, but for the boxes of ``things`` that have come to rest there.

    It is ``uncertain`` if the initial background showed there, so that changes on top of it were never seen.
    """

    things: list[Box]
    uncertain: bool


class BackgroundModel:
    """The table as it is known, at the working width, and since when each pixel lies still."""

    def __init__(self, calm: Calm | None = None) -> None:
        self.calm = calm or Calm()
        self._begin(np.zeros((0, 0, 3), np.uint8))

    def _begin(self, small: Frame) -> None:
        self._current: Frame = small
        self._background = small.astype(np.float32)
        self._initial: Frame = small
        self._gain = np.ones((small.shape[0], 1, 3), np.float32)
        self._frames_still: Mask = np.zeros(small.shape[:2], np.uint8)
        self._frames_uncovered: Mask = np.full(small.shape[:2], FOREVER, np.uint8)
        self._due: Mask = np.zeros(small.shape[:2], np.uint8)
        self._unchanged: Mask = np.full(small.shape[:2], FOREVER, np.uint8)

    @property
    def frames_still(self) -> int:
        """Frames since anything moved anywhere."""
        return int(self._frames_still.min(initial=FOREVER))

    def frames_still_in(self, box: Box) -> int:
        """Frames since anything moved in a box, in working pixels."""
        return int(self._frames_still[box.slices].min(initial=FOREVER))

    @property
    def current(self) -> Frame:
        """The frame at the working width, in the background's light."""
        return self._current

    @property
    def height(self) -> int:
        """Of the working picture, in pixels."""
        return len(self._frames_still)

    def update(self, frame: Frame) -> tuple[Blob, ...]:
        """Take in the next frame, (H, W, 3) BGR uint8; every change is returned, from left to right."""
        small = _small(frame)
        if self._current.shape != small.shape:
            self._begin(small)
            return ()
        before, self._current = self._current, self._relight(small)
        moving = _wider(_differing(self._current, before, self.calm.moved), 3) > 0
        self._frames_still, self._frames_uncovered = _later(self._frames_still), _later(self._frames_uncovered)
        self._frames_still[moving] = self._due[moving] = 0
        return self._changes()

    def mark_hand(self, blob: Blob) -> None:
        """Note that ``blob`` is a hand: what shows there next may have been laid down."""
        self._frames_uncovered[_wider(self._whole(blob), 5) > 0] = 0

    def keep_present(self, hands: Iterable[Blob]) -> None:
        """Note that ``hands`` are there, and that those of a moment ago are there still.

        While the whole picture moves, it is unknown since when something lies still that a hand has left.
        """
        for hand in hands:
            self.mark_hand(hand)
        self._frames_uncovered[self._frames_uncovered <= RECENT_HAND_FRAMES] = 0

    def absorb(self, blob: Blob | None = None) -> None:
        """Take ``blob``, or the whole picture, for accounted for."""
        whole = np.ones(self._frames_still.shape, np.uint8) if blob is None else self._whole(blob)
        where = _wider(whole, 5) > 0
        self._background[where] = self._current[where]
        self._unchanged[where] = FOREVER
        if blob is None:
            self._initial = self._current

    def absorb_large(self, blob: Blob) -> Absorbed | None:
        """Take a large blob for accounted for if it is only light, or there to stay; else it is a hand, and None."""
        known_print = self.matching_print(blob) if blob.frames_still == self.calm.frames else None
        if known_print is not None:
            return Absorbed(self.absorb_lighting(blob, known_print), uncertain=known_print is self._initial)
        if blob.frames_still < PERMANENT_FRAMES:
            self.mark_hand(blob)
            return None
        self.absorb(blob)
        return Absorbed([], uncertain=False)

    def absorb_lighting(self, blob: Blob, known_print: Frame) -> list[Box]:
        """Take ``blob`` for its `matching_print` in another light, but for things in it, whose boxes are returned."""
        # 1. The light: the smoothed ratio of what is seen to the print, and the print as it looks in that light.
        offset = np.float32(BRIGHTNESS_OFFSET)
        light = cv2.medianBlur(_bytes((self._current + offset) / (known_print + offset) * 64), LIGHT_KERNEL)
        expected = (known_print + offset) * (light / np.float32(64)) - offset
        # 2. What still differs, without the thin rim of a sharp light, is a thing or a narrow shadow.
        other = _differing(self._current, _bytes(np.maximum(expected, 0)), self.calm.changed)
        other = _wider(other, 3) & self._whole(blob)
        wide = _wider(np.pad(_inner(other), 2), 5)[2:-2, 2:-2] & other
        _, labels, stats, _ = cv2.connectedComponentsWithStats(wide)
        found = [(Box(*map(int, row[:4])), part) for part, row in enumerate(stats[1:], 1) if row[4] > self.calm.speck]
        things = [
            box for box, part in found if box.size < LIGHT_KERNEL or not self._is_light(labels == part, known_print)
        ]
        # 3. The background takes the new light, except at things: there it shows the print without them.
        self.absorb(blob)
        for box in things:
            self._background[box.slices] = expected[box.slices]
        return things

    def _is_light(self, where: npt.NDArray[np.bool_], known_print: Frame) -> bool:
        """Whether it is light after all, too narrow to be separated from what lies beside it: say, an arm's shadow."""
        inner = _inner(where.astype(np.uint8)) > 0
        return _same_detail(self._current, known_print, inner) and _same_hue(self._current, known_print, inner)

    def invalidate(self, boxes: Iterable[Box], due: int = 0) -> None:
        """Take whatever shows in ``boxes``, in working pixels, for a change, to be read as `snooze` says."""
        for there in [box.slices for box in boxes]:
            self._due[there] = due
            self._background[there] = self._current[there] + np.uint8(FOREVER // 2)  # beyond 255 it wraps, as far away

    def expect_table(self, table: Frame, crops: Iterable[Box]) -> None:
        """Make ``crops`` of ``table``, a picture in any size, the background there: what lies there is a change."""
        zoom = table.shape[1] / WORKING_WIDTH
        edges = [[round(edge / zoom) for edge in crop.edges] for crop in crops]
        pieces = [Box.from_edges(*each).slices for each in edges]
        for there in pieces:
            self._unchanged[there] = 0  # what lies there tells nothing of the light
        expected, self._initial = self._relight(_small(table)), self._initial.copy()  # that may be this very frame
        for there in pieces:
            self._background[there] = self._initial[there] = expected[there]

    def snooze(self, blob: Blob, due: int = FOREVER) -> None:
        """Leave ``blob`` unaccounted for, and alone until it has lain still for ``due`` frames or something moves."""
        self._due[self._whole(blob) > 0] = due

    def matching_print(self, blob: Blob) -> Frame | None:
        """The whole print that ``blob`` shows a part of in another light; None if it shows something else.

        It is the background or, where something has lain for so long that it became a part of that, the initial one.
        """
        there, where = blob.box.slices, _inner(blob.mask) > 0
        prints = (_bytes(self._background), self._initial)
        return next((each for each in prints if _same_detail(self._current[there], each[there], where)), None)

    def _relight(self, small: Frame) -> Frame:
        """``small`` in the background's light, by the ratio of both in each row where nothing has changed.

        If next to everything has changed the last ratio serves, unless all of the print is there: after a dark moment,
        brightened with all its noise, that light would burn out for good what is lit again.
        """
        known, unchanged = _bytes(self._background), self._unchanged
        if np.count_nonzero(unchanged) <= MIN_UNCHANGED_SHARE * unchanged.size:
            unchanged = np.full_like(unchanged, FOREVER)
            if not _same_detail(small, known, unchanged > 0):
                return _bytes(np.asarray(small * self._gain, np.float32))
        there, here = _rows(known, unchanged), _rows(small, unchanged)
        floor = BRIGHTNESS_OFFSET * np.maximum(_rows(None, unchanged), 1e-3)
        self._gain = np.asarray((there + floor) / (here + floor), np.float32)
        return _bytes(np.asarray(small * self._gain, np.float32))

    def _changes(self) -> tuple[Blob, ...]:
        changed = _wider(_differing(self._current, _bytes(self._background), self.calm.changed), 3)
        self._unchanged = np.asarray(cv2.bitwise_not(changed), np.uint8)
        cv2.accumulateWeighted(self._current, self._background, LEARNING_RATE, mask=self._unchanged)
        if not cv2.countNonZero(changed):
            return ()
        count, found, stats, _ = cv2.connectedComponentsWithStats(changed)
        labels = np.asarray(found, np.int32)
        blobs, counts = [], (self._frames_still, self._frames_uncovered, self._due)
        for label in range(1, count):
            box = Box(*map(int, stats[label][:4]))
            own = labels[box.slices] == label
            still, uncovered, due = (each[box.slices][own] for each in counts)
            blobs.append(Blob(box, own.astype(np.uint8), int(still.min()), int(uncovered.min()), int(np.median(due))))
        return tuple(sorted(blobs, key=lambda blob: blob.box))

    def _whole(self, blob: Blob) -> Mask:
        whole = np.zeros(self._frames_still.shape, np.uint8)
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
    smooth = cv2.GaussianBlur(sums, (1, 0), sigmaX=0.1, sigmaY=LIGHT_SIGMA_ROWS)
    return np.asarray(smooth, np.float32).reshape(len(where), 1, -1)


MIN_DETAIL_CORRELATION = 0.6
"""Correlation of fine detail from which two pictures show the same print."""
MIN_DETAIL = 1.2
"""Fine detail (standard deviation of brightness) below which there is no print to compare, only colour."""
MAX_HUE_DIFFERENCE = 0.25
"""Difference of the logarithms of colour ratios under two lamps: less than between cloth and skin."""


def _same_detail(now: Frame, then: Frame, where: npt.NDArray[np.bool_]) -> bool:
    if not where.any():
        return False
    fine_now, fine_then = _fine(now)[where], _fine(then)[where]
    if fine_then.std() < MIN_DETAIL:
        return _same_hue(now, then, where)
    spread = float(fine_now.std() * fine_then.std())
    return float((fine_now * fine_then).mean()) > MIN_DETAIL_CORRELATION * max(spread, 1e-6)


def _fine(picture: Frame) -> npt.NDArray[np.float32]:
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    return np.asarray(gray - cv2.GaussianBlur(gray, (0, 0), 3), np.float32)


def _same_hue(now: Frame, then: Frame, where: npt.NDArray[np.bool_]) -> bool:
    """By the logarithms of two colour ratios."""
    blue, green, red = np.subtract(*(np.log(each[where].mean(axis=0) + 1) for each in (now, then)))
    return bool(max(abs(blue - green), abs(red - green)) < MAX_HUE_DIFFERENCE)
