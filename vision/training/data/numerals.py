"""Numerals and words as ink masks, in many typefaces, worn and warped as on real dice."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.types import Floats

Rng: TypeAlias = np.random.Generator

FONT_ROOT = Path("/usr/share/fonts")
MORE_FONTS = Path.home() / ".local/share/stadium-scoreboard/typefaces"
"""Where the families of ``typefaces.txt`` lie, if they were fetched; docs/vision/training.md has the command."""
UNSUITABLE = re.compile(
    r"urw-base35|beteckna|dustin|levien|ecolier|fifthhorseman|D050000L|StandardSymbols|NationalPark-Outline|TypoScript|Delphine|Mono-?|Smallcaps"
    r"|OpenSans|Carlito"
)
"""Fonts under licences that we keep away from, without digits, in outline, unlike anything printed on dice, or with the
numerals of a test family under another name (Noto Sans's and Lato's)."""

HERSHEY = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
TILE = 96
"""Side in pixels of the square mask that a numeral is drawn on."""


@lru_cache(maxsize=1)
def fonts() -> tuple[Path, ...]:
    """Every suitable font of this machine, in a fixed order."""
    found = sorted(path for path in FONT_ROOT.rglob("*.[to]tf") if not UNSUITABLE.search(str(path)))
    found += sorted(MORE_FONTS.glob("*.woff2"))
    if not found:
        raise FileNotFoundError(f"no fonts below {FONT_ROOT}; docs/vision/training.md has the command")
    return tuple(found)


def pick_typeface(rng: Rng, *, unseen: bool) -> Path | int:
    """A font file, or now and then a Hershey face; ``unseen`` families are kept out of training."""
    if not unseen and rng.random() < 0.1:
        return int(rng.choice(HERSHEY))
    suitable = [path for path in fonts() if (family_key(path) % 8 == 0) == unseen]
    return suitable[rng.integers(len(suitable))]


def family_key(path: Path) -> int:
    """The same number for every style of a family, so that a held-out family is held out whole."""
    return sum(map(ord, re.split(r"[-_ \[]", path.stem)[0]))


@lru_cache(maxsize=20000)
def glyphs(typeface: Path | int, text: str) -> Floats:
    """``text`` in ink, cropped tight, 64 pixels or so high."""
    if isinstance(typeface, int):
        return _hershey(typeface, text)
    font = ImageFont.truetype(str(typeface), 72)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    picture = Image.new("L", (max(right - left, 1) + 8, max(bottom - top, 1) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, font=font, fill=255)
    return _tight(np.asarray(picture, np.float32) / 255)


def _hershey(face: int, text: str) -> Floats:
    canvas = np.zeros((120, 70 * len(text) + 40), np.uint8)
    cv2.putText(canvas, text, (20, 95), face, 3, 255, 7, cv2.LINE_AA)
    return _tight(canvas.astype(np.float32) / 255)


def _tight(mask: Floats) -> Floats:
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.1), np.flatnonzero(mask.max(axis=0) > 0.1)
    if not rows.size:
        return np.ones((64, 24), np.float32)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


class NumeralStyle:
    """How one die is lettered: one typeface, weight, slant and habit of marking 6 and 9.

    Args:
        rng: where its habits come from.
        unseen: whether to use a typeface kept out of training.
        tens: whether it is a percentile die, numbered 00, 10 and so on to 90.

    Attributes:
        height: of the numerals, as a share of the tile.
    """

    def __init__(self, rng: Rng, *, unseen: bool = False, tens: bool = False) -> None:
        self._rng, self._tens = rng, tens
        self._sideways = (
            int(rng.choice([0, 1, 3])) if tens else 0
        )  # quarter turns: many makers print tens along the kite
        self._typeface = pick_typeface(rng, unseen=unseen)
        self.height = float(rng.uniform(0.34, 0.56)) * (0.75 if tens else 1.0)
        self._condense = float(rng.uniform(0.7, 1.1))
        self._weight = int(rng.choice([0, 0, 0, 0, 1, 1, 2]))
        self._slant = float(rng.normal(0, 0.05))
        self._mark = rng.choice(["bar", "bar", "bar", "dot", "none"])
        self._mark_gap = float(rng.uniform(0.08, 0.2))
        self._zero = "10" if rng.random() < 0.06 else "0"
        self._wave = rng.normal(0, 0.6, (2, 4, 4)).astype(np.float32)

    def tile(self, digit: int) -> Floats:
        """The numeral on its square tile, shape (TILE, TILE), ink 1, upright and centred."""
        mask = self._placed(glyphs(self._typeface, self._text(digit)))
        if digit in (6, 9):
            self._underline(mask)
        return np.rot90(self._warped(self._weighted(mask)), self._sideways)

    def _text(self, digit: int) -> str:
        if self._tens:
            return f"{digit}0"
        return str(digit) if digit else self._zero

    def _placed(self, glyph: Floats) -> Floats:
        high = round(TILE * self.height)
        wide = min(round(glyph.shape[1] * high / glyph.shape[0] * self._condense), TILE - 8)
        small = cv2.resize(glyph, (max(wide, 3), high), interpolation=cv2.INTER_AREA)
        mask = np.zeros((TILE, TILE), np.float32)
        top, left = (TILE - high) // 2, (TILE - small.shape[1]) // 2
        mask[top : top + high, left : left + small.shape[1]] = small
        return mask

    def _underline(self, mask: Floats) -> None:
        bottom = round(TILE * (0.5 + self.height / 2 + self._mark_gap * self.height))
        thick = max(round(TILE * self.height * 0.11), 2)
        half = round(TILE * self.height * self._rng.uniform(0.2, 0.36))
        middle = TILE // 2
        if self._mark == "bar":
            cv2.rectangle(mask, (middle - half, bottom), (middle + half, bottom + thick), 1.0, -1)
        elif self._mark == "dot":
            aside = int(self._rng.choice([0, 0, half + thick]))
            cv2.circle(mask, (middle + aside, bottom), thick, 1.0, -1, cv2.LINE_AA)

    def _weighted(self, mask: Floats) -> Floats:
        if self._weight == 0:
            return mask
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(self._weight) * 2 + 1,) * 2)
        if self._weight > 0:
            return np.asarray(cv2.dilate(mask, kernel[:, : abs(self._weight) + 2]), np.float32)
        return np.asarray(cv2.erode(mask, np.ones((2, 2), np.uint8)), np.float32)

    def _warped(self, mask: Floats) -> Floats:
        """Bend the strokes a little: moulds and paint are never as exact as a typeface."""
        columns, rows = np.meshgrid(np.arange(TILE, dtype=np.float32), np.arange(TILE, dtype=np.float32))
        bend_x, bend_y = (cv2.resize(wave, (TILE, TILE), interpolation=cv2.INTER_CUBIC) for wave in self._wave)
        sheared = columns + self._slant * (rows - TILE / 2)
        return np.asarray(cv2.remap(mask, sheared + 1.5 * bend_x, rows + 1.5 * bend_y, cv2.INTER_LINEAR), np.float32)
