"""A camera that hangs askew, or looks by way of a mirror, set right before anybody looks at its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

import cv2
import numpy as np

from firmware.devices.protocols import Adjustable

if TYPE_CHECKING:
    from firmware.devices.protocols import Camera, CameraSettings, Frame

Turn = Literal[0, 90, 180, 270]
"""By how much pictures are turned clockwise, in degrees."""
ROTATIONS: Final[Mapping[int, int]] = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


class Upright:
    """A camera whose pictures are mirrored left to right if ``mirror``, then turned clockwise by ``turn`` degrees.

    Satisfies `firmware.devices.protocols.Camera`; ``camera`` is closed with it.
    """

    def __init__(self, camera: Camera, turn: Turn, *, mirror: bool) -> None:
        self._camera, self._turn, self._mirror = camera, turn, mirror

    def frame(self) -> Frame | None:
        """The next frame, upright; see `Camera.frame`."""
        frame = self._camera.frame()
        return None if frame is None else self._set_right(frame)

    def still(self) -> Frame:
        """The picture to read from, upright; see `Camera.still`."""
        return self._set_right(self._camera.still())

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()

    def _set_right(self, picture: Frame) -> Frame:
        seen = cv2.flip(picture, 1) if self._mirror else picture
        return np.asarray(cv2.rotate(seen, ROTATIONS[self._turn]) if self._turn else seen, np.uint8)


class AdjustableUpright(Upright):
    """The same of a camera that can be told how to take its pictures; a `devices.protocols.Adjustable`, too."""

    def __init__(self, camera: Camera, turn: Turn, *, mirror: bool) -> None:
        super().__init__(camera, turn, mirror=mirror)
        self._adjustable: Adjustable = camera  # type: ignore[assignment] # who makes one has looked

    def settings(self) -> CameraSettings:
        """How the last frame was taken; see `Adjustable.settings`."""
        return self._adjustable.settings()

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on; see `Adjustable.keep`."""
        self._adjustable.keep(settings)


def upright(camera: Camera, turn: Turn, *, mirror: bool) -> Camera:
    """The camera with its pictures set right; the camera itself where they are."""
    if not (turn or mirror):
        return camera
    kind = AdjustableUpright if isinstance(camera, Adjustable) else Upright
    return kind(camera, turn, mirror=mirror)
