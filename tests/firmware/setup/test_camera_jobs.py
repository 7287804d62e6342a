"""Calibrating and teaching from a phone, with the camera of a game that goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec import structs
from support.teach import picture, reader

from firmware.config.owners_file import keep_here
from firmware.config.schema import Config, load, shipped
from firmware.config.toml_edit import Changes
from firmware.devices.protocols import Frame
from firmware.errors import DeviceLostError, StadiumError
from firmware.play.camera.lent_camera import CameraLoan, GiveBack, LentCamera, See
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import JobDesk, JobTeller
from firmware.setup import camera_jobs
from firmware.setup.camera_jobs import CameraJobs
from firmware.setup.game_calibration import Calibrator
from firmware.setup.teaching_on_page import TeachingOnPage
from firmware.setup.teaching_session import TROUBLE_FRAMES
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import throw_reader
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words, message
from scoreboard.web.owner.job_types import JobAnswer, JobName, JobRequest, JobView
from scoreboard.web.play.changes import NotNowError
from vision.enrolled.matcher import EnrolledDie
from vision.enrolment.capture import Unusable
from vision.enrolment.session import Doubtful, Outcome

OPEN: list[JobDesk] = []
"""What each test has opened."""
BLANK = np.zeros((24, 32, 3), np.uint8)


class Game:
    """A game's reader of throws, which sees what the camera's thread shows it."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.camera = LentCamera(self._read, lambda: self.seen.append("restart"))

    def _read(self, _: Frame, __: Callable[[], Frame]) -> None:
        self.seen.append("read")

    def lend(self, see: See, check: Callable[[], None], give_back: GiveBack = lambda: None) -> None:
        """Lend the camera, and wait until that is over."""
        self.camera.lend(CameraLoan(see), give_back).wait(check)

    def show(self, frame: Frame = BLANK) -> None:
        """One frame of the camera."""
        self.camera.read(frame, lambda: frame)


