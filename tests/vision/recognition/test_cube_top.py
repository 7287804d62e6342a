"""The face that is read of a cube is its top only if it lies where the top must be seen."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.outputs import of_kind, token

from vision import DiceReader, DieReading
from vision.geometry.tilt import NO_TILT, Tilt
from vision.readings import Evidence
from vision.recognition.cube_top import shows_top
from vision.recognition.detections import Bounds, Candidate
from vision.recognition.gates import gated, gated_together
from vision.recognition.outputs import KINDS
from vision.recognition.scores import ClassifiedToken
from vision.types import Point

SIZE = 50
BOUNDS = Bounds(100, 100, 100 + SIZE, 100 + SIZE)
SURE = Evidence((0.0, 0.0, 0.999, 0.0, 0.0, 0.001), agreed=True)
THREE = DieReading("d6", "red", 3, 0.999, (), BOUNDS.box, None, SURE)
PICTURE = Path(__file__).parents[2] / "golden" / "eyes" / "steep_cubes.jpg"
READ = [2, 3, 6, 1]
"""What the last four cubes in the picture show, drawn from 19 to 35 degrees off the vertical; eight are from 60 on."""


def seen(off: Point, tilt: Tilt = NO_TILT, outward: Point = (0.0, 0.0), margin: float = inf) -> ClassifiedToken:
    """A die whose face lies so far right and below the middle of its silhouette, in sizes of that."""
    one = token()
    x, y = (125 + SIZE * each for each in off)
    candidate = Candidate(BOUNDS, 0.9, margin, has_inner_token=False, outward=outward)
    return replace(one, candidate=candidate, pose=replace(one.pose, bounds=BOUNDS, centre=(x, y), tilt=tilt))


@pytest.mark.parametrize(
    ("off", "shown"),
    [((0, 0), True), ((0, -0.25), True), ((0.05, -0.2), True), ((0, 0.08), False), ((0.12, 0), False)],
    ids=["middle", "higher", "higher and aside", "lower", "aside"],
)
def test_a_top_is_seen_higher_than_the_middle(off: Point, *, shown: bool) -> None:
    """Of an unknown camera it is only known that higher in the picture is farther away."""
    assert shown == shows_top(seen(off))


@pytest.mark.parametrize(("outward", "shown"), [((0, 0.9), True), ((0, -0.9), False), ((0.9, 0), False)])
def test_a_top_is_seen_farther_out(outward: Point, *, shown: bool) -> None:
    """Seen from straight above, what lies low in the picture has its top lower still; else it is a front face."""
    assert shown == shows_top(seen((0, 0.09), outward=outward))
    assert not shows_top(seen((0, 0.09), outward=outward), from_above=False)


@pytest.mark.parametrize(
    ("slope", "off", "shown"),
    [((0, -0.6), (0, -0.14), True), ((0, -0.6), (0, 0.05), False), ((0.6, 0), (0.14, 0), True),
     ((0.6, 0), (0, -0.14), False), ((0, 0), (0, -0.14), False), ((0, -1.05), (0, -0.2), False)],
    ids=["away", "towards", "away to the right", "up, not right", "leaning", "too steep"],
)  # fmt: skip
def test_over_the_board_a_top_lies_where_the_tilt_has_it(slope: Point, off: Point, *, shown: bool) -> None:
    """A face elsewhere stands in front or leans; from 45 degrees on a front face is as large as the top."""
    assert shown == shows_top(seen(off, Tilt.from_slope(slope)))


@pytest.mark.parametrize(("kind", "value"), [("d6", None), ("pips", None), ("d10", 3)])
def test_a_front_face_is_asked_about(kind: str, value: int | None) -> None:
    """However sure the classifiers are; of d10s they look at the faces beside the top one themselves."""
    assert value == _judged(kind, seen((0, 0.1)))


@pytest.mark.parametrize(("margin", "value"), [(0.05, 3), (0.01, None)])
def test_a_d6_that_may_be_cut_off_is_asked_about(margin: float, value: int | None) -> None:
    """Its top numeral may be what the picture's edge cuts off; a box that ends at the edge says nothing else."""
    assert value == _judged("d6", seen((0, 0), margin=margin))


@pytest.mark.parametrize(("beside", "values"), [((0, 0), [3, 3]), ((0.12, 0), [None, None])])
def test_one_front_face_tells_that_the_camera_looks_on_from_the_side(beside: Point, values: list[int | None]) -> None:
    """What may be a top that lies far out, seen from straight above, may be none beside it."""
    low = seen((0, 0.09), outward=(0, 0.9))
    readings = gated_together([(one, THREE, KINDS.index("d6")) for one in (low, seen(beside))])
    assert values == [one.value for one in readings if isinstance(one, DieReading)]


def _judged(kind: str, one: ClassifiedToken) -> int | None:
    """What becomes of a 3 for sure."""
    reading = gated(of_kind(kind, one), THREE, KINDS.index(kind))
    assert isinstance(reading, DieReading)
    return reading.value


@pytest.mark.debian13
def test_steep_cubes_are_asked_about() -> None:
    """From 60 degrees the front face is larger than the top: none is told for it. From 35 they are read."""
    picture, reader = np.asarray(cv2.imread(str(PICTURE)), np.uint8), DiceReader()
    tiles = [np.hsplit(row, 4) for row in np.vsplit(picture, 3)]
    values = [one.value for row in tiles for tile in row for one in reader.read(np.ascontiguousarray(tile))]
    assert [None] * 8 + READ == values
