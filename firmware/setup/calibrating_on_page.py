"""Calibrating from a phone: it sees the camera's live picture with the print drawn in, and says when the field is bare.

Rule kept here: it finds what `stadium calibrate` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2

from firmware import throw_reader
from firmware.config.schema import Config
from firmware.devices.protocols import Frame
from firmware.service.jobs import STOP, JobTeller, Presses
from firmware.setup.calibration.steps import FRAMES, Calibration
from scoreboard.message import Words, message
from vision.geometry.registration import Lens, lens_of_view
from vision.quality.alignment_view import alignment_view

STEPS: Final = tuple(FRAMES)
"""Of a calibration, in order."""
READY: Final[Presses] = (("ok", message("job.press.done")), STOP)
QUALITY: Final = 75
"""Of JPEG, in per cent."""


class CalibratingOnPage:
    """One calibration; ``job`` is told how it goes."""

    def __init__(self, job: JobTeller, calibration: Calibration, config: Config) -> None:
        self._job, self._calibration, self._config = job, calibration, config
        self._markers: Words = ""

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Look at a frame, and whether all is done; where a person has something to do OK is waited for."""
        job, calibration = self._job, self._calibration
        if (step := calibration.step) is None:
            return True
        job.film(lambda: self._drawn(frame))
        progress = STEPS.index(step) / len(STEPS)
        if calibration.waits:
            if job.pressed() != "ok":
                job.ask(progress, (calibration.asked, self._markers), READY)
                return False
            calibration.begin()
        job.tell(progress, calibration.asked, (STOP,))
        known = len(calibration.findings)
        calibration.take(frame, still)
        for found in calibration.findings[known:]:
            job.found(found)
        return calibration.step is None

    def _drawn(self, frame: Frame) -> bytes:
        """The frame with what is seen of the print drawn in, where there is one."""
        if (field := throw_reader.field(self._config)) is None:
            return jpeg(frame)
        view = alignment_view(frame, field, self._lens)
        counted = {"seen": view.seen, "all": len(field.markers)}
        if view.error_mm is None:
            self._markers = message("job.markers", **counted)
        else:
            self._markers = message("job.registered", **counted, error=f"{view.error_mm:.1f}")
        return jpeg(view.picture)

    def _lens(self, size: tuple[int, int]) -> Lens:
        lens = self._config.camera.lens
        return lens_of_view(size, lens.view, lens.distortion)


def jpeg(picture: Frame) -> bytes:
    """A picture to be looked at for a moment."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def png(picture: Frame) -> bytes:
    """A picture to be kept."""
    return bytes(cv2.imencode(".png", picture)[1].tobytes())
