"""What undoes the camera's tilt at a die: told for every pixel shown to the reader, strips of crops included."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import pytest
from support.board import ABOVE, LENS, homography
from support.lab import in_the_lab
from support.shipped import WHERE_A_PI_RUNS_IT
from support.shipped import see as shipped

from firmware.simulated.rendering.lens import DISTORTION
from firmware.simulated.world.stadium import SimulatedStadium
from vision.geometry.registration import Board, Registration, lens_of_view
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import STADIUM
from vision.geometry.tilt import TiltField
from vision.readings import DieKind, DieReading, Evidence, Reading
from vision.tracking.cocked import centre_height
from vision.tracking.foreground import EmptyTable, Outline
from vision.tracking.region_reader import read_regions
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, StillView
from vision.types import Box, Point

TOP = 2 * centre_height("d10")
PLACES: dict[str, Point] = {"red": (-120.0, 60.0), "blue": (40.0, -90.0), "white": (150.0, 120.0)}


def test_overhead_camera_has_one_scale() -> None:
    """A camera that is neither tilted nor turned gives the same scale both ways, and nothing across."""
    seen = Registration(LENS, homography(ABOVE), ABOVE, 0.1, ())
    expected = np.eye(2) * (ABOVE[2] - TOP) / LENS.focal[0]
    assert np.allclose(expected, seen.tilt_at((300.0, 900.0), TOP)[:, :2], rtol=1e-6, atol=1e-6)


def test_a_camera_that_is_turned_round_is_turned_back() -> None:
    """Hung the other way round, a step to the right in the picture is a step to the left on the board."""
    turned = homography(ABOVE) @ np.diag((-1.0, -1.0, 1.0))
    tilts = Registration(LENS, turned, ABOVE, 0.1, ()).tilt_at((9, 9))
    assert np.allclose(-np.eye(2) * ABOVE[2] / LENS.focal[0], tilts[:, :2])


def true_above(stadium: SimulatedStadium, place: Point, height: float = TOP) -> np.ndarray:
    """The same, from how the simulated camera itself projects the neighbourhood of a place, higher and lower too."""
    x, y = place
    steps = ((0.5, 0, 0), (-0.5, 0, 0), (0, 0.5, 0), (0, -0.5, 0), (0, 0, 0.5), (0, 0, -0.5))
    right, left, down, up, higher, lower = stadium.pixels(
        np.array([(x + dx, y - dy, height + dz) for dx, dy, dz in steps])
    )
    level = np.linalg.inv(np.column_stack((right - left, down - up)))
    return np.column_stack((level, level @ (higher - lower)))


def registered(stadium: SimulatedStadium, t: float = 0.0) -> Board:
    """A board that knows the simulated camera's lens."""
    board = Board(stadium.field, partial(lens_of_view, distortion=(DISTORTION, 0.0, 0.0, 0.0)))
    board.register(stadium.still(t))
    return board


@pytest.mark.parametrize("tilt", [0.0, 20.0, 40.0])
@pytest.mark.untraced
def test_the_registration_gives_what_the_camera_does(tilt: float) -> None:
    """Anywhere on the field, at any tilt: within half a percent of the simulated camera's own projection."""
    stadium = SimulatedStadium(seed=3, tilt=tilt)
    found = registered(stadium).registration
    assert found is not None
    for place in PLACES.values():
        true = true_above(stadium, place)
        pixel = stadium.pixels(np.array([(*place, TOP)]))[0]
        tilts = found.tilt_at((float(pixel[0]), float(pixel[1])), TOP)
        assert 0.005 > np.abs(tilts - true).max() / np.abs(true).max()


