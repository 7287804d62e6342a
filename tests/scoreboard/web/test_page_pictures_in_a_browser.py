"""The pictures of the page in the guides are what the page looks like now: each is drawn again, and compared."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tests" / "lab"))

from page_pictures import PICTURES  # noqa: E402 - a program, found in its own folder

SMALLER = 3
"""Compared in squares of so many pixels a side: letters of another browser's fonts look alike there."""
FAR, MOST = 40, 0.02
"""Of 255, by which a square differs to be another one, and the share of the squares that may be."""


def differing(one: Image.Image, other: Image.Image) -> float:
    """The share of two pictures that is not the same; all of it where they are not of one size."""
    if one.size != other.size:
        return 1.0
    small = [np.asarray(each.convert("RGB").reduce(SMALLER), dtype=np.int16) for each in (one, other)]
    return float((np.abs(small[0] - small[1]).max(axis=2) > FAR).mean())


@pytest.mark.once
@pytest.mark.parametrize("name", ["page-phone.png", "page-new.png", "page-tv.png", "play/two-dice.png"])
def test_the_guides_show_the_page_as_it_is(browser: Browser, name: str) -> None:
    """`make page-pictures` has been run since the page has changed."""
    with Image.open(ROOT / "docs" / name) as kept:
        share = differing(PICTURES[name](browser), kept)
    assert share <= MOST, f"docs/{name} is stale by {share:.1%}: make page-pictures, and look at it"


def test_a_changed_picture_is_noticed() -> None:
    """Where a headline is gone, it is another picture."""
    with Image.open(ROOT / "docs/page-phone.png") as kept:
        changed = kept.convert("RGB")
        changed.paste((255, 255, 255), (0, 0, changed.width, changed.height // 10))
        assert differing(kept, changed) > MOST
