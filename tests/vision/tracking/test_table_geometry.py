"""One still: its scale, its crops, and where tokens and blobs are in it."""

from __future__ import annotations

import numpy as np
import pytest
from support.board import ABOVE, LENS, homography

from vision.geometry.registration import Registration
from vision.geometry.stadium import STADIUM
from vision.readings import DieReading
from vision.tracking.background import WORKING_WIDTH, Blob
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, StillView, TableGeometry
from vision.types import Box

BOARD = BoardGeometry(STADIUM, Registration(LENS, homography(ABOVE), ABOVE, 0.1, (0, 1, 2, 3, 4, 5)))
ZOOM = LENS.size[0] / WORKING_WIDTH


def blob(box: Box, still: int = 5) -> Blob:
    """A blob that fills a box of the small stream and has been still for so many frames."""
    return Blob(box, np.ones((box.height, box.width), np.uint8), still, 255, 0)


def view(geometry: TableGeometry = NO_BOARD, *blobs: Blob) -> StillView:
    """An empty still of the calibrated lens's size."""
    return StillView(np.zeros((LENS.size[1], LENS.size[0], 3), np.uint8), geometry, blobs)


@pytest.mark.parametrize("geometry", [NO_BOARD, BOARD], ids=["pixels", "millimetres"])
@pytest.mark.parametrize("box", [Box(300, 900, 46, 40), Box(1500, 200, 41, 47)])
def test_a_token_is_seen_where_it_was_read(geometry: TableGeometry, box: Box) -> None:
    """Through millimetres and back its box errs by rounding alone."""
    token = geometry.token(DieReading("d10", "red", 7, 0.99, (), box))
    (seen,) = view(geometry).boxes([token])
    assert 1 >= max(abs(a - b) for a, b in zip(box.edges, seen.edges, strict=True))


def test_the_crop_of_a_blob_shows_the_table_around_it() -> None:
    """By three quarters of a die on each side, in pixels of the still."""
    box = Box(100, 80, 8, 6)
    crop, margin = view(BOARD).crop_around_blob(blob(box)), 0.75 * 16 * BOARD.registration.scale_at((0, 0))
    left, top, right, bottom = (side * ZOOM for side in box.edges)
    expected = left - margin, top - margin, right + margin, bottom + margin
    assert 1.5 > max(abs(a - b) for a, b in zip(expected, crop.edges, strict=True))


def test_blob_holds_tokens_in_or_just_beside_it() -> None:
    """Three working pixels around it are its shadow's edge, or half a die."""
    changed = blob(Box(100, 80, 10, 10))
    seen = view(NO_BOARD, changed)
    tokens = [
        NO_BOARD.token(DieReading("d10", "red", 7, 0.99, (), seen.in_still(Box(x, 83, 2, 2)))) for x in (104, 111, 115)
    ]
    assert tokens[:2] == seen.tokens_under(changed, tokens)
    assert [1, 1, 0] == [len(seen.blobs_over(token)) for token in tokens]


def test_token_is_as_still_as_its_blob() -> None:
    """And not at all where nothing is read."""
    seen = view(NO_BOARD, blob(Box(100, 80, 10, 10), 9), blob(Box(105, 80, 10, 10), 4))
    here, beside, elsewhere = (seen.in_still(Box(x, 83, 2, 2)) for x in (108, 99, 200))
    assert [4, 9, 0] == [seen.frames_still(box) for box in (here, beside, elsewhere)]


def test_small_box_lies_in_the_still() -> None:
    """The same box, whatever the still's size."""
    box = Box(40, 30, 8, 6)
    assert box == view().in_stream(view().in_still(box))
