"""The doctor looks through the camera, and says what a calibration would say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.doctor import with_other
from support.lab import in_the_lab

from firmware.devices.file_cameras import FolderCamera
from firmware.devices.protocols import Camera, CameraSettings, Frame
from firmware.notice import Notice
from firmware.setup.calibration.driving import drive
from firmware.setup.calibration.steps import Calibration, Plan
from firmware.setup.doctor.bench import StillCamera
from firmware.setup.doctor.devices import camera as look
from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.scenario import SceneFault
from firmware.simulated.world.stadium import SimulatedStadium
from scoreboard.language import ENGLISH
from vision.geometry.tilt import TiltField
from vision.readings import Reading

JUDGED = ("markers", "lens", "flatness", "angle", "places", "brightness", "evenness", "sharpness", "glare", "flicker")
LOOK = Plan(())
"""A look at the field and the light."""


@cache
def stadium() -> SimulatedStadium:
    """One in good order."""
    return SimulatedStadium(4)


@cache
def still() -> Frame:
    """A large picture of it."""
    return stadium().still(0.1)


def found(camera: Camera, plan: Plan = LOOK) -> Mapping[str, Notice]:
    """What is found of a scene, by name."""
    return {each.about: each for each in look(with_other(camera=lambda: camera, plan=plan))}


@pytest.mark.untraced
def test_a_well_lit_stadium_is_green_all_over() -> None:
    """The camera, and all that a calibration would judge without dice."""
    levels = {name: finding.severity for name, finding in found(StillCamera(stadium(), 0.1)).items()}
    assert dict.fromkeys(("camera", *JUDGED), "green") == levels


@pytest.mark.newest
@pytest.mark.untraced
def test_exhausted_folder_still_gave_its_pictures(tmp_path: Path) -> None:
    """Fewer photographs than a look takes: the camera is green, and told with their size."""
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), stadium().still(0.1))
    finding = found(FolderCamera(tmp_path))["camera"]
    height, width = stadium().still(0.1).shape[:2]
    assert ("green", True) == (finding.severity, f"{width} x {height} pixels" in ENGLISH(finding.sentence))


def blind(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it sees nothing
    """A reader that sees nothing."""
    return ()


@pytest.mark.once
@pytest.mark.parametrize(
    "fault",
    [
        *("marker", "dark"),
        *in_the_lab(("glare", "aslant", "markers", "bright", "uneven", "knocked")),
    ],
)
def test_the_doctor_and_a_calibration_never_disagree(fault: SceneFault) -> None:
    """On the same ill stadium they find the same, in the same words; only, the doctor leaves the camera as it is."""
    calibration = Calibration(LOOK, blind)
    drive(calibration, CalibrationCamera(faults=[fault]), lambda _: None)
    reported = {
        each.about: (each.severity, ENGLISH(each.remedy).lower())
        for each in calibration.findings
        if each.about != "camera"
    }
    seen = found(CalibrationCamera(faults=[fault]))
    assert reported == {
        name: (each.severity, ENGLISH(each.remedy).lower().rstrip("."))
        for name, each in seen.items()
        if name != "camera"
    }
    assert {"green"} != {level for level, _ in reported.values()}


@pytest.mark.newest
@pytest.mark.untraced
def test_the_camera_stays_as_it_is_set() -> None:
    """A game is played with the locked settings, so it is these that are looked through."""
    camera = CalibrationCamera()
    camera.keep(LOCKED)
    found(camera)
    assert LOCKED == camera.settings()


def test_light_without_markers() -> None:
    """Without markers only the light is judged: dice on any table."""
    judged = found(StillCamera(stadium(), 0.1), Plan((), field=None))
    assert ["camera", "markers", "brightness", "flicker"] == list(judged)
    assert "skipped" == judged["markers"].severity


@dataclass
class Ill:
    """A camera whose pictures something is wrong with."""

    how: Callable[[Frame], object]

    def __post_init__(self) -> None:
        self._still: Frame = np.asarray(self.how(still()), np.uint8)

    def frame(self) -> Frame:
        """A small picture."""
        return still()

    def still(self) -> Frame:
        """A large one."""
        return self._still

    def close(self) -> None:
        """Nothing is held."""


LOCKED = CameraSettings(9000, 2.0)
NEWEST, DEBIAN = pytest.mark.newest, pytest.mark.debian13


def blurred(by: float) -> Callable[[Frame], object]:
    """Out of focus by so much."""
    return lambda still: cv2.GaussianBlur(still, (0, 0), by)


def lit_from_one_side(still: Frame) -> object:
    """Three times as bright at the right as at the left."""
    return still * np.linspace(0.3, 1, still.shape[1])[:, None]


@pytest.mark.parametrize(
    ("how", "name", "level", "do"),
    [
        (blurred(2), "sharpness", "amber", "lens"),
        pytest.param(blurred(3), "sharpness", "red", "lens", marks=DEBIAN),  # so that no die is found
        pytest.param(blurred(4), "sharpness", "red", "lens", marks=NEWEST),
        pytest.param(lambda still: still * 0.4, "brightness", "amber", "lamp", marks=NEWEST),
        pytest.param(lambda still: still * 0.12, "brightness", "red", "lamp", marks=DEBIAN),
        pytest.param(lambda still: np.clip(still * 1.4, 0, 255), "brightness", "amber", "lamp", marks=NEWEST),
        pytest.param(lambda still: still * 0.2 + 170, "brightness", "amber", "lens", marks=NEWEST),  # hazy
        pytest.param(lit_from_one_side, "evenness", "amber", "add light", marks=DEBIAN),
    ],
)
@pytest.mark.untraced
def test_faults_of_a_picture_are_reported(how: Callable[[Frame], object], name: str, level: str, do: str) -> None:
    """Focus, brightness and evenness, each with what to turn or move."""
    finding = found(Ill(how))[name]
    assert (level, True) == (finding.severity, do in ENGLISH(finding.remedy)), finding
