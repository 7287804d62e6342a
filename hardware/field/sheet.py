"""Writes the printed field as a PDF at its true size, on as many sheets as the paper needs, markers and all.

    python hardware/field/sheet.py a4 field.pdf

It is the very drawing that the simulator films (`firmware.simulated.rendering.printed_field`): one source for both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from math import ceil
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from firmware.simulated.rendering.printed_field import board
from vision.geometry.stadium import STADIUM

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420), "a2": (420, 594), "a1": (594, 841)}
"""Width and height, mm."""
DPI = 200
PX = DPI / 25.4
"""Pixels a millimetre."""
MARGIN = 10.0
"""Of each sheet, mm, for printers cannot print to the edge; rulers and captions are in it."""
OVERLAP = 10.0
"""By which sheets overlap to be glued, mm."""
INK = (24, 39, 30)


def pages(paper: str) -> Iterator[Image.Image]:
    """Every sheet, from the top left one to the bottom right one, `DPI` pixels an inch."""
    width, height = PAPERS[paper]
    drawing = Image.fromarray(np.ascontiguousarray(board(STADIUM.side, PX)[..., ::-1]))
    whole = STADIUM.side
    parts = [_starts(whole, length - 2 * MARGIN) for length in (width, height)]
    for number, (top, left) in enumerate(product(parts[1], parts[0]), 1):
        page = Image.new("RGB", (_px(width), _px(height)), "white")
        wide, tall = min(width - 2 * MARGIN, whole - left), min(height - 2 * MARGIN, whole - top)
        box = tuple(map(_px, (left, top, left + wide, top + tall)))
        page.paste(drawing.crop(box), (_px(MARGIN), _px(MARGIN)))
        _rule(page, (left, top), (wide, tall))
        caption = f"Stadium Scoreboard: field, sheet {number} of {len(parts[0]) * len(parts[1])}. Print at 100 %."
        ImageDraw.Draw(page).text((_px(MARGIN), _px(1.5)), caption, INK, font=ImageFont.load_default(_px(3)))
        yield page


def _starts(whole: float, sheet: float) -> list[float]:
    """Where each sheet begins, mm, so that as few as possible overlap alike."""
    if whole <= sheet:
        return [0.0]
    count = ceil((whole - OVERLAP) / (sheet - OVERLAP))
    return [number * (sheet - OVERLAP) for number in range(count)]


def _rule(page: Image.Image, start: tuple[float, float], size: tuple[float, float]) -> None:
    """Rulers along the top and the left, in mm from the field's walls; a centimetre is a long line."""
    brush, font = ImageDraw.Draw(page), ImageFont.load_default(_px(2.2))
    for axis, (begin, length) in enumerate(zip(start, size, strict=True)):
        for mark in range(ceil(begin / 5) * 5, int(begin + length) + 1, 5):
            at, long = MARGIN + mark - begin, 3.0 if mark % 10 == 0 else 1.5
            ends = ((at, MARGIN - long), (at, MARGIN))
            points = [_px(value) for end in ends for value in (end if axis == 0 else end[::-1])]
            brush.line(points, INK, 1)
            if mark % 50 == 0:
                spot = (at + 0.6, MARGIN - 5.2) if axis == 0 else (MARGIN - 6.5, at - 2.6)
                brush.text(tuple(map(_px, spot)), str(mark), INK, font=font)


def _px(millimetres: float) -> int:
    return round(millimetres * PX)


def write(paper: str, file: Path) -> int:
    """Write the PDF; returns how many sheets it has."""
    first, *others = pages(paper)
    first.save(file, "PDF", resolution=DPI, save_all=True, append_images=others, quality=92)
    return 1 + len(others)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in PAPERS:  # noqa: PLR2004 - the paper, and the file
        sys.exit(f"usage: python hardware/field/sheet.py {'|'.join(PAPERS)} FILE.pdf")
    write(sys.argv[1], Path(sys.argv[2]))
