"""Any camera can be described: by a path that does not change, turned, mirrored; found again after it was unplugged."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest
from msgspec import structs
from support.films import film_of
from support.stadium import ManualClock
from support.webcam import Webcam

from firmware import wiring
from firmware.config.overrides import camera_named
from firmware.config.schema import CameraConfig, check, shipped
from firmware.devices.file_cameras import SingleStream, UsbCamera
from firmware.devices.orientation import CameraTurn, upright
from firmware.devices.protocols import AUTOMATIC, Adjustable, Camera, CameraSettings, Frame
from firmware.devices.supervisor import SupervisedCamera
from firmware.errors import ConfigError, DeviceError

SCENE = np.random.default_rng(1).integers(0, 255, (20, 30, 3), np.uint8)


class Askew(SingleStream):
    """A camera that sees the scene as it hangs."""

    def __init__(self, seen: Frame) -> None:
        self._seen = seen
        self.closed = False

    def frame(self) -> Frame:
        """Small."""
        self._last = self._seen
        return self._seen[::2, ::2]

    def close(self) -> None:
        """Remember it."""
        self.closed = True


class Settable(Askew):
    """One that can be told how to take its pictures."""

    def settings(self) -> CameraSettings:
        """As it was told."""
        return self.kept

    def keep(self, settings: CameraSettings) -> None:
        """Remember it."""
        self.kept = settings


def hung(turn: int, *, mirror: bool) -> Frame:
    """The scene as a camera sees it whose pictures must be mirrored, then turned so many degrees clockwise."""
    against = np.rot90(SCENE, turn // 90)
    return against[:, ::-1] if mirror else against


@pytest.mark.parametrize(("turn", "mirror"), list(product(get_args(CameraTurn), [False, True])))
def test_a_camera_that_hangs_askew_is_set_right(turn: CameraTurn, mirror: bool) -> None:
    """Frames and stills alike, and it is given back."""
    inner = Askew(hung(turn, mirror=mirror))
    camera = upright(inner, turn, mirror=mirror)
    frame = camera.frame()
    assert frame is not None
    assert np.array_equal(SCENE, camera.still())
    assert (10, 15, 3) == frame.shape
    camera.close()
    assert inner.closed


def test_no_pictures_upright() -> None:
    """A camera without pictures has none upright: its end is its end."""
    inner = Askew(SCENE)
    inner.frame = lambda: None  # type: ignore[assignment, method-assign] # it has ended
    assert upright(inner, 180, mirror=False).frame() is None


@pytest.mark.parametrize("kind", [Askew, Settable])
def test_a_camera_that_can_be_set_still_can(kind: type[Askew]) -> None:
    """`stadium calibrate` locks one that can, however it hangs; another tells of no settings."""
    camera = upright(kind(SCENE), 90, mirror=True)
    assert isinstance(camera, Adjustable)
    camera.keep(AUTOMATIC)
    assert (AUTOMATIC if kind is Settable else None) == camera.settings()


def configured(**camera: Any) -> CameraConfig:  # noqa: ANN401 - settings are of any type
    """The camera's settings."""
    return check({"camera": camera}, "stadium.toml", places=(Path(camera.get("path", "/dev")),)).camera


def test_every_source_is_set_right_but_a_recording(tmp_path: Path) -> None:
    """What was recorded was set right before: played again, it is not turned once more."""
    film_of(tmp_path / "frames.avi", [SCENE, SCENE], "HFYU")
    cv2.imwrite(str(tmp_path / "1.png"), SCENE)
    expected = {"folder": SCENE[::-1, ::-1], "video": SCENE[::-1, ::-1], "recording": SCENE}
    for source, picture in expected.items():
        path = tmp_path / "frames.avi" if source == "video" else tmp_path
        camera = wiring.camera_of(configured(source=source, path=str(path), turn=180))
        assert camera is not None
        assert np.array_equal(picture, camera.frame())
        assert np.array_equal(picture, camera.still())
        camera.close()


