"""How the numeral, word or pips on top of a token lie in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, sin

import numpy as np

from vision.geometry.tilt import NO_TILT, Tilt, up_angle
from vision.recognition.crops import NUMERAL_CROP
from vision.recognition.detections import Bounds
from vision.types import Box, Floats, Point


@dataclass(frozen=True, eq=False)
class TopFacePose:
    """How a token's top face lies in the picture.

    Attributes:
        bounds: of the whole silhouette.
        centre: x, y of the numeral's or word's middle.
        angle: of its up, in radians clockwise from the picture's up.
        height: of the numeral in pixels.
        tilt: of the camera there.
        consistency: 0 to 1, how well the views that it was estimated from agree on the angle.
    """

    bounds: Bounds
    centre: Point
    angle: float
    height: float
    tilt: Tilt = NO_TILT
    consistency: float = 1.0

    @property
    def face_box(self) -> Box:
        """The top face and nothing else: around the numeral, as large as the numeral classifier's crop."""
        side = self.height * NUMERAL_CROP.margin
        x, y = (place - side / 2 for place in self.centre)
        return Box(round(x), round(y), round(side), round(side))

    @property
    def upright(self) -> tuple[float, float]:
        """Angle (radians) and height (pixels) of the numeral as seen from straight above."""
        x, y = self.tilt.stretch @ (self.height * np.array((sin(self.angle), -cos(self.angle))))
        return up_angle((x, y)), float(np.hypot(x, y))

    def turned(self, by: float) -> TopFacePose:
        """The same with the numeral's up ``by`` radians farther clockwise, as from straight above."""
        angle, height = self.upright
        x, y = np.linalg.solve(self.tilt.stretch, (height * sin(angle + by), -height * cos(angle + by)))
        return replace(self, angle=up_angle((float(x), float(y))), height=float(np.hypot(x, y)))


@dataclass(frozen=True, eq=False)
class PoseVotes:
    """The numeral by each of several views: ``ups`` from foot to head, ``centres``, in pixels, shape (views, 2)."""

    ups: Floats
    centres: Floats

    def poses(self, pose: TopFacePose) -> list[TopFacePose]:
        """The pose, once as each view has it."""
        votes = zip(self.ups.tolist(), self.centres.tolist(), strict=True)
        return [replace(pose, centre=(x, y), angle=up_angle((a, b)), height=hypot(a, b)) for (a, b), (x, y) in votes]
