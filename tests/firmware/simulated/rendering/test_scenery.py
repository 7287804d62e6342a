"""What makes the simulated stadium look like a photograph: shadows, blur, soft light; and flights with room to fly."""

from __future__ import annotations

import numpy as np
import pytest
from support.script import ScriptedStadium

from firmware.simulated.rendering.bodies import Pose
from firmware.simulated.rendering.cutouts import lay_cutout, paper
from firmware.simulated.rendering.lens import MAIN, WATCH, over
from firmware.simulated.rendering.sensor import floor
from firmware.simulated.rendering.solids import Sprite
from firmware.simulated.rendering.sprites import smeared
from firmware.simulated.world.flights import Room, choose
from firmware.simulated.world.stadium import LAMP, SimulatedStadium
from firmware.simulated.world.stage import AtRest, Track
from vision.geometry.stadium import STADIUM, Area

AWAY = -LAMP.toward / LAMP.toward[2]
"""Where a shadow falls, for a thing 1 mm high."""


def brightness(stadium: SimulatedStadium, place: tuple[float, float], t: float) -> float:
    """How bright the field is about a place, in the small frame."""
    x, y = np.rint((stadium.pixels(np.array([(*place, 0.0)]), t)[0] + 0.5) * WATCH[0] / MAIN[0] - 0.5).astype(int)
    return float(stadium.watch(t)[y - 2 : y + 3, x - 2 : x + 3].mean())


def test_a_lying_die_has_a_shadow_away_from_the_lamp() -> None:
    """Beside it the grass is darker on the far side than without it, and no darker on the lamp's side."""
    bare, laid = SimulatedStadium(seed=3), SimulatedStadium(seed=3)
    t = laid.throw(0, "red", 7, near=(0.0, 110.0)) + 1
    behind, before = ((float(sign * 13 * AWAY[0]), 110 + float(sign * 13 * AWAY[1])) for sign in (1, -1))
    assert 0.85 > brightness(laid, behind, t) / brightness(bare, behind, t)
    assert 0.95 < brightness(laid, before, t) / brightness(bare, before, t)


def test_a_flying_dies_shadow_runs_beside_it() -> None:
    """High in the air the die's shadow is where the lamp casts it, centimetres away."""
    bare, busy = ScriptedStadium(seed=3), ScriptedStadium(seed=3)
    busy.fall(0, "red", 7)
    t = max(np.arange(0, 0.6, 0.01), key=lambda each: _height(busy, float(each)))
    pose = busy.where("red", float(t))
    assert pose is not None
    assert 40 < pose.place[2]
    x, y = pose.place[:2] + pose.place[2] * AWAY[:2]
    shadow = (float(x), float(y))
    assert 0.92 > brightness(busy, shadow, float(t)) / brightness(bare, shadow, float(t))


def _height(stadium: SimulatedStadium, t: float) -> float:
    pose = stadium.where("red", t)
    return 0.0 if pose is None else float(pose.place[2])


