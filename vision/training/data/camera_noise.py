"""What a camera does to a scene: blur, exposure, colour cast, noise and compression."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.data.surfaces import Rng
from vision.types import Floats, Frame

NEGATIVE_SHARE = 0.2
"""Share of the pictures in other colours that become their own negative."""


def photograph(rng: Rng, scene: Floats) -> Floats:
    """``scene`` (float32 BGR, 0 to 1) as a hasty camera would deliver it."""
    picture = _soften(rng, scene)
    picture = _expose(rng, picture)
    if rng.random() < 0.15:
        picture = picture + rng.uniform(0.5, 2) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.5))
    picture = picture + _noise(rng, picture)
    picture = np.clip(picture, 0, 1).astype(np.float32)
    return _compress(rng, picture) if rng.random() < 0.3 else picture


def recoloured(rng: Rng, picture: Frame, natural: float) -> Frame:
    """The picture, or the same in colours that no maker chose: channels change places, and now and then light and dark.

    Distances between colours stay as they are, so what could be read before still can. ``natural`` is the share of
    pictures that keep their colours.
    """
    if rng.random() < natural:
        return picture
    swapped = picture[..., rng.permutation(3)]
    return np.ascontiguousarray(255 - swapped if rng.random() < NEGATIVE_SHARE else swapped)


def _soften(rng: Rng, picture: Floats) -> Floats:
    choice = rng.random()
    if choice < 0.25:
        share = rng.uniform(0.45, 0.95)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    if choice < 0.65:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if choice < 0.72:
        return _shake(rng, picture)
    return picture


def _shake(rng: Rng, picture: Floats) -> Floats:
    """The camera or the die still moved a little."""
    kernel = np.zeros((5, 5), np.float32)
    reach = rng.uniform(-2, 2, 2)
    ends = (2 + reach).round().astype(int), (2 - reach).round().astype(int)
    cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def _expose(rng: Rng, picture: Floats) -> Floats:
    gain = np.exp(rng.normal(0, 0.25))
    choice = rng.random()
    if choice < 0.15:
        gain = rng.uniform(1.4, 2.7)  # burnt out: channels clip one after the other
    elif choice < 0.25:
        gain = rng.uniform(0.25, 0.6)
    cast = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    lit = np.clip(picture * cast * np.float32(gain), 0, 1.0)
    lit = lit ** np.float32(np.exp(rng.normal(0, 0.2)))
    grey = lit.mean(axis=2, keepdims=True)
    saturation = 0.0 if rng.random() < 0.04 else float(np.exp(rng.normal(0, 0.3)))
    haze = np.float32(rng.uniform(0, 0.2) if rng.random() < 0.3 else 0)
    return np.asarray((grey + (lit - grey) * np.float32(saturation)) * (1 - haze) + haze, np.float32)


def _noise(rng: Rng, picture: Floats) -> Floats:
    level = np.float32(abs(rng.normal(0, 0.025)))
    noise = rng.standard_normal(picture.shape, dtype=np.float32)
    if rng.random() < 0.5:
        noise = noise[..., :1]
    return np.asarray(noise * level, np.float32)


def _compress(rng: Rng, picture: Floats) -> Floats:
    return np.asarray(compressed((picture * 255).astype(np.uint8), int(rng.integers(30, 95))), np.float32) / 255


def compressed(frame: Frame, quality: int) -> Frame:
    """Back from JPEG, which keeps the colours of four pixels as one."""
    data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
