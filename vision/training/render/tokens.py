"""Everything that may lie on the table, made whole: shape, print, paint and what is true of its top."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from vision.geometry.d10 import NUMBERINGS
from vision.training.data.numerals import Rng
from vision.training.render.lettering import (
    FacePrint,
    LetteringStyle,
    draw_lettering,
    is_underlined,
    print_face,
    print_pips,
)
from vision.training.render.meshes import (
    DieMesh,
    Mesh,
    cube,
    cut_ball,
    d10,
    dodecahedron,
    icosahedron,
    octahedron,
    rounded,
)
from vision.training.render.paints import Paint
from vision.types import Frame, Points

ATLAS_COLUMNS = 4
"""Tiles side by side in an atlas."""
STANDARD_SHARE = 0.75
"""Share of ten-sided dice numbered as most makers do."""
ROUND_FLATS_SHARE, DISC_SHARE = 0.35, 0.15
"""Shares of varied six-sided dice that are turned from a ball, and whose pips are left out of a disc."""
ROUNDING = {"sharp": (0.02, 0.06), "tumbled": (0.06, 0.16)}


@dataclass(frozen=True)
class TopFace:
    """The truth about a thing's top face, in its own coordinates once it rests (z up, centre above the origin).

    Attributes:
        middle: the numeral's, shape (3,).
        up: unit vector toward its head.
        height: of the numeral in millimetres.
        outline: the face's corners, shape (N, 3).
        mask: the print on the face's tile, 0 to 1, and
        reach: half that tile's side in millimetres.
    """

    middle: Points
    up: Points
    height: float
    outline: Points
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
    atlas: Frame | None
    uvs: tuple[Points, ...]
    paint: Paint
    top: TopFace | None
    labels: dict[str, object]
    planes: tuple[Points, Points]
    spin: Points = field(default_factory=lambda: np.eye(3))
    lift: float = 0.0

    @property
    def radius(self) -> float:
        """Of the smallest upright cylinder around it."""
        return float(np.linalg.norm(self.mesh.points[:, :2], axis=1).max())


@dataclass(frozen=True)
class DieModel:
    """A physical die: its shape, lettering and paint, whichever face is up."""

    kind: str
    name: str
    shape: DieMesh
    texts: tuple[str, ...]
    lettering: LetteringStyle
    paint: Paint
    numbering: str
    rounding: float


def resting_die(model: DieModel, face: int, turn: float, *, scale: float) -> Thing:
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
        kind=_kind(model, face),
        value=_value(model, face),
        die=model.name,
        mesh=mesh,
        atlas=atlas,
        uvs=uvs,
        paint=model.paint,
        top=TopFace(
            middle=spin @ frame.origin + lift,
            up=spin @ frame.up,
            height=prints[face].height,
            outline=model.shape.corners[list(model.shape.faces[face])] @ spin.T + lift,
            mask=prints[face].mask,
            reach=prints[face].reach,
        ),
        labels={
            "numbering": model.numbering,
            "underlined": is_underlined(model.lettering, model.texts[face]),
            "ink": model.paint.ink_name,
            "body": model.paint.family,
            "font": model.lettering.typeface.stem,
        },
        planes=(normals, model.shape.inradius + normals @ lift),
        spin=spin,
        lift=model.shape.inradius,
    )


def _kind(model: DieModel, face: int) -> str:
    """Its own; a die whose six is a logo is one of symbols while that is on top."""
    return model.kind if model.kind not in {"d6", "pips"} or model.texts[face].isdigit() else "symbols"


def _value(model: DieModel, face: int) -> int | None:
    text = model.texts[face]
    if model.kind == "d10":
        return int(text) % 10
    return int(text) if _kind(model, face) in {"d6", "pips"} else None


def _prints(model: DieModel, scale: float) -> list[FacePrint]:
    prints = []
    for face, text in enumerate(model.texts):
        outline = model.shape.outline(face)
        side = int(np.clip(np.abs(outline).max() * 2 * scale * 1.6, 32, 400))
        if model.lettering.pips and text.isdigit():
            prints.append(print_pips(model.lettering, int(text), outline, side))
        else:
            prints.append(print_face(model.lettering, text, outline, side))
    return prints


def _atlas(shape: DieMesh, prints: list[FacePrint]) -> tuple[Frame, tuple[Points, ...]]:
    """All prints on one sheet, and where each face's corners lie on it."""
    side = max(each.mask.shape[0] for each in prints)
    rows = -(-len(prints) // ATLAS_COLUMNS)
    sheet = np.zeros((rows * side, ATLAS_COLUMNS * side), np.uint8)
    uvs = []
    for face, each in enumerate(prints):
        row, column = divmod(face, ATLAS_COLUMNS)
        high, wide = each.mask.shape
        sheet[row * side : row * side + high, column * side : column * side + wide] = np.round(each.mask * 255)
        flat = (shape.outline(face) / (2 * each.reach) * (1, -1) + 0.5) * wide + (column * side, row * side)
        uvs.append(flat / sheet.shape[::-1] * (1, -1) + (0, 1))
    return sheet, tuple(uvs)


# --- dice by kind ---


def _numbering(rng: Rng) -> tuple[str, tuple[int, ...]]:
    if rng.random() < STANDARD_SHARE:
        return "standard", NUMBERINGS["common"]
    named = [NUMBERINGS[name] for name in ("mirrored", "counting")]
    choice = int(rng.integers(4))
    return "other", named[choice] if choice < len(named) else tuple(rng.permutation(10).tolist())


def _size(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _rounding(rng: Rng, kind: str) -> float:
    style = "sharp" if rng.random() < 0.4 else "tumbled"
    low, high = ROUNDING[style]
    return float(rng.uniform(low, high)) * (1.7 if kind in {"d6", "pips"} and style == "tumbled" else 1)


def model_d10(rng: Rng, name: str, *, test: bool, paint: Paint, tens: bool = False) -> DieModel:
    """A d10 or, with ``tens``, a percentile die."""
    numbering, digits = _numbering(rng)
    lettering = draw_lettering(rng, test=test, quarter=int(rng.choice([0, 1, 3])) if tens else 0)
    texts = tuple(f"{digit}0" if tens else (str(digit) if digit else lettering.zero) for digit in digits)
    shape = d10(_size(rng, 6, 9.5), float(rng.uniform(0.85, 1.12)), float(rng.uniform(0.57, 0.68)))
    kind = "percentile" if tens else "d10"
    return DieModel(kind, name, shape, texts, lettering, paint, "other" if tens else numbering, _rounding(rng, kind))


def model_d6(rng: Rng, name: str, *, test: bool, paint: Paint, pips: bool, varied: bool = False) -> DieModel:
    """A six-sided die with numerals or pips; ``varied`` for rounder dice and other pips, too."""
    overrides: dict[str, object] = {"share": float(rng.uniform(0.45, 0.75))}
    if rng.random() < 0.8:
        overrides["mark"] = "none"
    if pips:
        overrides["pips"] = float(rng.uniform(0.15, 0.26))
    round_flats = varied and rng.random() < ROUND_FLATS_SHARE
    if varied and pips:
        overrides |= _pips(rng)
    lettering = draw_lettering(rng, test=test, **overrides)
    size, turns = _size(rng, 5, 9), rng.integers(0, 4, 6).tolist()
    shape = cut_ball(size, float(rng.uniform(1.2, 1.4)), turns) if round_flats else cube(size, turns)
    texts = tuple(str(count) for count in _chirality(rng))
    kind = "pips" if pips else "d6"
    return DieModel(kind, name, shape, texts, lettering, paint, "standard", _rounding(rng, kind))


def _pips(rng: Rng) -> dict[str, object]:
    """Pips large and small, near and far, and now and then left out of an inked disc."""
    apart = float(rng.uniform(0.36, 0.58))
    disc = float(rng.uniform(0.8, 0.95)) if rng.random() < DISC_SHARE else 0.0
    if disc:
        apart = min(apart, 0.5 * disc)
    return {"pips": apart * float(rng.uniform(0.2, 0.46)), "apart": apart, "disc": disc}


def _chirality(rng: Rng) -> tuple[int, ...]:
    """Opposite faces sum to seven on Western and on Eastern dice; they differ in which way 1, 2 and 3 run."""
    return (1, 2, 3, 4, 5, 6) if rng.random() < 0.5 else (1, 3, 2, 5, 4, 6)


SHAPES: dict[str, tuple[Callable[..., DieMesh], int, tuple[float, float]]] = {
    "d8": (octahedron, 8, (6, 9)),
    "d12": (dodecahedron, 12, (7, 10)),
    "d20": (icosahedron, 20, (7, 11)),
}


def model_other_die(rng: Rng, name: str, *, test: bool, paint: Paint, kind: str) -> DieModel:
    """A d8, d12 or d20 with its own numerals."""
    make, faces, span = SHAPES[kind]
    shape = make(_size(rng, *span), rng.integers(0, 3, faces).tolist())
    texts = tuple(str(number + 1) for number in rng.permutation(faces))
    lettering = draw_lettering(rng, test=test, share=float(rng.uniform(0.6, 0.95)))
    return DieModel(kind, name, shape, texts, lettering, paint, "other", _rounding(rng, kind))


DICE: dict[str, Callable[..., DieModel]] = {
    "d10": model_d10,
    "percentile": partial(model_d10, tens=True),
    "d6": partial(model_d6, pips=False),
    "pips": partial(model_d6, pips=True),
    **{kind: partial(model_other_die, kind=kind) for kind in SHAPES},
}
