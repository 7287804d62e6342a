"""Every picture in the guides shows what the program draws now; a failure names the command that draws it anew."""

from __future__ import annotations

import sys
from io import BytesIO
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from scoreboard.display import LAYOUTS
from scoreboard.language import languages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path += [str(ROOT / "tests" / folder) for folder in ("golden", "lab")]

import page_pictures  # noqa: E402 - programs, found in their own folders
import panel_sheets  # noqa: E402 - likewise
import redraw_moments  # noqa: E402 - likewise
import word_sheets  # noqa: E402 - likewise

SIZES = pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: f"{size[0]}x{size[1]}")
FAR, MOST = 60, 0.0002
"""Of 255, by which a pixel is another one, as it is in no palette; the share of the pixels that may be."""
TABLE_FAR, TABLE_MOST = 30, 0.00005
"""The same for the table, whose shades are many: another number on a die is seen."""

pytestmark = pytest.mark.once


def is_like(drawn: Image.Image, kept: Image.Image, far: int = FAR, most: float = MOST) -> bool:
    """Whether both show the same."""
    if drawn.size != kept.size:
        return False
    one, other = (np.asarray(each.convert("RGB"), dtype=np.int16) for each in (drawn, kept))
    return float((np.abs(one - other).max(axis=2) > far).mean()) <= most


@SIZES
def test_sheets_show_the_faces_of_today(size: tuple[int, int]) -> None:
    """What games look like on each size of panel."""
    with Image.open(DOCS / f"panels/{size[0]}x{size[1]}.png") as kept:
        assert is_like(panel_sheets.sheet(size), kept), "stale: make panels, and look at it"


@pytest.mark.parametrize("code", languages())
def test_sheets_show_the_words_of_today(code: str) -> None:
    """What a panel says, in each language."""
    with Image.open(DOCS / f"panels/words-{code}.png") as kept:
        assert is_like(word_sheets.selection(code), kept), "stale: make panels, and look at it"


@SIZES
def test_films_and_sheets_show_the_moments_of_today(size: tuple[int, int]) -> None:
    """The sheet, and of the film the length and a frame of each moment."""
    name, remedy = f"{size[0]}x{size[1]}", "stale: python tests/golden/redraw_moments.py, and look at it"
    with Image.open(DOCS / f"moments/{name}.png") as kept:
        assert is_like(redraw_moments.sheet(size), kept), remedy
    film = list(redraw_moments.film())
    with Image.open(DOCS / f"moments/{name}.gif") as kept:
        frames = [(each.info["duration"], each.convert("RGB")) for each in ImageSequence.Iterator(kept)]
    ends = list(accumulate(duration for duration, _ in frames))
    millis = 1000 // redraw_moments.FRAMES_A_SECOND
    assert len(film) * millis == ends[-1], remedy
    for number in [film.index((moment, 0.5)) for moment in redraw_moments.NAMES]:
        seen = next(picture for end, (_, picture) in zip(ends, frames, strict=True) if end > number * millis)
        assert is_like(redraw_moments.filmed(*film[number], size), seen), remedy


def test_pictures_of_the_page_show_what_it_says_today() -> None:
    """Words, score and offers; for their style four of them are drawn again in test_page_pictures_in_a_browser.py."""
    kept = dict(line.split()[::-1] for line in page_pictures.SUMS.read_text(encoding="utf-8").splitlines())
    stale = [name for name in page_pictures.pages() if kept.get(name) != page_pictures.page_sum(name)]
    assert not stale, f"stale: make page-pictures OPTIONS='{' '.join(stale)}', and look at them"


@pytest.mark.parametrize("name", ["panel.png", "scorecard.png"])
def test_panel_and_scorecard_are_those_of_today(name: str) -> None:
    """In the README and among the exports."""
    with Image.open(DOCS / name) as kept:
        drawn = page_pictures.score() if name == "panel.png" else page_pictures.scorecard()
        assert is_like(drawn, kept), f"stale: make page-pictures OPTIONS={name}, and look at it"


def test_the_table_is_the_simulators_of_today() -> None:
    """In the README; the page's review shows a die of it."""
    file = BytesIO()
    page_pictures.seen_table().save(file, "JPEG", quality=page_pictures.QUALITY)  # with the same losses
    remedy = "stale: make page-pictures OPTIONS='table.jpg page-review.png', and look at them"
    with Image.open(file) as drawn, Image.open(DOCS / "table.jpg") as kept:
        assert is_like(drawn, kept, TABLE_FAR, TABLE_MOST), remedy


def test_every_picture_is_looked_at() -> None:
    """One of another kind needs a test of its own."""
    made = {f"{folder}/{width}x{height}.png" for folder in ("panels", "moments") for width, height in LAYOUTS}
    made |= {f"moments/{width}x{height}.gif" for width, height in LAYOUTS}
    made |= {f"panels/words-{code}.png" for code in languages()} | {*page_pictures.PICTURES}
    there = {str(file.relative_to(DOCS)) for kind in ("png", "gif", "jpg") for file in DOCS.rglob(f"*.{kind}")}
    assert made == there


def test_another_picture_is_noticed() -> None:
    """A line of lights that is dark."""
    with Image.open(DOCS / "panels/64x16.png") as kept:
        changed = kept.convert("RGB")
        changed.paste((0, 0, 0), (0, 60, changed.width // 2, 90))
        assert not is_like(kept.convert("RGB"), changed)
