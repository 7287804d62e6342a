"""A camera that is mounted turned, or looks by way of a mirror: its pictures are turned upright first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, Protocol

import cv2
import numpy as np

from firmware.devices.protocols import Adjustable

if TYPE_CHECKING:
    from firmware.devices.protocols import Camera, CameraSettings, Frame

    class AdjustableCamera(Camera, Adjustable, Protocol):
        """Both at once."""


CameraTurn = Literal[0, 90, 180, 270]
"""By how much pictures are turned clockwise, in degrees."""
ROTATIONS: Final[Mapping[int, int]] = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


class Upright:
    """A camera whose pictures are mirrored left to right if ``mirror``, then turned clockwise by ``turn`` degrees."""

    def __init__(self, camera: Camera, turn: CameraTurn, *, mirror: bool) -> None:
        self._camera, self._turn, self._mirror = camera, turn, mirror

    def frame(self) -> Frame | None:
        """The next frame, upright; see `Camera.frame`."""
        frame = self._camera.frame()
        return None if frame is None else self._oriented(frame)

    def still(self) -> Frame:
        """The picture to read from, upright; see `Camera.still`."""
        return self._oriented(self._camera.still())

    def close(self) -> None:
        """Release the camera."""
        self._camera.close()

    def _oriented(self, picture: Frame) -> Frame:
        flipped = cv2.flip(picture, 1) if self._mirror else picture
        return np.asarray(cv2.rotate(flipped, ROTATIONS[self._turn]) if self._turn else flipped, np.uint8)


class AdjustableUpright(Upright):
    """The same of an `Adjustable` camera, and one itself."""

    _camera: AdjustableCamera

    def settings(self) -> CameraSettings | None:
        """How the last frame was taken; see `Adjustable.settings`."""
        return self._camera.settings()

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on; see `Adjustable.keep`."""
        self._camera.keep(settings)


def upright(camera: Camera, turn: CameraTurn, *, mirror: bool) -> Camera:
    """The camera with its pictures upright; the camera itself where they are already."""
    if not (turn or mirror):
        return camera
    kind = AdjustableUpright if isinstance(camera, Adjustable) else Upright
    return kind(camera, turn, mirror=mirror)
