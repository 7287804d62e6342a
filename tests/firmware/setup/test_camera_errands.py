"""The menu's errands with real pictures: the camera is calibrated and a die is taught, and the game reads on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import structs
from support.english import on_panel
from support.worded import ENGLISH_TABLE

from firmware.config.owners_file import keep_here
from firmware.config.schema import LockedConfig, load, shipped
from firmware.devices.health import Health
from firmware.devices.protocols import Camera
from firmware.notice import notice
from firmware.play.camera.lent_camera import LentCamera
from firmware.play.menus.takeover import Takeover
from firmware.setup.check_up import CheckUp
from firmware.setup.errands import Errands
from firmware.setup.game_calibration import Calibrator
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import ThrowReader, throw_reader
from scoreboard.rules.state import SHARED

MOST = 400
"""Frames after which something ought to have happened."""


@pytest.fixture(scope="module")
def reader() -> ThrowReader:
    """What reads the dice."""
    return throw_reader(shipped())


class Scoreboard(NamedTuple):
    """Its errands, and what does them."""

    errands: Errands
    lent: LentCamera
    calibrator: Calibrator


def scoreboard(tmp_path: Path, reader: ThrowReader, camera: Camera | None = None) -> Scoreboard:
    """One as it is shipped; what is measured is kept in a file."""
    lent, file = LentCamera(reader.read, reader.restart), tmp_path / "stadium.toml"
    calibrator = Calibrator(shipped(), reader, camera, lambda changes: keep_here(tmp_path, changes, file))
    store = TaughtDiceStore(tmp_path / "dice", lambda _: None)
    return Scoreboard(Errands(calibrator, reader, store, ENGLISH_TABLE, lent), lent, calibrator)


def look(of: Scoreboard, camera: Camera, until: Callable[[], bool]) -> None:
    """Show it one frame after the other."""
    for _ in range(MOST):
        if until():
            return
        frame = camera.frame()
        assert frame is not None
        assert of.lent.read(frame, camera.still) is None
    raise AssertionError("nothing happens")


@pytest.mark.newest
@pytest.mark.untraced
def test_it_is_calibrated_in_the_middle_of_a_game(tmp_path: Path, reader: ThrowReader) -> None:
    """What was measured is kept, lens and locked settings, and the game looks on so from then on."""
    camera = CalibrationCamera()
    of = scoreboard(tmp_path, reader, camera)
    calibrating = of.errands.with_the_camera()["calibrate"]()
    assert isinstance(calibrating, Takeover)
    panels = [on_panel(calibrating.words)]
    calibrating.press("ok")
    look(of, camera, lambda: "LAY" in on_panel(calibrating.words))
    panels.append(on_panel(calibrating.words))
    camera.lay_dice(("red", "blue", SHARED))
    calibrating.press("ok")
    look(of, camera, lambda: calibrating.result is not None)
    assert ["CLEAR THE FIELD OK?", "LAY ALL DICE OK?"] == panels
    assert calibrating.result is not None
    assert calibrating.result.severity != "red", calibrating.result
    kept = load(tmp_path / "stadium.toml").camera
    assert (of.calibrator.config.camera.lens, of.calibrator.config.camera.locked) == (kept.lens, kept.locked)
    assert shipped().camera.lens != kept.lens
    of.lent.read(camera.frame(), camera.still)  # type: ignore[arg-type] # it has frames without end
    assert kept.locked.settings() == camera.settings() == camera.kept


def test_a_calibration_that_is_left_leaves_the_camera_as_it_was(tmp_path: Path, reader: ThrowReader) -> None:
    """It decided for itself meanwhile; the game has it back with the settings that hold."""
    camera = CalibrationCamera()
    of = scoreboard(tmp_path, reader, camera)
    locked = LockedConfig(4000, 2.0, (2.0, 1.5), 1.0)
    of.calibrator.config = structs.replace(shipped(), camera=structs.replace(shipped().camera, locked=locked))
    camera.keep(locked.settings())
    calibrating = of.errands.with_the_camera()["calibrate"]()
    assert isinstance(calibrating, Takeover)
    of.lent.read(camera.frame(), camera.still)  # type: ignore[arg-type] # it has frames without end
    assert camera.settings() != locked.settings()
    calibrating.press("undo")
    assert notice("calibrate.left") == calibrating.result
    of.lent.read(camera.frame(), camera.still)  # type: ignore[arg-type] # as above
    assert locked.settings() == camera.settings()
    assert not (tmp_path / "stadium.toml").exists()


def test_a_die_is_taught_in_the_middle_of_a_game(tmp_path: Path, reader: ThrowReader) -> None:
    """A face is kept as soon as it was seen, and the game's reader knows the die at the end."""
    of, camera = scoreboard(tmp_path, reader), CalibrationCamera()
    teaching = of.errands.with_the_camera()["teach"]()
    assert isinstance(teaching, Takeover)
    teaching.press("ok")
    assert "RED 1" == on_panel(teaching.words)
    for _ in range(20):
        of.lent.read(camera.frame(), camera.still)  # type: ignore[arg-type] # it has frames without end
    camera.skip_to(camera.stadium.set_down(camera.now, "red", 1, (10.0, 10.0)))
    look(of, camera, lambda: on_panel(teaching.words) != "RED 1")
    teaching.press("menu")
    (taught,) = reader.enrolled.dice
    assert ("red", {1}) == (taught.name, set(taught.shown))


def test_all_is_looked_over(tmp_path: Path, reader: ThrowReader) -> None:
    """While the game has the devices they are not opened, and what is known of them is told."""
    check = scoreboard(tmp_path, reader).errands.check(tmp_path / "games.sqlite", None, Health())
    looked_over = check()
    assert isinstance(looked_over, CheckUp)
    assert "WELL" in on_panel(looked_over.words)
