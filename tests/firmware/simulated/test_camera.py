"""The moving stadium is a camera like any other, and a table that simulated players throw on."""

from __future__ import annotations

from itertools import pairwise
from queue import SimpleQueue
from threading import Thread

import numpy as np
import pytest
from support.hang import GIVE_UP_S

from firmware.devices.protocols import Camera, Frame
from firmware.errors import DeviceError
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.pieces import ball_position, helmets_on
from firmware.simulated.world.players import Throw
from firmware.simulated.world.stadium import COMMON, SimulatedStadium
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Chip, Die, Event, Setup, Team
from vision.geometry.d10 import D10, NUMBERINGS
from vision.geometry.stadium import STADIUM

SETUP = Setup(
    rules="diamante-amateur", innings=3, away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue")
)


def rng(seed: int) -> np.random.Generator:
    """Chance, the same each time."""
    return np.random.default_rng(seed)


def event(thrown: Throw) -> Event:
    """What an umpire with a perfect reader makes of a throw."""
    return Chip(face=thrown.face) if thrown.face else Die(color=thrown.color, value=thrown.value or 0)


def film(camera: SimulatedCamera) -> list[Frame]:
    """Every frame until everything lies still."""
    frames = []
    while camera.filming:
        frame = camera.frame()
        assert frame is not None
        frames.append(frame)
    return frames


def quick(camera: SimulatedCamera) -> None:
    """Let the film run without drawing it."""
    camera._frames = int(camera.until / camera._step)


def after(*events: Event) -> Game:
    """The game after these lines."""
    game = start(SETUP)
    for each in events:
        game = apply(game, each)
    return game


@pytest.mark.untraced
def test_it_is_a_camera() -> None:
    """It has what `firmware.devices.protocols.Camera` asks for."""
    camera: Camera = SimulatedCamera()
    assert camera.frame() is not None
    assert (1296, 2304, 3) == camera.still().shape


def test_a_still_before_the_first_frame_is_refused() -> None:
    """There is no instant to show yet, and one clear line says so."""
    with pytest.raises(DeviceError, match="ask for a frame first"):
        SimulatedCamera().still()


@pytest.mark.parametrize("fps", [8.0, 30.0])
def test_the_clock_is_the_cameras(fps: float) -> None:
    """Each frame is one frame's time after the one before, however long it took to draw."""
    camera = SimulatedCamera(fps=fps)
    for number in range(1, 4):
        camera.frame()
        assert number / fps == pytest.approx(camera.now)


@pytest.mark.untraced
def test_a_throw_is_filmed_until_it_lies_still() -> None:
    """The die is in the air on some frames; the last dozen differ by nothing but the sensor's noise."""
    camera = SimulatedCamera(seed=2)
    camera.lay(Throw("die", "red", 7), rng(1))
    frames = film(camera)
    moved = [int((np.abs(b.astype(int) - a) > 25).sum()) for a, b in pairwise(frames)]
    assert 20 < max(moved)
    assert [0] * 12 == moved[-12:]


def test_the_truth_is_what_lies_there() -> None:
    """What a player is told he threw is what the stadium's die shows."""
    camera = SimulatedCamera(seed=2)
    thrown = camera.throw(after(), rng(4))
    quick(camera)
    pose = camera.stadium.where(thrown.color, camera.now)
    assert pose is not None
    shape = D10(numbering=NUMBERINGS[COMMON])
    assert (thrown.value or 0) % 10 == shape.numbering[int(np.argmax((shape.normals @ pose.turn.T)[:, 2]))]


def test_a_die_is_lifted_before_it_is_thrown_again() -> None:
    """Between two throws of one die a hand takes it off the field."""
    camera = SimulatedCamera(seed=2)
    for seed in (1, 2):
        camera.lay(Throw("die", "red", 3), rng(seed))
        begun = camera.now
        quick(camera)
    lies = [camera.stadium.where("red", t) for t in np.arange(begun, camera.now, 0.02)]
    heights = [0.0 if pose is None else float(pose.place[2]) for pose in lies]
    assert heights[0] == pytest.approx(heights[-1])
    assert 20 < max(heights)
    assert any(pose is None or pose.place[1] > 250 or pose.place[1] < -250 for pose in lies)


def test_the_white_die_goes_back_to_its_corner() -> None:
    """It lies in the dice corner at first, and again once another die is thrown."""
    camera = SimulatedCamera(seed=2)
    corner = camera.stadium.field.dice_corner
    inside = []
    for color in ("", "white", "blue"):
        if color:
            camera.lay(Throw("die", color, 4), rng(1))
            quick(camera)
        pose = camera.stadium.where("white", camera.now)
        assert pose is not None
        inside.append(corner.holds((pose.place[0], pose.place[1])))
    assert [True, False, True] == inside


def test_the_pieces_stand_as_the_game_does() -> None:
    """When a throw is due, the batter's helmet is at the plate, the runner's on its place, and the Ball on its zone."""
    camera = SimulatedCamera(seed=2)
    game, chance = start(SETUP), rng(7)
    while game.awaits is not None and game.outs < 1 + 2 * (game.half == "top"):
        thrown = camera.throw(game, chance)
        quick(camera)
        assert sorted(places_of(camera)) == sorted(helmets_on(game).values())
        if camera.stadium.where("chip", camera.now) is not None and game.phase != "toss":
            ball = camera.stadium.where("chip", camera.now)
            assert ball is not None
            assert np.allclose(ball_position(STADIUM, game.ball), ball.place[:2])
        game = apply(game, event(thrown))


