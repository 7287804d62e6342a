"""What else lies on a table: the HIT/OUT chip, and things that are neither die nor chip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.recognition.outputs import CHIP_KIND, HIT, NEITHER, OUT, PIPS_KIND
from vision.training.data.drawn_dice import SOLID, DieSprite
from vision.training.data.drawn_solids import Pips
from vision.training.data.numerals import NumeralStyle, glyphs, pick_typeface
from vision.training.data.prints import AMBIGUOUS, draw_print
from vision.training.data.surfaces import MATERIALS, Rng, blend, flat, ink_for, random_color
from vision.types import Floats, Matrix

NO_POSE = ((0.0, 0.0), (0.0, -1.0), 1.0)
PIP_SHARES = (0.3, 0.2, 0.125, 0.125, 0.125, 0.125)
"""How often one to six pips are drawn from straight above, where one pip in an inlay is so nearly a coin."""


def draw_chip(rng: Rng, size: int, span: float, *, unseen: bool = False) -> DieSprite:
    """A round token with HIT or OUT on it in capitals, seen from nearly straight above."""
    label = int(rng.choice([HIT, OUT]))
    radius = size * span / 2
    picture, color = _body(rng, size)
    disc = _disc(size, radius)
    for share in rng.uniform(0.7, 0.98, rng.integers(0, 3)):
        cv2.circle(picture, (size // 2,) * 2, round(radius * share), random_color(rng).tolist(), 2, cv2.LINE_AA)
    high = radius * rng.uniform(0.45, 0.75)
    word = _lettered(size, high, glyphs(pick_typeface(rng, unseen=unseen), "HIT" if label == HIT else "OUT"))
    picture = blend(picture, ink_for(rng, color), word)
    matrix, squash, above = _leaning(rng, size)
    picture, disc = _warp(picture, matrix), _warp(disc, matrix)
    up = matrix[:, :2] @ (0, -1)
    up /= np.linalg.norm(up)
    middle, head = (size / 2, size / 2), (float(up[0]), float(up[1]))
    return DieSprite(picture, disc, label, middle, head, float(high * squash), CHIP_KIND, above=above)


def draw_flat_pips(rng: Rng, size: int, span: float) -> DieSprite:
    """A six-sided die with round corners from straight above, where only its top shows."""
    picture, color = _body(rng, size)
    half, ink = size * span * 0.36, ink_for(rng, color)
    mask = _block(size, half, half, radius=half * rng.uniform(0.05, 0.4))
    if rng.random() < 0.5:  # many dice have a round inlay
        inlay = random_color(rng) if rng.random() < 0.5 else np.clip(color * rng.uniform(0.5, 1.5), 0, 1)
        picture, ink = blend(picture, inlay, _disc(size, half * rng.uniform(0.7, 0.95))), ink_for(rng, inlay)
    count = int(rng.choice(len(PIP_SHARES), p=PIP_SHARES)) + 1
    side = round(half * 2)
    marks = np.zeros((size, size), np.float32)
    corner = (size - side) // 2
    marks[corner : corner + side, corner : corner + side] = cv2.resize(Pips(rng).tile(count), (side, side))
    picture = _rounded(rng, blend(picture, ink, marks), mask, half)
    matrix, squash, above = _leaning(rng, size)
    picture, mask = _warp(np.ascontiguousarray(picture, np.float32), matrix), _warp(mask, matrix)
    middle, height = (size / 2, size / 2), Pips.height * side * squash
    return DieSprite(picture, mask, SOLID, middle, (0.0, -1.0), height, PIPS_KIND, count, above)


def _rounded(rng: Rng, picture: Floats, mask: Floats, half: float) -> Floats:
    """A body's light falling off toward its edge, or growing."""
    inside = cv2.GaussianBlur(mask, (0, 0), half * rng.uniform(0.03, 0.2))
    return np.asarray(np.clip(picture * (1 + rng.uniform(-0.3, 0.8) * (inside - 1))[..., None], 0, 1), np.float32)


def _body(rng: Rng, size: int) -> tuple[Floats, Floats]:
    color = random_color(rng)
    return MATERIALS[rng.integers(len(MATERIALS))](rng, color, size), color


