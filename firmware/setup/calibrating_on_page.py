"""Calibrating from a phone: it sees the camera's live picture with the print drawn in, and says when the field is bare.

Rule kept here: it finds what `stadium calibrate` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2

from firmware import throw_reader
from firmware.devices.protocols import Frame
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import STOP, JobTeller, Presses
from firmware.setup.calibration.steps import FRAMES
from firmware.setup.game_calibration import Calibrator
from scoreboard.message import Words, message
from vision.geometry.registration import Lens, lens_of_view
from vision.quality.alignment_view import alignment_view

STEPS: Final = tuple(FRAMES)
"""Of a calibration, in order."""
READY: Final[Presses] = (("ok", message("job.press.done")), STOP)
FITS: Final[Presses] = (("ok", message("job.press.keep")), ("undo", message("job.press.discard")))
QUALITY: Final = 75
"""Of JPEG, in per cent."""


class CalibratingOnPage:
    """One calibration; ``job`` is told how it goes, and ``hands`` what is asked.

    Attributes:
        give_back: sets the camera right for the game.
        came_to: says at the end what came of it.
    """

    def __init__(
        self, job: JobTeller, calibrator: Calibrator, language: TableLanguage, hands: Callable[[Words], None]
    ) -> None:
        self._job, self._config, self._language, self._hands = job, calibrator.config, language, hands
        self._game = calibrator.begin()
        self._asked: Words = ""
        self._markers: Words = ""
        self.give_back = self._game.give_back
        self.came_to: Words = message("calibrate.not-ready")

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Look at a frame, and whether all is over; the camera stays until an owner says that it fits."""
        job, calibration = self._job, self._game.calibration
        job.film(lambda: self._drawn(frame))
        if (step := calibration.step) is None:
            return self._is_answered()
        progress, pressed = STEPS.index(step) / len(STEPS), job.pressed()
        if calibration.waits and pressed == "ok":
            calibration.begin()
        if calibration.waits:
            job.ask(progress, (calibration.asked, self._markers), READY)
        else:
            job.tell(progress, calibration.asked, (STOP,))
        if calibration.asked != self._asked:
            self._asked = calibration.asked
            self._hands(self._asked)
        known = len(calibration.findings)
        self._game.see(frame, still)
        for found in calibration.findings[known:]:
            job.found(found)
        return calibration.step is None and not self._has_measured()

    def _has_measured(self) -> bool:
        """Show what was measured, if anything was, and ask whether it fits."""
        drawn = self._game.calibration.report_image(self._language.now)
        if drawn is not None:
            self._job.picture(png(drawn))
        if not self._game.calibration.changes:
            return False
        self._job.ask_again(1.0, message("job.calibrated"), FITS)
        return True

    def _is_answered(self) -> bool:
        pressed = self._job.pressed()
        if pressed == "ok":
            self.came_to = message("calibrate.written", file=str(self._game.keep()))
        elif pressed is not None:
            self.came_to = message("calibrate.not-right")
        return pressed is not None

    def _drawn(self, frame: Frame) -> bytes:
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
