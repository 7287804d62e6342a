"""What the camera sees: is there a picture, and would a game be played well on it?

Rule kept here: nothing is judged here. The doctor looks as `stadium calibrate` does and says what that says, so the two
never disagree; only, it leaves the camera as it is set, for so it is played with.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from firmware.devices.protocols import Camera, Frame
from firmware.errors import DeviceError
from firmware.messages import Message, finding
from firmware.setup.calibration import Calibration, drive
from firmware.setup.doctor.bench import Bench
from vision.geometry.tilt import TiltField
from vision.readings import Reading


def look(bench: Bench) -> Iterator[Message]:
    """Look for a few seconds, and judge the markers, the lens and the light."""
    try:
        camera = bench.camera()
        if camera is None:
            yield finding("skipped", "none ([camera] source is none)", about="camera")
            return
        with closing(camera):
            looked, still = _looked(bench, camera)
    except DeviceError as error:
        yield finding("red", "it gives no picture", str(error), about="camera")
        return
    yield finding("green", f"{bench.source}, {still.shape[1]} x {still.shape[0]} pixels", about="camera")
    if bench.plan.field is None:
        yield finding("skipped", "not used ([camera] markers)", about="markers")
    yield from (_told(each) for each in looked.findings if each.about != "Camera")  # that would be a mere lock's


def _looked(bench: Bench, camera: Camera) -> tuple[Calibration, Frame]:
    looked, shown = Calibration(bench.plan, _no_dice), _AsItIs(camera)
    drive(looked, shown, lambda _: None, lambda _: None)
    return looked, camera.still() if shown.last is None else shown.last


@dataclass(slots=True)
class _AsItIs:
    """A camera that nobody can set; it remembers its last still, for a folder of pictures comes to its end."""

    camera: Camera
    last: Frame | None = None

    def frame(self) -> Frame | None:
        return self.camera.frame()

    def still(self) -> Frame:
        self.last = self.camera.still()
        return self.last

    def close(self) -> None:
        self.camera.close()


def _no_dice(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it is not dice that are looked at
    return ()


def _told(found: Message) -> Message:
    """As the doctor's report spells it."""
    remedy = f"{found.remedy[0].upper()}{found.remedy[1:]}." if found.remedy else ""
    sentence = f"{found.sentence[0].lower()}{found.sentence[1:]}"
    return finding(found.severity, sentence, remedy, about=found.about.lower())
