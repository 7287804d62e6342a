"""The long work of the page that needs the camera of the game: to calibrate, to tap places, to teach dice.

Rule kept here: they are the very calibration and enrolment that the commands of these names drive; only who asks, and
who answers, is another. All run on the camera's thread, frame by frame, and the game waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from firmware import throw_reader
from firmware.errors import StadiumError
from firmware.play.camera.lent_camera import GiveBack, See
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import JobTeller, Work
from firmware.setup.calibrating_on_page import CalibratingOnPage
from firmware.setup.game_calibration import Calibrator
from firmware.setup.tapping_on_page import TappingOnPage
from firmware.setup.teaching_on_page import TeachingOnPage
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.message import Words, message
from scoreboard.web.owner.job_types import JobName, JobRequest
from vision import DiceReader
from vision.enrolled.matcher import EnrolledDice
from vision.enrolment.session import EnrolmentSession
from vision.tracking.tracker import ThrowTracker


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
        return {"calibrate": self.calibrate, "places": self.places, "teach": self.teach}

    def calibrate(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Look over camera, print, light and dice, and keep what was measured once an owner has seen that it fits."""
        one = CalibratingOnPage(job, self.calibrator, self.language, self.hands)
        self.lend(one.see, job.check, one.give_back)
        return one.came_to

    def places(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Have the owner tap on a picture where pieces stand, and keep that; the game knows them then."""
        one = TappingOnPage(job, self.calibrator.config, self.hands)
        self.lend(one.see, job.check)
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
            self.lend(TeachingOnPage(job, enrolment, self.store, self.hands).see, job.check)
        self.enrolled.dice = self.store.dice()
        return message("job.taught", count=len(dice))
