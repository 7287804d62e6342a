"""The long work of the page that needs the camera of the game: to calibrate, and to teach dice.

Rule kept here: both are the very calibration and enrolment that the commands of these names drive; only who asks, and
who answers, is another. Both run on the camera's thread, frame by frame, and the game waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import cv2

from firmware import throw_reader
from firmware.devices.protocols import Frame
from firmware.errors import StadiumError
from firmware.play.lent_camera import GiveBack, See
from firmware.play.table_language import TableLanguage
from firmware.service.jobs import JobTeller, Work
from firmware.setup.calibration.steps import FRAMES
from firmware.setup.game_calibration import Calibrator, GameCalibration
from firmware.setup.teaching_session import prompted, trouble
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.message import Words, message
from scoreboard.web import JobName, JobRequest
from vision import DiceReader
from vision.enrolled.matcher import EnrolledDice
from vision.enrolment.capture import Unusable
from vision.enrolment.session import Doubtful, EnrolmentSession, Kept, Outcome
from vision.tracking.tracker import ThrowTracker

STEPS: Final = tuple(FRAMES)
"""Of a calibration, in order."""


class Lend(Protocol):
    """Lends the camera until what is shown its pictures has enough."""

    def __call__(self, see: See, check: Callable[[], None], give_back: GiveBack = ...) -> None:
        """Lend it; ``check`` is called now and then and may end that, ``give_back`` sets the camera right."""


@dataclass(frozen=True)
class CameraJobs:
    """The work of each job.

    Attributes:
        calibrator: calibrates the camera, and has the configuration in force.
        lend: the camera.
        store: the taught dice.
        enrolled: those that the game's reader knows.
        language: what is written into pictures.
        hands: told of all that is asked, so that they can do it at a simulated table.
    """

    calibrator: Calibrator
    lend: Lend
    store: TaughtDiceStore
    enrolled: EnrolledDice
    language: TableLanguage
    hands: Callable[[Words], None] = lambda _: None

    @property
    def works(self) -> Mapping[JobName, Work]:
        """Each by its name."""
        return {"calibrate": self.calibrate, "teach": self.teach}

    def calibrate(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Look over camera, print, light and dice, and keep what was measured once an owner has seen that it fits."""
        one = _Calibrating(job, self.calibrator.begin(), self.language, self.hands)
        self.lend(one.see, job.check, one.give_back)
        return one.came_to

    def teach(self, job: JobTeller, request: JobRequest, _: Path | None) -> Words:
        """Have the faces of each die shown, one after another; each is kept at once, and the game knows them then."""
        if not request.dice:
            raise StadiumError(message("job.which-dice"))
        dice = {name: self.store.die(name) for name in request.dice}
        config = self.calibrator.config
        tracker = partial(ThrowTracker, board=throw_reader.board(config), die_mm=config.eyes.die_mm)
        reader, settled = DiceReader(), config.camera.settled
        for name, die in dice.items():
            enrolment = EnrolmentSession(reader, name=name, die=die, make_tracker=tracker, settled=settled)
            self.lend(partial(self._taught, job, enrolment), job.check)
        self.enrolled.dice = self.store.dice()
        return message("job.taught", count=len(dice))

    def _taught(self, job: JobTeller, enrolment: EnrolmentSession, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Show the enrolment a frame, and whether it knows the die."""
        outcome: Outcome | None = None
        match job.pressed():
            case "ok":
                outcome = enrolment.accept()
            case "undo":
                enrolment.redo()
            case "next":
                enrolment.skip()
            case _:
                outcome = enrolment.see(frame, still)
        if isinstance(outcome, Kept):
            self.store.change(enrolment.die.name, enrolment.caught_up)
        known, total = enrolment.progress
        amiss = trouble(enrolment, outcome) if isinstance(outcome, Unusable | Doubtful) else ""
        if amiss or outcome is not None or job.view.said != prompted(enrolment):
            job.tell(known / total, (amiss, prompted(enrolment)) if amiss else prompted(enrolment))
            self.hands(amiss or prompted(enrolment))
        return enrolment.asked is None


class _Calibrating:
    """A calibration that is shown to a phone; ``came_to`` says at the end what came of it."""

    def __init__(
        self, job: JobTeller, game: GameCalibration, language: TableLanguage, hands: Callable[[Words], None]
    ) -> None:
        self._job, self._game, self._language, self._hands = job, game, language, hands
        self._asked: Words = ""
        self.give_back = game.give_back
        self.came_to: Words = message("calibrate.not-ready")

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Show the calibration a frame, and whether all is over; the camera stays until an owner says that it fits."""
        job, calibration = self._job, self._game.calibration
        if calibration.step is None:
            return self._is_answered()
        progress, pressed = STEPS.index(calibration.step) / len(STEPS), job.pressed()
        if calibration.waits and pressed == "ok":
            calibration.begin()
        (job.ask if calibration.waits else job.tell)(progress, calibration.asked)
        if calibration.asked != self._asked:
            self._asked = calibration.asked
            self._hands(self._asked)
        known = len(calibration.findings)
        self._game.see(frame, still)
        for found in calibration.findings[known:]:
            job.found(found)
        return self._game.calibration.step is None and not self._has_measured()

    def _has_measured(self) -> bool:
        """Show what was measured, if anything was, and ask whether it fits."""
        drawn = self._game.calibration.report_image(self._language.now)
        if drawn is not None:
            self._job.picture(cv2.imencode(".png", drawn)[1].tobytes())
        if not self._game.calibration.changes:
            return False
        self._job.ask(1.0, message("job.calibrated"))
        return True

    def _is_answered(self) -> bool:
        pressed = self._job.pressed()
        if pressed == "ok":
            self.came_to = message("calibrate.written", file=str(self._game.keep()))
        elif pressed is not None:
            self.came_to = message("calibrate.not-right")
        return pressed is not None
