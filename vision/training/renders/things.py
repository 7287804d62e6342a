"""Everything that may lie on the table, made whole: shape, print, paint and what is true of its top."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from vision.d10 import NUMBERINGS
from vision.training.numerals import Rng
from vision.training.renders.lettering import (
    Lettering,
    Print,
    draw_lettering,
    is_marked,
    print_face,
    print_pips,
)
from vision.training.renders.optics import Vectors
from vision.training.renders.paints import Paint, any_color, draw_paint
from vision.training.renders.solids import (
    Die,
    Mesh,
    cube,
    d10,
    dodecahedron,
    icosahedron,
    octahedron,
    rounded,
    slab,
    turned,
)

Bytes = npt.NDArray[np.uint8]
COLUMNS = 4
"""Tiles side by side in an atlas."""
STANDARD = 0.75
"""Share of ten-sided dice numbered as most makers do."""
ROUNDING = {"sharp": (0.02, 0.06), "tumbled": (0.06, 0.16)}


@dataclass(frozen=True)
class Top:
    """The truth about a thing's top face, in its own coordinates once it rests (z up, centre above the origin).

    Attributes:
        middle: the numeral's, shape (3,).
        up: unit vector toward its head.
        height: of the numeral in millimetres.
        outline: the face's corners, shape (N, 3).
        mask: the print on the face's tile, 0 to 1, and
        reach: half that tile's side in millimetres.
    """

    middle: Vectors
    up: Vectors
    height: float
    outline: Vectors
    mask: npt.NDArray[np.float32] = field(repr=False)
    reach: float = 0.0


@dataclass(frozen=True)
class Thing:
    """One token, resting on z = 0 with its middle above the origin.

    Attributes:
        kind: as in the labels.
        value: what is on top, or None.
        die: name of the physical die.
        mesh: in resting position.
        atlas: print of all faces, 0 to 255, shape (rows, columns), or None.
        uvs: for every printed polygon its corners' places in the atlas, origin lower left.
        paint: what it is made of.
        top: the truth, or None for what has no numeral.
        labels: further words for the label.
        planes: outward normals and offsets of a convex body around it, shapes (N, 3) and (N,).
        spin: how the body was turned from its own axes to rest, so that a die keeps its pattern whichever face is up.
        lift: how high its own middle then lies.
    """

    kind: str
    value: int | str | None
    die: str
    mesh: Mesh
    atlas: Bytes | None
    uvs: tuple[Vectors, ...]
    paint: Paint
    top: Top | None
    labels: dict[str, object]
    planes: tuple[Vectors, Vectors]
    spin: Vectors = field(default_factory=lambda: np.eye(3))
    lift: float = 0.0

    @property
    def radius(self) -> float:
        """Of the smallest upright cylinder around it."""
        return float(np.linalg.norm(self.mesh.points[:, :2], axis=1).max())


@dataclass(frozen=True)
class Model:
    """A physical die: its shape, lettering and paint, whichever face is up."""

    kind: str
    name: str
    shape: Die
    texts: tuple[str, ...]
    lettering: Lettering
    paint: Paint
    numbering: str
    rounding: float


def rest(model: Model, face: int, turn: float, *, scale: float) -> Thing:
    """The die lying with ``face`` up (for print ``scale`` pixels a millimetre)."""
    prints = _prints(model, scale)
    atlas, uvs = _atlas(model.shape, prints)
    spin = model.shape.level(face, turn)
    lift = np.array((0, 0, model.shape.inradius))
    mesh = rounded(model.shape, model.rounding * model.shape.inradius)
    mesh = replace(mesh, points=mesh.points @ spin.T + lift, normals=mesh.normals @ spin.T)  # type: ignore[operator]
    frame = model.shape.frames[face]
    normals = np.array([each.normal for each in model.shape.frames]) @ spin.T
    return Thing(
        kind=model.kind,
        value=_value(model, face),
        die=model.name,
        mesh=mesh,
        atlas=atlas,
        uvs=uvs,
        paint=model.paint,
        top=Top(
            middle=spin @ frame.origin + lift,
            up=spin @ frame.up,
            height=prints[face].height,
            outline=model.shape.corners[list(model.shape.faces[face])] @ spin.T + lift,
            mask=prints[face].mask,
            reach=prints[face].reach,
        ),
        labels={
            "numbering": model.numbering,
            "underlined": is_marked(model.lettering, model.texts[face]),
            "ink": model.paint.ink_name,
            "body": model.paint.family,
            "font": model.lettering.typeface.stem,
        },
        planes=(normals, model.shape.inradius + normals @ lift),
        spin=spin,
        lift=model.shape.inradius,
    )


def _value(model: Model, face: int) -> int | None:
    text = model.texts[face]
    if model.kind == "d10":
        return int(text) % 10
    return int(text) if model.kind in {"d6", "pips"} else None


def _prints(model: Model, scale: float) -> list[Print]:
    prints = []
    for face, text in enumerate(model.texts):
        outline = model.shape.outline(face)
        side = int(np.clip(np.abs(outline).max() * 2 * scale * 1.6, 32, 400))
        draw = print_pips if model.lettering.pips else print_face
        what = int(text) if model.lettering.pips else text
        prints.append(draw(model.lettering, what, outline, side))  # type: ignore[arg-type]
    return prints


def _atlas(shape: Die, prints: list[Print]) -> tuple[Bytes, tuple[Vectors, ...]]:
    """All prints on one sheet, and where each face's corners lie on it."""
    side = max(each.mask.shape[0] for each in prints)
    rows = -(-len(prints) // COLUMNS)
    sheet = np.zeros((rows * side, COLUMNS * side), np.uint8)
    uvs = []
    for face, each in enumerate(prints):
        row, column = divmod(face, COLUMNS)
        high, wide = each.mask.shape
        sheet[row * side : row * side + high, column * side : column * side + wide] = np.round(each.mask * 255)
        flat = (shape.outline(face) / (2 * each.reach) * (1, -1) + 0.5) * wide + (column * side, row * side)
        uvs.append(flat / sheet.shape[::-1] * (1, -1) + (0, 1))
    return sheet, tuple(uvs)


# --- dice by kind ---


def _numbering(rng: Rng) -> tuple[str, tuple[int, ...]]:
    if rng.random() < STANDARD:
        return "standard", NUMBERINGS["common"]
    named = [NUMBERINGS[name] for name in ("mirrored", "counting")]
    choice = int(rng.integers(4))
    return "other", named[choice] if choice < len(named) else tuple(rng.permutation(10).tolist())


def _sizes(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _rounding(rng: Rng, kind: str) -> float:
    style = "sharp" if rng.random() < 0.4 else "tumbled"
    low, high = ROUNDING[style]
    return float(rng.uniform(low, high)) * (1.7 if kind in {"d6", "pips"} and style == "tumbled" else 1)


def model_d10(rng: Rng, name: str, *, test: bool, paint: Paint, tens: bool = False) -> Model:
    """A d10 or, with ``tens``, a percentile die."""
    numbering, digits = _numbering(rng)
    lettering = draw_lettering(rng, test=test, quarter=int(rng.choice([0, 1, 3])) if tens else 0)
    texts = tuple(f"{digit}0" if tens else (str(digit) if digit else lettering.zero) for digit in digits)
    shape = d10(_sizes(rng, 6, 9.5), float(rng.uniform(0.85, 1.12)), float(rng.uniform(0.57, 0.68)))
    kind = "percentile" if tens else "d10"
    return Model(kind, name, shape, texts, lettering, paint, "other" if tens else numbering, _rounding(rng, kind))


def model_d6(rng: Rng, name: str, *, test: bool, paint: Paint, pips: bool) -> Model:
    """A six-sided die with numerals or pips."""
    settled: dict[str, object] = {"share": float(rng.uniform(0.45, 0.75))}
    if rng.random() < 0.8:
        settled["mark"] = "none"
    if pips:
        settled["pips"] = float(rng.uniform(0.15, 0.26))
    lettering = draw_lettering(rng, test=test, **settled)
    shape = cube(_sizes(rng, 5, 9), rng.integers(0, 4, 6).tolist())
    texts = tuple(str(count) for count in _mirrored_or_not(rng))
    kind = "pips" if pips else "d6"
    return Model(kind, name, shape, texts, lettering, paint, "standard", _rounding(rng, kind))


def _mirrored_or_not(rng: Rng) -> tuple[int, ...]:
    """Opposite faces sum to seven on Western and on Eastern dice; they differ in which way 1, 2 and 3 run."""
    return (1, 2, 3, 4, 5, 6) if rng.random() < 0.5 else (1, 3, 2, 5, 4, 6)


SHAPES: dict[str, tuple[Callable[..., Die], int, tuple[float, float]]] = {
    "d8": (octahedron, 8, (6, 9)),
    "d12": (dodecahedron, 12, (7, 10)),
    "d20": (icosahedron, 20, (7, 11)),
}


def model_other_die(rng: Rng, name: str, *, test: bool, paint: Paint, kind: str) -> Model:
    """A d8, d12 or d20 with its own numerals."""
    make, faces, span = SHAPES[kind]
    shape = make(_sizes(rng, *span), rng.integers(0, 3, faces).tolist())
    texts = tuple(str(number + 1) for number in rng.permutation(faces))
    lettering = draw_lettering(rng, test=test, share=float(rng.uniform(0.6, 0.95)))
    return Model(kind, name, shape, texts, lettering, paint, "other", _rounding(rng, kind))


# --- things that are no dice ---


def _plain_thing(kind: str, value: str | None, mesh: Mesh, paint: Paint, **more: object) -> Thing:
    settled: dict[str, object] = {"atlas": None, "uvs": (), "top": None, "labels": _no_words(paint)}
    return Thing(kind=kind, value=value, die="", mesh=mesh, paint=paint, planes=_cage(mesh), **(settled | more))  # type: ignore[arg-type]


def _no_words(paint: Paint) -> dict[str, object]:
    return {"numbering": "other", "underlined": False, "ink": paint.ink_name, "body": paint.family, "font": ""}


def _cage(mesh: Mesh) -> tuple[Vectors, Vectors]:
    """A convex body around any mesh: sixteen upright walls and a lid."""
    angle = np.arange(16) * np.pi / 8
    walls = np.column_stack((np.cos(angle), np.sin(angle), np.zeros(16)))
    normals = np.vstack((walls, [(0, 0, 1)]))
    return normals, (mesh.points @ normals.T).max(axis=0)


def _on_top(
    mesh: Mesh, style: Lettering, text: str, outline: Vectors, turn: float, scale: float
) -> tuple[Bytes, tuple[Vectors, ...], Top]:
    """Print ``text`` on a mesh's first polygon, which lies level."""
    height = float(mesh.points[mesh.polygons[0][0], 2])
    spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    side = int(np.clip(np.abs(outline).max() * 2 * scale * 1.6, 32, 400))
    printed = print_face(style, text, outline, side)
    flat = mesh.points[list(mesh.polygons[0])][:, :2] @ spin
    uvs = flat / (2 * printed.reach) + 0.5
    outline3 = np.column_stack((outline @ spin.T, np.full(len(outline), height)))
    up = np.append(spin @ (0, 1), 0)
    top = Top(np.array((0, 0, height)), up, printed.height, outline3, printed.mask, printed.reach)
    return np.asarray(np.round(printed.mask * 255), np.uint8), (uvs,), top


def _disc_outline(radius: float) -> Vectors:
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


def _turned(mesh: Mesh, turn: float) -> Mesh:
    spin = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
    return replace(mesh, points=mesh.points @ spin.T)


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
    model = Model("other", "", blank, texts, style, paint, "other", 0.06)
    thing = rest(model, int(rng.integers(len(texts))), rng.uniform(0, 2 * np.pi), scale=scale * 0.2)
    return replace(thing, top=None, atlas=None, uvs=(), labels=_no_words(paint))


CLUTTER: tuple[Callable[..., Thing], ...] = (counter, card, card, coin, pawn, helmet, finger, bead)

DICE: dict[str, Callable[..., Model]] = {
    "d10": model_d10,
    "percentile": partial(model_d10, tens=True),
    "d6": partial(model_d6, pips=False),
    "pips": partial(model_d6, pips=True),
    **{kind: partial(model_other_die, kind=kind) for kind in SHAPES},
}


def draw_thing(rng: Rng, kind: str, name: str, *, test: bool, families: tuple[str, ...], scale: float) -> Thing:
    """A thing of ``kind``, any face up, turned any way."""
    paint = draw_paint(rng, families)
    if kind in DICE:
        model = DICE[kind](rng, name, test=test, paint=paint)
        face = int(rng.integers(len(model.texts)))
        return rest(model, face, rng.uniform(0, 2 * np.pi), scale=scale)
    if kind == "chip":
        return chip(rng, test=test, paint=paint, scale=scale)
    if rng.random() < 0.4:
        paint = replace(paint, colors=(any_color(rng),) * len(paint.colors))
    return CLUTTER[rng.integers(len(CLUTTER))](rng, test=test, paint=paint, scale=scale)
