"""The sheets of paper: what a printer gives of each PDF is as large as it must be, and what a camera looks for."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from mechanics.models import BOX_BUTTONS, all_measures
from sheets import all_sheets
from sheets.paper import FORMATS

from firmware.devices.debounce import BUTTONS
from firmware.simulated.rendering.printed_field import printed
from scoreboard.language import language, languages
from scoreboard.message import message
from vision.geometry.camera_mount import best_mount
from vision.geometry.registration import Board, lens_of_view
from vision.geometry.stadium import MARKER_QUIET, STADIUM

KEPT = Path(all_sheets.__file__).parent
DPI = 300
PX = DPI / 25.4
"""Pixels a millimetre."""
EXACT_MM = 0.2
"""What a sheet may be off."""
BORDER_MM = 4.2
"""What a printer at home leaves white."""
ADDRESS = "http://stadium-2.local:8080"
SMALL = [f"{name}-{paper}" for name in ("markers", "card", "labels", "stickers") for paper in ("a4", "letter")]
LETTERS_AND_TILES = [("a4", 6), ("letter", 6), ("a2", 2), ("a1", 1)]

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All sheets, made now, for a stadium of another address."""
    made = tmp_path_factory.mktemp("sheets")
    all_sheets.main(made, ADDRESS)
    return made


def pages(file: Path, dpi: float = DPI) -> list[np.ndarray]:
    """The pages as a printer gives them, BGR."""
    with pypdfium2.PdfDocument(file) as opened:
        return [np.array(page.render(scale=dpi / 72).to_numpy()[..., :3]) for page in opened]


def texts(file: Path) -> str:
    """All that is written on a file's pages."""
    with pypdfium2.PdfDocument(file) as opened:
        return "\n".join(page.get_textpage().get_text_range() for page in opened)


def shapes(page: np.ndarray) -> list[np.ndarray]:
    """The outer edges of everything that is drawn in black, as OpenCV's contours, and what is drawn in them."""
    ink = cv2.threshold(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), 200, 255, cv2.THRESH_BINARY_INV)[1]
    return list(cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0])


def boxes(page: np.ndarray) -> np.ndarray:
    """Of each shape: the middle's x and y, its width and its height, mm, shape (N, 4)."""
    found = np.array([cv2.boundingRect(shape) for shape in shapes(page)], float) / PX
    return np.column_stack((found[:, :2] + found[:, 2:] / 2, found[:, 2:]))


@pytest.mark.parametrize("name", [*SMALL, *(f"field-{paper}" for paper, _ in LETTERS_AND_TILES)])
def test_every_page_is_as_large_as_its_paper_and_within_what_a_printer_prints(folder: Path, name: str) -> None:
    """So that it is printed at 100 %, and nothing is cut off."""
    paper = FORMATS[name.rpartition("-")[2]]
    size = paper.lying if name.startswith("labels") else paper
    with pypdfium2.PdfDocument(folder / f"{name}.pdf") as opened:
        for page in opened:
            assert tuple(size) == pytest.approx(tuple(side * 25.4 / 72 for side in page.get_size()), abs=0.1)
    for page in pages(folder / f"{name}.pdf", dpi=72):
        rows, columns = np.nonzero((page < 250).any(axis=2))
        low, high = np.array((columns.min(), rows.min())), np.array((columns.max(), rows.max())) + 1
        assert (low * 25.4 / 72 > BORDER_MM).all()
        assert (np.array(size) - high * 25.4 / 72 > BORDER_MM).all()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_marker_is_found_at_its_size(folder: Path, paper: str) -> None:
    """By the eyes of the game, with white around it as wide as is said, and where it is glued is written below."""
    file = folder / f"markers-{paper}.pdf"
    page = pages(file)[0]
    found = Board().markers_in(page)
    assert {marker.number for marker in STADIUM.markers} == set(found)
    frames = boxes(page)
    for marker in STADIUM.markers:
        sides = np.hypot(*(found[marker.number] - np.roll(found[marker.number], 1, axis=0)).T) / PX
        assert np.abs(sides - marker.side).max() < EXACT_MM
        middle = found[marker.number].mean(axis=0) / PX
        around = frames[np.hypot(*(frames[:, :2] - middle).T) < 1]
        whole = marker.side + 2 * MARKER_QUIET
        assert (np.abs(around[:, 2:] - whole).max(axis=1) < 0.5).any()
        x, y = (value + STADIUM.side / 2 for value in marker.centre)
        assert f"number {marker.number}: {x:g}, {y:g}" in texts(file)


