"""Pieces of board games: pawns, pegs, cones, helmets and wooden figures in a team's colour, with + or - on top.

The shapes of the tests are others than those that likelihoods are fitted to.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.training.render.meshes import Mesh, slab, turned
from vision.training.render.paints import BLACK, WHITE, Color, Paint
from vision.training.render.tokens import Thing
from vision.types import Frame, Points

Sign = Literal["+", "-"]
Span = tuple[float, float]
TEAM_COLORS: Mapping[str, tuple[Span, Span, Span]] = {
    "red": ((-8, 12), (0.7, 1), (0.4, 0.95)),
    "orange": ((20, 34), (0.75, 1), (0.7, 1)),
    "yellow": ((45, 60), (0.7, 1), (0.7, 1)),
    "green": ((85, 155), (0.5, 1), (0.25, 0.85)),
    "blue": ((206, 248), (0.55, 1), (0.3, 0.95)),
    "purple": ((262, 284), (0.45, 0.9), (0.3, 0.75)),
}
"""Hue in degrees, saturation and value (0 to 1) of each colour's paints."""
ALL_COLORS: Mapping[str, tuple[Span, Span, Span]] = {
    **TEAM_COLORS,
    "teal": ((168, 194), (0.5, 1), (0.3, 0.9)),
    "magenta": ((292, 330), (0.5, 1), (0.45, 0.95)),
    "white": ((0, 360), (0, 0.1), (0.8, 1)),
    "grey": ((0, 360), (0, 0.1), (0.35, 0.6)),
    "black": ((0, 360), (0, 0.3), (0.02, 0.15)),
}
"""The same of all that pieces are asked for by."""
MARK_PX = 128
"""Along the side of a mark's picture."""


def piece(rng: Rng, color: str, *, test: bool) -> tuple[Thing, Sign | None]:
    """A piece of that colour, and the sign on it, if there is one."""
    foot, tall = float(rng.uniform(6.2, 9.5)), float(rng.uniform(11, 28))
    shapes = TEST_SHAPES if test else TRAIN_SHAPES
    make, takes_sign = shapes[int(rng.integers(len(shapes)))]
    mesh, paint = make(rng, foot, tall), _paint(rng, paint_of(rng, color))
    sign: Sign | None = ("+" if rng.random() < 0.5 else "-") if takes_sign and rng.random() < 0.7 else None
    if sign is None:
        return _thing(color, _spun(mesh, rng.uniform(0, 2 * np.pi)), paint), None
    return _marked(rng, color, _spun(mesh, rng.uniform(0, 2 * np.pi)), paint, foot, sign), sign


def _thing(color: str, mesh: Mesh, paint: Paint, atlas: Frame | None = None, uvs: tuple[Points, ...] = ()) -> Thing:
    planes = np.eye(3), mesh.points.max(axis=0)
    return Thing("piece", color, "", mesh, atlas, uvs, paint, None, {}, planes)


def paint_of(rng: Rng, color: str) -> Color:
    """A paint of that colour, RGB."""
    hue, saturation, value = (float(rng.uniform(*span)) for span in ALL_COLORS[color])
    return colorsys.hsv_to_rgb(hue / 360 % 1, saturation, value)


def _paint(rng: Rng, color: Color) -> Paint:
    """Plastic, lacquer, or stained wood."""
    wooden = rng.random() < 0.35
    dark = tuple((np.array(color) * rng.uniform(0.7, 0.92)).tolist())
    phase = tuple(rng.uniform(0, 50, 3).tolist())
    return Paint(
        "wooden" if wooden else "plain", (color, dark) if wooden else (color,), WHITE, "white", 0.0,
        float(rng.uniform(0.35, 0.8) if wooden else rng.uniform(0.06, 0.6)),
        0.0 if wooden else float(rng.choice([0.0, rng.uniform(0.2, 1)])),
        float(np.exp(rng.uniform(np.log(0.5), np.log(3)))), 0.0, 0.0, 0.0, phase,
    )  # fmt: skip


# --- signs ---