class TiltRecorder:
    """A reader that notes the tilt it is given at each die."""

    def __init__(self, see: Callable[..., tuple[Reading, ...]]) -> None:
        self._see = see
        self.tilts: dict[str, np.ndarray] = {}
        self.widths: list[int] = []

    def __call__(self, frame: np.ndarray, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        """Read, and note."""
        readings = self._see(frame, tilt_field=tilt_field)
        self.widths.append(frame.shape[1])
        for reading in readings:
            assert tilt_field is not None
            if isinstance(reading, DieReading):
                x, y, width, height = reading.box
                self.tilts[reading.color] = tilt_field(x + width / 2, y + height / 2)
        return readings


def test_each_die_in_a_mosaic_has_its_tilt() -> None:
    """Cuttings laid side by side keep, each, what undoes the tilt where they were cut."""
    stadium = SimulatedStadium(seed=3, tilt=20.0)
    bare = EmptyTable(stadium.still(0.0))
    for (color, place), value in zip(PLACES.items(), (7, 3, 4), strict=True):
        stadium.set_down(0.5, color, value, place)
    still, found = stadium.still(5.0), registered(stadium, 5.0).registration
    assert found is not None
    boxes = [stadium.pixels(np.array([(*place, TOP / 2)]))[0] for place in PLACES.values()]
    crops = [Box(int(x) - 50, int(y) - 45, 100, 90) for x, y in boxes]
    recorder = TiltRecorder(shipped())
    read_regions(recorder, StillView(still, BoardGeometry(STADIUM, found)), bare, crops)
    assert [300] == recorder.widths
    for color, place in PLACES.items():
        true = true_above(stadium, place)
        assert 0.01 > np.abs(recorder.tilts[color] - true).max() / np.abs(true).max()


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
@pytest.mark.parametrize("tilt", [0.0, 20.0, 30.0, 40.0])
@pytest.mark.parametrize("values", [(7, 3, 4), *in_the_lab([(5, 8, 10), (2, 1, 6)])])
@pytest.mark.untraced
def test_dice_are_read_as_well_from_the_side(tilt: float, values: tuple[int, int, int], seed: int) -> None:
    """Laid on the field, all are told what is on top and by their colours, though from 40° side faces look larger."""
    stadium = SimulatedStadium(seed=seed, tilt=tilt)
    bare = EmptyTable(stadium.still(0.0))
    for (color, place), value in zip(PLACES.items(), values, strict=True):
        stadium.set_down(0.5, color, value, place)
    still, found = stadium.still(5.0), registered(stadium, 5.0).registration
    boxes = [stadium.pixels(np.array([(*place, TOP / 2)]))[0] for place in PLACES.values()]
    crops = [Box(int(x) - 50, int(y) - 45, 100, 90) for x, y in boxes]
    assert found is not None
    view = StillView(still, BoardGeometry(STADIUM, found))
    sight = read_regions(shipped(), view, bare, crops)
    read = {reading.color: reading.value for reading in sight.readings if isinstance(reading, DieReading)}
    assert dict(zip(PLACES, values, strict=True)) == read


def test_a_table_without_markers_has_no_known_tilt() -> None:
    """Where nothing is registered the reader takes the picture as from straight above."""
    still = np.full((200, 300, 3), 90, np.uint8)
    thing = still.copy()
    cv2.rectangle(thing, (100, 80), (150, 130), (30, 30, 220), -1)
    tilts: list[TiltField | None] = []

    def see(_: np.ndarray, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        tilts.append(tilt_field)
        return ()

    read_regions(see, StillView(thing, NO_BOARD), EmptyTable(still), [Box(60, 40, 140, 140)])
    assert [None] == tilts


@pytest.mark.parametrize("left", [True, False])
def test_a_die_at_the_still_frames_edge_is_asked_about(*, left: bool) -> None:
    """In a strip what was cut beside it goes on where the frame ended; a side's numeral may be all that is seen."""
    bare = np.full((200, 600, 3), 90, np.uint8)
    still = bare.copy()
    for edge in (-20, 200, 400, 580):
        cv2.rectangle(still, (edge, 80), (edge + 39, 119), (30, 30, 220), -1)

    def see(strip: np.ndarray, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - nothing is tilted
        red = cv2.inRange(strip, np.array((10, 10, 200)), np.array((50, 50, 255)))
        boxes = [cv2.boundingRect(rim) for rim in cv2.findContours(red, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]]
        evidence = Evidence((0.991, *[0.001] * 9), agreed=True)
        return tuple(DieReading("d10", "red", 1, 0.991, (), Box(*box), None, evidence) for box in boxes)

    crops = [Box(170, 40, 100, 120), Box(-60, 40, 120, 120)]
    if not left:
        crops = [Box(540, 40, 120, 120), Box(370, 40, 100, 120)]
    sight = read_regions(see, StillView(still, NO_BOARD), EmptyTable(bare), crops)
    dice = sorted((each for each in sight.readings if isinstance(each, DieReading)), key=lambda each: each.box)
    cut, whole = dice if left else reversed(dice)
    assert (None, 3, 1) == (cut.value, len(cut.alternatives), whole.value)


@pytest.mark.parametrize(
    ("kind", "hidden", "base", "tilts"),
    [("d6", 0.0, 235, 4), ("d6", 0.35, 235, None), ("d6", 0.35, 217, 4), ("d6", 1.0, 235, None), ("d10", 0.35, 235, 4)],
)
def test_pips_are_not_counted_on_a_piece_of_a_die(kind: DieKind, hidden: float, base: int, tilts: int | None) -> None:
    """On a base of its own colour a white die seems cut: pips beyond, or in the shadow, would be missed in silence.

    On one of nearly its colour the rest of it is looked for, and read.
    """
    seen = Registration(LENS, homography(ABOVE), ABOVE, 0.1, ())
    side = round(DIE_MM * seen.scale_at((0.0, 0.0)))
    x, y = (round(middle - 2 * side) for middle in LENS.middle)
    bare = np.full((LENS.size[1], LENS.size[0], 3), (80, 125, 165), np.uint8)
    bare[:, : x + side + round(hidden * side)] = base
    still = bare.copy()
    here = still[y : y + 4 * side, x : x + 4 * side]
    if hidden == 1.0:  # all that is seen is the shadow
        here[side : 2 * side, 2 * side : 3 * side] = here[side : 2 * side, 2 * side : 3 * side] * 0.7
    here[side : 2 * side, side : 2 * side] = 235

    def see(strip: np.ndarray, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it knows what is there
        box = Box(side, side, (2 if hidden == 1.0 else 1) * side, side)
        evidence = Evidence((0.0, 0.0, 0.0, 1.0, 0.0, 0.0), agreed=True)
        return (DieReading(kind, "white", 4, 0.99, (), box, None, evidence),)

    view = StillView(still, BoardGeometry(STADIUM, seen))
    (die,) = read_regions(see, view, EmptyTable(bare), [Box(x, y, 4 * side, 4 * side)]).readings
    assert (tilts,) == (getattr(die, "value", 0),)


def test_d6_in_shadow_keeps_its_color() -> None:
    """Where its edges are is not known, and what lies around it is not its own."""
    seen = Registration(LENS, homography(ABOVE), ABOVE, 0.1, ())
    bare = np.full((LENS.size[1], LENS.size[0], 3), 235, np.uint8)
    still = bare.copy()
    still[400:440, 600:618] = 165
    still[400:440, 618:640] = 115

    def see(strip: np.ndarray, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG001 - it knows what is there
        evidence = Evidence((0.0, 0.0, 0.0, 1.0, 0.0, 0.0), agreed=True)
        return (DieReading("d6", "white", 4, 0.99, (), Box(40, 40, 30, 40), None, evidence),)

    view = StillView(still, BoardGeometry(STADIUM, seen))
    (die,) = read_regions(see, view, EmptyTable(bare), [Box(560, 360, 120, 120)]).readings
    assert isinstance(die, DieReading)
    assert ("white", 41) == (die.color, die.box[2])


def silhouette(seen: Registration, at: Point, turn: float) -> np.ndarray:
    """The outline of a d6 that lies there, shape (N, 1, 2)."""
    cube = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, 1)]) * DIE_MM
    corners = cube @ cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0].T + (*at, 0.0)
    return np.asarray(cv2.convexHull(np.rint(seen.to_pixels(corners)).astype(np.int32)), np.int32)


@pytest.mark.parametrize(("shown", "lacks"), [(1.0, False), (0.6, True)])
@pytest.mark.parametrize("turn", [0.4, 0.8])
def test_piece_of_a_d6_is_found_by_its_area(*, shown: float, lacks: bool, turn: float) -> None:
    """With a side face a piece is as broad as a die, and at the far end a whole one as small as a piece near by."""
    eye = (0.0, -450.0, 500.0)
    seen = Registration(LENS, homography(eye, (-0.75, 0.0)), eye, 0.1, ())
    far = (0.0, 200.0)
    hull = silhouette(seen, far, turn)
    x, y, width, height = cv2.boundingRect(hull)
    left = np.array([(x, y), (x + shown * width, y), (x + shown * width, y + height), (x, y + height)], np.float32)
    part = np.asarray(cv2.intersectConvexConvex(hull.astype(np.float32), left)[1], np.int32)
    die = DieReading("d6", "white", 4, 0.99, (), Box(x, y, width, height))
    assert lacks == BoardGeometry(STADIUM, seen).may_lack_pips(die, [Outline(part, part).area])
    assert 0.9 * DIE_MM * seen.scale_at(far) < Outline(part, part).sides[1]


@pytest.mark.parametrize("at", [(0.0, 0.0), (-200.0, 180.0), (200.0, -150.0)])
@pytest.mark.parametrize("turn", np.radians([0, 15, 30, 45]))
def test_two_dice_are_a_cluster_wherever_they_lie(at: Point, turn: float) -> None:
    """Far from the camera's foot one cube shows a side as well, and is as long as two that are seen from above."""
    seen = Registration(LENS, homography(ABOVE), ABOVE, 0.1, ())
    way = np.array((np.cos(turn), np.sin(turn)))
    sizes = []
    for places in ((at,), (at, at + DIE_MM * way)):
        hull = cv2.convexHull(np.concatenate([silhouette(seen, (float(x), float(y)), turn) for x, y in places]))[:, 0]
        geometry = BoardGeometry(STADIUM, seen)
        sizes.append((geometry.is_cluster(hull.astype(float)), geometry.fits_one_die(hull.astype(float))))
    assert [(False, True), (True, False)] == sizes


@pytest.mark.parametrize(("kind", "lacks"), [("d6", True), ("d10", False)])
def test_a_d6_whose_middle_does_not_show_may_lack_pips(kind: DieKind, *, lacks: bool) -> None:
    """The edge of a marker's paper runs through it, and only the pieces on either side are seen."""
    seen = Registration(LENS, homography(ABOVE), ABOVE, 0.1, ())
    die = DieReading(kind, "white", 6, 0.99, (), Box(600, 400, 45, 45))
    assert lacks == BoardGeometry(STADIUM, seen).may_lack_pips(die, [])
