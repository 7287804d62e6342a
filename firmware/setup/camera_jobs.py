"""The long work of the page that needs the camera of the game: to calibrate, and to teach dice.

Rule kept here: both are the very calibration and enrolment that the commands of these names drive; only who asks, and
who answers, is another. Both run on the camera's thread, frame by frame, and the game waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from firmware import throw_reader
from firmware.config import owners_file
from firmware.config.schema import Config
from firmware.config.toml_edit import Changes
from firmware.errors import StadiumError
from firmware.paths import home
from firmware.play.lent_camera import See
from firmware.play.table_language import TableLanguage
from firmware.service.jobs import JobTeller, Presses, Work
from firmware.setup.calibrating_on_page import CalibratingOnPage, png
from firmware.setup.calibration.steps import Calibration, Plan
from firmware.setup.teaching_on_page import TeachingOnPage
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.message import Words, message
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import SHARED
from scoreboard.web import JobName, JobRequest
from vision import DiceReader
from vision.enrolled.matcher import EnrolledDice
from vision.enrolment.session import EnrolmentSession
from vision.tracking.tracker import ThrowTracker

Lend = Callable[[See, Callable[[], None], Calibration | EnrolmentSession], None]
"""Lends the camera until what is shown its pictures has enough; what is called now and then may end that.

For whom it is lent says what is to be done at the table, which a simulated table does by itself.
"""
FITS: Final[Presses] = (("ok", message("job.press.keep")), ("undo", message("job.press.discard")))


@dataclass(frozen=True)
class CameraJobs:
    """The work of each job.

    Attributes:
        config: the configuration in force.
        file: of the command line, if it names one.
        lend: the camera.
        store: the taught dice.
        enrolled: those that the game's reader knows.
        language: what is written into pictures.
        use: has the game look through the lens as it was measured.
    """

    config: Config
    file: Path | None
    lend: Lend
    store: TaughtDiceStore
    enrolled: EnrolledDice
    language: TableLanguage
    use: Callable[[Changes], None] = lambda _: None

    @property
    def works(self) -> Mapping[JobName, Work]:
        """Each by its name."""
        return {"calibrate": self.calibrate, "teach": self.teach}

    def calibrate(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Look over camera, print, light and dice, and write what was measured once an owner has seen that it fits."""
        eyes = self.config.eyes
        plan = Plan(self._wanted(), eyes.colors, eyes.die_mm, throw_reader.field(self.config), self._view)
        calibration = Calibration(plan, throw_reader.frame_reader(DiceReader(), eyes.threshold))
        self.lend(CalibratingOnPage(job, calibration, self.config).see, job.check, calibration)
        if (drawn := calibration.report_image(self.language.now)) is not None:
            job.picture(png(drawn))
        if not calibration.changes:
            return message("calibrate.not-ready")
        job.ask_afresh(1.0, message("job.calibrated"), FITS)
        if job.wait() != "ok":
            return message("calibrate.not-right")
        file = owners_file.keep_here(home(), calibration.changes, self.file)
        self.use(calibration.changes)
        return message("calibrate.written", file=str(file))

    def teach(self, job: JobTeller, request: JobRequest, _: Path | None) -> Words:
        """Have the faces of each die shown, one after another; each is kept at once, and the game knows them then."""
        if not request.dice:
            raise StadiumError(message("job.which-dice"))
        dice = {name: self.store.die(name) for name in request.dice}
        tracker = partial(ThrowTracker, board=throw_reader.board(self.config), die_mm=self.config.eyes.die_mm)
        reader, settled = DiceReader(), self.config.camera.settled
        for name, die in dice.items():
            enrolment = EnrolmentSession(reader, name=name, die=die, make_tracker=tracker, settled=settled)
            self.lend(TeachingOnPage(job, enrolment, self.store).see, job.check, enrolment)
        self.enrolled.dice = self.store.dice()
        return message("job.taught", count=len(dice))

    @property
    def _view(self) -> float:
        return self.config.camera.lens.view

    def _wanted(self) -> tuple[str, ...]:
        """The colours of the dice that must be told apart."""
        game = self.config.game
        if not has_ten_sided_dice(game.rules):
            return ()
        return tuple(dict.fromkeys((game.away.color, game.home.color, SHARED)))