def test_no_piece_is_put_where_a_die_lies() -> None:
    """Two things cannot be in one spot: a die that is in the way of a helmet or the Ball is taken away first."""
    camera = SimulatedCamera(seed=2)
    game, chance, moved = start(SETUP), rng(7), 0
    while game.awaits is not None and game.inning < 3:
        lay = dice_of(camera)
        thrown = camera.throw(game, chance)
        quick(camera)
        moved += sum(die not in dice_of(camera) for die in lay if die not in thrown.names)
        for die, at in dice_of(camera).items():
            for piece, place in pieces_of(camera).items():
                assert np.hypot(*(at - place)) > camera.stadium._body(piece).reach, f"the {die} die is in {piece}"
        game = apply(game, event(thrown))
    assert moved > 0


def dice_of(camera: SimulatedCamera) -> dict[str, np.ndarray]:
    """Where which die lies."""
    poses = {color: camera.stadium.where(color, camera.now) for color in ("red", "blue", "white")}
    return {color: pose.place[:2] for color, pose in poses.items() if pose is not None}


def pieces_of(camera: SimulatedCamera) -> dict[str, np.ndarray]:
    """Where the Ball and each helmet are."""
    helmets = [f"{team} {helmet}" for team in ("away", "home") for helmet in range(1, 5)]
    poses = {name: camera.stadium.where(name, camera.now) for name in ("chip", *helmets)}
    return {name: pose.place[:2] for name, pose in poses.items() if pose is not None}


def places_of(camera: SimulatedCamera) -> list[int]:
    """The places of the path that a helmet stands on."""
    found = []
    for number, at in enumerate(STADIUM.path):
        poses = [
            camera.stadium.where(f"{team} {helmet}", camera.now) for team in ("away", "home") for helmet in range(1, 5)
        ]
        found += [number for pose in poses if pose is not None and np.allclose(at, pose.place[:2])]
    return found


def test_a_whole_game_can_be_thrown() -> None:
    """Three innings, every throw as the law awaits it, every piece in its place, and no hand is ever short of one."""
    camera, game, chance, throws = SimulatedCamera(seed=1), start(SETUP), rng(3), 0
    while game.awaits is not None:
        thrown = camera.throw(game, chance)
        quick(camera)
        game, throws = apply(game, event(thrown)), throws + 1
    assert game.over
    assert 60 < throws


def test_game_is_the_same_at_any_speed() -> None:
    """Thrown before the last throw was filmed to its end, or after, the next one is the same picture."""
    eager, patient = SimulatedCamera(seed=3), SimulatedCamera(seed=3)
    for camera in (eager, patient):
        for seed, color in enumerate(("red", "blue")):
            camera.lay(Throw("die", color, 3), rng(seed))
            if camera is patient:
                quick(camera)
        quick(camera)
    assert eager.now == patient.now
    assert np.array_equal(eager.stadium.watch(eager.now), patient.stadium.watch(patient.now))


def test_while_nothing_happens_the_camera_waits() -> None:
    """It says once that it is idle, shows no more frames, and goes on when a player throws."""
    reported = SimpleQueue[None]()
    camera = SimulatedCamera(seed=2, idle=lambda: reported.put(None))
    film(camera)
    shown: list[Frame | None] = []
    waiting = Thread(target=lambda: shown.append(camera.frame()))
    waiting.start()
    reported.get(timeout=GIVE_UP_S)
    waiting.join(0.2)
    assert waiting.is_alive()
    camera.lay(Throw("chip", face="out"), rng(1))
    waiting.join(GIVE_UP_S)
    assert not waiting.is_alive()
    assert shown[0] is not None
    assert reported.empty()


def test_it_films_on_for_as_long_as_people_look() -> None:
    """By its own clock, from when all that was done is over."""
    camera = SimulatedCamera(fps=10)
    film(camera)
    before = camera.now
    camera.film(3.0)
    film(camera)
    assert 3.0 == pytest.approx(camera.now - before, abs=0.2)


def test_waiting_ends_with_the_game() -> None:
    """A closed camera gives None, also to a thread that is already waiting."""
    camera = SimulatedCamera(seed=2)
    film(camera)
    shown: list[Frame | None] = [np.zeros((1, 1, 3), np.uint8)]
    waiting = Thread(target=lambda: shown.append(camera.frame()))
    waiting.start()
    camera.close()
    waiting.join(GIVE_UP_S)
    assert shown[-1] is None
    camera.close()
    assert camera.frame() is None


def test_a_script_can_interfere() -> None:
    """Whatever the stadium can do can happen between two throws."""
    camera = SimulatedCamera(seed=2)

    def visit(stadium: SimulatedStadium, at: float) -> float:
        return stadium.sun_patch(at)

    before = camera.until
    camera.script(visit)
    assert before + 5 < camera.until


def test_each_helmet_stands_where_its_runner_is() -> None:
    """The helmet that the record names, and no other of its team: a game of + and - depends on it."""
    in_play = after(Die(color="blue", value=3), Die(color="red", value=6), Chip(face="hit"))
    assert {"away 1": 4} == helmets_on(apply(in_play, Die(color="white", value=4)))
    assert {"away 1": 6, "away 2": 0} == helmets_on(apply(in_play, Die(color="white", value=6)))
