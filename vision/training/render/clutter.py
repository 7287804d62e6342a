"""What lies on a table beside the dice: the HIT/OUT chip, print, and things that must be read as nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.training.data.numerals import Rng
from vision.training.data.prints import draw_print
from vision.training.render.lettering import LetteringStyle, draw_lettering, print_face
from vision.training.render.meshes import Mesh, cube, d10, slab, turned
from vision.training.render.paints import Paint
from vision.training.render.tokens import DieModel, Thing, TopFace, resting_die
from vision.training.render.typefaces import glyph, pick
from vision.types import Frame, Points


def _plain_thing(kind: str, value: str | None, mesh: Mesh, paint: Paint, **more: object) -> Thing:
    defaults: dict[str, object] = {"atlas": None, "uvs": (), "top": None, "labels": _no_words(paint)}
    return Thing(kind=kind, value=value, die="", mesh=mesh, paint=paint, planes=_cage(mesh), **(defaults | more))  # type: ignore[arg-type]


def _no_words(paint: Paint) -> dict[str, object]:
    return {"numbering": "other", "underlined": False, "ink": paint.ink_name, "body": paint.family, "font": ""}


def _cage(mesh: Mesh) -> tuple[Points, Points]:
    """A convex body around any mesh: sixteen upright walls and a lid."""
    angle = np.arange(16) * np.pi / 8
    walls = np.column_stack((np.cos(angle), np.sin(angle), np.zeros(16)))
    normals = np.vstack((walls, [(0, 0, 1)]))
    return normals, (mesh.points @ normals.T).max(axis=0)


def _on_top(
    mesh: Mesh, style: LetteringStyle, text: str, outline: Points, turn: float, scale: float
) -> tuple[Frame, tuple[Points, ...], TopFace]:
    """Print ``text`` on a mesh's first polygon, which lies level."""
    height = float(mesh.points[mesh.polygons[0][0], 2])
    spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    side = int(np.clip(np.abs(outline).max() * 2 * scale * 1.6, 32, 400))
    printed = print_face(style, text, outline, side)
    flat = mesh.points[list(mesh.polygons[0])][:, :2] @ spin
    uvs = flat / (2 * printed.reach) + 0.5
    outline3 = np.column_stack((outline @ spin.T, np.full(len(outline), height)))
    up = np.append(spin @ (0, 1), 0)
    top = TopFace(np.array((0, 0, height)), up, printed.height, outline3, printed.mask, printed.reach)
    return np.asarray(np.round(printed.mask * 255), np.uint8), (uvs,), top


def _disc_outline(radius: float) -> Points:
    angle = np.arange(24) * np.pi / 12
    return np.column_stack((np.cos(angle), np.sin(angle))) * radius


def chip(rng: Rng, *, test: bool, paint: Paint, scale: float, words: tuple[str, ...] = ("HIT", "OUT")) -> Thing:
    """The round token with HIT or OUT on it."""
    word = str(rng.choice(words))
    radius, thick = rng.uniform(10, 19), rng.uniform(1.5, 5)
    edge = min(0.6, thick / 3)
    mesh = turned(
        [(radius - edge, thick), (radius - 0.3 * edge, thick - 0.3 * edge), (radius, thick - edge), (radius, 0)]
    )
    style = draw_lettering(rng, test=test, share=float(rng.uniform(0.3, 0.5)), mark="none")
    atlas, uvs, top = _on_top(mesh, style, word, _disc_outline(radius - edge), rng.uniform(0, 2 * np.pi), scale)
    ours = word in {"HIT", "OUT"}
    labels = _no_words(paint) | {"font": style.typeface.stem}
    return _plain_thing(
        "chip" if ours else "other",
        word.lower() if ours else None,
        mesh, paint, atlas=atlas, uvs=uvs, top=top if ours else None, labels=labels,
    )  # fmt: skip


WORDS = ("SAFE", "WALK", "RUN", "BALL", "1", "2", "3", "HOME", "K", "25", "5", "0", "7", "9", "10")


