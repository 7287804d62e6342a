"""The printable marker sheet: what a printer gives is what the camera looks for."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import cv2
import numpy as np

from vision.geometry.stadium import STADIUM

FOLDER = Path(__file__).parents[3] / "hardware" / "markers"
PX = 6
"""Pixels a millimetre at which the page is drawn."""


def drawn(svg: str) -> np.ndarray:
    """The page as a printer would give it, as far as the black squares go."""
    page = np.full((297 * PX, 210 * PX), 255, np.uint8)
    numbers = r'x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    for cell in re.findall(f'<rect class="cell" {numbers}', svg):
        x, y, width, height = (float(value) * PX for value in cell)
        cv2.rectangle(page, (round(x), round(y)), (round(x + width) - 1, round(y + height) - 1), 0, -1)
    return page


def test_printed_sheet_is_what_its_script_writes() -> None:
    """The field's markers are the ones on the printed sheet."""
    page = runpy.run_path(str(FOLDER / "sheet.py"))["page"]
    assert page() == (FOLDER / "markers.svg").read_text(encoding="utf-8")


def test_the_printed_sheet_shows_every_marker_at_its_true_size() -> None:
    """A camera over the printed page finds each of the field's markers, as large as the field says."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(drawn((FOLDER / "markers.svg").read_text()))
    found = dict(zip(np.ravel(numbers).tolist(), corners, strict=True))
    assert {marker.number for marker in STADIUM.markers} == set(found)
    for marker in STADIUM.markers:
        top_left, top_right, *_ = found[marker.number].reshape(4, 2)
        assert 0.3 > abs(np.hypot(*(top_right - top_left)) / PX - marker.side)