def _disc(size: int, radius: float) -> Floats:
    mask = np.zeros((size, size), np.float32)
    cv2.circle(mask, (size * 8, size * 8), round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    return mask


def _lettered(size: int, high: float, word: Floats) -> Floats:
    """``word`` in the middle of a square, no wider than fits a disc."""
    wide = min(high * word.shape[1] / word.shape[0], high * 2.2)
    small = cv2.resize(word, (max(round(wide), 3), max(round(high), 3)), interpolation=cv2.INTER_AREA)
    mask = np.zeros((size, size), np.float32)
    top, left = (size - small.shape[0]) // 2, (size - small.shape[1]) // 2
    mask[top : top + small.shape[0], left : left + small.shape[1]] = small
    return mask


def _leaning(rng: Rng, size: int) -> tuple[Matrix, float, Matrix]:
    """A turn and a squash, as a tilted camera gives; the mean length it leaves; the `TiltField` there."""
    squash = float(rng.uniform(0.88, 1)) if rng.random() < 0.6 else float(rng.uniform(0.68, 0.9))
    turn, lean = rng.uniform(0, 2 * np.pi, 2)
    spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    axis = np.array((np.cos(lean), np.sin(lean)))
    linear = (np.eye(2) - (1 - squash) * np.outer(axis, axis)) @ spin
    centre = np.full(2, size / 2)
    above = np.column_stack((np.linalg.inv(linear), np.sqrt(squash**-2 - 1) * spin.T @ axis))
    return np.column_stack((linear, centre - linear @ centre)), (1 + squash) / 2, above


def _warp(picture: Floats, matrix: Matrix) -> Floats:
    return np.asarray(
        cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.float32
    )


# --- things to leave alone ---


def coin(rng: Rng, size: int, span: float) -> DieSprite:
    """A coin, button or counter without a word on it."""
    picture, _ = _body(rng, size)
    radius = size * span / 2 * rng.uniform(0.5, 1)
    for share in rng.uniform(0.2, 0.95, rng.integers(1, 5)):
        cv2.circle(picture, (size // 2,) * 2, round(radius * share), random_color(rng).tolist(), 2, cv2.LINE_AA)
    return _neither(rng, picture, _disc(size, radius))


def word_disc(rng: Rng, size: int, span: float) -> DieSprite:
    """A disc or bar with a number or another word: no chip of ours."""
    picture, color = _body(rng, size)
    half = size * span / 2
    text = str(rng.choice(["SAFE", "WALK", "RUN", "BALL", "1", "2", "3", "HOME", "K", "25", "OU", "HT", "5", "0"]))
    high = half * rng.uniform(0.3, 0.9)
    picture = blend(picture, ink_for(rng, color), _lettered(size, high, glyphs(pick_typeface(rng, unseen=False), text)))
    disc = rng.random() < 0.5
    return _neither(rng, picture, _disc(size, half) if disc else _block(size, half, high * 0.8, radius=2))


def pawn(rng: Rng, size: int, span: float) -> DieSprite:
    """A pawn or a batting helmet from above: a dome, perhaps with a peak."""
    picture, _ = _body(rng, size)
    radius = size * span / 2 * rng.uniform(0.4, 0.8)
    mask = _disc(size, radius)
    if rng.random() < 0.6:
        axes = (round(radius * 0.9), round(radius * 0.6))
        cv2.ellipse(mask, (size // 2, round(size / 2 + radius * 0.7)), axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32) - size / 2
    dome = np.clip(1 - (rows**2 + columns**2) / radius**2, 0, 1)
    shine = np.exp(-((rows + radius * 0.3) ** 2 + (columns - radius * 0.2) ** 2) / (radius * 0.25) ** 2)
    picture = picture * (0.55 + 0.45 * dome[..., None]) + 0.6 * shine[..., None]
    return _neither(rng, np.clip(picture, 0, 1).astype(np.float32), mask)


def finger(rng: Rng, size: int, span: float) -> DieSprite:
    """A fingertip that reaches in."""
    tone = float(rng.uniform(0.25, 1))
    skin = np.array((0.55, 0.68, 0.92), np.float32) * tone
    mask = _block(size, size * span * 0.2, size * 0.46, radius=size * span * 0.18)
    rows = np.abs(np.arange(size) / size - 0.5)[None, :, None]
    return _neither(rng, flat(skin, size) * (1 - rows.astype(np.float32)), mask)


def shard(rng: Rng, size: int, span: float) -> DieSprite:
    """A flat polygon, now and then with a numeral: card corners, tiles, printed bases."""
    picture, color = _body(rng, size)
    mask = np.zeros((size, size), np.float32)
    points = size / 2 + rng.uniform(-0.5, 0.5, (int(rng.integers(3, 8)), 2)) * size * span
    cv2.fillConvexPoly(mask, np.asarray(cv2.convexHull(points.astype(np.int32))), 1.0, cv2.LINE_AA)
    if rng.random() < 0.5:
        tile = cv2.resize(NumeralStyle(rng).tile(int(rng.integers(10))), (size, size))
        picture = blend(picture, ink_for(rng, color), np.asarray(tile, np.float32))
    return _neither(rng, picture, mask)


def _block(size: int, half_wide: float, half_high: float, *, radius: float) -> Floats:
    mask = np.zeros((size, size), np.float32)
    inner_x, inner_y = round(max(half_wide - radius, 1)), round(max(half_high - radius, 1))
    middle = size // 2
    cv2.rectangle(mask, (middle - inner_x, middle - inner_y), (middle + inner_x, middle + inner_y), 1.0, -1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(radius) + 1,) * 2)
    return np.asarray(cv2.dilate(mask, kernel), np.float32)


def _neither(rng: Rng, picture: Floats, mask: Floats) -> DieSprite:
    matrix, *_ = _leaning(rng, mask.shape[0])
    picture = np.ascontiguousarray(picture, np.float32)
    return DieSprite(_warp(picture, matrix), _warp(mask, matrix), NEITHER, *NO_POSE)


def print_sheet(rng: Rng, size: int, span: float) -> DieSprite:
    """A printed, stitched or woven square, tile or card; what is on it is no numeral."""
    typeface, side = pick_typeface(rng, unseen=False), round(size * span)
    name, sheet = draw_print(rng, side, lambda text: glyphs(typeface, text))
    picture, mask = np.zeros((size, size, 3), np.float32), np.zeros((size, size), np.float32)
    high, wide = sheet.shape[:2]
    top, left = (size - high) // 2, (size - wide) // 2
    picture[top : top + high, left : left + wide] = sheet / np.float32(255)
    mask[top : top + high, left : left + wide] = 1.0
    sprite = _neither(rng, picture, mask)
    angle = rng.uniform(0, 2 * np.pi)
    head, height = (float(np.cos(angle)), float(np.sin(angle))), float(min(high, wide) * rng.uniform(0.25, 0.8))
    return replace(sprite, middle=(size / 2, size / 2), up=head, height=height, foreign=name not in AMBIGUOUS)


CLUTTER: tuple[Callable[[Rng, int, float], DieSprite], ...] = (coin, word_disc, pawn, finger, shard)


def draw_clutter(rng: Rng, size: int, span: float) -> DieSprite:
    """Any one thing that is neither die nor chip."""
    return CLUTTER[rng.integers(len(CLUTTER))](rng, size, span)