def _marked(rng: Rng, color: str, mesh: Mesh, paint: Paint, foot: float, sign: Sign) -> Thing:
    """The piece with a sign painted on its top, stuck on it, or raised above it."""
    half, thick = foot * rng.uniform(0.45, 0.7), rng.uniform(0.2, 0.36)
    turn, kind = rng.uniform(0, 2 * np.pi), int(rng.integers(3))
    mask = _bars(sign, thick)
    light = max(paint.colors[0]) < 0.75 or rng.random() < 0.5
    ink = WHITE if light else BLACK
    reach = half if kind != 1 else half * 1.35
    if kind == 2:
        mesh = _raised(mesh, sign, half, thick, turn, float(rng.uniform(0.6, 1.6)))
    uvs = _from_above(mesh, reach, turn)
    if kind != 1:
        return _thing(color, mesh, replace(paint, ink=ink), np.asarray(mask * 255, np.uint8), uvs)
    return _thing(color, mesh, paint, _sticker(mask, paint.colors[0], ink, half / reach), uvs)


def _bars(sign: Sign, thick: float) -> Points:
    """A sign as a mask, 0 to 1, that reaches to its edges but for a margin."""
    mask = np.zeros((MARK_PX, MARK_PX), np.float32)
    middle, half, reach = MARK_PX // 2, round(MARK_PX * thick / 2), round(MARK_PX * 0.46)
    mask[middle - half : middle + half, middle - reach : middle + reach] = 1
    if sign == "+":
        mask[middle - reach : middle + reach, middle - half : middle + half] = 1
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.2), np.float64)


