"""A calibration with a camera: what decides how its pictures are taken, and how the two come together at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware.devices.protocols import AUTOMATIC, Adjustable, Camera, CameraSettings, Frame
from firmware.notice import Notice
from firmware.setup.calibration.steps import Calibration


class LockingCamera:
    """Shows a calibration pictures: as the camera decides until that has settled, and locked to that from then on.

    Args:
        calibration: what looks at them.
        camera: takes them; one that is not `Adjustable` is left alone.
    """

    def __init__(self, calibration: Calibration, camera: object) -> None:
        self.calibration = calibration
        self._adjustable = camera if isinstance(camera, Adjustable) else None
        self._decides = False

    def let_decide(self) -> None:
        """Let the camera decide how it takes its pictures, once; it needs a while to settle."""
        if not self._decides:
            self._decides = True
            self.keep(AUTOMATIC)

    def show(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Show a picture, and lock the camera once it has settled."""
        self.let_decide()
        calibration, camera, step = self.calibration, self._adjustable, self.calibration.step
        calibration.take(frame, still, None if camera is None else camera.settings())
        if step == "settle" != calibration.step and calibration.settings is not None:
            self.keep(calibration.settings)

    def keep(self, settings: CameraSettings) -> None:
        """Have every picture taken like this from now on, if the camera can."""
        if self._adjustable is not None:
            self._adjustable.keep(settings)


def drive(
    calibration: Calibration,
    camera: Camera,
    ready: Callable[[Calibration], None],
    on_findings: Callable[[Calibration, Sequence[Notice]], None] = lambda _, __: None,
    *,
    lock: bool = True,
) -> None:
    """Show the camera's pictures to the calibration until it is done; the camera stays open.

    ``ready`` returns once the person at the table has done what `Calibration.asked` says; ``on_findings`` is called
    with the new ones of each step. With ``lock`` the camera's settings are locked once it has settled, else left alone.
    """
    locking = LockingCamera(calibration, camera if lock else None)
    locking.let_decide()
    while calibration.step is not None:
        known = len(calibration.findings)
        if calibration.waits:
            ready(calibration)
            calibration.begin()
        if (frame := camera.frame()) is None:
            calibration.end()
        else:
            locking.show(frame, camera.still)
        if new := calibration.findings[known:]:
            on_findings(calibration, new)
