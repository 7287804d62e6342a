"""The simulated stadium shows what its script says, where it says, in both streams."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from support.script import ScriptedStadium

from firmware.devices.protocols import Frame
from firmware.errors import DeviceError
from firmware.simulated.rendering.lens import MAIN, WATCH, over
from firmware.simulated.world.stadium import COMMON, HelmetSet
from vision.geometry.d10 import D10, NUMBERINGS
from vision.geometry.stadium import STADIUM

SCALE = WATCH[0] / MAIN[0]
Act = Callable[[ScriptedStadium, float], float]


def changed(one: Frame, other: Frame, step: int = 12) -> Frame:
    """Where two frames differ by more than ``step``, as 0 and 1."""
    return np.asarray(cv2.absdiff(one, other).max(axis=2) > step, np.uint8)


def seen(stadium: ScriptedStadium, place: NDArray[np.float64], t: float) -> NDArray[np.float64]:
    """Where a place, mm, is in the small frame."""
    return np.asarray((stadium.pixels(place[None], t)[0] + 0.5) * SCALE - 0.5)


def around(frame: Frame, at: NDArray[np.float64], radius: int = 14) -> Frame:
    """A piece of a frame."""
    x, y = np.rint(at).astype(int)
    return frame[max(y - radius, 0) : y + radius, max(x - radius, 0) : x + radius]


def soft(frame: Frame) -> Frame:
    """A frame without its grain."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 1.2), np.uint8)


# -- the camera


@pytest.mark.parametrize("knock", [(0, 0, 0), (25, -18, 1.5)])
@pytest.mark.parametrize("size", ["watch", "still"])
@pytest.mark.untraced
def test_the_markers_are_where_the_field_says(size: str, knock: tuple[float, float, float]) -> None:
    """All six markers are found where their corners are projected, to a pixel, and to a fifth of one on average."""
    stadium = ScriptedStadium(seed=1)
    t = stadium.bump_camera(0, *knock) + 1
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    knobs = cv2.aruco.DetectorParameters()
    knobs.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    frame = stadium.watch(t) if size == "watch" else stadium.still(t)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, knobs).detectMarkers(frame)
    assert {0, 1, 2, 3, 4, 5} == {int(number) for number in np.ravel(ids)}
    flat = np.vstack([STADIUM.markers[int(number)].corners for number in np.ravel(ids)])
    truly = (stadium.pixels(np.column_stack((flat, np.zeros(len(flat)))), t) + 0.5) * frame.shape[1] / MAIN[0] - 0.5
    off = np.vstack([found[0] for found in corners]) - truly
    assert 1 > np.linalg.norm(off, axis=1).max()
    assert 0.2 > np.linalg.norm(off.mean(axis=0))


def test_the_lens_bends_what_it_sees_the_way_it_draws_it() -> None:
    """Each pixel's place on the table is seen at that pixel: drawing the ground and projecting things agree."""
    lens = over(450.0).stream(WATCH)
    x, y = lens.ground()
    rows, columns = np.mgrid[5:355:50, 5:635:70]
    places = np.stack((x[rows, columns], y[rows, columns], np.zeros(rows.shape)), axis=-1).reshape(-1, 3)
    assert np.allclose(np.stack((columns, rows), axis=-1).reshape(-1, 2), lens.project(places), atol=0.05)


def test_near_a_thing_a_pinhole_does_as_well() -> None:
    """Within a die's size the local pinhole and the lens differ by less than a tenth of a pixel, even in a corner."""
    lens, corner = over(450.0), np.array((200.0, 190.0, 5.0))
    points = corner + np.random.default_rng(1).uniform(-12, 12, (50, 3))
    assert 0.1 > np.abs(lens.project(points) - lens.near(corner).project(points)).max()


