"""How a camera takes its pictures, told through the supervisor that stands before it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from support.stadium import FixedClock

from firmware.devices.protocols import AUTOMATIC, CameraSettings, Frame
from firmware.devices.supervisor import SupervisedCamera
from firmware.errors import DeviceError

LOCKED = CameraSettings(4000, 2.0, (2.0, 1.5), 1.0)


class Camera:
    """A camera that shows noise until its frames are used up, and then is lost."""

    def __init__(self, frames: int) -> None:
        self._left, self.kept = frames, AUTOMATIC

    def frame(self) -> Frame:
        """The next frame."""
        if not self._left:
            raise DeviceError("unplugged")
        self._left -= 1
        return np.full((2, 2, 3), self._left, np.uint8)

    def still(self) -> Frame:
        """The same."""
        return self.frame()

    def settings(self) -> CameraSettings:
        """As told."""
        return self.kept

    def keep(self, settings: CameraSettings) -> None:
        """Take frames like this."""
        self.kept = settings

    def close(self) -> None:
        """Nothing is held."""


def supervised(cameras: Iterator[Camera]) -> SupervisedCamera:
    """A camera whose place the next one takes when it is lost."""
    return SupervisedCamera(lambda: next(cameras), lambda _: None, FixedClock(), wait=lambda _: None)


def test_camera_that_is_back_has_its_settings_again() -> None:
    """It takes pictures with the settings of the camera that was lost."""
    first, second = Camera(1), Camera(2)
    camera = supervised(iter((first, second)))
    camera.frame()
    assert AUTOMATIC == camera.settings()
    camera.keep(LOCKED)
    camera._lose(DeviceError("unplugged"))
    assert camera.settings() is None
    camera._due = camera._clock.monotonic()
    camera.frame()
    assert (LOCKED, LOCKED) == (second.kept, camera.settings())
