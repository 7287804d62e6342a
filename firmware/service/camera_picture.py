"""What the camera sees, as the pages show it: the last picture with what was read, and the die that is asked about.

Rule kept here: while nobody looks, no frame is held and nothing is encoded; while somebody does, a thread encodes a few
pictures a second, however many look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from firmware.devices.protocols import Frame
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.shown import Seen
from scoreboard.web.http.rate_limited_cache import RateLimitedCache
from vision.types import Box

if TYPE_CHECKING:
    from vision.readings import Reading

EVERY_S = 0.3
"""Seconds between two pictures."""
LOOKED_S = 5.0
"""For how long after a look the frames are held for the next one."""
WIDEST = 1280
"""Pixels that a picture is wide at most: more than a phone shows."""
QUALITY = 80
"""Of JPEG, in per cent: numerals stay sharp."""
CLOSE = 1.8
"""How much wider than the die a picture of it is: enough to tell where it lies."""
LEAST = 240
"""Pixels that such a picture has at the least."""


class CameraPicture:
    """The pictures.

    Args:
        now: the time in seconds.
        every_s: for how long a picture is good enough.

    Attributes:
        seen: gives what was read.
    """

    def __init__(self, now: Callable[[], float], every_s: float = EVERY_S) -> None:
        self._now = now
        self.seen: Callable[[], Seen] = Seen
        self._frame: Frame | None = None
        self._looked = -LOOKED_S
        self._view = RateLimitedCache(self._make_view, every_s)
        self._close = RateLimitedCache(self._make_close, every_s)

    def film(self, frame: Frame) -> None:
        """Hold a frame while somebody looks."""
        self._frame = frame if self._now() - self._looked < LOOKED_S else None

    async def view(self) -> bytes | None:
        """The last picture with what was read in it; None where there is none."""
        self._looked = self._now()
        return await self._view()

    async def close(self) -> bytes | None:
        """The die or chip that the open question is about; None where no picture shows it."""
        return await self._close() if self.seen().asked is not None else None

    def _make_view(self) -> Callable[[], bytes] | None:
        read = self.seen().read
        if self._frame is not None:
            return partial(_drawn, self._frame, read)
        return None if read is None else partial(_drawn, read.frame, read)

    def _make_close(self) -> Callable[[], bytes] | None:
        read, asked = self.seen()
        if read is None or asked is None or asked.by_hand:
            return None
        return partial(_close_up, read, asked.what)


def _drawn(picture: Frame, read: FrameReports | None) -> bytes:
    from vision.overlay import annotate

    small = _fitted(picture, WIDEST)
    readings = () if read is None else tuple(_moved(each, read.frame, small) for each in read.readings)
    return _jpeg(annotate(small, readings))


def _moved(reading: Reading, read: Frame, shown: Frame) -> Reading:
    """The reading where that picture shows it: both are of one scene, in different sizes."""
    down, across = (of / by for of, by in zip(shown.shape[:2], read.shape[:2], strict=True))
    box = reading.box
    x, y, width, height = box.x * across, box.y * down, box.width * across, box.height * down
    return replace(reading, box=Box(round(x), round(y), round(width), round(height)))


def _close_up(read: FrameReports, what: str) -> bytes:
    """The first thing of that kind that was not read for sure; the whole picture where there is none."""
    unsure = (each for each in read.readings if not each.is_sure and what in (getattr(each, "color", "chip"), "dice"))
    if (found := next(unsure, None)) is None:
        return _drawn(read.frame, read)
    box, (height, width) = found.box, read.frame.shape[:2]
    reach = round(max(box.width, box.height) * CLOSE / 2)
    x, y = box.x + box.width // 2, box.y + box.height // 2
    part = read.frame[max(0, y - reach) : min(height, y + reach), max(0, x - reach) : min(width, x + reach)]
    return _jpeg(_enlarged(part))


def _fitted(picture: Frame, widest: int) -> Frame:
    width = picture.shape[1]
    return picture if width <= widest else _sized(picture, widest / width)


def _enlarged(picture: Frame) -> Frame:
    return _sized(picture, max(1.0, LEAST / max(1, *picture.shape[:2])))


def _sized(picture: Frame, factor: float) -> Frame:
    import cv2

    height, width = (max(1, round(side * factor)) for side in picture.shape[:2])
    smooth = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (width, height), interpolation=smooth), np.uint8)


def _jpeg(picture: Frame) -> bytes:
    import cv2

    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()
