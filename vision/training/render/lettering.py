"""What is printed on a die's faces, fitted to each face as a maker would: numerals, underlines, pips and words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.training.data.pip_faces import PipStyle
from vision.training.data.symbols import is_symbol, symbol
from vision.training.render.typefaces import glyph, pick
from vision.types import Floats, Points

PRINTABLE_SHARE = 0.92
"""Share of a face that print keeps within."""
SHRINK_STEP = 0.94
UNDERLINED_DIGITS = {"6", "9"}
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True)
class LetteringStyle:
    """How one die is lettered.

    Attributes:
        typeface: the font file.
        share: numeral height as a share of the widest circle's diameter around the numeral's middle.
        condense: width beside the typeface's own.
        weight: how far strokes are fattened, as a share of the numeral's height.
        slant: shear to the right.
        mark: "bar", "dot" or "none": what distinguishes 6 from 9.
        zero: "0" or "10", what stands on the tenth face.
        quarter: quarter turns of the print on its face, for percentile dice.
        wear: how much of the paint is gone.
        pips: whether a six-sided die has pips; their radius as a share of the half side, else 0.
        apart: how far the outer pips lie from the middle, aside and up, as a share of the half side.
        disc: radius of an inked disc that the pips are left out of, as a share of the half side; 0 for none.
        pip_style: one maker's pips, instead of those that the last three say.
    """

    typeface: Path
    share: float
    condense: float
    weight: float
    slant: float
    mark: str
    zero: str = "0"
    quarter: int = 0
    wear: float = 0.0
    pips: float = 0.0
    apart: float = 0.54
    disc: float = 0.0
    pip_style: PipStyle | None = None


@dataclass(frozen=True)
class FacePrint:
    """One face's print on a square tile around its numeral frame's origin.

    Attributes:
        mask: ink 0 to 1, shape (side, side), head up.
        reach: half the tile's side in millimetres.
        height: of the numeral in millimetres.
    """

    mask: Floats
    reach: float
    height: float


def draw_lettering(rng: Rng, *, test: bool, **overrides: object) -> LetteringStyle:
    """A maker's habits; ``overrides`` overrides any of them."""
    habits: dict[str, object] = {
        "typeface": pick(rng, test=test),
        "share": float(rng.uniform(0.55, 0.92)),
        "condense": float(rng.uniform(0.78, 1.1)),
        "weight": float(rng.choice([0, 0, 0, 0.02, 0.04])),
        "slant": float(rng.normal(0, 0.03)),
        "mark": str(rng.choice(["bar", "bar", "bar", "dot", "none"])),
        "zero": "10" if rng.random() < 0.1 else "0",
        "wear": float(rng.choice([0, 0, rng.uniform(0, 0.35)])),
    }
    return LetteringStyle(**(habits | overrides))  # type: ignore[arg-type]  # the keys are Lettering's own


def print_face(style: LetteringStyle, text: str, outline: Points, side: int) -> FacePrint:
    """``text`` as large as the style wants and the face allows.

    Args:
        style: the die's lettering.
        text: what to print.
        outline: the face in its numeral frame, millimetres, shape (N, 2), counter-clockwise.
        side: of the tile in pixels.
    """
    reach = float(np.abs(outline).max()) * 1.02
    ink = symbol(text) if is_symbol(text) else glyph(style.typeface, text)
    high = style.share * 2 * _clearance(outline)
    while not _fits(style, ink, text, high, outline):
        high *= SHRINK_STEP
    mask = _placed(style, ink, text, high / (2 * reach) * side, side)
    return FacePrint(np.asarray(np.rot90(mask, style.quarter), np.float32), reach, high)