def test_a_live_camera_is_set_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """By whatever it is opened: a game, a lesson, a calibration or the doctor."""
    monkeypatch.setitem(wiring.LIVE, "usb", lambda _: Askew(hung(270, mirror=True)))
    config = structs.replace(shipped(), camera=configured(source="usb", turn=270, mirror=True))
    for camera in (wiring.camera_of(config.camera), wiring.devices(config, needed=()).camera):
        assert camera is not None
        camera.frame()
        assert np.array_equal(SCENE, camera.still())
        camera.close()


def test_a_webcam_is_found_again_under_another_number(tmp_path: Path) -> None:
    """Its path names the same one whatever number the kernel gives it when it is plugged in again."""
    link, opened = tmp_path / "usb-Maker_Webcam-video-index0", list[int]()
    link.symlink_to("/dev/video2")

    def opener(number: int) -> Any:  # noqa: ANN401 - a stand-in for OpenCV's
        opened.append(number)
        link.unlink()
        link.symlink_to("/dev/video0")
        return Webcam([np.full((90, 160, 3), 10 * left, np.uint8) for left in (2, 1, 0)])

    camera: Camera = SupervisedCamera(
        lambda: UsbCamera(link, opener), lambda _: None, ManualClock(20.0), wait=lambda _: None
    )
    for _ in range(5):
        assert camera.frame() is not None
    assert [2, 0] == opened


def test_path_of_no_camera(tmp_path: Path) -> None:
    """A link may point anywhere."""
    with pytest.raises(DeviceError, match=r"is no camera; name one of those in /dev/v4l/by-id as device under \[camer"):
        UsbCamera(tmp_path, lambda _: Webcam([]))  # type: ignore[arg-type, return-value] # a stand-in


def test_lost_camera_has_its_path() -> None:
    """The owner sees which one is meant."""
    with pytest.raises(DeviceError, match=r"^no USB camera at /dev/v4l/by-id/usb-none; plug it in"):
        UsbCamera(Path("/dev/v4l/by-id/usb-none"))


BY_ID = "/dev/v4l/by-id/usb-Maker_Webcam-video-index0"


def test_path_before_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes before a number."""
    asked: list[object] = []
    monkeypatch.setattr(wiring, "UsbCamera", lambda which: asked.append(which) or Askew(SCENE))
    for config in (configured(source="usb", index=3), configured(source="usb", index=3, device=BY_ID)):
        wiring.camera_of(config)
    assert [3, Path(BY_ID)] == asked


def test_the_command_line_names_a_webcam_by_its_path() -> None:
    """And by a number again, whatever the settings name."""
    by_path = camera_named(configured(), BY_ID)
    assert ("usb", BY_ID) == (by_path.source, by_path.device)
    by_number = camera_named(by_path, "1")
    assert ("usb", 1, "") == (by_number.source, by_number.index, by_number.device)


def test_folder_in_shared_memory_is_a_folder() -> None:
    """Not all that lies under /dev is a device."""
    assert "folder" == camera_named(configured(), "/dev/shm").source  # noqa: S108 - it is only named


def test_a_single_photograph_is_no_film(tmp_path: Path) -> None:
    """`--camera photo.jpg` means that photograph, decoded as strictly as those of a folder."""
    cv2.imwrite(str(tmp_path / "1.jpg"), SCENE)
    assert "folder" == camera_named(configured(), str(tmp_path / "1.jpg")).source


@pytest.mark.parametrize(
    ("camera", "message"),
    [
        ({"device": "video0"}, r"camera\.device: write the whole path"),
        ({"turn": 45}, r"camera\.turn: .*choose one of"),
        ({"mirror": "yes"}, r"camera\.mirror: write true or false"),
        ({"index": 10**6}, r"camera\.index: "),
    ],
)
def test_bad_camera_names_key(camera: dict[str, Any], message: str) -> None:
    """The owner learns what to fix."""
    with pytest.raises(ConfigError, match=message):
        configured(**camera)
