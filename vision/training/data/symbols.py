"""Marks of dice that are none of ours: plus and minus, suits, logos. Ink masks, head up."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.types import Floats, Points

SIDE = 96
SUITS = ("heart", "diamond", "club", "spade")
MARKS = ("plus", "minus", *SUITS, "star", "arrow", "cross")
LETTERS = "ACEFHJKLMNPRTUVWXY"
"""No numeral looks like one of them."""
LOGOS = 1_000_000
"""How many logos there are; each has its number for a seed."""


def draw_logo(rng: Rng) -> str:
    """The name of some logo."""
    return f"logo {rng.integers(LOGOS)}"


def draw_marks(rng: Rng) -> tuple[str, ...]:
    """What stands on the six faces of one die: plus, minus and blank twice each, or six of one sort."""
    sort = rng.integers(4)
    if sort == 0:
        marks = ["plus", "minus", ""] * 2
    elif sort == 1:
        marks = [draw_logo(rng) for _ in range(6)]
    else:
        marks = rng.choice(list(MARKS) if sort == 2 else list(LETTERS), 6).tolist()
    return tuple(str(mark) for mark in rng.permutation(marks))


def is_symbol(text: str) -> bool:
    """Whether ``text`` names a mark of this module, instead of being what a typeface writes."""
    return text in MARKS or text.startswith("logo ")


@lru_cache(maxsize=2000)
def symbol(name: str) -> Floats:
    """The mark of that name in ink, 0 to 1, cropped tight."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    if name.startswith("logo "):
        _logo(np.random.default_rng(int(name.split()[1])), mask)
    else:
        for ring in OUTLINES[name]:
            _fill(mask, np.array(ring, float))
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.1), np.flatnonzero(mask.max(axis=0) > 0.1)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _fill(mask: Floats, ring: Points, ink: float = 1.0) -> None:
    """A polygon of corners from -1 to 1, y up."""
    corners = ((ring * (1, -1) * 0.46 + 0.5) * SIDE * 16).round().astype(np.int32)
    cv2.fillPoly(mask, [corners], ink, cv2.LINE_AA, 4)


def _arc(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack((np.cos(angle), np.sin(angle))) * radius + middle
    return [(x, y) for x, y in ring.tolist()]


def _star(points: int, inner: float) -> list[tuple[float, float]]:
    angle = np.arange(2 * points) * np.pi / points
    far = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    return [(x, y) for x, y in np.column_stack((np.sin(angle) * far, np.cos(angle) * far)).tolist()]


def _bar(wide: float, high: float) -> list[tuple[float, float]]:
    return [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]


HEART = [_arc((-0.42, 0.35), 0.45), _arc((0.42, 0.35), 0.45), [(-0.84, 0.2), (0.84, 0.2), (0, -0.9)]]
STEM = [(0, 0), (0.3, -0.95), (-0.3, -0.95)]
OUTLINES: dict[str, list[list[tuple[float, float]]]] = {
    "plus": [_bar(0.85, 0.24), _bar(0.24, 0.85)],
    "minus": [_bar(0.85, 0.24)],
    "heart": HEART,
    "diamond": [[(0, 1), (0.7, 0), (0, -1), (-0.7, 0)]],
    "club": [_arc((0, 0.5), 0.4), _arc((-0.45, -0.1), 0.4), _arc((0.45, -0.1), 0.4), STEM],
    "spade": [[(x, -0.8 * y) for x, y in ring] for ring in HEART] + [STEM],
    "star": [_star(5, 0.42)],
    "arrow": [[(0, 1), (0.7, 0.2), (-0.7, 0.2)], [(-0.22, 0.3), (0.22, 0.3), (0.22, -0.9), (-0.22, -0.9)]],
    "cross": [
        [(-0.9, -0.6), (-0.6, -0.9), (0.9, 0.6), (0.6, 0.9)],
        [(0.9, -0.6), (0.6, -0.9), (-0.9, 0.6), (-0.6, 0.9)],
    ],
}


def _logo(rng: Rng, mask: Floats) -> None:
    """A crest: lines, arcs and blobs, often alike on both sides, some cut out."""
    for at in range(rng.integers(3, 9)):
        ink = 1.0 if at < 2 or rng.random() < 0.6 else 0.0
        kind, middle = rng.integers(4), rng.uniform(-0.7, 0.7, 2)
        if kind == 0:
            _fill(mask, middle * (0, 0.6) + np.array(_star(int(rng.integers(3, 9)), rng.uniform(0.3, 0.8))) * 0.6, ink)
        elif kind == 1:
            _fill(mask, rng.uniform(-0.9, 0.9, (int(rng.integers(3, 6)), 2)), ink)
        else:
            spot = ((middle * 0.46 + 0.5) * SIDE).astype(int).tolist()
            axes = rng.integers(5, 34, 2).tolist()
            turn, start, reach = rng.uniform(0, 180), rng.uniform(0, 360), rng.uniform(90, 360)
            thick = int(rng.choice([-1, 3, 5, 8]))
            cv2.ellipse(mask, spot, axes, turn, start, start + reach, ink, thick, cv2.LINE_AA)
    if rng.random() < 0.7:
        mask[:] = np.maximum(mask, mask[:, ::-1])
    cv2.circle(mask, (SIDE // 2, round(SIDE * rng.uniform(0.3, 0.6))), 8, 1.0, -1, cv2.LINE_AA)