def test_straight_lines_are_bent() -> None:
    """The lens is a real one: the field's edge bows by more than a pixel in the large stream."""
    edge = over(450.0).project(np.column_stack((np.linspace(-225, 225, 3), np.full(3, 225.0), np.zeros(3))))
    assert 1 < abs(np.cross(np.append(edge[2] - edge[0], 0), np.append(edge[1] - edge[0], 0))[2]) / 1200


@pytest.mark.untraced
def test_frames_have_the_streams_sizes() -> None:
    """640 x 360 to watch, 2304 x 1296 to read."""
    stadium = ScriptedStadium()
    assert (360, 640, 3) == stadium.watch(0).shape
    assert (1296, 2304, 3) == stadium.still(0).shape


# -- truth and picture


@pytest.mark.parametrize("value", [1, 6, 8, 10])
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.untraced
def test_the_numeral_is_drawn_where_the_die_truly_lies(value: int, seed: int) -> None:
    """In the large frame the top numeral's ink has its middle where the top face, parallax and all, is projected."""
    stadium = ScriptedStadium(seed)
    t = stadium.throw(0, "red", value) + 1
    pose = stadium.where("red", t)
    assert pose is not None
    face = max(stadium.stage.bodies["red"].at(pose).facets, key=lambda facet: float(facet.normal[2]))
    assert face.frame is not None
    expected = stadium.pixels(face.frame[:1], t)[0]
    ink = np.argwhere(around(stadium.still(t), expected, 8).min(axis=2) > 110)[:, ::-1].mean(axis=0)
    assert 2.5 > np.linalg.norm(ink + np.rint(expected) - 8 - expected)


def test_the_wanted_value_lies_on_top() -> None:
    """Every value that a script asks for is the one whose face is level at rest."""
    stadium = ScriptedStadium(seed=6)
    t = 0.0
    for value in range(1, 11):
        t = stadium.throw(t, "blue", value) + 1
        pose, shape = stadium.where("blue", t), D10(numbering=NUMBERINGS[COMMON])
        assert pose is not None
        top = int(np.argmax((shape.normals @ pose.turn.T)[:, 2]))
        assert value % 10 == shape.numbering[top]
        assert np.isclose(1, (shape.normals @ pose.turn.T)[top, 2])


@pytest.mark.parametrize("t", [0.28, 0.5, 2.0])
@pytest.mark.untraced
def test_both_streams_show_one_instant(t: float) -> None:
    """Made small, the large frame is the small one: with a hand in view, in flight, and at rest."""
    stadium = ScriptedStadium(seed=5)
    stadium.throw(0, "white", 4)
    small = np.asarray(cv2.resize(stadium.still(t), WATCH, interpolation=cv2.INTER_AREA), np.uint8)
    same = int(changed(soft(small), soft(stadium.watch(t)), step=24).sum())
    other = int(changed(soft(small), soft(stadium.watch(t + 0.12 if t < 1 else 0.5)), step=24).sum())
    assert same < 8
    assert other > 40


def test_the_same_seed_and_script_give_the_same_frames() -> None:
    """A frame follows from seed, script and time, whatever was looked at before it."""
    one, other = ScriptedStadium(seed=9), ScriptedStadium(seed=9)
    for stadium in (one, other):
        stadium.toss(stadium.throw(0, "red", 3) + 0.5, "out")
    for t in (0.1, 0.4, 1.7):
        one.watch(t)
    assert np.array_equal(one.watch(0.9), other.watch(0.9))
    assert np.array_equal(one.still(1.9), other.still(1.9))
    assert not np.array_equal(one.watch(0.9), one.watch(0.9 + 1 / 30))


def test_another_seed_throws_otherwise() -> None:
    """The seed decides where a die falls."""
    places = [stadium.where("red", stadium.throw(0, "red", 3)) for stadium in (ScriptedStadium(1), ScriptedStadium(2))]
    assert places[0] is not None
    assert places[1] is not None
    assert not places[0].same(places[1])


