"""Markers, camera and lamp: one look at the bare field, judged as a calibration judges it, and the camera's height.

Rule kept here: whatever `stadium calibrate` finds wrong is found wrong here, by the same measurements. Nothing is
locked and nothing is written: that is a calibration's work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from firmware.devices.protocols import Frame
from firmware.notice import Notice, finding
from firmware.play.camera.lent_camera import Presses
from firmware.setup.build_check.part_check import Answer, BuildBench, BuildCheck, Offered
from firmware.setup.calibration.findings import DIE_PX, severity_of
from firmware.setup.calibration.steps import Calibration, Plan
from scoreboard.message import Words, message
from vision.geometry.registration import Registration
from vision.geometry.stadium import Field
from vision.geometry.tilt import TiltField
from vision.readings import Reading

SILENT_S: Final = 20.0
"""Seconds after which a camera that shows nothing, or nothing more, counts as dead."""
MARKERS, CAMERA = "hardware/markers/README.md", "hardware/README.md#camera"
LAMP = "docs/calibrate.md#what-to-do-about-it"


class BareField(BuildCheck):
    """Asks for a bare field, and looks at it for a few seconds."""

    guides: ClassVar = {
        **dict.fromkeys(("markers", "lens", "flatness"), MARKERS),
        **dict.fromkeys(("sharpness", "angle", "places", "height"), CAMERA),
        **dict.fromkeys(("brightness", "evenness", "glare", "flicker"), LAMP),
        **dict.fromkeys(("picture", "camera"), "hardware/wiring.md#camera"),
    }

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._calibration = Calibration(bench.plan or Plan(()), _no_dice)
        self._presses = Presses()
        self._due = 0.0
        self._seen, self._frames = -1, 0

    @property
    def words(self) -> Words:
        """What is to be done now."""
        return self._calibration.asked

    @property
    def offered(self) -> tuple[Offered, ...]:
        """That the field is bare."""
        return (Offered("ok", message("build.sight.bare")),) if self._calibration.waits else ()

    def advance(self, now: float) -> None:
        """Without a camera there is nothing to see; one that shows nothing is told."""
        if self.bench.plan is None:
            self.findings = (finding("skipped", message("doctor.camera.none"), about="camera"),)
        elif self._seen != self._frames:
            self._seen, self._due = self._frames, now + SILENT_S
        elif now >= self._due:
            ill = message("build.sight.nothing")
            self.findings = (finding("red", ill, message("build.sight.nothing.remedy"), about="camera"),)

    def answer(self, given: Answer, now: float) -> None:  # noqa: ARG002 - the camera's thread has its own time
        """The field is bare."""
        self._presses.add(given)

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at the field, once it is bare."""
        self._frames += 1
        if "ok" in self._presses.taken() and self._calibration.waits:
            self._calibration.begin()
        self._calibration.take(frame, still)
        if self._calibration.step is None and self.findings is None and self.bench.plan is not None:
            self.findings = tuple(self._found(self.bench.plan))

    def _found(self, plan: Plan) -> list[Notice]:
        """What the calibration found, but of the camera's settings, which are not locked here; and the height."""
        found = [each for each in self._calibration.findings if each.about != "camera"]
        if plan.field is None:
            found.append(finding("skipped", message("doctor.markers.unused"), about="markers"))
        elif (registration := self._calibration.registration) is not None:
            found.append(of_height(registration, plan.field, plan.die_mm))
        return found


def of_height(registration: Registration, field: Field, die_mm: float) -> Notice:
    """How high the camera hangs, and how high it may, for a die to be large enough where it is smallest."""
    height = registration.eye[2]
    least = min(registration.scale_at((float(x), float(y))) for x, y in field.tray.corners) * die_mm
    figures: dict[str, Words] = {"height": round(height), "most": round(height * least / DIE_PX[0] / 10) * 10}
    severity = severity_of(least, DIE_PX)
    if severity == "green":
        return finding("green", message("build.height.well", **figures), about="height")
    ill, remedy = message("build.height.high", **figures), message("build.height.high.remedy", **figures)
    return finding(severity, ill, remedy, about="height")


def _no_dice(_: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - dice are not looked at
    return ()
