"""Which typefaces letter the dice: families are split whole, so that no style of a test family is ever trained on."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.data.numerals import Rng, family_key, fonts
from vision.types import Floats

OWN_FONTS = Path.home() / ".local/share/fonts"
"""Where the test families lie that are kept out of the system's fonts, so that drawn dice never use them either."""
TEST_FAMILIES = re.compile(
    r"Andika|ComicNeue|Lato|OldStandard|RocknRoll|StayPuft|YuseiMagic|LinBiolinum|LinLibertine|Mplus[12]-|NotoSans-"
    r"|NotoSerif-|texgyre(adventor|bonum|chorus|cursor|pagella|schola)"
)
DIGITS = "0123456789"
MIN_HEIGHT_RATIO = 0.85
"""Least height of a typeface's lowest numeral beside its highest: old-style figures are on no die."""
MIN_INK_SHARE, MAX_INK_SHARE = 0.27, 0.62
"""Limits of the ink's share of a numeral's box: hairlines cannot be read small, and blobs cannot be read at all."""
FONT_SIZE = 96


@lru_cache(maxsize=4)
def typefaces(*, test: bool) -> tuple[Path, ...]:
    """The fonts to letter dice with; those of ``test`` and the others share no family."""
    if test:
        found = [path for path in (*fonts(), *sorted(OWN_FONTS.glob("*.[to]tf"))) if TEST_FAMILIES.match(path.stem)]
    else:
        found = [path for path in fonts() if family_key(path) % 8 and not TEST_FAMILIES.match(path.stem)]
    chosen = tuple(path for path in found if is_legible(path))
    if not chosen:
        raise FileNotFoundError("no fonts to letter dice with; see docs/vision/training.md")
    return chosen


def pick(rng: Rng, *, test: bool) -> Path:
    """A family first, then one of its styles, so that a family of thirty styles is not drawn thirty times as often."""
    families: dict[str, list[Path]] = {}
    for path in typefaces(test=test):
        families.setdefault(re.split(r"[-_ \[]", path.stem)[0], []).append(path)
    family = families[sorted(families)[rng.integers(len(families))]]
    return family[rng.integers(len(family))]


def is_legible(path: Path) -> bool:
    """Whether its ten digits can be told apart."""
    masks = [glyph(path, digit) for digit in DIGITS]
    heights = [mask.shape[0] for mask in masks]
    inked = float(np.mean([mask.mean() for mask in masks]))
    return min(heights) > MIN_HEIGHT_RATIO * max(heights) and MIN_INK_SHARE < inked < MAX_INK_SHARE


@lru_cache(maxsize=8000)
def glyph(path: Path, text: str) -> Floats:
    """``text`` in ink, 0 to 1, cropped tight."""
    font = ImageFont.truetype(str(path), FONT_SIZE)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    picture = Image.new("L", (max(right - left, 1) + 8, max(bottom - top, 1) + 8))
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, font=font, fill=255)
    mask = np.asarray(picture, np.float32) / 255
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.1), np.flatnonzero(mask.max(axis=0) > 0.1)
    if not rows.size:
        return np.zeros((64, 24), np.float32)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
