"""The simulated stadium before the game: a camera that settles, keeps to what it is told, and hands that lay dice."""

from __future__ import annotations

import pytest

from firmware.devices.protocols import AUTOMATIC, Adjustable, Camera
from firmware.errors import DeviceError
from firmware.simulated.calibration_camera import SETTLED, CalibrationCamera


def brightness(camera: CalibrationCamera, frames: int = 1) -> float:
    """Of the last of so many frames."""
    frame = None
    for _ in range(frames):
        frame = camera.frame()
    assert frame is not None
    return float(frame.mean())


def test_camera_can_be_adjusted() -> None:
    """It stands where the real one stands."""
    camera: Camera = CalibrationCamera()
    assert isinstance(camera, Adjustable)


def test_its_exposure_settles() -> None:
    """The first picture is too bright, and after two seconds it is as it stays."""
    camera = CalibrationCamera()
    first, later = brightness(camera), brightness(camera, 60)
    assert first > 1.1 * later
    assert later == pytest.approx(brightness(camera, 10), rel=0.005)
    assert SETTLED == camera.settings()


def test_settings_are_kept() -> None:
    """Locked while it was still too bright, it stays too bright; let loose it settles."""
    camera = CalibrationCamera()
    bright = brightness(camera)
    camera.keep(camera.settings())
    assert bright == pytest.approx(brightness(camera, 45), rel=0.005)
    camera.keep(AUTOMATIC)
    assert bright > 1.1 * brightness(camera)


def test_no_metadata_before_the_first_frame() -> None:
    """Neither a still nor settings of a frame that was never shown; none after it was closed."""
    camera = CalibrationCamera()
    with pytest.raises(DeviceError, match="no frame yet"):
        camera.settings()
    with pytest.raises(DeviceError, match="no frame yet"):
        camera.still()
    camera.close()
    assert camera.frame() is None


def test_dice_lie_and_the_hands_are_gone() -> None:
    """After dice were laid, the next picture shows them at rest, each of the colour asked for."""
    camera = CalibrationCamera()
    camera.frame()
    camera.lay_dice(("red", "blue", "white"))
    scene = camera.stadium.stage.scene(camera.now)
    assert {"red", "blue", "white"} <= {seen.name for seen in scene.resting}
    assert ((), ()) == (scene.moving, scene.above)


def test_a_team_may_play_with_a_die_of_another_colour() -> None:
    """With that fault the home team's die is not the colour it says."""
    camera = CalibrationCamera(("red", "blue"), faults=("color",))
    camera.lay_dice(("red", "blue"))
    assert (True, False) == tuple(camera.stadium.where(name, camera.now) is not None for name in ("purple", "blue"))
