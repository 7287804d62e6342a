"""From light to a picture: exposure, and the curve of a camera's film."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

MEAN_LIGHT = 0.17
"""Light that a meter wants the scene to have on average."""
MAX_LIGHT = 0.9
"""Light that nearly all of the scene is kept below: white dice on a dark tray must not burn out."""
LUMA_WEIGHTS = np.array((0.0722, 0.7152, 0.2126), np.float32)


def develop(light: npt.NDArray[np.float32], exposure: float) -> npt.NDArray[np.uint8]:
    """A picture, BGR, as a good camera's meter exposes it.

    Args:
        light: linear BGR, any scale.
        exposure: brighter or darker than the meter wants, in stops.
    """
    small = cv2.resize(light, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA) @ LUMA_WEIGHTS
    level = float(np.exp(np.log(small + 1e-4).mean()))
    bright = float(np.percentile(small, 97))
    gain = min(MEAN_LIGHT / max(level, 1e-6), MAX_LIGHT / max(bright, 1e-6)) * 2.0**exposure
    return np.asarray(np.round(_tone_curve(light * np.float32(gain)) * 255), np.uint8)


def _tone_curve(light: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The curve of sRGB, with a shoulder instead of a hard end."""
    knee = np.float32(0.75)
    over = np.maximum(light - knee, 0)
    soft = np.minimum(light, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    soft = np.clip(soft, 0, 1)
    return np.asarray(np.where(soft <= 0.0031308, soft * 12.92, 1.055 * soft ** (1 / 2.4) - 0.055), np.float32)