def test_a_thrown_die_strikes_nothing() -> None:
    """With dice and helmets about, eight more throws come to rest at a distance from all of them."""
    stadium, t = ScriptedStadium(seed=8), 0.0
    colors = ["red", "blue", "white", "green", "yellow", "orange", "purple", "black"]
    for color in colors:
        t = stadium.throw(t, color, 5) + 0.5
    poses = [pose for name in stadium.stage.tracks if (pose := stadium.where(name, t)) is not None]
    assert 16 == len(poses)
    for index, pose in enumerate(poses):
        for other in poses[:index]:
            assert 14 < np.linalg.norm(pose.place[:2] - other.place[:2])


# -- every verb


def thrown(stadium: ScriptedStadium, at: float) -> float:
    """The scene that verbs about a die begin with."""
    return stadium.throw(at, "red", 7, near=(20.0, 10.0))


SPOT = np.array((20.0, 10.0, 5.0))
LATER: dict[str, tuple[Act, float, NDArray[np.float64]]] = {
    "throw": (lambda s, t: s.throw(t, "blue", 2, near=(-60, 90)), 0.5, np.array((-60.0, 90, 5))),
    "toss": (lambda s, t: s.toss(t, "out", near=(-60, 90)), 0.5, np.array((-60.0, 90, 2))),
    "cocked": (lambda s, t: s.cocked(t, "blue"), 0.5, np.array((-217.0, 0, 6))),
    "lift": (lambda s, t: s.lift(t, "red"), 0.5, SPOT),
    "park": (lambda s, t: s.park(t, "red"), 0.5, SPOT),
    "park, there": (lambda s, t: s.park(t, "white"), 0.5, np.array((180.0, -83, 5))),
    "set_down": (lambda s, t: s.set_down(t, "blue", 4, (-40, -60)), 0.5, np.array((-40.0, -60, 5))),
    "carry": (lambda s, t: s.carry(t, "away 2", (50, 60)), 0.5, np.array((50.0, 60, 5))),
    "bump": (lambda s, t: s.bump(t, "red", 8.0), 0.5, SPOT),
    "touching": (lambda s, t: s.touching(t, "blue", 3, "red"), 0.5, SPOT),
    "lean_chip": (lambda s, t: s.lean_chip(t, "hit", "red"), 0.5, SPOT),
    "chip_on": (lambda s, t: s.chip_on(t, "red"), 0.5, SPOT),
    "hand": (lambda s, t: s.hand(t, "red"), -1.0, SPOT),
    "cat": (lambda s, t: s.cat(t), -2.6, np.array((0.0, 0, 60))),
    "cover_marker": (lambda s, t: s.cover_marker(t, 4), -2.0, np.array((-198.0, 60, 0))),
    "sun_patch": (lambda s, t: s.sun_patch(t), -2.0, np.array((-60.0, 60, 0))),
    "reflection": (lambda s, t: s.reflection(t), -2.0, np.array((60.0, 90, 0))),
}


@pytest.mark.parametrize("verb", LATER)
@pytest.mark.untraced
def test_a_verb_changes_its_part_of_the_picture(verb: str) -> None:
    """What a verb does shows where it does it, and the opposite corner of the field stays as it was, to the byte."""
    act, wait, place = LATER[verb]
    quiet, busy = ScriptedStadium(seed=3), ScriptedStadium(seed=3)
    start = max(thrown(quiet, 0), thrown(busy, 0)) + 0.5
    t = act(busy, start) + wait
    spot = seen(quiet, place, t)
    before, after = quiet.watch(t), busy.watch(t)
    assert 20 < int(changed(around(before, spot), around(after, spot)).sum())
    corner = seen(quiet, np.array((140.0, 215.0, 0)), t)
    assert np.array_equal(around(before, corner, 8), around(after, corner, 8))


