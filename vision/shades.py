"""How far apart the colours of two dice are as this camera sees them under this lamp.

A name tells dice apart only while their names differ; a distance also tells how little is missing until they do not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.reading import Box
from vision.tint import body_color
from vision.views import Frame

Shade = npt.NDArray[np.float64]
"""L*, a*, b* (CIE 1976), shape (3,)."""


def shade_of(frame: Frame, box: Box) -> Shade:
    """The colour of the body of the die in ``box`` of a BGR frame."""
    return np.asarray(body_color(frame, box), np.float64)


def distance(one: Shade, other: Shade) -> float:
    """Delta E (CIE 1976): two that people just tell apart are some 2 apart, red and blue some 150."""
    return float(np.linalg.norm(one - other))
