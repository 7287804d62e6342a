"""What dice are made of and inked with, in words and colours; ``blender`` turns these words into shaders."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.training.data.numerals import Rng

Color: TypeAlias = tuple[float, float, float]
"""Red, green and blue as on a screen (sRGB), 0 to 1."""

TRAIN_FAMILIES = ("plain", "plain", "speckled", "speckled", "marbled", "translucent", "pearl", "glitter", "twotone")
PATTERNED_FAMILIES = (
    "camouflage", "crackled", "striped", "spotted", "nebula", "splashed", "frosted", "foil", "wooden", "dusted",
)  # fmt: skip
RANDOM_PATTERN_FAMILIES = ("medley",)
"""Patterns drawn at random; see ``medley``."""
CUBE_FAMILIES = (*TRAIN_FAMILIES, "plain", "plain", "plain", "translucent", "frosted", "polished", "polished")
"""What six-sided dice are made of; ``polished`` is bare metal."""
METALS = ((0.8, 0.81, 0.83), (0.86, 0.67, 0.32), (0.76, 0.47, 0.33), (0.3, 0.31, 0.34), (0.62, 0.55, 0.42))
"""Nickel, brass, copper, gun metal and bronze."""
TEST_FAMILIES = ("granite", "smoke", "layered", "wax", "metal", "veined", "terrazzo")
ENROLMENT_FAMILIES = ("granite", "smoke", "terrazzo", "wax", "veined")

MIN_INK_DIFFERENCE = 34.0
"""Least colour difference (CIE 1976) between ink and every colour of the body, on paper."""
HARD_INK_DIFFERENCE = (26.0, 40.0)
"""The same for dice that are meant to be hard: the range their ink is chosen from."""
WHITE, BLACK, GOLD, SILVER = (0.93, 0.93, 0.91), (0.03, 0.03, 0.035), (0.83, 0.62, 0.22), (0.75, 0.76, 0.78)


@dataclass(frozen=True)
class Paint:
    """One die's body and ink.

    Attributes:
        family: one of the families above.
        colors: the body's, the first covering most.
        ink: colour of the print.
        ink_name: what it is called.
        metal_ink: how metallic the print is.
        rough: roughness of the body, 0 is a mirror.
        coat: weight of a clear coat.
        grain: size of the pattern in millimetres.
        depth: how deep the print is engraved, 0 for flat print.
        clear: how much light passes through.
        scratch: how scratched.
        phase: offset into the pattern.
    """

    family: str
    colors: tuple[Color, ...]
    ink: Color
    ink_name: str
    metal_ink: float
    rough: float
    coat: float
    grain: float
    depth: float
    clear: float
    scratch: float
    phase: tuple[float, float, float]


def lab(color: Color) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """CIE L*a*b* of an sRGB colour, shape (3,)."""
    pixel = np.array([[color[::-1]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float64)


def difference(first: Color, second: Color) -> float:
    """How different two colours look (CIE 1976); two just tellable ones differ by about 2.3.

    Hue counts half: two colours of one lightness are hard to read on each other.
    """
    light, *hue = lab(first) - lab(second)
    return float(np.hypot(light, 0.6 * np.linalg.norm(hue)))


def any_color(rng: Rng, *, vivid: float = 0.7) -> Color:
    """A body's colour: mostly saturated, now and then nearly black or white."""
    saturation = rng.uniform(0.5, 1) if rng.random() < vivid else rng.uniform(0, 0.35)
    value = rng.uniform(0.2, 1) if rng.random() < 0.8 else rng.choice([0.05, 0.95])
    return colorsys.hsv_to_rgb(rng.random(), saturation, value)


def _similar_color(rng: Rng, color: Color) -> Color:
    """A colour near ``color``: another hue's edge, lighter or darker."""
    hue, saturation, value = colorsys.rgb_to_hsv(*color)
    return colorsys.hsv_to_rgb(
        (hue + rng.normal(0, 0.06)) % 1,
        float(np.clip(saturation * rng.uniform(0.5, 1.2), 0, 1)),
        float(np.clip(value * rng.uniform(0.5, 1.5), 0.03, 1)),
    )


def _ink(rng: Rng, colors: tuple[Color, ...], span: tuple[float, float]) -> tuple[Color, str, float] | None:
    fixed = (
        (WHITE, "white", 0.0),
        (WHITE, "white", 0.0),
        (BLACK, "black", 0.0),
        (GOLD, "gold", 0.8),
        (SILVER, "silver", 0.8),
    )
    for _ in range(12):
        choice = int(rng.integers(7))
        ink = fixed[choice] if choice < len(fixed) else (any_color(rng), "colour", 0.0)
        if span[0] <= min(difference(ink[0], color) for color in colors) <= span[1]:
            return ink
    return None


def draw_paint(rng: Rng, families: tuple[str, ...], *, low: bool = False) -> Paint:
    """A body and an ink that a careful person can read on it; ``low`` for one that is hard to."""
    span = HARD_INK_DIFFERENCE if low else (MIN_INK_DIFFERENCE, 1e3)
    while True:
        family = families[rng.integers(len(families))]
        colors = _colors(rng, family)
        found = _ink(rng, colors, span)
        if found:
            return _paint(rng, family, colors, found)


def _colors(rng: Rng, family: str) -> tuple[Color, ...]:
    first = _bare_metal(rng) if family == "polished" else any_color(rng)
    if family in {"plain", "metal", "wax", "frosted", "polished"}:
        return (first,)
    second = _similar_color(rng, first) if rng.random() < 0.65 else any_color(rng)
    if family in {"speckled", "granite", "layered", "terrazzo", "camouflage", "spotted", "nebula", "medley"}:
        return (first, second, _similar_color(rng, second))
    return (first, second)


def _bare_metal(rng: Rng) -> Color:
    red, green, blue = (np.array(METALS[rng.integers(len(METALS))]) * rng.uniform(0.8, 1.1)).tolist()
    return red, green, blue


def gold_on_pearl(rng: Rng) -> Paint:
    """Pearl with golden print, on which little stands out."""
    while True:
        paint = draw_paint(rng, ("pearl",))
        if paint.ink_name == "gold":
            return paint


def _paint(rng: Rng, family: str, colors: tuple[Color, ...], ink: tuple[Color, str, float]) -> Paint:
    through, wisps = rng.uniform(0.45, 0.95), rng.uniform(0.5, 0.9)
    clear = {"translucent": through, "frosted": 0.8 * through, "smoke": wisps}.get(family, 0.0)
    return Paint(
        family=family,
        colors=colors,
        ink=ink[0],
        ink_name=ink[1],
        metal_ink=ink[2],
        rough=float(rng.uniform(0.05, 0.55)),
        coat=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1)])),
        grain=float(np.exp(rng.uniform(np.log(0.5), np.log(4)))),
        depth=float(rng.choice([0.0, rng.uniform(0.1, 0.4)])),
        clear=float(clear),
        scratch=float(rng.choice([0.0, 0.0, rng.uniform(0, 0.6)])),
        phase=(float(rng.uniform(0, 50)), float(rng.uniform(0, 50)), float(rng.uniform(0, 50))),
    )