def test_a_die_thrown_too_hard_lies_beside_the_field() -> None:
    """It is drawn on the table, outside the wall, before the camera."""
    stadium = ScriptedStadium(seed=3)
    t = stadium.out_of_tray(0, "yellow", 5) + 0.5
    pose = stadium.where("yellow", t)
    assert pose is not None
    assert not stadium.field.tray.holds((pose.place[0], pose.place[1]), 10)
    assert 40 < int(
        changed(
            around(ScriptedStadium(seed=3).watch(t), at := seen(stadium, pose.place, t)), around(stadium.watch(t), at)
        ).sum()
    )


def test_a_cocked_die_shows_no_level_face() -> None:
    """Leaning, its most upward face is at least ten degrees off, and it stands on the field."""
    stadium = ScriptedStadium(seed=3)
    pose = stadium.where("red", stadium.cocked(0, "red") + 1)
    assert pose is not None
    assert np.cos(np.radians(10)) > (D10().normals @ pose.turn.T)[:, 2].max()
    assert np.isclose(0, stadium.stage.bodies["red"].at(pose).corners[:, 2].min())


@pytest.mark.parametrize("seed", range(5))
def test_touching_dice_touch(seed: int) -> None:
    """Seen from above their outlines meet, and hardly overlap."""
    stadium = ScriptedStadium(seed)
    t = stadium.touching(stadium.throw(0, "red", 3) + 1, "blue", 4, "red") + 1
    one, other = outline(stadium, "red", t), outline(stadium, "blue", t)
    way = other.mean(axis=0) - one.mean(axis=0)
    nearer = np.asarray(other - 0.5 * way / np.linalg.norm(way), np.float32)
    assert 0.5 > cv2.intersectConvexConvex(one, other)[0]
    assert 0 < cv2.intersectConvexConvex(one, nearer)[0]


def outline(stadium: ScriptedStadium, color: str, t: float) -> NDArray[np.float32]:
    """A die's shape from above, mm."""
    pose = stadium.where(color, t)
    assert pose is not None
    corners = stadium.stage.bodies[color].at(pose).corners[:, :2].astype(np.float32)
    return np.asarray(cv2.convexHull(corners)[:, 0], np.float32)


def test_dice_have_places_of_their_own_in_the_corner() -> None:
    """Eight dice parked lie inside the dice corner, and none on another."""
    stadium, t = ScriptedStadium(seed=3), 0.0
    colors = ["red", "blue", "white", "green", "yellow", "orange", "purple", "black"]
    for color in colors:
        t = stadium.park(t, color)
    places = [tuple(pose.place[:2]) for color in colors if (pose := stadium.where(color, t)) is not None]
    assert 8 == len(places)
    assert all(stadium.field.dice_corner.holds((x, y), -8) for x, y in places)
    assert all(np.hypot(a[0] - b[0], a[1] - b[1]) > 16 for a in places for b in places if a is not b)


def test_a_hand_sets_a_die_down_with_the_face_it_chose() -> None:
    """No throw: it is carried in upright, slowly, and lies where it was put."""
    stadium = ScriptedStadium(seed=3)
    t = stadium.set_down(0, "blue", 4, (-40, -60))
    pose, before = stadium.where("blue", t), stadium.where("blue", t - 1)
    assert pose is not None
    assert before is not None
    assert np.allclose((-40, -60), pose.place[:2])
    assert np.array_equal(before.turn, pose.turn)
    shape = D10(numbering=NUMBERINGS[COMMON])
    assert 4 == shape.numbering[int(np.argmax((shape.normals @ pose.turn.T)[:, 2]))]
    assert 1.5 < t


def test_a_bumped_die_keeps_its_value() -> None:
    """It moves a few millimetres and turns a little; the same face stays level."""
    stadium = ScriptedStadium(seed=3)
    t = thrown(stadium, 0)
    before, after = stadium.where("red", t), stadium.where("red", stadium.bump(t + 0.5, "red", by=5.0))
    assert before is not None
    assert after is not None
    assert np.isclose(5, np.linalg.norm(after.place - before.place))
    assert np.allclose((after.turn @ before.turn.T)[2], (0, 0, 1))


