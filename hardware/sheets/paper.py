"""A page of paper to draw on in millimetres, from its upper left corner; y goes down. Written as PDF by ReportLab."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from vision.types import Flags

POINT = 25.4 / 72
"""In mm: PDF counts in points."""
INK, FAINT = 0.0, 0.6
"""Shades of grey: 0 is black."""
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
HAIR = 0.2
"""Width of a thin line, mm."""
SEAM = 0.02
"""By which rows of cells overlap, mm, so that no printer leaves a gap between them."""
TICKS = {10: 4.0, 5: 3.0, 1: 1.8}
"""Length of a ruler's lines at each so many mm, mm."""


class Format(NamedTuple):
    """Width and height of paper, mm."""

    width: float
    height: float

    @property
    def lying(self) -> Format:
        """The same on its long side."""
        return Format(self.height, self.width)


FORMATS = {
    "a4": Format(210, 297),
    "letter": Format(215.9, 279.4),
    "a2": Format(420, 594),
    "a1": Format(594, 841),
}


class PaperFile:
    """A PDF of pages of one format.

    Args:
        file: where it is written by `save`.
        paper: its format.
        title: as a reader of PDF shows it.
    """

    def __init__(self, file: Path, paper: Format, title: str) -> None:
        self.paper = paper
        size = paper.width / POINT, paper.height / POINT
        self._canvas = Canvas(str(file), pagesize=size, invariant=1, pageCompression=1)
        self._canvas.setTitle(title)

    def next_page(self) -> None:
        """End this page; what is drawn next is on another."""
        self._canvas.showPage()

    def save(self) -> None:
        """End the page and write the file."""
        self._canvas.showPage()
        self._canvas.save()

    def text(self, x: float, y: float, words: str, size: float, *, bold: bool = False, at: str = "left") -> None:
        """Write a line whose base is at y; ``size`` is its height, mm, and ``at`` left, middle or right of x."""
        self._canvas.setFont(BOLD if bold else PLAIN, size / POINT)
        self._canvas.setFillGray(INK)
        draw = {"left": self._canvas.drawString, "right": self._canvas.drawRightString}
        draw.get(at, self._canvas.drawCentredString)(x / POINT, self._up(y), words)

    def width_of(self, words: str, size: float, *, bold: bool = False) -> float:
        """How wide a line of text is, mm."""
        return float(self._canvas.stringWidth(words, BOLD if bold else PLAIN, size / POINT)) * POINT

    def line(self, start: tuple[float, float], end: tuple[float, float], wide: float = HAIR) -> None:
        """Draw a line."""
        self._canvas.setStrokeGray(INK)
        self._canvas.setLineWidth(wide / POINT)
        self._canvas.line(start[0] / POINT, self._up(start[1]), end[0] / POINT, self._up(end[1]))

    def frame(self, x: float, y: float, width: float, height: float, shade: float = FAINT) -> None:
        """Draw a rectangle's edge, which is its measure's inner side."""
        self._canvas.setStrokeGray(shade)
        self._canvas.setLineWidth(HAIR / POINT)
        self._canvas.rect(x / POINT, self._up(y + height), width / POINT, height / POINT, fill=0)

    def area(self, x: float, y: float, width: float, height: float, shade: float = INK) -> None:
        """Fill a rectangle."""
        self._canvas.setFillGray(shade)
        self._canvas.rect(x / POINT, self._up(y + height), width / POINT, height / POINT, stroke=0, fill=1)

    def circle(self, x: float, y: float, radius: float) -> None:
        """Draw a circle's edge."""
        self._canvas.setStrokeGray(INK)
        self._canvas.setLineWidth(HAIR / POINT)
        self._canvas.circle(x / POINT, self._up(y), radius / POINT, fill=0)

    def polygon(self, points: Sequence[tuple[float, float]]) -> None:
        """Fill a polygon."""
        self._canvas.setFillGray(INK)
        path = self._canvas.beginPath()
        path.moveTo(points[0][0] / POINT, self._up(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(x / POINT, self._up(y))
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def cells(self, x: float, y: float, cell: float, dark: Flags) -> None:
        """Fill the dark cells of a pattern, shape (rows, columns), ``cell`` mm each; those of a row are joined."""
        for row, line in enumerate(dark):
            edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
            for start, stop in edges.reshape(-1, 2):
                seam = SEAM if row < len(dark) - 1 else 0
                self.area(x + float(start) * cell, y + row * cell, float(stop - start) * cell, cell + seam)

    def part_of(
        self, picture: Image.Image, place: tuple[float, float], whole: float, part: tuple[float, float, float, float]
    ) -> None:
        """Draw a part of a square picture at its true size.

        Args:
            picture: it is kept once in the file, however many pages show it.
            place: the upper left corner of the part on the page, mm.
            whole: width of the whole picture, mm.
            part: left, top, width and height of the part in it, mm.
        """
        left, top, width, height = part
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(place[0] / POINT, self._up(place[1] + height), width / POINT, height / POINT)
        self._canvas.clipPath(path, stroke=0)
        corner = (place[0] - left) / POINT, self._up(place[1] - top + whole)
        self._canvas.drawImage(ImageReader(picture), *corner, width=whole / POINT, height=whole / POINT)
        self._canvas.restoreState()

    def ruler(self, x: float, y: float, length: float, *, down: bool, first: float = 0.0, fine: int = 1) -> None:
        """A ruler of whole millimetres along the page's edge, its lines to the edge's side; each 10 mm have a number.

        Args:
            x: where it begins, mm.
            y: likewise.
            length: of it, mm.
            down: it goes down from there, and else to the right.
            first: what it shows where it begins, mm.
            fine: mm from one line to the next: 1 or 5.
        """
        every = 10 if fine == 1 else 50
        for mark in range(int(-(-first // fine)) * fine, int(first + length) + 1, fine):
            at = mark - first
            long = next(size for step, size in TICKS.items() if mark % step == 0)
            ends = ((x - long, y + at), (x, y + at)) if down else ((x + at, y - long), (x + at, y))
            self.line(*ends, wide=0.15)
            if mark % every == 0:
                spot = (x - 4.4, y + at + 0.8) if down else (x + at, y - 4.6)
                self.text(*spot, str(mark), 2, at="right" if down else "middle")

    def _up(self, y: float) -> float:
        """PDF's y, in points from the lower edge."""
        return (self.paper.height - y) / POINT
