"""The printable field: what a printer gives is what the simulator films, and what the camera looks for."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.lab import in_the_lab

from firmware.simulated.rendering.printed_field import printed
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

FIELD = Path(__file__).parents[4] / "hardware" / "field"
SHEETS = {"a4": 6, "letter": 6, "a3": 4, "a2": 2, "a1": 1}
MILLIMETRE = 72 / 25.4
"""In points, as a PDF counts."""


@cache
def script() -> dict[str, Any]:
    """What the script has."""
    return runpy.run_path(str(FIELD / "sheet.py"))


@cache
def pages(paper: str) -> list[np.ndarray]:
    """The sheets as pictures, BGR."""
    return [np.asarray(page)[..., ::-1].copy() for page in script()["pages"](paper)]


@pytest.mark.parametrize("paper", ["a4", "a1", *in_the_lab(each for each in SHEETS if each not in {"a4", "a1"})])
def test_each_marker_is_whole_on_a_sheet_and_as_large_as_the_field_says(paper: str) -> None:
    """In its place, too: the sheets' rulers count from the field's left and upper wall."""
    found = dict[int, tuple[float, np.ndarray]]()
    for page in pages(paper):
        for number, corners in Board().markers_in(page).items():
            found[number] = float(np.hypot(*(corners[1] - corners[0]))) / script()["PX"], corners
    assert {marker.number: pytest.approx(marker.side, abs=0.3) for marker in STADIUM.markers} == {
        number: side for number, (side, _) in found.items()
    }
    assert SHEETS[paper] == len(pages(paper))


def test_one_sheet_has_everything_where_the_field_has_it() -> None:
    """Bases and zones by the markers alone, and the same picture that the simulator films."""
    page, px, margin = pages("a1")[0], script()["PX"], script()["MARGIN"]
    registration = Board().register(page)
    corner = registration.to_pixels(np.array([(-STADIUM.side / 2, STADIUM.side / 2)]))[0]
    assert (margin * px, margin * px) == pytest.approx(tuple(corner), abs=2)
    whole = round(STADIUM.side * px)
    start = round(margin * px)
    drawn = page[start : start + whole, start : start + whole]
    filmed, scale = printed(STADIUM.side)
    height, width = filmed.shape[:2]
    half = round(STADIUM.side * scale / 2)
    same = filmed[height // 2 - half : height // 2 + half, width // 2 - half : width // 2 + half]
    smaller = cv2.resize(drawn, (450, 450), interpolation=cv2.INTER_AREA).astype(float)
    assert np.abs(smaller - cv2.resize(same, (450, 450), interpolation=cv2.INTER_AREA)).mean() < 3


def test_the_pdf_is_as_large_as_the_paper(tmp_path: Path) -> None:
    """So that it is printed at 100 %."""
    file = tmp_path / "field.pdf"
    assert SHEETS["a4"] == script()["write"]("a4", file)
    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", file.read_bytes())
    assert SHEETS["a4"] == len(boxes)
    for width, height in boxes:
        assert (210, 297) == pytest.approx((float(width) / MILLIMETRE, float(height) / MILLIMETRE), abs=0.1)