def print_pips(style: LetteringStyle, count: int, outline: Points, side: int) -> FacePrint:
    """``count`` pips on a square face."""
    reach = float(np.abs(outline).max()) * 1.02
    half = _clearance(outline) / (2 * reach) * side
    if style.pip_style is not None:
        rim = round(side / 2 - half)
        inner = style.pip_style.mask(count, side - 2 * rim)
        return FacePrint(np.pad(inner, rim), reach, 2 * _clearance(outline))
    mask = np.zeros((side * 4, side * 4), np.float32)
    if style.disc:
        cv2.circle(mask, [side * 2] * 2, round(half * style.disc * 4), 1.0, -1)
    for column, row in PIPS[count]:
        middle = [round((side / 2 + step * half * style.apart) * 4 - 0.5) for step in (column, row)]
        cv2.circle(mask, middle, max(round(half * style.pips * 4), 2), 0.0 if style.disc else 1.0, -1)
    small = np.asarray(cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    return FacePrint(small, reach, 2 * _clearance(outline))


def is_underlined(style: LetteringStyle, text: str) -> bool:
    """Whether ``text`` carries an underline or a dot."""
    return style.mark != "none" and text in UNDERLINED_DIGITS and not style.pips


def _clearance(outline: Points) -> float:
    """Radius of the largest circle around the origin that stays within the outline."""
    along = np.roll(outline, -1, axis=0) - outline
    outward = np.column_stack((along[:, 1], -along[:, 0])) / np.linalg.norm(along, axis=1, keepdims=True)
    return float(np.sum(outward * outline, axis=1).min())


def _within(points: Points, outline: Points) -> bool:
    along = np.roll(outline, -1, axis=0) - outline
    outward = np.column_stack((along[:, 1], -along[:, 0]))
    limit = np.sum(outward * outline, axis=1) * PRINTABLE_SHARE
    return bool((points @ outward.T <= limit).all())


def _fits(style: LetteringStyle, ink: Floats, text: str, high: float, outline: Points) -> bool:
    wide = high * style.condense * ink.shape[1] / ink.shape[0]
    foot = -high * (0.5 + (0.27 if is_underlined(style, text) else 0))
    x, top = wide * 0.46, high * 0.5
    corners = np.array(((-x, top), (x, top), (-x * 0.8, foot), (x * 0.8, foot)))
    for _ in range(style.quarter):
        corners = corners @ np.array(((0, 1), (-1, 0)))
    return _within(corners, outline)


def _placed(style: LetteringStyle, ink: Floats, text: str, high: float, side: int) -> Floats:
    """The numeral drawn at ``high`` pixels in the middle of its tile, with its mark below."""
    tall = max(round(high), 4)
    wide = max(round(high * style.condense * ink.shape[1] / ink.shape[0]), 2)
    inner = cv2.resize(ink, (wide, tall), interpolation=cv2.INTER_AREA)
    mask = np.zeros((side, side), np.float32)
    top, left = (side - tall) // 2, (side - wide) // 2
    inner = inner[: side - max(top, 0), : side - max(left, 0)]
    mask[max(top, 0) : max(top, 0) + tall, max(left, 0) : max(left, 0) + wide] = inner
    fat = round(style.weight * tall)
    if fat:
        mask = np.asarray(cv2.dilate(mask, np.ones((fat + 1, fat + 1), np.uint8)), np.float32)
    if is_underlined(style, text):
        _underline(style, mask, tall)
    shear = np.array(((1, style.slant, -style.slant * side / 2), (0, 1, 0)))
    return np.asarray(cv2.warpAffine(mask, shear, (side, side)), np.float32)


def _underline(style: LetteringStyle, mask: Floats, tall: int) -> None:
    side = mask.shape[0]
    top = side / 2 + tall * 0.6
    thick = max(tall * 0.11, 1.0)
    half = tall * (0.26 if style.mark == "bar" else 0)
    ends = [(side / 2 + step * half, top + thick / 2) for step in (-1, 1)]
    first, second = ([round(value * 16 - 8) for value in end] for end in ends)
    if style.mark == "bar":
        cv2.line(mask, first, second, 1.0, max(round(thick), 1), cv2.LINE_AA, 4)
    else:
        aside = round(tall * 0.34 * 16) if style.weight else 0
        cv2.circle(mask, (first[0] + aside, first[1]), round(thick * 0.75 * 16), 1.0, -1, cv2.LINE_AA, 4)
