"""What a camera adds to a clean picture: one throw's still frames share everything but noise and a breath of shake.

Renders are stored clean, so that one render gives many photographs: dim and bright, warm and cold, soft and sharpened.
Nothing but numpy and OpenCV.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.numerals import Rng

Bytes = npt.NDArray[np.uint8]
Light = npt.NDArray[np.float32]

SHAKE = 0.25
"""Standard deviation, in pixels, of where a still camera's frames lie beside one another."""
CRISP = 0.2
"""Blur in pixels that nobody sees."""
CODES = np.arange(256, dtype=np.float32) / 255
TO_LIGHT = np.where(CODES <= 0.04045, CODES / 12.92, ((CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)


@dataclass(frozen=True)
class Sensor:
    """How one throw was photographed.

    Attributes:
        blur: standard deviation in pixels.
        smear: movement during the exposure, x and y in pixels; (0, 0) for a still camera.
        gains: exposure times white balance for blue, green and red light.
        photons: light of full white in photons, for shot noise: 400 is a dark room, 20000 a bright one.
        floor: read noise as a share of full white.
        sharpen: how much the camera sharpens afterwards.
        saturation: 1 leaves colours as they are.
        quality: of JPEG, or None where the frame was never compressed.
    """

    blur: float
    smear: tuple[float, float]
    gains: tuple[float, float, float]
    photons: float
    floor: float
    sharpen: float
    saturation: float
    quality: int | None


def draw_sensor(rng: Rng) -> Sensor:
    """A camera on a lit table: mostly sharp and well exposed, at times neither."""
    exposure = np.exp(rng.normal(0, 0.22))
    balance = np.exp(rng.normal(0, 0.09, 3)) * exposure
    smear = rng.normal(0, 1.0, 2) if rng.random() < 0.08 else np.zeros(2)
    return Sensor(
        blur=float(abs(rng.normal(0, 0.55))),
        smear=(float(smear[0]), float(smear[1])),
        gains=(float(balance[0]), float(balance[1]), float(balance[2])),
        photons=float(np.exp(rng.uniform(np.log(400), np.log(20000)))),
        floor=float(abs(rng.normal(0, 0.004))),
        sharpen=float(rng.choice([0.0, rng.uniform(0.2, 1.2)])),
        saturation=float(np.exp(rng.normal(0, 0.15))),
        quality=None if rng.random() < 0.3 else int(rng.integers(45, 97)),
    )


def frames(picture: Bytes, rng: Rng, count: int, sensor: Sensor | None = None) -> list[Bytes]:
    """Still frames of one throw.

    Args:
        picture: clean, BGR, shape (height, width, 3).
        rng: where the camera, its noise and its shake come from.
        count: how many frames.
        sensor: how to photograph it; drawn where none is given.

    Returns:
        Frames of the picture's shape. Shake moves what the labels tell by a fraction of a pixel.
    """
    sensor = sensor or draw_sensor(rng)
    light = _seen(picture, sensor)
    return [_frame(light, rng, sensor) for _ in range(count)]


def _seen(picture: Bytes, sensor: Sensor) -> Light:
    """The light that falls on the sensor, the same for every frame."""
    light = np.asarray(TO_LIGHT[picture] * np.array(sensor.gains, np.float32), np.float32)
    if sensor.blur > CRISP:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur), np.float32)
    if sensor.smear != (0.0, 0.0):
        light = np.asarray(cv2.filter2D(light, -1, _streak(*sensor.smear)), np.float32)
    return light


def _streak(across: float, down: float) -> Light:
    kernel = np.zeros((7, 7), np.float32)
    ends = [(round((3 + step * across) * 16), round((3 + step * down) * 16)) for step in (-0.5, 0.5)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return kernel / max(float(kernel.sum()), 1.0)


def _frame(light: Light, rng: Rng, sensor: Sensor) -> Bytes:
    moved = _moved(light, rng.normal(0, SHAKE, 2))
    spread = np.sqrt(np.maximum(moved, 0) / np.float32(sensor.photons) + np.float32(sensor.floor**2))
    noisy = moved + spread * rng.standard_normal(moved.shape, dtype=np.float32)
    coded = _coded(np.clip(noisy, 0, 1))
    if sensor.sharpen:
        coded = coded + sensor.sharpen * (coded - cv2.GaussianBlur(coded, (0, 0), 1.2))
    grey = coded.mean(axis=2, keepdims=True)
    frame = np.clip((grey + (coded - grey) * sensor.saturation) * 255, 0, 255).astype(np.uint8)
    return _compressed(frame, sensor.quality)


def _moved(light: Light, step: npt.NDArray[np.float64]) -> Light:
    matrix = np.array(((1, 0, step[0]), (0, 1, step[1])))
    size = light.shape[1::-1]
    return np.asarray(cv2.warpAffine(light, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))


def _coded(light: Light) -> Light:
    return np.asarray(np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055), np.float32)


def _compressed(frame: Bytes, quality: int | None) -> Bytes:
    if quality is None:
        return frame
    data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
