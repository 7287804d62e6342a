"""Writes what is printed on paper, as PDF at its true size: markers, field, calibration card, labels and stickers.

    python hardware/sheets/all_sheets.py FOLDER [ADDRESS]

Each sheet comes for A4 and for Letter, the field for A2 and A1, too. The sizes come from the field
(`vision.geometry.stadium`) and from the printed parts (`hardware/mechanics`); the field is the very drawing that the
simulator films. ADDRESS is the page's, for the sticker; without it the one that an installed stadium has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import ceil, cos, pi, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from mechanics.models import BOX_BUTTONS, all_measures
from PIL import Image
from sheets.paper import FORMATS, Format, PaperFile

from firmware.simulated.rendering.printed_field import board
from scoreboard.display.qr import QUIET, code_of
from scoreboard.language import language, languages
from scoreboard.message import message
from vision.geometry.sizes import CHIP_RADIUS
from vision.geometry.stadium import MARKER_QUIET, STADIUM, Marker

ADDRESS = "http://stadium.local"
"""Of the page of an installed stadium."""
SMALL = ("a4", "letter")
"""What printers at home take."""
LARGE = ("a2", "a1")
"""What a copy shop prints, for the field alone."""
MARGIN = 13.0
"""Of each page, mm: printers cannot print to the edge; rulers and captions are in it."""
RULER = 150.0
"""Length of the rulers on pages that are cut up, mm."""
CELLS = 6
"""Cells along a side of a marker of DICT_4X4_50, its black rim among them."""
FIELD_DPI = 200
OVERLAP = 10.0
"""By which the field's sheets overlap to be glued, mm."""
DICE_MM = (12, 14, 16, 18, 20, 22)
"""Sizes of dice on the calibration card: those that are read."""
LINES_MM = (2.0, 1.5, 1.0, 0.75, 0.5)
"""Widths of the lines by which a camera is focused."""
SCREW_HEAD = 6.5
"""Width of the heads of the lid's screws, mm."""
HEADING = 3.8
"""Height of a heading, mm."""
STICKERS_MM = (60.0, 40.0, 25.0)
"""Widths of the stickers' codes."""


def head(page: PaperFile, title: str, *advice: str) -> float:
    """The words at the top of a page, and rulers both ways; returns where they end, mm from the top."""
    page.ruler(MARGIN + 8, MARGIN, RULER, down=False)
    page.ruler(MARGIN, MARGIN + 8, RULER, down=True)
    page.text(MARGIN + 8, MARGIN + 9, f"Stadium Scoreboard: {title}", 5, bold=True)
    lines = ("Print at 100 % (not fitted to the page) on matt paper. 100 on both rulers must be 100 mm.", *advice)
    for number, line in enumerate(lines):
        page.text(MARGIN + 8, MARGIN + 15 + 4.2 * number, line, 3.2)
    return MARGIN + 15 + 4.2 * len(lines)


def marker_sheet(file: Path, paper: Format) -> None:
    """The field's six markers, to cut out and glue."""
    page = PaperFile(file, paper, "Stadium Scoreboard: markers")
    top = head(
        page,
        "markers, DICT_4X4_50",
        "Cut along the thin lines, for the white rim belongs to the marker. Glue it flat, this way up from home plate.",
        "Below each marker is where its middle goes, in mm from the left wall and from the wall behind home plate.",
    )
    whole = STADIUM.markers[0].side + 2 * MARKER_QUIET
    columns, left = 3, MARGIN + 16
    across = (paper.width - left - MARGIN - whole) / (columns - 1)
    for number, marker in enumerate(STADIUM.markers):
        row, column = divmod(number, columns)
        _cut_out(page, marker, left + across * column, top + 4 + (whole + 16) * row)
    page.save()


def _cut_out(page: PaperFile, marker: Marker, left: float, top: float) -> None:
    whole = marker.side + 2 * MARKER_QUIET
    page.frame(left, top, whole, whole)
    page.cells(left + MARKER_QUIET, top + MARKER_QUIET, marker.side / CELLS, _marker_cells(marker.number))
    x, y = (value + STADIUM.side / 2 for value in marker.centre)
    page.text(left, top + whole + 4.5, f"number {marker.number}: {x:g}, {y:g}", 3.5)