@pytest.mark.parametrize(("paper", "sheets"), LETTERS_AND_TILES)
def test_each_marker_of_the_field_is_whole_on_a_sheet_and_at_its_size(folder: Path, paper: str, sheets: int) -> None:
    """However many sheets there are."""
    made = pages(folder / f"field-{paper}.pdf", dpi=200)
    assert sheets == len(made)
    sizes = dict[int, float]()
    for page in made:
        for number, corners in Board().markers_in(page).items():
            sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T) / (200 / 25.4)
            sizes[number] = max(sides, key=lambda side: abs(side - 34))
    assert {marker.number: pytest.approx(marker.side, abs=EXACT_MM) for marker in STADIUM.markers} == sizes


def test_one_sheet_has_everything_where_the_field_has_it(folder: Path) -> None:
    """Its walls by the markers alone, and the same picture that the simulator films."""
    px = 200 / 25.4
    page = pages(folder / "field-a1.pdf", dpi=200)[0]
    registration = Board().register(page)
    corner = registration.to_pixels(np.array([(-STADIUM.side / 2, STADIUM.side / 2)]))[0]
    assert (all_sheets.MARGIN, all_sheets.MARGIN) == pytest.approx(tuple(corner / px), abs=0.4)
    start, whole = round(all_sheets.MARGIN * px), round(STADIUM.side * px)
    drawn = page[start : start + whole, start : start + whole]
    filmed, scale = printed(STADIUM.side)
    height, width = filmed.shape[:2]
    half = round(STADIUM.side * scale / 2)
    same = filmed[height // 2 - half : height // 2 + half, width // 2 - half : width // 2 + half]
    smaller = cv2.resize(drawn, (450, 450), interpolation=cv2.INTER_AREA).astype(float)
    assert np.abs(smaller - cv2.resize(same, (450, 450), interpolation=cv2.INTER_AREA)).mean() < 3


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_that_are_glued_go_on_where_they_overlap(folder: Path, paper: str) -> None:
    """The right edge of the first is the left edge of the second, as far as they overlap."""
    px = 200 / 25.4
    first, second, *_ = pages(folder / f"field-{paper}.pdf", dpi=200)
    edge, lap = FORMATS[paper].width - all_sheets.MARGIN, all_sheets.OVERLAP
    rows = slice(round(20 * px), round(200 * px))
    last = first[rows, round((edge - lap) * px) + 2 : round(edge * px) - 2].astype(float)
    start = round(all_sheets.MARGIN * px) + 2
    assert np.abs(last - second[rows, start : start + last.shape[1]]).mean() < 6


@pytest.mark.parametrize("name", SMALL)
def test_rulers_have_a_line_every_millimetre_both_ways(folder: Path, name: str) -> None:
    """From the first to the last: 150 mm, and none is off."""
    gray = cv2.cvtColor(pages(folder / f"{name}.pdf")[0], cv2.COLOR_BGR2GRAY)
    for picture in (gray, gray.T):
        rulers = [ticks for row in picture[: round(50 * PX) : 3] if len(ticks := _ticks(row)) == 151]
        assert rulers, "no ruler"
        assert np.abs(rulers[-1] - rulers[-1][0] - np.arange(151)).max() < EXACT_MM


def _ticks(row: np.ndarray) -> np.ndarray:
    """The middles of the thin dark lines that a row of pixels crosses, mm."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (row < 160).astype(int), [0])))).reshape(-1, 2)
    thin = edges[(edges[:, 1] - edges[:, 0]) / PX < 0.4]
    return np.asarray(thin.mean(axis=1) / PX)


@pytest.mark.parametrize("axis", [0, 1], ids=["across", "down"])
@pytest.mark.parametrize(("paper", "sheets"), LETTERS_AND_TILES)
def test_rulers_of_the_field_count_from_its_walls(folder: Path, paper: str, sheets: int, axis: int) -> None:
    """On every sheet a line every 5 mm from end to end; at a marker's middle the ruler shows where the marker goes."""
    size, margin = FORMATS[paper], all_sheets.MARGIN
    at_markers = dict[int, float]()
    with pypdfium2.PdfDocument(folder / f"field-{paper}.pdf") as opened:
        assert sheets == len(opened)
        for page in opened:
            ticks = _ticks(cv2.cvtColor(_margin_of(page, axis), cv2.COLOR_BGR2GRAY)[-round(0.6 * PX)])
            ticks = ticks[ticks > margin - 1]  # a number of the other ruler may stand before them
            assert np.abs(ticks - ticks[0] - 5 * np.arange(len(ticks))).max() < EXACT_MM
            numbers = _numbers_of(page, axis)
            shown = {mark - 5 * int(np.abs(ticks - at).argmin()) for mark, at in numbers.items()}
            assert (1, True) == (len(shown), all(np.abs(ticks - at).min() < 0.5 for at in numbers.values()))
            starts = shown.pop() - (ticks[0] - margin)
            ends = margin + min(size[axis] - 2 * margin, STADIUM.side - starts)
            assert ticks[0] - margin < 5
            assert -EXACT_MM < ends - ticks[-1] < 5
            picture = np.array(page.render(scale=200 / 72).to_numpy()[..., :3])
            for number, corners in Board().markers_in(picture).items():
                at_markers[number] = starts + corners.mean(axis=0)[axis] / (200 / 25.4) - margin
    where = {marker.number: STADIUM.side / 2 + marker.centre[axis] * (1, -1)[axis] for marker in STADIUM.markers}
    assert {number: pytest.approx(at, abs=0.5) for number, at in where.items()} == at_markers


def _margin_of(page: pypdfium2.PdfPage, axis: int) -> np.ndarray:
    """The upper margin of a page, or (axis 1) the left one, turned; its last row is beside the drawing."""
    width, height = page.get_size()
    margin = all_sheets.MARGIN * 72 / 25.4
    crop = (0, 0, width - margin, 0) if axis else (0, height - margin, 0, 0)
    strip = np.array(page.render(scale=DPI / 72, crop=crop).to_numpy()[..., :3])
    return np.ascontiguousarray(strip.transpose(1, 0, 2)) if axis else strip


def _numbers_of(page: pypdfium2.PdfPage, axis: int) -> dict[int, float]:
    """Where the numbers of the upper ruler stand, or (axis 1) of the left one: the number, mm from the page's edge."""
    text, height, found = page.get_textpage(), page.get_height(), dict[int, float]()
    for mark in range(0, round(STADIUM.side) + 1, 50):
        search = text.search(str(mark), match_whole_word=True)
        for start, count in iter(search.get_next, None):
            left, bottom, right, top = _around(text, start, count)
            at = np.array(((left + right) / 2, height - (bottom + top) / 2)) * 25.4 / 72
            if at[1 - axis] < all_sheets.MARGIN - 2:
                found[mark] = float(at[axis])
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_dice_and_chip_are_drawn_at_their_size(folder: Path, paper: str) -> None:
    """On the calibration card, to the middle of the line."""
    found = boxes(pages(folder / f"card-{paper}.pdf")[0])
    square = found[np.abs(found[:, 2] - found[:, 3]) < 0.1, 2]
    for side in (*all_sheets.DICE_MM, 25):
        outer = square[np.abs(square - side - 0.2) < EXACT_MM]
        assert len(outer), side


def test_width_of_a_line_on_the_card_is_right(folder: Path) -> None:
    """A Camera Module 3 draws 0.75 mm in two pixels, as the card says."""
    lens = lens_of_view((2304, 1296), 66.0)
    mount = best_mount(lens)
    assert mount is not None
    assert "0.75 mm two pixels wide" in texts(folder / "card-a4.pdf")
    assert 2 == round(0.75 * lens.focal[0] / mount.height, 1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_labels_have_their_holes_where_the_lid_has_them(folder: Path, paper: str) -> None:
    """In every language, each hole below the name of its button; nothing is written in one."""
    measures = all_measures()
    file = folder / f"labels-{paper}.pdf"
    found = boxes(pages(file)[0])
    width, height, _ = measures["box_size"]
    lids = found[np.abs(found[:, 2:] - (width, height)).max(axis=1) < 0.5]
    middles = sorted({round(float(y)): (float(x), float(y)) for x, y in lids[:, :2]}.values(), key=lambda at: at[1])
    assert len(languages()) == len(middles)
    holes = found[np.abs(found[:, 2:] - measures["button_hole"] - 0.6).max(axis=1) < 0.3, :2]
    names = _places_of(file, BOX_BUTTONS)
    for x, y in middles:
        for button, (across, up) in zip(BOX_BUTTONS, measures["button_places"], strict=True):
            hole = np.array((x + across, y - up))
            assert np.hypot(*(holes - hole).T).min() < EXACT_MM
            above = hole - (0, measures["button_rim"] / 2 + 3.3)
            assert np.hypot(*(names[button] - above).T).min() < 1, button
    assert set(BUTTONS) == set(BOX_BUTTONS)


LABEL_WORDS = {"en": ("take back", "put back", "die by hand"), "es": ("deshacer", "rehacer", "dado a mano")}
"""Of UNDO, of UNDO held and of NEXT held."""


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_label_has_its_languages_words(folder: Path, paper: str) -> None:
    """What each button does, and no word of the other language."""
    measures = all_measures()
    width, height, _ = measures["box_size"]
    file = folder / f"labels-{paper}.pdf"
    found = boxes(pages(file)[0])
    lids = found[np.abs(found[:, 2:] - (width, height)).max(axis=1) < 0.5]
    middles = sorted({round(float(y)): (float(x), float(y)) for x, y in lids[:, :2]}.values(), key=lambda at: at[1])
    assert set(LABEL_WORDS) == set(languages())
    with pypdfium2.PdfDocument(file) as opened:
        page = opened[0]
        tall, text = page.get_height(), page.get_textpage()
        for code, (x, y) in zip(languages(), middles, strict=True):
            edges = np.array((x - width / 2, y + height / 2, x + width / 2, y - height / 2)) * 72 / 25.4
            left, low, right, high = edges[0], tall - edges[1], edges[2], tall - edges[3]
            written = " ".join(text.get_text_bounded(left, low, right, high).split())
            for button in BOX_BUTTONS:
                for key in (f"help.{button}", f"help.{button}-held"):
                    words = language(code).say(message(key), "panel").removeprefix(button.upper()).strip(":. ")
                    assert words in written, (code, button)
            own = {each: all(words in written for words in LABEL_WORDS[each]) for each in LABEL_WORDS}
            assert {each: each == code for each in LABEL_WORDS} == own


def _places_of(file: Path, words: tuple[str, ...]) -> dict[str, np.ndarray]:
    """The middles of each word in capitals wherever it stands, mm from the upper left, shape (N, 2)."""
    places = {}
    with pypdfium2.PdfDocument(file) as opened:
        page = opened[0]
        height = page.get_height()
        text = page.get_textpage()
        for word in words:
            search = text.search(word.upper(), match_case=True, match_whole_word=True)
            found = iter(search.get_next, None)
            edges = np.array([_around(text, start, count) for start, count in found])
            middles = np.column_stack((edges[:, [0, 2]].mean(axis=1), height - edges[:, [1, 3]].mean(axis=1)))
            places[word] = middles * 25.4 / 72
    return places


def _around(text: pypdfium2.PdfTextPage, start: int, count: int) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of letters, points."""
    each = np.array([text.get_charbox(index) for index in range(start, start + count)])
    left, bottom = each[:, :2].min(axis=0)
    right, top = each[:, 2:].max(axis=0)
    return float(left), float(bottom), float(right), float(top)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_phone_reads_every_sticker(folder: Path, paper: str) -> None:
    """Each code leads to the page, the smallest too, and the words are in every language."""
    file = folder / f"stickers-{paper}.pdf"
    page = pages(file)[0]
    found = boxes(page)
    frames = {tuple(map(round, each)) for each in found[(found[:, 3] > 1.1 * found[:, 2]) & (found[:, 2] > 25)]}
    sides = set()
    for x, y, width, height in frames:
        left, top = round((x - width / 2) * PX), round((y - height / 2) * PX)
        sticker = cv2.resize(
            page[top : top + round(height * PX), left : left + round(width * PX)], None, fx=0.5, fy=0.5
        )
        address, corners, _ = cv2.QRCodeDetector().detectAndDecode(sticker)
        assert ADDRESS == address
        sides.add(round(float(np.hypot(*(corners[0, 0] - corners[0, 1]))) / PX * 2))
    assert set(all_sheets.STICKERS_MM) == sides
    written = texts(file)
    for words in ("Scan to watch and score", "Escanea para ver y anotar", ADDRESS):
        assert words in written


@pytest.mark.parametrize("name", SMALL)
def test_the_sheets_that_are_kept_are_those_that_are_made(tmp_path: Path, folder: Path, name: str) -> None:
    """Whoever has only the files prints the same; those of the stickers lead to the usual address."""
    made = folder / f"{name}.pdf"
    if name.startswith("stickers"):
        made = tmp_path / "stickers.pdf"
        all_sheets.sticker_sheet(made, FORMATS[name.rpartition("-")[2]], all_sheets.ADDRESS)
    for kept, fresh in zip(pages(KEPT / f"{name}.pdf", 100), pages(made, 100), strict=True):
        assert np.abs(kept.astype(int) - fresh).mean() < 0.05, "run: make hardware OPTIONS='--only sheets'"