def test_what_moves_is_blurred_along_its_way() -> None:
    """A point that moves ten pixels while the shutter is open is a faint line as long; one that hardly moves stays."""
    light, keeps = np.zeros((5, 5, 3), np.float32), np.ones((5, 5), np.float32)
    light[2, 2], keeps[2, 2] = 1, 0
    point = Sprite((10, 20, 5, 5), light, keeps)
    line = smeared(point, np.array((10.0, 0.0)))
    lit = np.argwhere(line.light[..., 0] > 0.01)
    assert 1 == len(set(lit[:, 0]))
    assert 10 <= np.ptp(lit[:, 1]) <= 12
    assert np.isclose(1, line.light[..., 0].sum())
    assert np.isclose(1, (1 - line.keeps).sum())
    assert (12, 22) == (line.box[0] + line.box[2] // 2, line.box[1] + line.box[3] // 2)
    assert point is smeared(point, np.array((0.3, 0.0)))


def test_a_sheet_held_high_throws_its_shadow_aside() -> None:
    """The sheet is bright where it is, and the ground dark where the lamp casts it."""
    lens = over(450.0).stream(WATCH)
    frame = np.full((360, 640, 3), 128, np.uint8)
    lay_cutout(frame, paper(40.0), np.array((0.0, 0.0, 99.0)), 0.0, (lens, LAMP))
    spots = lens.project(np.array([(0.0, 0.0, 100.0), (100 * AWAY[0], 100 * AWAY[1], 0.0)]))
    sheet, shadow = (int(frame[round(y), round(x), 1]) for x, y in spots)
    assert sheet > 200
    assert shadow < 90


def test_the_picture_grows_darker_towards_its_corners() -> None:
    """An evenly grey table is brightest near the middle, and more so on the lamp's side."""
    lens = over(450.0).stream(WATCH)
    seen = floor((np.full((1530, 2670, 3), 128, np.uint8), 3.0), lens, LAMP)[..., 0].astype(float)
    assert seen[2, 2] < 0.95 * seen[180, 320]
    assert seen[100, 220] > seen[260, 420]


@pytest.mark.parametrize("face", ["hit", "out"])
@pytest.mark.parametrize("seed", range(4))
def test_tossed_chip_shows_its_face(face: str, seed: int) -> None:
    """At rest it lies flat, with that face up."""
    stadium = SimulatedStadium(seed)
    pose = stadium.where("chip", stadium.toss(0, "hit" if face == "hit" else "out") + 0.1)
    assert pose is not None
    assert (1 if face == "hit" else -1) == pytest.approx(pose.turn[2, 2])


def test_a_leaning_chip_is_not_flat() -> None:
    """Its edge is on the field, and it is tipped by twenty degrees or more, over towards the die it leans on."""
    stadium = ScriptedStadium(seed=3)
    t = stadium.lean_chip(stadium.throw(0, "red", 7, near=(20, 10)) + 1, "hit", "red") + 1
    pose, die = stadium.where("chip", t), stadium.where("red", t)
    assert pose is not None
    assert die is not None
    assert 0.3 < pose.turn[2, 2] < np.cos(np.radians(20))
    assert np.isclose(0, stadium.stage.bodies["chip"].at(pose).corners[:, 2].min())
    assert (pose.place - die.place)[:2] @ pose.turn[:2, 2] > 0  # the face looks away from the die


@pytest.mark.parametrize("seed", range(20))
def test_a_flight_strikes_nothing(seed: int) -> None:
    """Between nine posts, a toss is found that stays clear of all of them while it is low."""
    posts = tuple((float(x), float(y), 18.0) for x in (-90, 0, 90) for y in (-90, 0, 90))
    places, _ = choose("die", np.random.default_rng(seed), Room(1, 1, posts, ()), None)
    low = places[places[:, 2] < 20]
    for x, y, radius in posts:
        assert radius < np.hypot(low[:, 0] - x, low[:, 1] - y).min()


@pytest.mark.parametrize("seed", range(12))
def test_no_die_comes_to_rest_where_none_should(seed: int) -> None:
    """With half of the field kept clear, every toss ends on the other half."""
    room = Room(1, 1, (), (Area(-225, -225, 0, 225),))
    assert 0 < choose("die", np.random.default_rng(seed), room, None)[0][-1, 0]


@pytest.mark.parametrize("seed", range(6))
def test_a_toss_ends_where_it_is_wanted(seed: int) -> None:
    """A wanted place is met to the millimetre, and the toss is moved a little rather than bent."""
    places, _ = choose("chip", np.random.default_rng(seed), Room(1, 1, (), (STADIUM.dice_corner,)), (-70.0, 40.0))
    assert np.allclose((-70, 40), places[-1, :2])


def test_what_is_done_later_replaces_what_was_planned() -> None:
    """A thing that is taken at two seconds does not do at three what it was to do."""
    first, later, taken = (AtRest(Pose(np.full(3, float(number)), np.eye(3))) for number in range(3))
    track = Track()
    track.add(1, first)
    track.add(3, later)
    track.add(2, taken)
    assert track.at(0.5) is None
    assert first.pose is track.at(1.5)
    assert taken.pose is track.at(4)
