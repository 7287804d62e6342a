"""The camera on the Pi's ribbon cable, with a stand-in for the library that only a Pi has."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from firmware.devices import Camera, Frame
from firmware.errors import DeviceError
from firmware.pi import READING_SIZE, PiCamera


class Picamera2:
    """As much of picamera2's class as we use, with what it does when things go wrong."""

    fails: dict[str, Exception]
    cameras: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0}]

    def __init__(self) -> None:
        self.said: list[str] = []
        self.config: dict[str, Any] = {}
        self.patience = 0.0
        self._do("open")

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        """What the caller wants of the main stream."""
        return {"main": main}

    def configure(self, config: dict[str, Any]) -> None:
        """Take the configuration."""
        self.config = config

    def start(self) -> None:
        """Begin to take pictures."""
        self._do("start")

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        """What is connected."""
        return cls.cameras

    def capture_array(self, stream: str, wait: float) -> Frame:
        """A black frame of the size asked for, as (height, width, 3)."""
        self.patience = wait
        self._do("capture")
        width, height = self.config[stream]["size"]
        return np.zeros((height, width, 3), np.uint8)

    def stop(self) -> None:
        """Take no more pictures."""
        self._do("stop")

    def close(self) -> None:
        """Give the camera back."""
        self._do("close")

    def _do(self, what: str) -> None:
        self.said.append(what)
        if what in self.fails:
            raise self.fails[what]


def library(**fails: Exception) -> ModuleType:
    """A module with such a class in it."""
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (Picamera2,), {"fails": fails})  # type: ignore[attr-defined]  # a stand-in
    return module


def test_frames_are_of_the_reading_size() -> None:
    """Unless told otherwise a frame is as large as reading wants it: 2304 wide, 1296 high."""
    camera: Camera = PiCamera(library=library())
    frame = camera.frame()
    assert frame is not None
    assert (2304, 1296) == READING_SIZE
    assert (1296, 2304, 3) == frame.shape


def test_the_format_is_the_one_that_lies_as_bgr() -> None:
    """We ask for what picamera2 calls RGB888, whose bytes lie as B, G, R."""
    camera = PiCamera((64, 48), library())
    assert {"main": {"size": (64, 48), "format": "RGB888"}} == camera._camera.config


def test_closing_gives_the_camera_back_once() -> None:
    """Closing stops the camera and gives it back; closing again is harmless, and there are no more frames."""
    camera = PiCamera((64, 48), library())
    inner = camera._camera
    camera.close()
    camera.close()
    assert ["open", "start", "stop", "close"] == inner.said
    assert camera.frame() is None


def test_no_camera_says_to_check_the_cable() -> None:
    """With no camera on the cable none is opened, and one clear line says where to look."""
    module = library(open=IndexError("list index out of range"))
    module.Picamera2.cameras = []
    with pytest.raises(DeviceError, match=r"^no camera is connected; check the ribbon cable at both ends$"):
        PiCamera(library=module)


def test_a_busy_camera_says_so() -> None:
    """A camera that another program holds is one clear line."""
    with pytest.raises(DeviceError, match=r"^the camera does not start \(in use\); close whatever else is using it$"):
        PiCamera(library=library(open=RuntimeError("in use")))


def test_a_camera_that_stops_says_so() -> None:
    """A camera that fails in the middle of a game is one clear line."""
    camera = PiCamera((64, 48), library(capture=RuntimeError("not running")))
    with pytest.raises(DeviceError, match=r"^the camera has stopped \(not running\); check its ribbon cable"):
        camera.frame()


def test_a_camera_that_falls_silent_says_so() -> None:
    """Frames that no longer come are waited for five seconds and no longer, or nobody could stop the program."""
    camera = PiCamera((64, 48), library(capture=TimeoutError()))
    with pytest.raises(DeviceError, match=r"^the camera has sent no picture for 5 s; check its ribbon cable"):
        camera.frame()
    assert 5 == camera._camera.patience


def test_missing_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without picamera2 one line says which package to install."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match=r"^the Pi's camera needs picamera2: sudo apt install python3-picamera2$"):
        PiCamera()
