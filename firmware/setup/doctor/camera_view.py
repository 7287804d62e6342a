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
from firmware.setup import calibration
from firmware.setup.calibration import Calibration, drive
from firmware.setup.doctor.bench import Bench
from firmware.setup.doctor.finding import Finding
from vision.readings import Reading
from vision.recognition.crops import Above


@dataclass(frozen=True)
class Sight:
    """All that can be told from a few seconds of pictures.

    Attributes:
        bench: opens the camera.
    """

    bench: Bench

    def findings(self) -> Iterator[Finding]:
        """Look, and judge the markers, the lens and the light."""
        try:
            camera = self.bench.camera()
            if camera is None:
                yield Finding("camera", "skipped", "none ([camera] source is none)")
                return
            with closing(camera):
                looked, still = self._looked(camera)
        except DeviceError as error:
            yield Finding("camera", "red", "it gives no picture", str(error))
            return
        yield Finding("camera", "green", f"{self.bench.source}, {still.shape[1]} x {still.shape[0]} pixels")
        if self.bench.plan.field is None:
            yield Finding("markers", "skipped", "not used ([camera] markers)")
        yield from (_told(each) for each in looked.findings if each.about != "Camera")  # that would be a mere lock's

    def _looked(self, camera: Camera) -> tuple[Calibration, Frame]:
        looked, shown = Calibration(self.bench.plan, _no_dice), _AsItIs(camera)
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


def _no_dice(_: Frame, *, above: Above | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it is not dice that are looked at
    return ()


def _told(finding: calibration.Finding) -> Finding:
    do = f"{finding.do[0].upper()}{finding.do[1:]}." if finding.do else ""
    return Finding(finding.about.lower(), finding.grade, f"{finding.saw[0].lower()}{finding.saw[1:]}", do)
