"""A part of a picture on a plain background, as the networks are best at it."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.types import Contour, Frame

NEUTRAL_COLORS = ((110, 110, 110), (70, 110, 60))
"""Neutral backgrounds, BGR: the one that differs most from the foreground is used."""


def on_neutral_background(still: Frame, shapes: Iterable[Contour]) -> Frame:
    """What the polygons ``shapes`` cover of ``still``, on a neutral background."""
    mask = np.zeros(still.shape[:2], np.uint8)
    for shape in shapes:
        cv2.drawContours(mask, [shape], -1, 1, -1)
    color = still[mask > 0].mean(axis=0)
    neutral = max(NEUTRAL_COLORS, key=lambda each: float(np.abs(color - each).sum()))
    cover = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray(still * cover + np.array(neutral, np.float32) * (1 - cover), np.uint8)