def _marker_cells(number: int) -> np.ndarray:
    """Which cells of a marker are black, shape (CELLS, CELLS)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS)) == 0


@cache
def field_drawing() -> Image.Image:
    """The field from wall to wall, `FIELD_DPI` pixels an inch, as the simulator films it."""
    return Image.fromarray(np.ascontiguousarray(board(STADIUM.side, FIELD_DPI / 25.4)[..., ::-1]))


def field_sheets(file: Path, paper: Format) -> None:
    """The field on as few sheets as go, from the upper left to the lower right; rulers count from its walls."""
    room = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN
    columns, rows = (list(_starts(STADIUM.side, length)) for length in room)
    pages = PaperFile(file, paper, "Stadium Scoreboard: field")
    for number, (top, left) in enumerate(product(rows, columns), 1):
        if number > 1:
            pages.next_page()
        wide, tall = (min(length, STADIUM.side - start) for length, start in zip(room, (left, top), strict=True))
        pages.part_of(field_drawing(), (MARGIN, MARGIN), STADIUM.side, (left, top, wide, tall))
        pages.ruler(MARGIN, MARGIN, wide, down=False, first=left, fine=5)
        pages.ruler(MARGIN, MARGIN, tall, down=True, first=top, fine=5)
        caption = f"Stadium Scoreboard: field, sheet {number} of {len(rows) * len(columns)}. Print at 100 %."
        pages.text(MARGIN, paper.height - 6, caption, 3)
    pages.save()


def _starts(whole: float, sheet: float) -> Iterator[float]:
    """Where each sheet begins, mm: as few as go, which overlap by `OVERLAP`."""
    count = max(1, ceil((whole - OVERLAP) / (sheet - OVERLAP)))
    return (number * (sheet - OVERLAP) for number in range(count))


def calibration_card(file: Path, paper: Format) -> None:
    """What a camera is set by: how large dice are, how sharp it sees, and shades of grey."""
    page = PaperFile(file, paper, "Stadium Scoreboard: calibration card")
    top = head(
        page,
        "calibration card",
        "Lay it flat in the middle of the field, where the dice land, and look at the camera's picture.",
    )
    left, y = MARGIN + 16, top + 8
    page.text(left, y, "1. Focus. Turn the lens until you can tell the finest lines apart.", HEADING, bold=True)
    _star(page, left + 25, y + 32, 25)
    x = left + 62
    for wide in LINES_MM:
        for stripe in range(5):
            page.area(x + 2 * wide * stripe, y + 8, wide, 20)
            page.area(x, y + 34 + 2 * wide * stripe, 10 * wide, wide)
        page.text(x, y + 6, f"{wide:g}", 3)
        x += 10 * wide + 7
    words = "Widths of the lines in mm. A Camera Module 3 at its best height draws one of 0.75 mm two pixels wide."
    page.text(left, y + 64, words, 3)
    y += 78
    page.text(left, y, "2. Dice. Lay yours on the squares. The one that it fills is its size.", HEADING, bold=True)
    x = left
    for side in DICE_MM:
        page.frame(x, y + 6, side, side, shade=0)
        page.text(x + side / 2, y + 6 + side + 4, f"{side} mm", 3, at="middle")
        x += side + 6
    page.circle(x + CHIP_RADIUS, y + 6 + CHIP_RADIUS, CHIP_RADIUS)
    page.text(x + CHIP_RADIUS, y + 6 + 2 * CHIP_RADIUS + 4, "the chip", 3, at="middle")
    y += 48
    page.text(left, y, "3. Light. All seven steps must differ in the picture.", HEADING, bold=True)
    page.text(
        left, y + 33, "If the dark ones do not, there is too little light; if the bright ones do not, too much.", 3
    )
    for step in range(7):
        page.area(left + 22 * step, y + 5, 22, 22, step / 6)
    page.frame(left, y + 5, 7 * 22, 22, shade=0)
    page.save()


def _star(page: PaperFile, x: float, y: float, radius: float, rays: int = 36) -> None:
    """A star of black rays: where they run together at its middle, the picture is not sharp."""
    for ray in range(rays):
        start, stop = (2 * pi * (ray + edge) / rays for edge in (-0.25, 0.25))
        ends = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in (start, stop)]
        page.polygon([(x, y), *ends])


def label_sheet(file: Path, paper: Format) -> None:
    """The labels of the button box in every language, each as large as the box's lid."""
    lying, measures = paper.lying, all_measures()
    page = PaperFile(file, lying, "Stadium Scoreboard: button labels")
    width, height, _ = measures["box_size"]
    left, gap = (lying.width - width) / 2 + 4, 4.0
    first = lying.height - len(languages()) * (height + gap) - 4
    page.ruler(left, first - 1, RULER, down=False)
    page.ruler(left - 3, first, RULER, down=True)
    advice = "Print at 100 %. Check the rulers. Cut along the thin lines, cut the holes out, glue it on the lid."
    page.text(left, first - 10.5, f"Stadium Scoreboard: button labels. {advice}", 3.2)
    for number, code in enumerate(languages()):
        _label(page, (left, first + number * (height + gap)), code, measures)
    page.save()


