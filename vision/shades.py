"""How far apart the colours of two dice are as this camera sees them under this lamp.

A name tells dice apart only while their names differ; a distance also tells how little is missing until they do not.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Box
from vision.views import Frame

INNER = 0.62
"""Share of the box, across and down, that surely belongs to the die."""
BODY = 60
"""Per cent of those pixels, the ones nearest to their median, that count as body: numerals and gleams do not."""

Shade = npt.NDArray[np.float64]
"""L*, a*, b* (CIE 1976), shape (3,)."""


def shade_of(frame: Frame, box: Box) -> Shade:
    """The colour of the body of the die in ``box`` of a BGR frame."""
    x, y, width, height = box
    pad_x, pad_y = round(width * (1 - INNER) / 2), round(height * (1 - INNER) / 2)
    left, top = max(x + pad_x, 0), max(y + pad_y, 0)
    part = frame[top : max(y + height - pad_y, top + 1), left : max(x + width - pad_x, left + 1)]
    pixels = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    away = np.linalg.norm(pixels - np.median(pixels, axis=0), axis=1)
    return np.asarray(np.median(pixels[away <= np.percentile(away, BODY)], axis=0), np.float64)


def distance(one: Shade, other: Shade) -> float:
    """Delta E (CIE 1976): two that people just tell apart are some 2 apart, red and blue some 150."""
    return float(np.linalg.norm(one - other))
