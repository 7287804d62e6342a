"""Calibrating from a phone: it sees the camera's live picture with the print drawn in, and says when the field is bare.

Rule kept here: it finds and keeps what `stadium calibrate` does. The camera stays until an owner says whether what was
measured fits: only then is it known how the game has it back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2

from firmware import throw_reader
from firmware.config.schema import Config
from firmware.devices.protocols import Frame
from firmware.play.table_language import TableLanguage
from firmware.service.jobs import STOP, JobTeller, Presses
from firmware.setup.calibration.steps import FRAMES
from firmware.setup.game_calibration import GameCalibration
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
    """One calibration.

    Args:
        job: is told how it goes.
        game: calibrates the game's camera.
        config: in force.
        language: what is written into the picture.
        hands: told of all that is asked.

    Attributes:
        came_to: what came of it, at the end.
    """

    def __init__(
        self,
        job: JobTeller,
        game: GameCalibration,
        config: Config,
        language: TableLanguage,
        hands: Callable[[Words], None],
    ) -> None:
        self._job, self._game, self._config = job, game, config
        self._language, self._hands = language, hands
        self._markers: Words = ""
        self._asked: Words = ""
        self.came_to: Words = message("calibrate.not-ready")

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Look at a frame, and whether all is done; where a person has something to do OK is waited for."""
        job, calibration = self._job, self._game.calibration
        if (step := calibration.step) is None:
            return self._is_answered()
        job.film(lambda: self._drawn(frame))
        progress = STEPS.index(step) / len(STEPS)
        if calibration.asked != self._asked:
            self._asked = calibration.asked
            self._hands(self._asked)
        if calibration.waits:
            if job.pressed() != "ok":
                job.ask(progress, (calibration.asked, self._markers), READY)
                return False
            calibration.begin()
        job.tell(progress, calibration.asked, (STOP,))
        known = len(calibration.findings)
        self._game.see(frame, still)
        for found in calibration.findings[known:]:
            job.found(found)
        return calibration.step is None and not self._has_measured()

    def _has_measured(self) -> bool:
        """Show what was measured, if anything was, and ask whether it fits."""
        if (drawn := self._game.calibration.report_image(self._language.now)) is not None:
            self._job.picture(png(drawn))
        if not self._game.calibration.changes:
            return False
        self._job.ask_afresh(1.0, message("job.calibrated"), FITS)
        return True

    def _is_answered(self) -> bool:
        """Whether the owner has said if it fits; if so it is kept."""
        pressed = self._job.pressed()
        if pressed == "ok":
            self.came_to = message("calibrate.written", file=str(self._game.keep()))
        elif pressed is not None:
            self.came_to = message("calibrate.not-right")
        return pressed is not None

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