class Evening:
    """A job, its page, and the camera's thread, which is the test's own."""

    def __init__(self, folder: Path, config: Config, camera: object = None) -> None:
        self.game, self.store = Game(), TaughtDiceStore(folder / "dice")
        self.enrolled = reader().enrolled
        spoken = TableLanguage(language("en"))
        self.file, self.asked = folder / "stadium.toml", list[Words]()
        calibrator = Calibrator(config, throw_reader(config), camera, lambda changes: self._keep(folder, changes))
        jobs = CameraJobs(calibrator, self.game.lend, self.store, self.enrolled, spoken, self.asked.append)
        works = jobs.works
        self.desk = JobDesk(works, first=1)
        OPEN.append(self.desk)

    def _keep(self, folder: Path, changes: Changes) -> Path:
        return keep_here(folder, changes, self.file)

    @property
    def job(self) -> JobView:
        """How it stands."""
        return self.desk.jobs()[0]

    def begin(self, job: JobName, *dice: str) -> None:
        """Begin it, and wait until it has the camera, or needs none."""
        self.desk.begin(JobRequest(job, dice), None)
        while not self.game.camera.is_lent and self.job.state == "running":
            pass

    def run(self, frame: Callable[[], Frame], answer: Mapping[str, str]) -> JobView:
        """Show frames until it is over; where it asks, the first answer that its sentence has is pressed."""
        while self.job.state not in {"done", "failed"}:
            sentence = ENGLISH(self.job.said)
            if self.job.state == "asking":
                press = next((press for part, press in answer.items() if part in sentence), None)
                if press is not None:
                    with suppress(NotNowError):  # by the last answer it may be over meanwhile
                        self.desk.press(self.job.id, JobAnswer(press))  # type: ignore[arg-type] # a press
            self.game.show(frame())
        return self.job


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Take the files of every job away."""
    yield
    while OPEN:
        OPEN.pop().close()


@pytest.fixture
def config() -> Config:
    """A stadium without ten-sided dice, which need not be told apart."""
    return structs.replace(shipped(), game=structs.replace(shipped().game, rules="one-die"))


def calibrated(tmp_path: Path, config: Config, keep: str) -> tuple[JobView, CalibrationCamera, Evening]:
    """A calibration from a phone that keeps what was measured, or not."""
    camera = CalibrationCamera()
    evening = Evening(tmp_path, config, camera)
    evening.begin("calibrate")

    def look() -> Frame:
        frame = camera.frame()
        assert frame is not None
        return frame

    game = evening.game.camera
    evening.game.show = lambda frame=BLANK: game.read(frame, camera.still) and None  # type: ignore[method-assign] # a camera of two streams
    return evening.run(look, {"printed ones?": keep, "": "ok"}), camera, evening


def test_a_phone_calibrates(tmp_path: Path, config: Config) -> None:
    """It sees the findings and the picture, and what was measured is written once it says that it fits."""
    done, camera, evening = calibrated(tmp_path, config, "ok")
    assert ("done", 1.0, 1) == (done.state, done.progress, len(done.pictures))
    drawn = cv2.imdecode(np.frombuffer(done.pictures[0], np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert {"about.markers", "about.lens"} <= {getattr(each.about, "key", "") for each in done.findings}
    assert {"calibrate.ask.settle", "calibrate.ask.look"} == {getattr(each, "key", "") for each in evening.asked}
    evening.game.show()
    assert ["restart", "read"] == evening.game.seen[:2]
    assert camera.kept == load(evening.file).camera.locked.settings()


@pytest.mark.newest
def test_what_does_not_fit_is_not_written(tmp_path: Path, config: Config) -> None:
    """The owner has the last word, and the camera decides for itself as before."""
    done, camera, evening = calibrated(tmp_path, config, "undo")
    assert ("done", False) == (done.state, evening.file.exists())
    evening.game.show()
    assert camera.kept is None


def test_a_phone_teaches_a_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each face is kept as it is shown, NEXT leaves the others out, and the game knows the die at once."""
    config = structs.replace(shipped(), camera=structs.replace(shipped().camera, settled=True))
    monkeypatch.setattr(camera_jobs, "DiceReader", reader)
    evening, before = Evening(tmp_path, config), reader().enrolled.dice
    evening.begin("teach", "red")
    shown = list[Frame]()

    def show() -> Frame:
        known = evening.store.die("red")
        if known is not None and known.shown:
            with suppress(Exception):
                evening.desk.press(1, JobAnswer("next"))
            return BLANK
        shown.append(picture("red", 1))
        return shown[-1]

    try:
        done = evening.run(show, {})
        assert ("done", ["red"]) == (done.state, [die.name for die in evening.enrolled.dice])
        known = evening.store.die("red")
        assert known is not None
        assert {1} == set(known.shown)
    finally:
        reader().enrolled.dice = before


