"""A calibration and a camera, brought together: the one loop that the terminal and a page need."""

from __future__ import annotations

from collections.abc import Callable

from firmware.devices.protocols import AUTOMATIC, Adjustable, Camera
from firmware.setup.calibration.steps import Calibration

Listener = Callable[[Calibration], None]


def drive(calibration: Calibration, camera: Camera, ready: Listener, on_picture: Listener) -> None:
    """Show the camera's pictures to the calibration until it is done, and lock the camera once it has settled.

    Args:
        calibration: where it stands; done when this returns.
        camera: what it looks through, and stays open.
        ready: returns once the person at the table has done what `Calibration.asked` says.
        on_picture: called after every picture.

    Raises:
        DeviceError: if the camera fails.
    """
    adjustable = camera if isinstance(camera, Adjustable) else None
    if adjustable is not None:
        adjustable.keep(AUTOMATIC)
    while (step := calibration.step) is not None:
        if calibration.waits:
            ready(calibration)
            calibration.begin()
        if (frame := camera.frame()) is None:
            calibration.end()
        else:
            calibration.take(frame, camera.still, None if adjustable is None else adjustable.settings())
        if step == "settle" != calibration.step and adjustable is not None and calibration.settings is not None:
            adjustable.keep(calibration.settings)
        on_picture(calibration)
