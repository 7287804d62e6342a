"""Drawn sprites become batches: fields, trays and cloths beside them are never labelled as dice."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.crops import TOKEN_SIZE
from vision.recognition.outputs import NEITHER, NO_KIND
from vision.training.data import sprite_cache
from vision.training.data.detector_targets import TILE_SIZE
from vision.training.data.drawn_batches import DrawnBatches
from vision.training.data.sprite_cache import SpriteCache


@pytest.fixture(scope="module")
def sprites() -> SpriteCache:
    """A few sprites of every kind."""
    return SpriteCache(*sprite_cache.drawn_chunk((3, 0, False, 60)))  # type: ignore[arg-type] # its columns, in order


@pytest.fixture
def batches(sprites: SpriteCache) -> DrawnBatches:
    """A batches of them."""
    return DrawnBatches(sprites, 5)


def test_a_square_of_a_checked_cloth_lies_in_the_middle(batches: DrawnBatches) -> None:
    """Its middle has one colour, and a step away over an edge lies the other."""
    gaps = []
    for _ in range(30):
        square = batches._checked_square()
        assert (TOKEN_SIZE, TOKEN_SIZE, 3) == square.shape
        ring = [square[32 + round(30 * np.sin(a)), 32 + round(30 * np.cos(a))] for a in np.arange(0, 6.28, 0.2)]
        gaps.append(np.abs(np.array(ring) - square[28:36, 28:36].mean((0, 1))).max())
    assert np.median(gaps) > 0.15


def test_what_is_no_token_has_no_digit(batches: DrawnBatches) -> None:
    """A share of all views shows none, and of those nothing is claimed."""
    views = batches.token_views(300)
    nothing = [one for one in views if one.kind == NO_KIND]
    assert 20 < len(nothing) < 120
    assert all((NEITHER, 0) == (one.label, one.pips) for one in nothing)


def test_a_tray_under_the_dice_is_not_to_be_found(sprites: SpriteCache) -> None:
    """Whatever lies under them, only as many places are hot as things lie there, none as large as a tray."""
    pictures, heats, boxes = DrawnBatches(sprites, 5, trays=1.0).detector_tiles(20)
    assert (20, TILE_SIZE, TILE_SIZE, 3) == pictures.shape
    assert any((heat > 0.99).sum() == 0 for heat in heats)
    widths = (boxes[:, 0] + boxes[:, 2])[boxes.any(axis=1)] * 32
    assert 0 < widths.max() < 80


def test_many_things_in_one_view_are_none(batches: DrawnBatches, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile with several tokens, shown as if it were one; a tile with one token is not such a view."""
    heats = np.zeros((3, 4, 4), np.float32)
    heats[1, 0, 0] = heats[2, 0, 0] = heats[2, 3, 3] = 1.0
    tiles = iter([(np.full((TILE_SIZE, TILE_SIZE, 3), at, np.uint8), heat, heat) for at, heat in enumerate(heats)])
    monkeypatch.setattr(batches, "_detector_tile", lambda: next(tiles))
    seen = batches._several_tokens()
    assert ((TOKEN_SIZE, TOKEN_SIZE, 3), 2) == (seen.shape, seen.max())
