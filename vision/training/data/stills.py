"""Frames of one throw by a fixed camera: one exposure and focus, with independent noise and a little shake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np

from vision.geometry.tilt import TiltField
from vision.training.data.camera_noise import compressed
from vision.training.data.surfaces import Rng
from vision.types import Floats, Frame, Matrix

SHAKE_PX = 0.25
"""Standard deviation, in pixels, of how far two frames of a fixed camera lie apart."""
REGISTRATION_ERROR = 0.015
"""Standard deviation of what a registration makes of each entry of a `TiltField`, as a share of its scale."""


def stills(rng: Rng, picture: Frame, count: int, *, jpeg: bool = True) -> list[Frame]:
    """``count`` frames of a clean picture (BGR, uint8), taken by one camera in one light.

    A webcam gives them as JPEG; the Pi's own camera gives every pixel its own colour.
    """
    lit = _camera(rng)(np.asarray(picture, np.float32) / np.float32(255))
    noise, quality = float(rng.uniform(0.004, 0.03)), int(rng.integers(75, 97))
    frames = [_frame(rng, lit, noise) for _ in range(count)]
    return [compressed(frame, quality) for frame in frames] if jpeg else frames


def _camera(rng: Rng) -> Callable[[Floats], Floats]:
    """The response of one camera, the same for every frame: focus, exposure, white balance and gamma."""
    blur, gain = float(rng.uniform(0.25, 0.9)), float(np.exp(rng.normal(0, 0.15)))
    cast = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    gamma = np.float32(np.exp(rng.normal(0, 0.1)))

    def seen(scene: Floats) -> Floats:
        soft = cv2.GaussianBlur(scene, (0, 0), blur)
        return np.asarray(np.clip(soft * cast * np.float32(gain), 0, 1) ** gamma)

    return seen


def _frame(rng: Rng, lit: Floats, noise: float) -> Frame:
    shift = np.column_stack((np.eye(2), rng.normal(0, SHAKE_PX, 2)))
    moved = cv2.warpAffine(lit, shift, lit.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    grainy = moved + noise * rng.standard_normal(moved.shape, dtype=np.float32)
    return np.asarray(np.clip(grainy, 0, 1) * 255, np.uint8)


def noisy_registration(rng: Rng, tokens: Sequence[dict[str, Any]]) -> TiltField:
    """The camera's tilt from the labels of a rendered scene, with the error of a registration."""
    placed = [token for token in tokens if token["above"]]
    middles = np.array([_middle(token) for token in placed])
    wrong = np.eye(2) + rng.normal(0, REGISTRATION_ERROR, (2, 2))

    def above(x: float, y: float) -> Matrix:
        nearest = int(np.argmin(np.hypot(*(middles - (x, y)).T)))
        seen = view_from_label(placed[nearest])
        return np.column_stack((seen[:, :2] @ wrong, wrong @ seen[:, 2]))

    return above


def view_from_label(token: dict[str, Any]) -> Matrix:
    """The view of the camera onto a token, from its label, shape (2, 3); see `vision.TiltField`."""
    if not token["above"]:
        return np.eye(2, 3)
    level = np.array(token["above"])
    outward = level @ token["away"]
    return np.column_stack((level, np.tan(token["tilt"]) * outward / np.hypot(*outward)))


def _middle(token: dict[str, Any]) -> tuple[float, float]:
    left, top, right, bottom = token["box"]
    return (left + right) / 2, (top + bottom) / 2
