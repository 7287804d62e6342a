"""A camera that is mounted turned, or looks by way of a mirror: its pictures are turned upright first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

import cv2
import numpy as np

from firmware.devices.protocols import Adjustable

if TYPE_CHECKING:
    from firmware.devices.protocols import Camera, CameraSettings, Frame

CameraTurn = Literal[0, 90, 180, 270]
"""By how much pictures are turned clockwise, in degrees."""
ROTATIONS: Final[Mapping[int, int]] = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


class Upright:
    """A camera whose pictures are mirrored left to right if ``mirror``, then turned clockwise by ``turn`` degrees.

    `Adjustable`, as far as the camera itself is.
    """

    def __init__(self, camera: Camera, turn: CameraTurn, *, mirror: bool) -> None:
        self._camera, self._turn, self._mirror = camera, turn, mirror

    def frame(self) -> Frame | None:
        """The next frame, upright; see `Camera.frame`."""
        frame = self._camera.frame()
        return None if frame is None else self._oriented(frame)

    def still(self) -> Frame:
        """The picture to read from, upright; see `Camera.still`."""
        return self._oriented(self._camera.still())

    def settings(self) -> CameraSettings | None:
        """How the last frame was taken; None for a camera that does not tell."""
        return self._camera.settings() if isinstance(self._camera, Adjustable) else None

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on, if the camera can; see `Adjustable.keep`."""
        if isinstance(self._camera, Adjustable):
            self._camera.keep(settings)

    def close(self) -> None:
        """Release the camera."""
        self._camera.close()

    def _oriented(self, picture: Frame) -> Frame:
        flipped = cv2.flip(picture, 1) if self._mirror else picture
        return np.asarray(cv2.rotate(flipped, ROTATIONS[self._turn]) if self._turn else flipped, np.uint8)


def upright(camera: Camera, turn: CameraTurn, *, mirror: bool) -> Camera:
    """The camera with its pictures upright; the camera itself where they are already."""
    return Upright(camera, turn, mirror=mirror) if turn or mirror else camera