def counter(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A disc with a number or another word: no chip of ours."""
    return chip(rng, test=test, paint=paint, scale=scale, words=WORDS)


def card(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A card, tile or print on the board with a numeral on it."""
    wide, tall = rng.uniform(12, 32, 2)
    thick = float(rng.choice([0.05, 0.4, 2.0]))
    mesh = slab(wide, tall, thick)
    outline = mesh.points[:4, :2]
    style = draw_lettering(rng, test=test, share=float(rng.uniform(0.3, 0.85)))
    atlas, uvs, _ = _on_top(mesh, style, str(rng.integers(0, 13)), outline, 0.0, scale)
    turn = rng.uniform(0, 2 * np.pi)
    return _plain_thing("other", None, _turned(mesh, turn), paint, atlas=atlas, uvs=uvs)


THICKNESS = {"letter_tile": (2, 6), "domino": (3, 9), "stick": (4, 9), "circuit_board": (1, 3), "word_face": (0.3, 9)}
"""Millimetres; all else that is printed is nearly flat."""


def printed(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A flat thing, printed or woven, which is no die: its top names a place where no numeral is."""
    typeface, size = pick(rng, test=test), rng.uniform(13, 38)
    name, sheet = draw_print(rng, int(np.clip(size * scale * 1.6, 40, 400)), lambda text: glyph(typeface, text))
    tall, wide = np.array(sheet.shape[:2]) / max(sheet.shape) * size
    thick, turn = float(rng.uniform(*THICKNESS.get(name, (0.05, 0.8)))), rng.uniform(0, 2 * np.pi)
    mesh = _turned(slab(wide, tall, thick), turn)
    up = _turned_points(np.eye(3)[1], turn + np.pi / 2 * rng.integers(4))
    height = min(wide, tall) * float(rng.uniform(0.25, 0.8))
    top = TopFace(np.array((0, 0, thick)), up, height, mesh.points[:4], np.zeros((8, 8), np.float32), size / 2)
    corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), float)
    bare = replace(paint, family="plain", colors=paint.colors[:1], scratch=0.0, depth=0.0, clear=0.0)
    labels = _no_words(bare) | {"body": name, "font": typeface.stem}
    return _plain_thing("print", None, mesh, bare, atlas=sheet, uvs=(corners,), top=top, labels=labels)


def _turned_points(points: Points, turn: float) -> Points:
    spin = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
    return np.asarray(points @ spin.T)


def _turned(mesh: Mesh, turn: float) -> Mesh:
    return replace(mesh, points=_turned_points(mesh.points, turn))


def coin(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A coin or button without a word."""
    del test, scale
    radius, thick = rng.uniform(8, 14), rng.uniform(1.2, 3)
    rim, dip = radius * rng.uniform(0.8, 0.95), thick * rng.uniform(0.05, 0.3)
    inner = radius * rng.uniform(0.2, 0.6)
    profile = [(inner, thick - dip * rng.uniform(0, 1)), (inner * 1.1, thick - dip), (rim * 0.98, thick - dip)]
    return _plain_thing("other", None, turned([*profile, (rim, thick), (radius, thick), (radius, 0)]), paint)


def pawn(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A pawn: a foot, a neck and a head."""
    del test, scale
    foot, head, tall = rng.uniform(6, 10), rng.uniform(3.5, 6), rng.uniform(14, 26)
    ball = [(head * np.sin(step), tall - head + head * np.cos(step)) for step in np.linspace(0.15, 2.5, 8)]
    return _plain_thing("other", None, turned([*ball, (foot * 0.45, tall * 0.45), (foot, 3), (foot, 0)]), paint)


def helmet(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A batting helmet: a dome with a peak."""
    del test, scale
    radius = rng.uniform(8, 14)
    dome = turned([(radius * np.sin(step), radius * np.cos(step)) for step in np.linspace(0.12, np.pi / 2, 9)])
    points = dome.points.copy()
    ahead = np.maximum(points[:, 0], 0) * (points[:, 2] < radius * 0.25)
    points[:, 0] += ahead * rng.uniform(0.3, 0.7)
    return _plain_thing("other", None, _turned(replace(dome, points=points), rng.uniform(0, 2 * np.pi)), paint)


SKINS = ((0.93, 0.75, 0.65), (0.8, 0.58, 0.45), (0.55, 0.37, 0.27), (0.33, 0.22, 0.17))


def finger(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A finger that lies on the table."""
    del test, scale
    radius, long = rng.uniform(6, 9), rng.uniform(25, 45)
    tip = [(radius * np.sin(step), radius * np.cos(step)) for step in np.linspace(0.15, np.pi / 2, 7)]
    mesh = turned([*tip, (radius * 1.05, -long * 0.4), (radius * 1.1, -long)], around=28)
    laid = mesh.points[:, [2, 0, 1]] + (long / 2 - radius / 2, 0, radius * 1.1)
    skin = replace(paint, family="plain", colors=(SKINS[rng.integers(4)],), coat=0.0, rough=0.5, scratch=0.0)
    return _plain_thing("other", None, _turned(replace(mesh, points=laid), rng.uniform(0, 2 * np.pi)), skin)


def bead(rng: Rng, *, test: bool, paint: Paint, scale: float) -> Thing:
    """A four-sided die or a blank die: a shape like a die's without a numeral on top."""
    del test
    blank = cube(float(rng.uniform(5, 8)), [0] * 6) if rng.random() < 0.5 else d10(float(rng.uniform(6, 9)), 1.0, 0.64)
    style = draw_lettering(rng, test=False, share=0.0, pips=0.0)
    texts = ("",) * len(blank.faces)
    model = DieModel("other", "", blank, texts, style, paint, "other", 0.06)
    thing = resting_die(model, int(rng.integers(len(texts))), rng.uniform(0, 2 * np.pi), scale=scale * 0.2)
    return replace(thing, top=None, atlas=None, uvs=(), labels=_no_words(paint))


CLUTTER: tuple[Callable[..., Thing], ...] = (counter, card, card, coin, pawn, helmet, finger, bead)
