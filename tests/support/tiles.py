"""Flat printed tiles, such as word games have, and things with other prints: no dice, whatever is printed on them."""

from __future__ import annotations

import cv2
import numpy as np

from firmware.simulated.rendering.bodies import SQUARES, Body, Cube
from firmware.simulated.rendering.glyphs import TEXELS, Coverage, numeral, pips, word
from firmware.simulated.rendering.optics import linear
from firmware.simulated.rendering.solids import PAINTS, Facet, SolidPaint
from vision.geometry.sizes import DIE_MM
from vision.training.data.prints import draw_print
from vision.types import Frame

THICKNESS = 4.0
"""Of a wooden letter tile, mm."""
WORDS = ("OUT", "HIT", "TOO", "TUT")
"""What looks like the chip's faces, or nearly."""
MAX_DIGIT, MAX_PIPS = 10, 6
SHEETS = 0.5
"""Share of random tiles that show a sheet of `vision.training.data.prints`; the others show what dice and chips do."""


def random_tile(chance: np.random.Generator) -> Body:
    """A tile of any print, colour, size and thickness."""
    sides, thickness = chance.uniform(0.8, 1.3) * DIE_MM, float(chance.uniform(1, 6))
    if chance.random() < SHEETS:
        _, sheet = draw_print(chance, TEXELS, written)
        tall, wide = np.array(sheet.shape[:2]) / max(sheet.shape[:2])
        return tile(*_two_inks(sheet), (sides * float(wide), sides * float(tall), thickness))
    prints = (numeral(int(chance.integers(MAX_DIGIT))), pips(int(chance.integers(1, MAX_PIPS + 1))))
    printed = (*prints, word(str(chance.choice(WORDS))))[int(chance.integers(3))]
    return tile(printed, PAINTS[str(chance.choice(list(PAINTS)))], (sides, sides, thickness))


def tile(
    printed: Coverage,
    paint: SolidPaint = PAINTS["white"],
    size: tuple[float, float, float] = (DIE_MM, DIE_MM, THICKNESS),
) -> Body:
    """A tile with that print on top: its width, length and thickness in mm."""
    shape, half = Cube(), np.array(size) / 2
    top = shape.normals[:, 2].argmax()
    facets = []
    for face, corners in enumerate(SQUARES):
        frame = shape.numeral_frame(face)
        across = half * np.stack((frame.origin, 2 * frame.right, 2 * frame.up))
        print_on_top = printed if face == top else None
        facets.append(Facet(half * shape.vertices[list(corners)], frame.normal, print_on_top, across))
    return Body(tuple(facets), paint, 0.1 * size[2], size[2] / 2, float(np.linalg.norm(half)))


def written(text: str) -> Coverage:
    """A text in ink, cropped tight."""
    (wide, high), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2, 5)
    sheet = np.zeros((high + 2 * base, wide + 2 * base), np.uint8)
    cv2.putText(sheet, text, (base, high + base), cv2.FONT_HERSHEY_DUPLEX, 2, 255, 5, cv2.LINE_AA)
    left, top, width, height = cv2.boundingRect(sheet)
    return np.asarray(sheet[top : top + height, left : left + width] / 255, np.float32)


def _two_inks(sheet: Frame) -> tuple[Coverage, SolidPaint]:
    """A sheet as a print in the two colours between which it varies most: bodies have no more."""
    pixels = cv2.resize(sheet, (TEXELS, TEXELS), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    middle, axes = cv2.PCACompute(pixels, mean=np.empty(0), maxComponents=1)
    along = (pixels - middle) @ axes[0]
    low, high = np.percentile(along, (2, 98))
    ground, ink = (np.clip(middle[0] + each * axes[0], 0, 255) for each in (low, high))
    share = np.clip((along - low) / max(float(high - low), 1e-3), 0, 1).reshape(TEXELS, TEXELS)
    return np.asarray(share, np.float32), SolidPaint(linear(*ground.tolist()), linear(*ink.tolist()))
