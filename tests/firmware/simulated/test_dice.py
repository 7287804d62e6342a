"""Six-sided dice in the simulated stadium: they are numbered like real ones, fly, and show what was thrown."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from msgspec import structs
from support.stadium import SETUP

from firmware.demo import Players
from firmware.devices.protocols import Frame
from firmware.play.state.question import Asked, Verdict
from firmware.play.state.shown import Shown
from firmware.play.table.roll_collector import RollCollector
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.rendering.bodies import Cube, Pose, d6
from firmware.simulated.rendering.glyphs import pips
from firmware.simulated.rendering.lens import DISTORTION
from firmware.simulated.world.players import Throw, next_throw
from firmware.simulated.world.stadium import PIPS, HelmetSet, SimulatedStadium
from firmware.simulated.world.tosses import recorded, symmetry
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Roll, RulesName
from vision.geometry.registration import Board, lens_of_view
from vision.geometry.tilt import TiltField
from vision.readings import DieReading, Reading
from vision.tracking.tracker import ThrowTracker
from vision.types import Box

CLOTHS = np.array([(110, 110, 110), (70, 110, 60)])
"""What the tracker lays things on."""


def game(rules: RulesName = "two-dice") -> Game:
    """A game of that kind, its first throw due."""
    return start(structs.replace(SETUP, rules=rules))


def rng(seed: int) -> np.random.Generator:
    """Chance, the same each time."""
    return np.random.default_rng(seed)


# -- the die


def test_opposite_faces_sum_to_seven() -> None:
    """As on a real die; and 1, 2 and 3 run counter-clockwise round their corner."""
    cube = Cube()
    opposite = [
        cube.numbering[one] + cube.numbering[other]
        for one, other in product(range(6), repeat=2)
        if np.allclose(-cube.normals[one], cube.normals[other])
    ]
    assert [7] * 6 == opposite
    assert 1.0 == pytest.approx(np.linalg.det(cube.normals[[cube.face_of(value) for value in (1, 2, 3)]]))


@pytest.mark.parametrize("value", range(1, 7))
def test_any_value_comes_up_on_any_toss(value: int) -> None:
    """Turned about itself, a recorded cube ends with the wanted pips level on top, lying on the table."""
    cube = Cube()
    for toss in recorded("cube")[::17]:
        turn = toss.turns[-1] @ symmetry(cube, cube.face_of(value), 0)
        lying = d6("white").at(Pose(toss.places[-1], turn))
        top = max(lying.facets, key=lambda facet: float(facet.normal[2]))
        assert top.print is pips(value)
        assert np.allclose((0, 0, 1), top.normal)
        assert 0.0 == pytest.approx(float(lying.corners[:, 2].min()), abs=0.2)


def test_no_cube_flies_through_the_table() -> None:
    """In every frame of every toss all corners are above the table, but for what a soft contact gives."""
    corners = 8 * Cube().vertices
    lowest = min(
        float((turn @ corners.T)[2].min() + place[2])
        for toss in recorded("cube")
        for place, turn in zip(toss.places, toss.turns, strict=True)
    )
    assert lowest > -1.0


@pytest.mark.parametrize("value", range(1, 7))
def test_faces_have_their_number_of_pips(value: int) -> None:
    """Pips are drawn apart from each other."""
    count, _ = cv2.connectedComponents((pips(value) > 0.5).astype(np.uint8))
    assert value == count - 1


# -- on the field


class Knowing:
    """A reader that separates white and red things, and is given what the dice of these colours show."""

    def __init__(self) -> None:
        self.truth: dict[str, int] = {}

    def __call__(self, frame: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:  # noqa: ARG002 - they know the truth
        """Every white or red die on plain cloth."""
        cloth = np.abs(frame[:, :, None].astype(int) - CLOTHS).max(axis=3).min(axis=2) < 12
        _, places, stats, _ = cv2.connectedComponentsWithStats((~cloth).astype(np.uint8))
        found = ((_color(frame[places == number]), stats[number]) for number in range(1, len(stats)))
        return tuple(
            DieReading("d6", color, self.truth[color], 0.99, (), Box(int(x), int(y), int(wide), int(high)))
            for color, (x, y, wide, high, area) in found
            if color in self.truth and area > 600
        )


def _color(pixels: np.ndarray) -> str:
    blue, green, red = np.median(pixels, axis=0)
    if min(blue, green, red) > 150:
        return "white"
    return "red" if red > 2 * max(blue, green) else "other"


@pytest.mark.newest
def test_two_dice_thrown_in_the_stadium_are_a_roll() -> None:
    """Players throw, the camera looks, and dice at rest come to the roll that was thrown, again and again."""
    camera = SimulatedCamera(SimulatedStadium(4, numbering=PIPS, helmets=HelmetSet(("yellow", "green"))), fps=15)
    board = Board(camera.stadium.field, lambda size: lens_of_view(size, distortion=(DISTORTION, 0.0, 0.0, 0.0)))
    eyes, chance, now = Knowing(), rng(7), game()
    tracker, judge = ThrowTracker(eyes, board), RollCollector({}, settled=False)
    film(camera, tracker, judge, now)
    for _ in range(2):
        thrown = camera.throw(now, chance)
        eyes.truth = dict(thrown.dice)
        rolls = film(camera, tracker, judge, now)
        assert [sorted(eyes.truth.values())] == [sorted(roll.values) for roll in rolls if isinstance(roll, Roll)]
        now = apply(now, Roll(values=tuple(eyes.truth.values())))
        judge.forget()


def film(camera: SimulatedCamera, tracker: ThrowTracker, judge: RollCollector, now: Game) -> list[Verdict]:
    """What is made of everything that happens until all lies still."""
    verdicts: list[Verdict | None] = []
    while camera.filming:
        frame = camera.frame()
        assert frame is not None
        verdicts.append(judge.see(tracker.update(frame, camera.still), now))
    return [verdict for verdict in verdicts if verdict is not None]


# -- the players


@pytest.mark.parametrize(("rules", "due"), [("one-die", 1), ("two-dice", 2), ("three-dice", 3), ("four-dice", 4)])
def test_players_throw_as_many_dice_as_the_game_takes(rules: RulesName, due: int) -> None:
    """Each of another colour, and each side of each comes up."""
    thrown = [next_throw(game(rules), chance) for chance in map(rng, range(60))]
    assert {due} == {len(set(each.names)) for each in thrown}
    assert set(range(1, 7)) == {value for each in thrown for _, value in each.dice}


class Table:
    """A table on which always the same dice fall."""

    filming = False

    def throw(self, _game: Game, _rng: np.random.Generator) -> Throw:
        """White 3 and red 5."""
        return Throw("dice", dice=(("white", 3), ("red", 5)))


def reported(*lines: tuple[Asked | None, Roll | None]) -> tuple[Players, list[str]]:
    """Players who were shown these questions and lines after their throw, and what they pressed."""
    buttons, pressed = SimulatedButtons(), list[str]()
    buttons.listen(pressed.append)
    players = Players(Table(), buttons, 1, lambda act: act())
    for asked, line in ((None, None), *lines):
        players(Shown(game(), asked, "", "play", line, 1, None, ()))
    return players, pressed


def test_players_know_the_die_that_is_asked_about() -> None:
    """Asked for the red die they accept its value and no other."""
    wrong, right = (Asked("red", (value, 1), rolled=(3,)) for value in (4, 5))
    assert ["next", "ok"] == reported((wrong, None), (right, None))[1]


def test_a_throw_is_repeated_once_all_of_it_was_seen_to_lie_still() -> None:
    """A camera that says that nothing moves, just before the dice fall, has not missed them."""
    table = Table()
    players = Players(table, SimulatedButtons(), 1, lambda act: act())
    players(Shown(game(), None, "", "play", None, 1, None, ()))
    for table.filming, throws in ((True, 1), (False, 2)):
        players.idle()
        assert throws == players.tally.throws


def test_a_roll_is_compared_whatever_its_order() -> None:
    """What was scored is right if the same values lie there, and wrong otherwise."""
    seen, misread = (Roll(values=values, by="camera") for values in ((5, 3), (5, 4)))
    assert (1, 0) == (reported((None, seen))[0].tally.read, reported((None, seen))[0].tally.wrong)
    assert (0, 1) == (reported((None, misread))[0].tally.read, reported((None, misread))[0].tally.wrong)