def _label(page: PaperFile, corner: tuple[float, float], code: str, measures: Mapping[str, Any]) -> None:
    say = language(code).say
    width, height, _ = measures["box_size"]
    page.frame(*corner, width, height)
    near = measures["corner"]
    for x, y in product((near, width - near), (near, height - near)):
        page.circle(corner[0] + x, corner[1] + y, SCREW_HEAD / 2)
    for button, (x, y) in zip(BOX_BUTTONS, measures["button_places"], strict=True):
        at = corner[0] + width / 2 + x, corner[1] + height / 2 - y
        page.circle(*at, measures["button_hole"] / 2 + 0.2)
        name = button.upper()
        page.text(at[0], at[1] - measures["button_rim"] / 2 - 1.6, name, 5, bold=True, at="middle")
        for row, key in enumerate((f"help.{button}", f"help.{button}-held")):
            words = say(message(key), "panel").removeprefix(name).strip(":. ")
            size = _fitting(page, words, 2.9, measures["button_pitch"] - 1)
            page.text(at[0], at[1] + measures["button_rim"] / 2 + 2.6 + 3 * row, words, size, at="middle")


def sticker_sheet(file: Path, paper: Format, address: str) -> None:
    """Codes of the page's address in three sizes, for the box, the table and a door."""
    page = PaperFile(file, paper, "Stadium Scoreboard: stickers")
    top = head(page, "stickers", f"Each leads a phone to {address}. Cut along the thin lines.")
    dark = np.array([list(map(bool, row)) for row in code_of(address).matrix])
    words = [language(code).say(message("page.ui.scan")) for code in languages()]
    y = top + 4
    for side in STICKERS_MM:
        quiet = QUIET * side / len(dark)
        width, height = side + 2 * quiet, side + 2 * quiet + 3 + side / 12 * (len(words) + 1)
        for column in range(int((paper.width - 2 * MARGIN - 16 + 6) // (width + 6))):
            x = MARGIN + 16 + column * (width + 6)
            page.frame(x, y, width, height)
            page.cells(x + quiet, y + quiet, side / len(dark), dark)
            for row, line in enumerate((*words, address)):
                size = _fitting(page, line, side / 14, width - 3)
                page.text(x + width / 2, y + side + 2 * quiet + side / 12 * (row + 0.6), line, size, at="middle")
        y += height + 6
    page.save()


def _fitting(page: PaperFile, words: str, size: float, width: float) -> float:
    """The size of letters at which a line fits that width, mm; no larger than ``size``."""
    return min(size, size * width / page.width_of(words, size))


def main(folder: Path, address: str = ADDRESS) -> None:
    """Write all sheets into the folder."""
    for name in SMALL:
        paper = FORMATS[name]
        marker_sheet(folder / f"markers-{name}.pdf", paper)
        calibration_card(folder / f"card-{name}.pdf", paper)
        label_sheet(folder / f"labels-{name}.pdf", paper)
        sticker_sheet(folder / f"stickers-{name}.pdf", paper, address)
    for name in (*SMALL, *LARGE):
        field_sheets(folder / f"field-{name}.pdf", FORMATS[name])


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
