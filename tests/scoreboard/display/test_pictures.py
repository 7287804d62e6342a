"""The face against its golden pictures. Meant to change it? Run tests/golden/pictures/redraw.py, and look."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from support.faces import sheet

from scoreboard.display import LAYOUTS, monochrome
from scoreboard.display.palette import LIT_FROM

GOLDEN = Path(__file__).parents[2] / "golden" / "pictures"
PICTURES: dict[str, Image.Image] = runpy.run_path(str(GOLDEN / "redraw.py"))["pictures"]()


@pytest.mark.parametrize("name", PICTURES)
def test_the_face_is_drawn_as_it_was_approved(name: str) -> None:
    """Every pixel of every golden picture is drawn again, with whatever Pillow there is."""
    golden = Image.open(GOLDEN / f"{name}.png")
    assert ("RGB", golden.size) == (golden.mode, PICTURES[name].size)
    assert ImageChops.difference(golden, PICTURES[name]).getbbox() is None


def test_every_golden_picture_has_its_moment() -> None:
    """No picture is kept that nothing is compared with."""
    assert {f"{name}.png" for name in PICTURES} == {file.name for file in GOLDEN.glob("*.png")}


@pytest.mark.untraced
@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.debian13] * (size != (64, 16))) for size in LAYOUTS],
    ids=[f"{width}x{height}" for width, height in LAYOUTS],
)
def test_every_size_is_drawn_as_it_was_approved(size: tuple[int, int]) -> None:
    """All pages of all moments, on a sheet. Meant to change one? Run tests/golden/pictures/sheets.py, and look."""
    golden, drawn = Image.open(GOLDEN / "sheets" / f"{size[0]}x{size[1]}.png"), sheet(size)
    assert golden.size == drawn.size
    assert ImageChops.difference(golden.convert("RGB"), drawn).getbbox() is None


def test_every_sheet_has_its_size() -> None:
    """No sheet is kept that nothing is compared with."""
    assert {f"{width}x{height}.png" for width, height in LAYOUTS} == {file.name for file in GOLDEN.glob("sheets/*")}


@pytest.mark.parametrize("name", PICTURES)
def test_a_pixel_speaks_clearly_or_is_decoration(name: str) -> None:
    """No pixel is so near the threshold that panels of one colour could disagree about it."""
    brightness = PICTURES[name].convert("L").histogram()
    assert sum(brightness[LIT_FROM // 2 : LIT_FROM]) == 0


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.untraced
def test_a_panel_of_one_colour_gets_hard_edges(name: str) -> None:
    """A pixel is lit by its own luminance alone: nothing is dithered."""
    picture = PICTURES[name]
    bright = picture.convert("L").point(lambda level: 255 * (level >= LIT_FROM))
    assert bright.tobytes() == monochrome(picture).convert("L").tobytes()