def test_doubtful_face_is_kept_only_if_an_owner_confirms_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doubt is shown with its answers until it is answered; nothing else may be kept."""
    config = structs.replace(shipped(), camera=structs.replace(shipped().camera, settled=True))
    monkeypatch.setattr(camera_jobs, "DiceReader", reader)
    evening, before = Evening(tmp_path, config), reader().enrolled.dice
    evening.begin("teach", "red")
    try:
        for _ in range(3):
            evening.game.show(picture("red", 2))
        sentence = ENGLISH(evening.job.said)
        assert ["ok", "undo", "next", "stop"] == [press for press, _ in evening.job.presses]
        assert ("2" in sentence, "red 1 up" in sentence, None) == (True, True, evening.store.die("red"))
        evening.desk.press(1, JobAnswer("ok"))
        evening.game.show(picture("red", 2))
        known = evening.store.die("red")
        assert known is not None
        assert ({1}, 1) == (set(known.shown), len(evening.job.pictures))
        assert ["undo", "next", "stop"] == [press for press, _ in evening.job.presses]
        evening.desk.press(1, JobAnswer("stop"))
        assert "failed" == evening.run(lambda: BLANK, {}).state
    finally:
        reader().enrolled.dice = before


class Enrolment:
    """An enrolment of which these outcomes come, frame by frame, and then nothing."""

    die, asked, progress, is_at_its_beginning, is_doubted = EnrolledDie("red", ()), 1, (0, 10), True, False

    def __init__(self, *outcomes: Outcome) -> None:
        self._outcomes = iter(outcomes)

    def see(self, *_: object) -> Outcome | None:
        """Look at a frame."""
        outcome = next(self._outcomes, None)
        self.is_doubted |= isinstance(outcome, Doubtful)
        return outcome


@pytest.mark.parametrize(
    ("outcome", "stays"), [(Doubtful("another-face", 2), True), (Unusable("covered"), False)], ids=["doubt", "trouble"]
)
def test_what_is_wrong_can_be_read(tmp_path: Path, outcome: Outcome, *, stays: bool) -> None:
    """Trouble with a picture stands for three seconds, a doubt until it is answered."""
    job = JobTeller(JobView(1, "teach", "running", 0.0, ""), tmp_path)
    teaching = TeachingOnPage(job, Enrolment(outcome), TaughtDiceStore(tmp_path), lambda _: None)  # type: ignore[arg-type] # as much of one as is needed
    lengths = [teaching.see(BLANK, lambda: BLANK) or len(ENGLISH(job.view.said)) for _ in range(2 * TROUBLE_FRAMES)]
    assert lengths[0] == lengths[TROUBLE_FRAMES - 1]
    assert (lengths[-1] == lengths[0]) == stays


def test_the_field_is_cleared_once_the_camera_is_lent(tmp_path: Path, config: Config) -> None:
    """And not before: simulated players could still throw onto it, and the die to be taught would not lie alone."""
    evening = Evening(tmp_path, config)
    evening.begin("teach", "red")
    before = list(evening.asked)
    evening.game.show()
    evening.desk.press(1, JobAnswer("stop"))
    evening.run(lambda: BLANK, {})
    asked = [getattr(each, "key", "") for each in evening.asked]
    assert ([], ["teach.which", "teach.put-up"]) == (before, asked[:2])


def test_a_job_that_is_stopped_gives_the_camera_back(tmp_path: Path, config: Config) -> None:
    """At once, though no picture comes."""
    evening = Evening(tmp_path, config)
    evening.begin("calibrate")
    evening.desk.press(1, JobAnswer("stop"))
    failed = evening.run(lambda: BLANK, {})
    assert ("failed", "It was stopped.") == (failed.state, ENGLISH(failed.said))
    evening.game.show()
    assert "read" == evening.game.seen[-1]


def test_no_die_is_taught_unnamed(tmp_path: Path, config: Config) -> None:
    """It says what is missing, and so for a name that no die can have."""
    evening = Evening(tmp_path, config)
    for dice in ((), ("../x",)):
        evening.begin("teach", *dice)
        assert "failed" == evening.run(lambda: BLANK, {}).state


def lent(game: Game, see: Callable[[Frame, Callable[[], Frame]], bool]) -> tuple[Thread, list[Exception]]:
    """The game's camera, lent on a thread until that is over; what was raised there."""
    raised: list[Exception] = []

    def borrow() -> None:
        try:
            game.lend(see, lambda: None)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            raised.append(error)

    thread = Thread(target=borrow)
    thread.start()
    while not game.camera.is_lent:
        pass
    return thread, raised


def test_a_borrower_that_fails_ends_no_game() -> None:
    """Its error is its own; a camera that is lost meanwhile is its supervisor's business."""
    game, errors = Game(), iter([DeviceLostError("gone"), StadiumError(message("job.stopped"))])

    def see(*_: Any) -> bool:  # noqa: ANN401 - whatever it is shown
        raise next(errors)

    thread, raised = lent(game, see)
    for _ in range(2):
        game.show()
    thread.join()
    assert ([StadiumError], []) == ([type(error) for error in raised], game.seen)
    game.show()
    assert ["restart", "read"] == game.seen
