"""Teaching, calibrating and the check-up from the menu: panel and buttons alone, and the camera comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from support.english import on_panel
from support.stadium import Evening, die, play
from support.worded import ENGLISH_TABLE

from firmware.config.schema import shipped
from firmware.devices.protocols import Frame, Gesture
from firmware.errors import StadiumError
from firmware.notice import Notice, finding, notice
from firmware.play.camera.lent_camera import CameraBusyError, CameraLoan, LentCamera
from firmware.play.state.shown import Shown
from firmware.setup.calibrating_at_the_table import CalibratingAtTheTable
from firmware.setup.calibration.findings import whole
from firmware.setup.check_up import CheckUp
from firmware.setup.errands import Errands
from firmware.setup.game_calibration import Calibrator
from firmware.setup.teaching_at_the_table import TeachingAtTheTable
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader
from scoreboard.language import ENGLISH
from scoreboard.message import Message
from vision.enrolled.matcher import EnrolledDice, EnrolledDie
from vision.enrolment.session import Doubtful, Kept, Outcome

FRAME = np.zeros((2, 2, 3), np.uint8)


@dataclass
class Enrolment:
    """An enrolment of two faces, whose pictures come to what the test says."""

    name: str
    outcomes: list[Outcome | None]
    asked: int | None = 9
    done: list[str] = field(default_factory=list)

    @property
    def die(self) -> EnrolledDie:
        """Of that name."""
        return EnrolledDie(self.name, ())

    @property
    def progress(self) -> tuple[int, int]:
        """How many are known."""
        return 8, 10

    def see(self, _frame: Frame, _still: Callable[[], Frame]) -> Outcome | None:
        """The next outcome; after the second face there is no more."""
        outcome = self.outcomes.pop(0) if self.outcomes else None
        if isinstance(outcome, Kept):
            self.asked = {9: 10, 10: None}[outcome.value]
        return outcome

    def accept(self) -> Kept | None:
        """Keep what was doubted."""
        self.done.append("ok")
        return None

    def redo(self) -> None:
        """Once more."""
        self.done.append("undo")

    def skip(self) -> None:
        """Not this one."""
        self.done.append("next")

    def caught_up(self, known: EnrolledDie | None) -> EnrolledDie:
        """As it is."""
        return known or self.die


def teaching(tmp_path: Path, *outcomes: Outcome | None) -> tuple[TeachingAtTheTable, list[Enrolment]]:
    """A die to be taught, and the enrolments that were begun."""
    begun: list[Enrolment] = []

    def enrol(name: str) -> Enrolment:
        begun.append(Enrolment(name, [*outcomes]))
        return begun[-1]

    store = TaughtDiceStore(tmp_path / "dice", lambda _: None)
    taught = TeachingAtTheTable(("red", "blue"), enrol, store, EnrolledDice(None), ENGLISH_TABLE)  # type: ignore[arg-type]
    return taught, begun


def test_a_die_is_taught_face_after_face(tmp_path: Path) -> None:
    """NEXT walks the dice, OK takes one; then the panel asks for face after face, to the last."""
    taught, begun = teaching(tmp_path, None, Doubtful("no-d10"), Kept(9), Kept(10))
    panels = [on_panel(taught.words)]
    for gesture in ("next", "ok"):
        taught.press(gesture)  # type: ignore[arg-type] # gestures
        panels.append(on_panel(taught.words))
    taught.press("ok")
    for _ in range(4):
        taught.see(FRAME, lambda: FRAME)
        panels.append(on_panel(taught.words))
    assert ["RED?", "BLUE?", "BLUE 9", "BLUE 9"] == panels[:4]
    assert ("BLUE 9" not in panels[4], "BLUE 10", ["ok"]) == (True, panels[5], begun[0].done)
    assert taught.result is not None
    assert "BLUE 8/10" == on_panel(taught.result.panel)


def test_teaching_is_left_at_any_time(tmp_path: Path) -> None:
    """Before a die was chosen by UNDO, later by OK held."""
    first, _ = teaching(tmp_path)
    first.press("undo")
    second, _ = teaching(tmp_path)
    for gesture in ("ok", "undo", "menu"):
        second.press(gesture)  # type: ignore[arg-type] # gestures
    assert ["GAME GOES ON"] * 2 == [on_panel(each.result.panel) for each in (first, second) if each.result]


def test_the_game_has_the_camera_back(tmp_path: Path) -> None:
    """While a die is taught nothing is thrown; then the reader begins anew, and the next throw counts."""
    taught, _ = teaching(tmp_path, Kept(9), Kept(10))
    restarted: list[bool] = []
    evening = Evening()

    reader = ThrowReader(
        evening.camera.look,
        lambda: None, lambda: restarted.append(True), EnrolledDice(None), None, lambda _: None,  # type: ignore[arg-type]
    )  # fmt: skip
    lent = LentCamera(reader.read, reader.restart)
    lent.lend(taught)
    taught.press("ok")
    frames = [FRAME, FRAME]
    assert [None, None] == [lent.read(frame, lambda: FRAME) for frame in frames]
    assert ([], True) == (restarted, taught.result is not None)
    evening.camera._sights = [die("blue", 3)]
    assert (1, [True]) == (len(lent.read(FRAME, lambda: FRAME) or ()), restarted)


def test_the_camera_is_lent_to_one_at_a_time(tmp_path: Path) -> None:
    """To the menu or to a phone: whoever asks second is told that it is busy, and has it once the first is done."""
    reader = ThrowReader(
        lambda *_: None, lambda: None, lambda: None, EnrolledDice(None), None, lambda _: None,  # type: ignore[arg-type]
    )  # fmt: skip
    lent, store = LentCamera(reader.read, reader.restart), TaughtDiceStore(tmp_path / "dice", lambda _: None)
    calibrator = Calibrator(shipped(), reader, None, lambda _: tmp_path)
    teach = Errands(calibrator, reader, store, ENGLISH_TABLE, lent).with_the_camera()["teach"]
    lent.lend(CameraLoan(lambda *_: True))
    assert notice("camera.lent", "amber") == teach()
    lent.read(FRAME, lambda: FRAME)
    taught = teach()
    assert isinstance(taught, TeachingAtTheTable)
    with pytest.raises(CameraBusyError, match="The camera is busy"):
        lent.lend(CameraLoan(lambda *_: True))
    taught.press("undo")
    assert not lent.is_lent


def test_what_takes_the_panel_ends_by_itself(tmp_path: Path) -> None:
    """Its result comes with a picture, and not with a press: the score is back with the next blink."""
    check = CheckUp((), ENGLISH_TABLE)
    rest: list[Gesture] = ["menu", "next", "next", "next", "next", "ok", "next", "ok"]
    sentences: list[str] = []

    def hand(shown: Shown) -> Gesture | None:
        sentences.append(shown.words)
        if shown.words.startswith("Checked:"):
            check.result = notice("check.green")
        if shown.words == "All is well.":
            rest.extend(["menu", "next", "next", "ok"])
        return rest.pop(0) if rest else None

    play(tmp_path / "games.sqlite", hand=hand, actions={"check": lambda: check}, tick_s=0.001)
    assert "All is well." in sentences


def test_check_up_tells_the_worst_first() -> None:
    """How many there are of each, then what is red, then what is amber, each with what to do; then it leaves."""
    found = (
        finding("green", "Fine."),
        finding("amber", "The clock is wrong.", "Set it."),
        finding("red", "The card is full.", "Clean up."),
    )
    check = CheckUp(found, ENGLISH_TABLE)
    pages = [ENGLISH(check.words, "panel")]
    for _ in range(2):
        check.press("next")
        pages.append(ENGLISH(check.words, "panel"))
    assert ["WELL 1 CHECK 1 MEND 1", "The card is full. Clean up.", "The clock is wrong. Set it."] == pages
    assert check.result is None
    check.press("next")
    assert check.result == notice("check.red")


@dataclass
class Measuring:
    """A calibration of one step before which something is to be done."""

    findings: tuple[Notice, ...]
    changes: dict[str, dict[str, float]]
    step: str | None = "settle"
    waits: bool = True

    @property
    def asked(self) -> Message:
        """What is to be done."""
        return Message(f"calibrate.ask.{self.step}")

    kept: int = 0
    keeps: bool = True

    @property
    def calibration(self) -> Measuring:
        """Itself."""
        return self

    def begin(self) -> None:
        """It is done."""
        self.waits = False

    def see(self, _frame: Frame, _still: Callable[[], Frame]) -> None:
        """All is measured with the first picture after that."""
        if not self.waits:
            self.step = None

    def keep(self) -> Path:
        """Keep what was measured, if it can be."""
        if not self.keeps:
            raise StadiumError("the card is full")
        self.kept += 1
        return Path()


def test_calibrating_asks_on_the_panel_and_keeps_what_it_measured() -> None:
    """Nothing is measured before OK; what was is used and kept, and what cannot be kept is said."""
    lens = {"camera.lens": {"view": 70.0}}
    measuring = Measuring((), lens)
    calibrating = CalibratingAtTheTable(measuring, ENGLISH_TABLE)  # type: ignore[arg-type]
    calibrating.see(FRAME, lambda: FRAME)
    assert ("CLEAR THE FIELD OK?", None) == (on_panel(calibrating.words), calibrating.result)
    calibrating.press("ok")
    calibrating.see(FRAME, lambda: FRAME)
    assert (notice("calibrate.kept"), 1) == (calibrating.result, measuring.kept)

    bad = finding("red", "There is glare.", "Move the lamp.")
    for measured, result in (
        (Measuring((bad,), {}), Notice(whole(bad), whole(bad), "red")),
        (Measuring((), lens, keeps=False), notice("settings.not-kept", "amber", why="the card is full")),
    ):
        other = CalibratingAtTheTable(measured, ENGLISH_TABLE)  # type: ignore[arg-type]
        other.press("ok")
        other.see(FRAME, lambda: FRAME)
        assert (result, 0) == (other.result, measured.kept)
    left = CalibratingAtTheTable(Measuring((), lens), ENGLISH_TABLE)  # type: ignore[arg-type]
    left.press("undo")
    assert notice("calibrate.left") == left.result
