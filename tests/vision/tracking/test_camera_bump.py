"""After a knock: what is new is told from what lay there, and from the print."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from firmware.simulated.world.stadium import SimulatedStadium
from vision.geometry.registration import Board, Registration
from vision.geometry.stadium import STADIUM
from vision.readings import DieReading
from vision.tracking.association import Token
from vision.tracking.camera_bump import (
    crop_around,
    hand_crops,
    unexpected_tokens,
    warped_background,
    without_new_things,
)
from vision.tracking.foreground import EmptyTable
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, TableGeometry
from vision.types import Box, Frame

SIZE = (1640, 1232)


def reading(color: str, value: int, x: int, y: int, side: int = 60) -> DieReading:
    """A die so read, its middle at that pixel."""
    return DieReading("d10", color, value, 0.99, (), Box(x - side // 2, y - side // 2, side, side))


@pytest.fixture(scope="module")
def knocked() -> tuple[Frame, Frame, Registration, Registration, Callable[[float, float], tuple[int, int]]]:
    """The bare stadium, and after a knock with a red die in it; how it was seen, how it is; and mm to pixels now."""
    stadium = SimulatedStadium(seed=5)
    board = Board(stadium.field)
    before = stadium.still(0.5)
    first = board.register(before)
    stadium.bump_camera(1.0, 25, 12, 0.6)
    stadium.throw(2.0, "red", 7, near=(-60, 60))
    after = stadium.still(5.0)
    now = board.register(after)

    def pixel(x: float, y: float) -> tuple[int, int]:
        across, down = now.to_pixels(np.array([(x, y)]))[0]
        return round(across), round(down)

    return before, after, first, now, pixel


def token(geometry: TableGeometry, value: int, at: tuple[int, int], color: str = "red") -> Token:
    """A die so read, on the ground."""
    return geometry.token(reading(color, value, *at))


def test_what_lay_there_was_shaken_and_not_thrown() -> None:
    """Neither in its place nor near it, whatever it now seems to show; far from it, it was."""
    geometry = NO_BOARD
    lay = [token(geometry, 4, (500, 500))]
    for x, value, new in ((500, 4, 0), (500, 9, 0), (590, 9, 0), (900, 4, 1)):
        assert new == len(unexpected_tokens([reading("red", value, x, 500)], lay, geometry))
    assert 1 == len(unexpected_tokens([reading("blue", 4, 900, 500)], lay, geometry))
    assert 0 == len(unexpected_tokens([reading("blue", 9, 510, 500)], lay, geometry))


def test_what_is_no_die_by_its_size_was_not_thrown(
    knocked: tuple[Frame, Frame, Registration, Registration, Callable[[float, float], tuple[int, int]]],
) -> None:
    """A printed circle that is taken for a die would be asked about after each knock."""
    _, _, _, now, pixel = knocked
    geometry = BoardGeometry(STADIUM, now)
    sides = [round(size * now.scale_at((-60, 60))) for size in (7.0, 16.0, 30.0)]
    assert [0, 1, 0] == [
        len(unexpected_tokens([reading("red", 7, *pixel(-60, 60), side)], [], geometry)) for side in sides
    ]


def test_die_differs_from_the_print(
    knocked: tuple[Frame, Frame, Registration, Registration, Callable[[float, float], tuple[int, int]]],
) -> None:
    """Where a die has come the table of before is shown as it is seen now; print is no news."""
    before, after, first, now, pixel = knocked
    geometry = BoardGeometry(STADIUM, now)
    printed = [pixel(*np.mean(marker.corners, axis=0)) for marker in STADIUM.markers] + [
        pixel(*base) for base in STADIUM.path
    ]
    crops = [crop_around(token(geometry, 7, at), after) for at in (pixel(-60, 60), *printed)]
    table, new = without_new_things(after, warped_background(EmptyTable(before), (first, now)), crops)
    assert crops[:1] == new
    left, top, right, bottom = new[0].edges
    bare = np.median(before.reshape(-1, 3), axis=0)
    assert np.abs(np.median(table[top:bottom, left:right].reshape(-1, 3), axis=0) - bare).max() < 60
    assert np.abs(table[top:bottom, left:right].astype(int) - after[top:bottom, left:right]).max() > 60
    outside = np.ones(after.shape[:2], bool)
    outside[top:bottom, left:right] = False
    assert np.array_equal(table[outside], after[outside])


def test_hand_differs_from_an_overlooked_die(
    knocked: tuple[Frame, Frame, Registration, Registration, Callable[[float, float], tuple[int, int]]],
) -> None:
    """All of it, with its shadow; without one there is none, though the print's lines lie a little off."""
    before, after, first, now, pixel = knocked
    drawn, size = warped_background(EmptyTable(before), (first, now)), 80.0
    assert [] == hand_crops(after, drawn, size)
    x, y = pixel(60, -60)
    reached = after.copy()
    reached[y : y + 300, x : x + 100] = (120, 150, 200)
    (found,) = hand_crops(reached, drawn, size)
    left, top, right, bottom = found.edges
    assert x - 1.3 * size < left < x < x + 100 < right < x + 100 + 1.3 * size
    assert y - 1.3 * size < top < y < y + 300 < bottom < y + 300 + 1.3 * size
