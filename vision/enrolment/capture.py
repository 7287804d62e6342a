"""Several stills of one die at rest as one picture, and whether that picture is good enough to enrol."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.recognition.detections import Bounds
from vision.types import Floats, Frame

UNSTEADY = 6.0
"""Mean difference (of 255) of two stills of the same die, from which it is more than noise."""
UNCHANGED = 0.98
"""Correlation of fine detail in two stills of a die that lies where it lay: another face in its very place has less."""
SMALLEST = 28
"""Pixels across, below which a die's numeral is illegible."""
NEAR_EDGE = 0.04
"""Least distance to the picture's edge, in the die's own size."""
SHARP = 0.015
"""Fine detail over contrast in the upright numeral: a blur as wide as a stroke leaves less."""
DARKEST = 16.0
"""Mean brightness (of 255) around the numeral, below which it is too dark."""
FAINT = 3.0
"""Standard deviation (of 255) around the numeral, below which there is none to be seen."""


Fault = Literal[
    "not-laid", "no-die", "several", "leans", "outside", "covered", "touches", "moved", "small", "edge", "dark",
    "no-numeral", "blurred",
]  # fmt: skip
"""Why a picture cannot be used; `Unusable` says no more, for it is worded elsewhere."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """The picture cannot be used; ``things`` is how many are seen, where there is not one."""

    why: Fault
    things: int = 0


def is_unsteady(stills: Iterable[Frame]) -> bool:
    """Whether anything but noise differs between stills of one place, all cut the same way."""
    smooth = [cv2.GaussianBlur(still, (5, 5), 0).astype(np.float32) for still in stills]
    return any(float(np.abs(one - smooth[0]).mean()) > UNSTEADY for one in smooth)


def is_unchanged(now: Frame, then: Frame) -> bool:
    """Whether two stills of one place, cut alike, show the same, in whatever light."""
    return float((_detail(now) * _detail(then)).mean()) >= UNCHANGED


def _detail(still: Frame) -> Floats:
    """Brightness without noise and shading, with mean 0 and variance 1."""
    grey = still.astype(np.float32).mean(axis=2)
    fine = cv2.GaussianBlur(grey, (5, 5), 0) - cv2.GaussianBlur(grey, (0, 0), len(grey) / 6)
    return np.asarray((fine - fine.mean()) / max(float(fine.std()), 1e-3))


def outline_trouble(picture: Frame, bounds: Bounds) -> Unusable | None:
    """What is wrong with where a die lies in ``picture``, and how large it is there."""
    if bounds.size < SMALLEST:
        return Unusable("small")
    edge = NEAR_EDGE * bounds.size
    height, width = picture.shape[:2]
    if min(bounds.left, bounds.top) < edge or bounds.right > width - edge or bounds.bottom > height - edge:
        return Unusable("edge")
    return None


def picture_trouble(views: npt.NDArray[np.uint8]) -> Unusable | None:
    """What is wrong with upright views (N, S, S, 3) of a numeral."""
    if views.mean() < DARKEST:
        return Unusable("dark")
    if views.std() < FAINT:
        return Unusable("no-numeral")
    if sharpness(views) < SHARP:
        return Unusable("blurred")
    return None


def sharpness(views: npt.NDArray[np.uint8]) -> float:
    """Variance of the Laplacian over the variance of the brightness: 0.1 when sharp, 0.01 when blurred."""
    grey = views.astype(np.float32).mean(axis=3)
    fine = [cv2.Laplacian(cv2.GaussianBlur(view, (0, 0), 0.8), cv2.CV_32F) for view in grey]
    return float(np.var(fine) / max(float(grey.var()), FAINT**2))
