"""A simulated stadium before the game, for `stadium calibrate --simulate`.

Its camera's exposure has yet to settle, dice are laid when asked, and things may be wrong. Rule kept here: a fault is
in the scene, never in what is reported of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from firmware.devices.protocols import AUTOMATIC, CameraSettings, Frame
from firmware.errors import DeviceError
from firmware.simulated.camera import EXPOSURE_US, SETTLED
from firmware.simulated.hands import VALUES, lay_dice
from firmware.simulated.rendering.optics import GAMMA
from firmware.simulated.scenario import SceneFault
from firmware.simulated.world.stadium import HelmetSet, SimulatedStadium
from vision.geometry.sizes import DIE_MM

FRAMES_A_SECOND = 30
LONG = 3600.0
STARTS_AT, SETTLES_S = 1.8, 0.2
"""How many times too long the first exposure is, and the time constant of its settling."""
CONFUSABLE = {"red": "orange", "orange": "red", "blue": "purple", "purple": "blue", "magenta": "red", "white": "yellow"}
"""For each colour one that is easily taken for it."""
CORNER = (198.0, -198.0)
OBLIQUE_TILT = 20.0
"""Degrees off the vertical of a camera at the side; with more, the field leaves the picture."""


BLUR = 0.0018
"""How far a lens that is out of focus spreads a point, as a share of the picture's width."""
TOO_HIGH, SHRUNK, CURL_MM = 1.6, 0.9, 14.0
"""Times as high as would do; times as large as the markers should be; how high a corner of the print stands up, mm."""


def _cover(stadium: SimulatedStadium, *numbers: int) -> None:
    for number in numbers:
        stadium.cover_marker(-9, number, LONG)


FAULTS: Mapping[SceneFault, tuple[str, Callable[[SimulatedStadium], object]]] = {
    "marker": ("a sheet of paper lies over one marker", lambda stadium: _cover(stadium, 2)),
    "markers": ("sheets of paper lie over four markers", lambda stadium: _cover(stadium, 0, 1, 4, 5)),
    "dark": ("the lamp is out", lambda stadium: stadium.lights(-60, 0.003)),
    "bright": ("the lamp is far too bright", lambda stadium: stadium.lights(-60, 4.0)),
    "glare": ("the lamp is mirrored in the print", lambda stadium: stadium.reflection(-9, (60.0, 90.0), LONG)),
    "flicker": ("the lamp flickers", lambda stadium: stadium.flicker(-9, seconds=LONG)),
    "uneven": ("a corner lies in the shade", lambda stadium: stadium.sun_patch(-9, CORNER, LONG, gain=0.15)),
    "knocked": ("the camera looks past the field", lambda stadium: stadium.bump_camera(-9, 0.0, 130.0)),
    "aslant": ("the camera looks on from the side", lambda _: None),
    "blurred": ("the lens is out of focus", lambda _: None),
    "high": ("the camera hangs too high", lambda stadium: stadium.build(height=TOO_HIGH)),
    "shrunk": ("a printer has fitted the markers' sheet to its page", lambda stadium: stadium.build(markers=SHRUNK)),
    "curled": ("a corner of the print stands up", lambda stadium: stadium.build(curl=CURL_MM)),
    "color": ("the home team plays with a die of another colour", lambda _: None),
}
"""What may be wrong, in words, and what is done to the stadium."""


class CalibrationCamera:
    """A camera over an empty stadium in which ``faults`` are planted; a `Camera` that is `Adjustable`.

    The other arguments are those of `SimulatedStadium`.

    Attributes:
        kept: how it was told to take its pictures, if it was.
    """

    def __init__(
        self,
        teams: tuple[str, str] = ("red", "blue"),
        seed: int = 1,
        *,
        die_mm: float = DIE_MM,
        tilt: float = 4.0,
        faults: Iterable[SceneFault] = (),
    ) -> None:
        faults = tuple(faults)
        tilt = OBLIQUE_TILT if "aslant" in faults else tilt
        self.stadium = SimulatedStadium(seed, die_mm=die_mm, tilt=tilt, helmets=HelmetSet(teams))
        self._frames, self._skipped, self._closed = 0, 0.0, False
        self.kept: CameraSettings | None = None
        self._teams, self._faults = teams, frozenset(faults)
        for fault in self._faults:
            FAULTS[fault][1](self.stadium)

    @property
    def now(self) -> float:
        """The moment of the last frame, in seconds."""
        return self._frames / FRAMES_A_SECOND + self._skipped

    def frame(self) -> Frame | None:
        """The next frame at once; None once closed."""
        if self._closed:
            return None
        self._frames += 1
        return self._exposed(self.stadium.watch(self.now))

    def still(self) -> Frame:
        """The large picture of the last frame's moment."""
        self._check_begun()
        return self._exposed(self.stadium.still(self.now))

    def settings(self) -> CameraSettings:
        """How the last frame was taken."""
        self._check_begun()
        return self.kept or replace(SETTLED, exposure_us=round(EXPOSURE_US * self._overexposure()))

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on."""
        self.kept = None if settings == AUTOMATIC else settings

    def close(self) -> None:
        """End the frames."""
        self._closed = True

    def lay_dice(self, colors: Sequence[str]) -> None:
        """Let hands lay one die of each colour on the field, and skip the time until they are out of sight."""
        dice = [(self._really(color), value) for color, value in zip(colors, VALUES, strict=False)]
        self.skip_to(lay_dice(self.stadium, self.now, dice) + 0.5)

    def skip_to(self, moment: float) -> None:
        """Leave out what happens until then, in seconds of the stadium's clock."""
        self._skipped += moment - self.now

    def _really(self, color: str) -> str:
        is_other = "color" in self._faults and color == self._teams[1]
        return CONFUSABLE.get(color, "black") if is_other else color

    def _overexposure(self) -> float:
        """How many times too long the shutter is open, as long as the camera decides."""
        return 1 + (STARTS_AT - 1) * float(np.exp(-self.now / SETTLES_S))

    def _exposed(self, frame: Frame) -> Frame:
        kept = None if self.kept is None else self.kept.exposure_us
        if "blurred" in self._faults:
            frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), BLUR * frame.shape[1]), np.uint8)
        light = self._overexposure() if kept is None else kept / EXPOSURE_US
        return np.asarray(cv2.convertScaleAbs(frame, alpha=light ** (1 / GAMMA)), np.uint8)

    def _check_begun(self) -> None:
        if not self._frames:
            raise DeviceError("the simulated camera has shown no frame yet; ask for a frame first")