def _sticker(mask: Points, body: Color, ink: Color, share: float) -> Frame:
    """A round label of the other tint with the sign on it, BGR."""
    sheet = np.empty((MARK_PX, MARK_PX, 3), np.float32)
    sheet[:] = np.array(body[::-1]) * 255
    paper, sign = (WHITE, BLACK) if ink == WHITE else (BLACK, WHITE)
    cv2.circle(sheet, (MARK_PX // 2, MARK_PX // 2), round(MARK_PX * 0.47), [each * 255 for each in paper[::-1]], -1)
    side = round(MARK_PX * share)
    edge = (MARK_PX - side) // 2
    small = cv2.resize(mask.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)[..., None]
    part = sheet[edge : edge + side, edge : edge + side]
    part += (np.array(sign[::-1], np.float32) * 255 - part) * small
    return np.asarray(sheet, np.uint8)


def _from_above(mesh: Mesh, reach: float, turn: float) -> tuple[Points, ...]:
    """Where each polygon's corners lie in a picture that is laid on the body from above."""
    spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    flat = np.clip(mesh.points[:, :2] @ spin / (2 * reach) + 0.5, 0.004, 0.996)
    return tuple(flat[list(polygon)] for polygon in mesh.polygons)


def _raised(mesh: Mesh, sign: Sign, half: float, thick: float, turn: float, high: float) -> Mesh:
    """With bars that stand out of the top."""
    top = float(mesh.points[:, 2].max())
    wide = 2 * half * 0.92
    bars = [slab(wide, 2 * half * thick, 4 + high)]
    if sign == "+":
        bars.append(slab(2 * half * thick, wide, 4 + high + 0.02))
    points, polygons = [mesh.points], list(mesh.polygons)
    count = len(mesh.points)
    for bar in bars:
        points.append(np.add(_spun(bar, turn).points, (0, 0, top - 4)))
        polygons += [tuple(corner + count for corner in polygon) for polygon in bar.polygons]
        count += len(bar.points)
    return Mesh(np.vstack(points), None, tuple(polygons), len(polygons))


# --- shapes ---


def _spun(mesh: Mesh, turn: float) -> Mesh:
    spin = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
    return replace(mesh, points=mesh.points @ spin.T)


def _ball(radius: float, top: float, until: float) -> list[tuple[float, float]]:
    return [(radius * np.sin(step), top - radius + radius * np.cos(step)) for step in np.linspace(0.1, until, 8)]


def _pawn(rng: Rng, foot: float, tall: float) -> Mesh:
    head = foot * rng.uniform(0.5, 0.75)
    return turned([*_ball(head, tall, 2.6), (foot * 0.42, tall * 0.5), (foot * 0.9, 3.5), (foot, 2.5), (foot, 0)])


def _peg(rng: Rng, foot: float, tall: float) -> Mesh:
    high, edge = tall * 0.65, foot * rng.uniform(0.05, 0.3)
    return turned([(foot - edge, high), (foot - 0.3 * edge, high - 0.3 * edge), (foot, high - edge), (foot, 0)])


def _cone(rng: Rng, foot: float, tall: float) -> Mesh:
    tip = foot * rng.uniform(0.15, 0.4)
    return turned([(tip * 0.5, tall), (tip, tall - 0.4 * tip), (foot * 0.7, tall * 0.4), (foot, 1.0), (foot, 0)])


def _helmet(rng: Rng, foot: float, tall: float) -> Mesh:
    high = min(tall, foot * rng.uniform(1.0, 1.5))
    dome = turned([(foot * np.sin(step), high * np.cos(step)) for step in np.linspace(0.1, np.pi / 2, 10)])
    points = dome.points.copy()
    points[:, 0] += np.maximum(points[:, 0], 0) * (points[:, 2] < high * 0.25) * rng.uniform(0.25, 0.5)
    return replace(dome, points=points)


FIGURE = ((0.5, 0), (0.5, 0.12), (0.32, 0.4), (0.62, 0.5), (0.62, 0.66), (0.24, 0.68), (0.3, 0.85), (0.16, 1))
"""Half a wooden figure's outline: aside in feet across, and up in its height."""
OTHER_FIGURE = ((0.5, 0), (0.42, 0.3), (0.3, 0.58), (0.5, 0.6), (0.46, 0.72), (0.22, 0.72), (0.26, 0.9), (0.12, 1))


def _extruded(half: tuple[tuple[float, float], ...], foot: float, tall: float, thick: float) -> Mesh:
    right = [(x * 2 * foot, z * tall) for x, z in half]
    ring = [*right, *((-x, z) for x, z in reversed(right))]
    count = len(ring)
    points = np.array([(x, y, z) for y in (-thick / 2, thick / 2) for x, z in ring])
    sides = [(a, b, b + count, a + count)[::-1] for a, b in pairwise((*range(count), 0))]
    return Mesh(points, None, (tuple(range(count)), tuple(reversed(range(count, 2 * count))), *sides), 0)


def _figure(rng: Rng, foot: float, tall: float) -> Mesh:
    return _extruded(FIGURE, foot, max(tall, 14) * 0.8, foot * rng.uniform(0.9, 1.3))


def _other_figure(rng: Rng, foot: float, tall: float) -> Mesh:
    return _extruded(OTHER_FIGURE, foot, max(tall, 14) * 0.85, foot * rng.uniform(0.9, 1.4))


def _barrel(rng: Rng, foot: float, tall: float) -> Mesh:
    high, belly = tall * 0.7, foot * rng.uniform(1.02, 1.12)
    return turned([(foot * 0.8, high), (foot * 0.88, high - 0.6), (belly, high / 2), (foot, 0)])


def _chess_pawn(rng: Rng, foot: float, tall: float) -> Mesh:
    head = foot * rng.uniform(0.45, 0.6)
    collar = tall - 1.9 * head
    body = [(foot * 0.62, collar), (foot * 0.62, collar - 1.2), (foot * 0.35, collar - 1.8), (foot * 0.5, tall * 0.3)]
    return turned([*_ball(head, tall, 2.3), *body, (foot * 0.9, tall * 0.18), (foot, 1.5), (foot, 0)])


def _block(rng: Rng, foot: float, tall: float) -> Mesh:
    return slab(foot * rng.uniform(1.5, 1.9), foot * rng.uniform(1.5, 1.9), tall * 0.6)


def _cap(rng: Rng, foot: float, tall: float) -> Mesh:
    """A cap: a lower dome, flat on top, with a brim all around or ahead."""
    high = min(tall, foot * rng.uniform(0.8, 1.2))
    dome = turned([
        (foot * 0.55, high), (foot * 0.75, high * 0.93), (foot * 0.88, high * 0.6),
        (foot * 0.92, 1.2), (foot, 1), (foot, 0),
    ])  # fmt: skip
    points = dome.points.copy()
    points[:, 1] += np.maximum(points[:, 1], 0) * (points[:, 2] < 1.1) * rng.uniform(0.2, 0.6)
    return replace(dome, points=points)


Shape = tuple[Callable[[Rng, float, float], Mesh], bool]
TRAIN_SHAPES: tuple[Shape, ...] = ((_pawn, False), (_peg, True), (_cone, False), (_helmet, True), (_figure, False))
TEST_SHAPES: tuple[Shape, ...] = (
    (_chess_pawn, False), (_barrel, True), (_cap, True), (_block, True), (_other_figure, False),
)  # fmt: skip
"""Each with whether a sign fits on it."""
