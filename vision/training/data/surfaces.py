"""Colours and textures: what dice are made of and what they lie on. Pictures are float32 BGR, 0 to 1."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from vision.types import Floats

Rng: TypeAlias = np.random.Generator


def random_color(rng: Rng, *, vivid: float = 0.7) -> Floats:
    """A BGR colour of shape (3,); ``vivid`` is the chance of a saturated one."""
    saturation = rng.uniform(0.5, 1) if rng.random() < vivid else rng.uniform(0, 0.35)
    value = rng.uniform(0.15, 1) if rng.random() < 0.8 else rng.choice([0.04, 0.95])
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), saturation, value)
    return np.array((blue, green, red), np.float32)


def noise(rng: Rng, size: int, cells: tuple[float, float]) -> Floats:
    """Smooth noise of about unit spread, shape (size, size), with ``cells`` bumps down and across."""
    rows, columns = (max(2, min(size, round(count))) for count in cells)
    coarse = rng.normal(0, 1, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def blend(first: Floats, second: Floats, share: Floats | float) -> Floats:
    """``first`` where ``share`` is 0, ``second`` where it is 1."""
    weight = np.clip(np.asarray(share), 0, 1)[..., None]
    return np.asarray(first * (1 - weight) + second * weight, np.float32)


def flat(color: Floats, size: int) -> Floats:
    """One colour all over."""
    return np.broadcast_to(color, (size, size, 3)).astype(np.float32, order="C")


# --- what dice are made of ---


def solid(rng: Rng, color: Floats, size: int) -> Floats:
    """Opaque plastic with a faint unevenness."""
    return flat(color, size) * (1 + 0.03 * noise(rng, size, (6, 6))[..., None])


def speckled(rng: Rng, color: Floats, size: int) -> Floats:
    """Plastic with flecks of another colour or two."""
    picture = flat(color, size)
    for _ in range(rng.integers(1, 3)):
        cells = size / rng.uniform(2, 9)
        flecks = noise(rng, size, (cells, cells)) - rng.uniform(0.9, 2)
        picture = blend(picture, random_color(rng), flecks * 6)
    return np.ascontiguousarray(picture, np.float32)


def marbled(rng: Rng, color: Floats, size: int) -> Floats:
    """Swirls of two tones, as in pearl and marble dice."""
    field = noise(rng, size, (rng.uniform(3, 9),) * 2) + 0.5 * noise(rng, size, (rng.uniform(8, 20),) * 2)
    veins = 0.5 + 0.5 * np.sin(field * rng.uniform(1.5, 5))
    other = np.clip(color * rng.uniform(0.3, 1.7), 0, 1) if rng.random() < 0.7 else random_color(rng)
    return blend(flat(color, size), other.astype(np.float32), veins * rng.uniform(0.3, 1))


MATERIALS: tuple[Callable[[Rng, Floats, int], Floats], ...] = (solid, solid, solid, speckled, marbled)


def ink_for(rng: Rng, body: Floats) -> Floats:
    """A numeral colour that stands out from ``body``: white, black, gold or any other."""
    fixed = ((0.96, 0.96, 0.96), (0.05, 0.05, 0.05), (0.25, 0.7, 0.85))
    for _ in range(20):
        choice = rng.random()
        ink = np.array(fixed[int(choice * 4)], np.float32) if choice < 0.75 else random_color(rng)
        lightness = abs(float((ink - body) @ np.array((0.11, 0.59, 0.3))))
        if lightness + 0.3 * float(np.abs(ink - body).max()) > 0.34:
            return ink
    return np.array(fixed[0] if body.mean() < 0.5 else fixed[1], np.float32)


# --- what dice lie on ---


def plain(rng: Rng, size: int) -> Floats:
    """A painted or plastic field."""
    return flat(random_color(rng, vivid=0.5), size)


def felt(rng: Rng, size: int) -> Floats:
    """Felt, carpet or card: fine grain."""
    grain = sum(noise(rng, size, (size / scale,) * 2) * scale**0.3 for scale in (1, 2, 4))
    return plain(rng, size) * (1 + rng.uniform(0.02, 0.12) * np.asarray(grain)[..., None])


def wood(rng: Rng, size: int) -> Floats:
    """Planks: long grain, seams, cracks and knots."""
    color = np.array((rng.uniform(0.1, 0.5), rng.uniform(0.2, 0.6), rng.uniform(0.35, 0.85)), np.float32)
    grain = noise(rng, size, (size / 2, rng.uniform(2, 5))) + noise(rng, size, (size / 8, 2))
    picture = flat(color, size) * (1 + rng.uniform(0.05, 0.35) * grain[..., None])
    picture = np.ascontiguousarray(picture, np.float32)
    for row in rng.integers(0, size, rng.integers(0, 4)):
        drop = int(rng.integers(-4, 5))
        dark = (color * rng.uniform(0.1, 0.6)).tolist()
        cv2.line(picture, (0, int(row)), (size, int(row) + drop), dark, int(rng.integers(1, 4)), cv2.LINE_AA)
    for _ in range(rng.integers(0, 4)):
        _knot(rng, picture, color)
    return picture


def _knot(rng: Rng, picture: Floats, color: Floats) -> None:
    """Rings around a dark eye."""
    size = picture.shape[0]
    column, row = rng.integers(0, size, 2).tolist()
    long, narrow, tilt = rng.uniform(0.02, 0.16) * size, rng.uniform(0.3, 0.9), rng.uniform(-20, 20)
    for share in np.linspace(1, 0.2, int(rng.integers(1, 6))):
        axes = (max(1, round(long * share)), max(1, round(long * share * narrow)))
        tone = (color * rng.uniform(0.2, 0.9)).tolist()
        cv2.ellipse(picture, (column, row), axes, tilt, 0, 360, tone, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)


def cloth(rng: Rng, size: int) -> Floats:
    """Woven threads, sometimes checked."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    pitch = rng.uniform(1.5, 6)
    weave = np.sin(rows * np.pi / pitch) * np.sin(columns * np.pi / pitch)
    picture = plain(rng, size) * (1 + rng.uniform(0.03, 0.2) * weave[..., None])
    if rng.random() < 0.4:
        step = rng.uniform(size / 10, size / 2)
        checks = ((rows // step + columns // step) % 2).astype(np.float32)
        picture = blend(picture, random_color(rng), checks * rng.uniform(0.2, 1))
    return np.asarray(picture, np.float32)


def tray(rng: Rng, size: int) -> Floats:
    """A dark or light field with dust on it."""
    picture = flat(random_color(rng, vivid=0.1) * rng.choice([0.08, 0.2, 1]), size)
    for column, row in rng.integers(0, size, (rng.integers(0, 25), 2)):
        picture[row, column] = rng.uniform(0, 1, 3)
    return np.ascontiguousarray(picture, np.float32)


def printed(rng: Rng, size: int) -> Floats:
    """A printed board: fields, lines, rings and words."""
    picture = plain(rng, size)
    for _ in range(rng.integers(2, 9)):
        ink = random_color(rng).tolist()
        ends = rng.integers(-size // 4, size * 5 // 4, (4, 2))
        shape = rng.integers(5)
        if shape == 0:
            cv2.fillConvexPoly(picture, cv2.convexHull(ends.astype(np.int32)), ink, cv2.LINE_AA)
        elif shape == 1:
            cv2.line(picture, ends[0].tolist(), ends[1].tolist(), ink, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif shape == 2:
            cv2.circle(picture, ends[0].tolist(), int(rng.integers(3, size)), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif shape == 3:
            cv2.rectangle(picture, ends[0].tolist(), ends[1].tolist(), ink, int(rng.choice([-1, 1, 2])))
        else:
            _words(rng, picture, ink)
    return np.ascontiguousarray(picture, np.float32)


def _words(rng: Rng, picture: Floats, ink: list[float]) -> None:
    size = picture.shape[0]
    text = "".join(rng.choice(list("ABCDEFHIKLMNOPRSTU0123456789 "), rng.integers(1, 12)))
    mask = np.zeros((size, size), np.uint8)  # OpenCV 5 letters bytes only
    where = rng.integers(-size // 5, size, 2).tolist()
    scale = float(rng.uniform(0.2, size / 60))
    cv2.putText(mask, text, where, int(rng.integers(0, 6)), scale, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    picture += (np.array(ink, np.float32) - picture) * (mask[..., None] / np.float32(255))


GROUNDS: tuple[Callable[[Rng, int], Floats], ...] = (plain, felt, felt, wood, wood, cloth, tray, printed, printed)


def ground(rng: Rng, size: int) -> Floats:
    """Any field, turned any way, unevenly lit; now and then two that meet at an edge."""
    picture = _turned(rng, GROUNDS[rng.integers(len(GROUNDS))](rng, size))
    if rng.random() < 0.2:
        other = _turned(rng, GROUNDS[rng.integers(len(GROUNDS))](rng, size))
        picture = blend(picture, other, _half_plane(rng, size))
    light = 1 + rng.uniform(0, 0.25) * noise(rng, size, (2, 2))
    return np.clip(picture * light[..., None], 0, 1).astype(np.float32)


def _turned(rng: Rng, picture: Floats) -> Floats:
    size = picture.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), 1)
    return np.asarray(cv2.warpAffine(picture, matrix, (size, size), borderMode=cv2.BORDER_REFLECT_101), np.float32)


def _half_plane(rng: Rng, size: int) -> Floats:
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32) - size / 2
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(columns * np.cos(angle) + rows * np.sin(angle) - rng.uniform(-0.4, 0.4) * size, np.float32)
