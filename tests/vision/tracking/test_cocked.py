"""Whether a die lies level, from where its numeral is seen: a d10 seen through a pinhole, without pictures."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.board import ABOVE, LENS, homography

from vision.geometry.registration import Registration
from vision.geometry.stadium import STADIUM
from vision.readings import ChipReading, DieReading, Numeral
from vision.tracking.cocked import D10_SHAPE, is_level, is_perched, level_box
from vision.tracking.table_geometry import BoardGeometry
from vision.types import Box

CAMERA = Registration(LENS, homography(ABOVE), ABOVE, 0.1, (0, 1, 2, 3, 4, 5))
PLACES = [(0.0, 0.0), (180.0, -170.0), (-200.0, 90.0)]


def die(at: tuple[float, float], turn: float, lean: float = 0.0, camera: Registration = CAMERA) -> DieReading:
    """The reading of a die that leans by ``lean`` degrees towards +x, as a faultless reader would give it."""
    tipped = cv2.Rodrigues(np.array([0.0, np.radians(lean), 0.0]))[0] @ D10_SHAPE.resting(0, turn)
    corners = 8 * D10_SHAPE.vertices @ tipped.T
    middle = np.array([*at, -corners[:, 2].min()])
    frame = D10_SHAPE.numeral_frame(0)
    foot, head = (8 * (frame.origin + step * frame.up) @ tipped.T + middle for step in (0.0, 0.3))
    seen = camera.to_pixels(np.vstack((corners + middle, foot, head)))
    (left, top), (right, bottom) = seen[:-2].min(axis=0), seen[:-2].max(axis=0)
    across, down = seen[-1] - seen[-2]
    numeral = Numeral((float(seen[-2, 0]), float(seen[-2, 1])), float(np.arctan2(across, -down)), 13.0)
    box = Box(round(left), round(top), round(right) - round(left), round(bottom) - round(top))
    return DieReading("d10", "red", 10, 0.99, (), box, numeral)


def chip(at: tuple[float, float], lean: float, way: float = 0.0) -> ChipReading:
    """The reading of a chip that leans by ``lean`` degrees towards ``way``, in degrees from +x; its rim is known."""
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    rim = 12.5 * np.column_stack((np.cos(angle), np.sin(angle), np.zeros(60)))
    axis = np.radians(lean) * np.array([-np.sin(np.radians(way)), np.cos(np.radians(way)), 0.0])
    seen = CAMERA.to_pixels(rim @ cv2.Rodrigues(axis)[0].T + (*at, 6.0))
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    box = Box(round(left), round(top), round(right - left), round(bottom - top))
    return ChipReading("hit", 0.99, (), box, np.asarray(seen))


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_a_level_die_is_level_anywhere_and_turned_any_way(at: tuple[float, float], turn: float) -> None:
    """Seen at an angle near a wall a level die is neither cocked nor perched."""
    assert is_level(die(at, turn), at, CAMERA)
    assert not is_perched(die(at, turn), at, CAMERA)


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_a_die_that_leans_by_thirty_degrees_is_cocked(at: tuple[float, float], turn: float) -> None:
    """A die against a wall with no face level is told, however it is turned."""
    assert not is_level(die(at, turn, lean=30.0), at, CAMERA)


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_level_dies_box_comes_from_its_numeral(at: tuple[float, float], turn: float) -> None:
    """On print of its own colour no edge is seen, and a shadow makes the outline longer."""
    seen = die(at, turn)
    x, y, width, height = seen.box
    shaded = replace(seen, box=Box(x, y, width + 9, height + 7))
    assert not is_level(replace(seen, box=Box(x + 9, y, width, height)), at, CAMERA)
    assert 2 >= max(abs(one - other) for one, other in zip(level_box(shaded, at, CAMERA), seen.box, strict=True))


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.4])
def test_print_hiding_part_of_a_die_is_no_lean(turn: float, side: int) -> None:
    """A white die half on a white ring lacks that side and hangs over nowhere; as far aside on the whole, it leans."""
    at, gone = PLACES[1], 11
    x, y, width, height = die(at, turn).box
    lacking = ((x + gone, y, width - gone, height), (x, y + gone, width, height - gone),
               (x, y, width - gone, height), (x, y, width, height - gone))[side]  # fmt: skip
    aside = ((x + gone // 2, y), (x, y + gone // 2), (x - gone // 2, y), (x, y - gone // 2))[side]
    assert is_level(replace(die(at, turn), box=Box(*lacking)), at, CAMERA)
    assert not is_level(replace(die(at, turn), box=Box(*aside, width, height)), at, CAMERA)


@pytest.mark.parametrize("lean", [35.0, 45.0, 60.0])
def test_leaning_dice_hang_over(lean: float) -> None:
    """Turned any way, near a wall and far from it."""
    dice = [(at, die(at, turn, lean)) for at in PLACES for turn in np.linspace(0, 2 * np.pi, 48, endpoint=False)]
    assert sum(is_level(one, at, CAMERA) for at, one in dice) <= 0.02 * len(dice)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 30.0, 45.0])
def test_hardly_a_level_die_seems_a_piece_of_one(tilt: float) -> None:
    """From straight above none is asked about for its size; up to 45 degrees off the vertical not one in a hundred."""
    angle = float(np.radians(tilt))
    eye = (0.0, -680 * np.sin(angle), 680 * np.cos(angle))
    seen = Registration(LENS, homography(eye, (-angle, 0.0)), eye, 0.1, (0, 1, 2, 3, 4, 5))
    geometry, turns = BoardGeometry(STADIUM, seen), np.linspace(0, 2 * np.pi, 24, endpoint=False)
    places = [(x, y) for x in np.linspace(-200, 200, 5) for y in np.linspace(-200, 200, 5)]
    dice = [geometry.token(die(at, turn, camera=seen)) for at in places for turn in turns]
    pieces = sum(geometry.may_be_fragment(token) for token in dice)
    assert pieces <= (len(dice) / 100 if tilt else 0)


def test_d6_keeps_its_box() -> None:
    """A d6 has no numeral to give another box."""
    seen = replace(die((0.0, 0.0), 0.0), kind="d6")
    assert seen.box == level_box(seen, (0.0, 0.0), CAMERA)


def test_a_die_on_an_edge_may_fall() -> None:
    """A die half-way between two faces is perched."""
    assert is_perched(die((0.0, 0.0), 0.0, lean=22.0), (0.0, 0.0), CAMERA)


def test_cocked_needs_a_numeral() -> None:
    """What cannot be told is not told."""
    unknown = DieReading("d10", "red", 10, 0.99, (), Box(100, 100, 60, 20))
    assert is_level(unknown, (0.0, 0.0), CAMERA)


@pytest.mark.parametrize(("lean", "flat"), [(0.0, True), (35.0, False)])
def test_a_chip_that_leans_is_not_flat(lean: float, flat: bool) -> None:
    """A chip on edge is seen too narrow; lying flat near a wall it is not."""
    boxed = replace(chip((150.0, -150.0), lean), rim=None)
    assert flat == is_level(boxed, (150.0, -150.0), CAMERA)


@pytest.mark.parametrize("at", PLACES)
def test_a_chip_that_lies_flat_is_a_circle_anywhere(at: tuple[float, float]) -> None:
    """Its outline is measured on the print, not in the frame, where it is an ellipse near a wall."""
    assert is_level(chip(at, 0.0), at, CAMERA)


@pytest.mark.parametrize("radius", [11.2, 12.5])
def test_a_chip_may_be_small(radius: float) -> None:
    """It is round all the same."""
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    rim = CAMERA.to_pixels(radius * np.column_stack((np.cos(angle), np.sin(angle))))
    assert is_level(replace(chip((0.0, 0.0), 0.0), rim=rim), (0.0, 0.0), CAMERA)


@pytest.mark.parametrize("way", range(0, 360, 45))
def test_shadow_does_not_make_a_chip_lean(way: float) -> None:
    """It makes the outline longer, and no slimmer."""
    flat = chip((0.0, 0.0), 0.0)
    assert flat.rim is not None
    aside = 12.0 * np.array((np.cos(np.radians(way)), np.sin(np.radians(way))))
    both = cv2.convexHull(np.concatenate((flat.rim, flat.rim + aside)).astype(np.float32))[:, 0]
    assert is_level(replace(flat, rim=np.asarray(both, np.float64)), (0.0, 0.0), CAMERA)


@pytest.mark.parametrize("way", range(0, 360, 45))
def test_a_chip_may_lean_any_way(way: float) -> None:
    """Aslant its box is nearly that of a flat one; its outline is no circle."""
    assert not is_level(chip((0.0, 0.0), 33.0, way), (0.0, 0.0), CAMERA)
