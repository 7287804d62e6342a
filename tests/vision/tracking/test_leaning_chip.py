"""The chip that leans on something, cut out of simulated pictures: it shows a face, but not for sure."""

from __future__ import annotations

import pytest
from support.region import leaning_chip

WAYS = range(20, 180, 40)
"""Degrees towards which its upper side is turned; 20 to either side of each it is told to lean as well.

Turned towards the camera it looks round, and flat: `make bench-vision scenes` counts all directions.
"""


@pytest.mark.parametrize("way", WAYS)
def test_leaning_chip_is_reported_in_all_directions(way: float) -> None:
    """By their boxes alone three of these four lay flat."""
    _, flat = leaning_chip(33.0, way)
    assert not flat


def test_flat_chip_is_read() -> None:
    """It is held to lie flat, and its face is sure."""
    reading, flat = leaning_chip(0.0, 0.0)
    assert ("hit", True) == (reading.face, flat)