def test_a_lifted_die_is_gone() -> None:
    """Once the hand has left, the die is nowhere; thrown again, it is back."""
    stadium = ScriptedStadium(seed=3)
    t = stadium.lift(thrown(stadium, 0) + 0.5, "red")
    assert stadium.where("red", t) is None
    assert stadium.where("red", stadium.throw(t, "red", 1)) is not None


def test_switching_the_light_fades_and_the_exposure_follows() -> None:
    """Darker within two tenths of a second, then half way back, and bright again when switched on."""
    stadium = ScriptedStadium(seed=3)
    stadium.lights(1.0, 0.3)
    stadium.lights(8.0, 1.0)
    bright, dark, adapted, glare, again = (float(stadium.watch(t).mean()) for t in (0.9, 1.2, 7.0, 8.15, 14.0))
    assert dark < adapted < bright
    assert dark < 0.7 * bright
    assert again == pytest.approx(bright, rel=0.03)
    assert glare > adapted


def test_flicker_comes_in_bands() -> None:
    """Rows of one frame are unevenly lit, as under a mains lamp, and otherwise in the next frame."""
    still, flickering = ScriptedStadium(seed=3), ScriptedStadium(seed=3)
    flickering.flicker(0, 100, 0.15)
    ratios = [flickering.watch(t).mean(axis=(1, 2)) / still.watch(t).mean(axis=(1, 2)) for t in (1.0, 1.004)]
    assert 0.08 < np.ptp(ratios[0])
    assert 0.02 < np.abs(ratios[0] - ratios[1]).max()


def test_dust_is_small_and_stays() -> None:
    """A dozen specks change a few pixels each, from then on."""
    clean, dusty = ScriptedStadium(seed=3), ScriptedStadium(seed=3)
    dusty.dust(1.0)
    assert np.array_equal(clean.watch(0.9), dusty.watch(0.9))
    for t in (1.1, 9.0):
        assert 6 < int(changed(clean.watch(t), dusty.watch(t), step=8).sum()) < 300


def test_a_knocked_camera_moves_the_picture_for_good() -> None:
    """After it has swung, everything is seen as many pixels away as it was knocked."""
    stadium = ScriptedStadium(seed=3)
    middle = np.zeros((1, 3))
    before = stadium.pixels(middle, 0.5)[0]
    t = stadium.bump_camera(1.0, 14, -9)
    assert np.allclose(before + np.array((14, -9)), stadium.pixels(middle, t)[0], atol=0.5)
    assert np.allclose(before + np.array((14, -9)), stadium.pixels(middle, t + 60)[0], atol=0.5)


def test_another_size_of_field_and_die() -> None:
    """A field of 300 mm fills the picture as one of 450 does, so a die of the same size looks larger on it."""
    sizes = []
    for side in (450.0, 300.0):
        stadium = ScriptedStadium(seed=3, side=side)
        t = stadium.throw(0, "red", 3, near=(0.0, 40.0)) + 1
        mask = changed(ScriptedStadium(seed=3, side=side).watch(t), stadium.watch(t), step=60)
        sizes.append(float(mask.sum()))
    assert 1.5 < sizes[1] / sizes[0] < 3.5


def test_what_is_not_there_cannot_be_moved() -> None:
    """A script that lifts what was not thrown fails."""
    with pytest.raises(ValueError, match=r"^the blue is not on the table at 2\.00 s; throw it first"):
        ScriptedStadium().bump(2.0, "blue")


def test_an_unknown_colour_names_those_there_are() -> None:
    """A die, or a helmet, that the stadium does not have is one clear line."""
    with pytest.raises(DeviceError, match=r"^the simulated stadium has nothing plaid; .*red, blue, white"):
        ScriptedStadium().throw(0, "plaid", 3)
    with pytest.raises(DeviceError, match=r"^the simulated stadium has nothing plaid"):
        ScriptedStadium(helmets=HelmetSet(("plaid", "blue")))
