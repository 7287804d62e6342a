"""Writes ``markers.svg``: one A4 page with the stadium's six markers, at their true size, to print, cut out and glue.

    python hardware/markers/sheet.py

The sizes come from ``vision.geometry.stadium``; whoever changes them there runs this again.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.geometry.stadium import MARKER_QUIET, STADIUM, Marker

PAGE = (210, 297)
"""A4, mm."""
CELLS = 6
"""A marker of DICT_4X4_50 with its black rim, in squares a side."""
COLUMNS, MARGIN, PITCH, TOP = 3, 22.0, 60.0, 62.0
"""How the markers are laid out on the page, mm."""
TITLE = "Stadium Scoreboard: markers, DICT_4X4_50"
ADVICE = (
    "Print at 100 % (no fitting to the page) on matt paper. The bar below must measure 100 mm.",
    "Cut along the thin lines: the white rim belongs to the marker. Glue flat, this way up seen from home plate.",
    "Each caption tells where the marker's middle goes, in mm from the left wall and from the wall behind home plate.",
)


def page() -> str:
    """The whole page as SVG, one unit a millimetre."""
    body = [*_heading(), *(part for marker in STADIUM.markers for part in _cut_out(marker))]
    width, height = PAGE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
    )
    return "\n".join((head, f'<rect width="{width}" height="{height}" fill="#fff"/>', *body, "</svg>", ""))


def _heading() -> list[str]:
    lines = [_text(MARGIN, 16, TITLE, 5)]
    lines += [_text(MARGIN, 24 + 5 * row, line, 3) for row, line in enumerate(ADVICE)]
    return [*lines, f'<rect x="{MARGIN:g}" y="42" width="100" height="2" fill="#000"/>']


def _cut_out(marker: Marker) -> list[str]:
    row, column = divmod(marker.number, COLUMNS)
    left, top = MARGIN + PITCH * column, TOP + (PITCH + 16) * row
    whole = marker.side + 2 * MARKER_QUIET
    x, y = (value + STADIUM.side / 2 for value in marker.centre)
    rim = f'<rect x="{left:g}" y="{top:g}" width="{whole:g}" height="{whole:g}"'
    frame = f'{rim} fill="none" stroke="#999" stroke-width="0.2"/>'
    caption = _text(left, top + whole + 5, f"number {marker.number}: {x:g}, {y:g}", 3.5)
    return [frame, *_squares(marker, left + MARKER_QUIET, top + MARKER_QUIET), caption]


def _squares(marker: Marker, left: float, top: float) -> list[str]:
    """The black squares, joined along each row so that no printer leaves a gap between two."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.number, CELLS))
    cell = marker.side / CELLS
    rows = ((row, start, stop) for row in range(CELLS) for start, stop in _runs(picture[row] == 0))
    return [
        f'<rect class="cell" x="{left + start * cell:.3f}" y="{top + row * cell:.3f}" '
        f'width="{(stop - start) * cell:.3f}" height="{cell + (row < CELLS - 1) * 0.02:.3f}" fill="#000"/>'
        for row, start, stop in rows
    ]


def _runs(black: np.ndarray) -> list[tuple[int, int]]:
    """Where a row is black: from and up to."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], black.astype(int), [0]))))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


def _text(x: float, y: float, words: str, size: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size:g}">{words}</text>'


if __name__ == "__main__":
    (Path(__file__).parent / "markers.svg").write_text(page(), encoding="utf-8")
