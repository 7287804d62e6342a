"""The simulated stadium: a script says what happens when, and a camera sees it.

Every verb takes the time it begins, in seconds, and returns the time it is over, so that a script reads like one:

    stadium = SimulatedStadium(seed=4)
    t = stadium.throw(1.0, "red", 7)
    t = stadium.lift(t + 2.0, "red")
    frame = stadium.watch(t)

Rule kept here: the script knows the truth of every throw, and the camera gives pictures and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.bodies import Cube, PieceShape, Pose, spun
from firmware.simulated.rendering.cutouts import hand, paper
from firmware.simulated.rendering.lens import MAIN, TILT, WATCH, over
from firmware.simulated.rendering.optics import Lamp, Vectors
from firmware.simulated.rendering.printed_field import printed
from firmware.simulated.rendering.sensor import CameraBump, Sensor, Spot, floor
from firmware.simulated.world.flights import Flight, Room, choose, obstacles
from firmware.simulated.world.stage import AtRest, Carried, Flying, Path, Stage, Visit
from firmware.simulated.world.tosses import RECORDED_RADIUS, Kind, Shape, flip, symmetry
from vision.geometry.d10 import D10, NUMBERINGS
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import SIDE, lay_out
from vision.types import Point

CHIP = "chip"
COMMON, PIPS, NUMERALS = "common", "pips", "numerals"
RELEASE_S = 0.3
"""From a hand's coming to the throw."""
REACH_S, GRIP_S, CARRY_S = 0.4, 0.15, 0.6
"""How long a hand takes to come or go, to grip, and to carry."""
STEP_S = 0.18
"""From one place of the path to the next, for a helmet that is slid."""
HOVER = 28.0
"""How high things are carried, mm."""
WITHDRAW_S = 0.3
"""How long a hand that has thrown stays in sight."""
BEYOND = 90.0
"""How far from the field's edge a hand is out of sight, mm."""
LANDED_S = 6.0
"""After which whatever flies lies still."""
PLAIN = ("", "", "", "")
"""What is painted on a team's helmets where they do not differ."""
CORNER_ROWS = 4
"""The dice corner has room for so many rows of two dice."""
LAMP = Lamp(np.array((-0.42, 0.36, 0.83)) / np.linalg.norm((-0.42, 0.36, 0.83)), 0.72, 0.34, 0.16)
TURNS_IN = 0.0012
"""A hand reaches the sides of the field aslant: radians a millimetre."""
SLEEVES = ((150, 92, 60), (58, 52, 140), (64, 70, 74))
Stop = tuple[float, Vectors | None]
"""When a hand is where, mm; None is out of sight."""


@dataclass(frozen=True, slots=True)
class HelmetSet:
    """What both teams' batters are on the table; the visitors' first.

    Attributes:
        colors: of the teams.
        shape: of all of them.
        signs: what is painted on each team's four, + or - or nothing (D5).
    """

    colors: tuple[str, str] = ("red", "blue")
    shape: PieceShape = "helmet"
    signs: tuple[Sequence[str], Sequence[str]] = (PLAIN, PLAIN)


class SimulatedStadium:
    """A stadium on a table, with a camera above it.

    Args:
        seed: what falls where, how hands come, and the camera's noise.
        side: of the field, mm.
        die_mm: across a die.
        numbering: of the dice, one of `vision.geometry.d10.NUMBERINGS`; or `PIPS` or `NUMERALS` for six-sided ones.
        tilt: of the camera, off the vertical, in degrees.
        helmets: both teams'.

    Attributes:
        field: the printed field.
        stage: what happens when.
        chance: may be replaced, to draw a throw from a generator of its own.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        side: float = SIDE,
        die_mm: float = DIE_MM,
        numbering: str = COMMON,
        tilt: float = TILT,
        helmets: HelmetSet = HelmetSet(),
    ) -> None:
        self.field = lay_out(side)
        self.stage = Stage()
        self._shape: Shape = Cube() if numbering in {PIPS, NUMERALS} else D10(numbering=NUMBERINGS[numbering])
        self._numbering, self._die_mm = numbering, die_mm
        self.chance = np.random.default_rng(seed)
        self._hung = side, tilt, seed
        self.build()
        self._parked: list[str] = []
        for team, color, painted in zip(("away", "home"), helmets.colors, helmets.signs, strict=True):
            seats = zip(self.field.dugouts[team], painted, strict=True)  # type: ignore[index] # both are teams
            for number, (seat, sign) in enumerate(seats, 1):
                pose = Pose(np.array([*seat, 0.0]), spun(self.chance.uniform(-0.4, 0.4)))
                self.stage.track(f"{team} {number}", bodies.helmet(color, helmets.shape, sign)).add(
                    -np.inf, AtRest(pose)
                )

    def build(self, height: float = 1.0, markers: float = 1.0, curl: float = 0.0) -> None:
        """Hang the camera so many times as high as would do, over markers so many times as large as they should be.

        The print's far corner on the first-base side stands up by ``curl`` mm.
        """
        side, tilt, seed = self._hung
        lens = over(side, tilt, height=height)
        self._sensor = Sensor(lens, LAMP, partial(_bare, self._hung, (height, markers, curl)), seed)

    # -- what the camera sees

    def watch(self, t: float) -> Frame:
        """The small stream's frame at ``t`` seconds, (360, 640, 3)."""
        return self._sensor.expose(self.stage.scene(t), WATCH)

    def still(self, t: float) -> Frame:
        """The large stream's frame of the same instant, (1296, 2304, 3)."""
        return self._sensor.expose(self.stage.scene(t), MAIN)

    def where(self, name: str, t: float) -> Pose | None:
        """Where a thing truly is, mm: a die by its colour, ``chip``, or a helmet such as ``away 1``; None if away."""
        track = self.stage.tracks.get(name)
        return None if track is None else track.at(t)

    def dice_at(self, place: Point, name: str, t: float) -> list[str]:
        """The dice that lie where ``name`` would be put at ``place``: two things cannot be in one spot."""
        poses = {other: self.where(other, t) for other in self.stage.tracks if other != CHIP and not is_helmet(other)}
        return [
            die
            for die, pose in poses.items()
            if pose is not None and np.hypot(*(pose.place[:2] - place)) < self._body(die).reach + self._body(name).reach
        ]

    def pixels(self, points: Vectors, t: float = 0.0) -> Vectors:
        """Where points in millimetres, shape (N, 3), are seen in the large frame at ``t``, shape (N, 2)."""
        return self._sensor.lens.bumped(*self.stage.scene(t).camera_bump).project(points)

    # -- throws

    def throw(self, at: float, color: str, value: int, *, near: Point | None = None) -> float:
        """A hand throws a die, which comes to rest with ``value`` on top, near a place if one is named."""
        return self._fly(at, color, self._flight(self._tossed, color, value, at, near))

    def toss(self, at: float, face: Literal["hit", "out"], *, near: Point | None = None) -> float:
        """A hand tosses the Ball, which comes to rest with ``face`` up."""
        places, turns = self._flight("chip", CHIP, 1, at, near)
        return self._fly(at, CHIP, (places, turns @ chip_side(face)))

    # -- hands

    def lift(self, at: float, name: str) -> float:
        """A hand takes a thing away."""
        return self._carry(at, name, None)

    def carry(self, at: float, name: str, to: Point) -> float:
        """A hand moves a thing to another place: a helmet to a base, upright, or the Ball, as it lies, to a zone."""
        pose = self._known(name, at)
        has_fallen = is_helmet(name) and not pose.turn[2, 2]
        upright = Pose(np.array([*to, 0.0 if has_fallen else pose.place[2]]), np.eye(3) if has_fallen else pose.turn)
        return self._carry(at, name, upright)

    def slide(self, at: float, name: str, way: Sequence[Point]) -> float:
        """A hand slides a thing along a way, place by place, at the pace of one who counts along."""
        pose = self._known(name, at)
        stops: list[Stop] = [(at, None), (at + REACH_S, pose.place), (at + REACH_S + GRIP_S, pose.place)]
        for point in way:
            stops.append((stops[-1][0] + STEP_S, np.array([*point, pose.place[2]])))
        free, there = stops[-1]
        stops += [(free + GRIP_S, there), (free + GRIP_S + REACH_S, None)]
        track = self.stage.track(name, self._body(name))
        track.add(at + REACH_S, Carried(self._path(stops), pose.turn))
        track.add(free + GRIP_S, AtRest(Pose(there if there is not None else pose.place, pose.turn)))
        return self._visit(stops)

    def upset(self, at: float, name: str, to: Point) -> float:
        """A hand moves a helmet to another place, and it falls over there."""
        lying = Pose(np.array([*to, bodies.HELMET_RADIUS]), np.array([(1.0, 0, 0), (0, 0, -1), (0, 1, 0)]))
        return self._carry(at, name, lying)

    def bring(self, at: float, name: str, to: Point) -> float:
        """A hand sets down something that was not on the table: a helmet of another game."""
        return self._carry(at, name, Pose(np.array([*to, 0.0]), np.eye(3)))

    def rest_hand(self, at: float, place: Point, seconds: float) -> float:
        """A hand comes, stays where it is for a while, and goes."""
        there = np.array([*place, HOVER / 2])
        return self._visit(
            [(at, None), (at + REACH_S, there), (at + REACH_S + seconds, there), (at + seconds + 1, None)]
        )

    def rest_ball(self) -> None:
        """The Ball has been lying with the pitcher all the time, HIT up."""
        place = np.array([*self.field.zones[0].centre, bodies.chip().low])
        self.stage.track(CHIP, bodies.chip()).add(-np.inf, AtRest(Pose(place, np.eye(3))))

    def park(self, at: float, color: str) -> float:
        """A hand puts a die into the dice corner."""
        return self._carry(at, color, self._in_corner(color))

    def keep(self, color: str) -> None:
        """A die has been lying in the dice corner all the time."""
        self.stage.track(color, self._die(color)).add(-np.inf, AtRest(self._in_corner(color)))

    def set_down(self, at: float, color: str, value: int, place: Point = (0.0, 20.0)) -> float:
        """A hand puts a die down slowly, with a face of its choice up: no throw."""
        return self._carry(at, color, self._lying(color, value, place), slow=2.0)

    def cover_marker(self, at: float, number: int, seconds: float = 3.0) -> float:
        """A sheet of paper is pushed over a marker, and later away again."""
        marker = self.field.markers[number]
        x, y = marker.centre
        away = (np.sign(x) * self.field.side, y, 0.0)
        times = (at, at + REACH_S, at + REACH_S + seconds, at + 2 * REACH_S + seconds)
        path = Path(times, np.array([away, (x, y, 0.0), (x, y, 0.0), away]))
        self.stage.visits.append(Visit(at, times[-1], paper(1.5 * marker.side), path, 0.1))
        return times[-1]

    # -- light and knocks

    def lights(self, at: float, level: float) -> float:
        """The room's light is switched to ``level``, 1 the usual; the camera's exposure follows within seconds."""
        self.stage.light(at, level)
        return at

    def flicker(self, at: float, hertz: float = 100.0, depth: float = 0.08, seconds: float = 5.0) -> float:
        """The lamp flickers ``hertz`` times a second, by ``depth`` of its light either way."""
        self.stage.flickers.append((at, at + seconds, (hertz, depth)))
        return at + seconds

    def sun_patch(self, at: float, place: Point = (-60.0, 60.0), seconds: float = 5.0, gain: float = 1.8) -> float:
        """The sun falls in through a window, on a patch with sharp edges."""
        corners = ((-70, -50), (40, -70), (75, 60), (-35, 80))
        outline = tuple((place[0] + x, place[1] + y) for x, y in corners)
        self.stage.spots.append((at, at + seconds, Spot(outline, gain, 1.5)))
        return at + seconds

    def reflection(self, at: float, place: Point = (60.0, 90.0), seconds: float = 5.0) -> float:
        """The lamp is mirrored in the print."""
        angle = np.linspace(0, 2 * np.pi, 24)
        outline = tuple((place[0] + 26 * float(np.cos(a)), place[1] + 15 * float(np.sin(a))) for a in angle)
        self.stage.spots.append((at, at + seconds, Spot(outline, 3.0, 9.0)))
        return at + seconds

    def bump_camera(self, at: float, dx: float, dy: float, turn: float = 0.0) -> float:
        """The camera is bumped: its picture moves by large-stream pixels and turns by degrees, for good."""
        self.stage.camera_bump(at, (dx, dy, turn))
        return at + 0.3

    # -- how it is done

    @property
    def _tossed(self) -> Kind:
        return "cube" if isinstance(self._shape, Cube) else "die"

    def _die(self, color: str) -> bodies.Body:
        if isinstance(self._shape, Cube):
            return bodies.d6(color, self._die_mm, numerals=self._numbering == NUMERALS)
        return bodies.d10(color, self._die_mm, self._numbering)

    def _body(self, name: str) -> bodies.Body:
        if name in self.stage.bodies:
            return self.stage.bodies[name]
        return bodies.chip() if name == CHIP else self._die(name)

    def _known(self, name: str, t: float) -> Pose:
        pose = self.where(name, t)
        if pose is None:
            raise ValueError(f"the {name} is not on the table at {t:.2f} s; throw it first, or set it down")
        return pose

    def _lying(self, color: str, value: int, place: Point) -> Pose:
        turn = self._shape.resting(self._shape.face_of(value % 10), self.chance.uniform(0, 2 * np.pi))
        return Pose(np.array([*place, self._die(color).low]), turn)

    def _in_corner(self, color: str) -> Pose:
        """A place of its own in the dice corner, any face up."""
        if color not in self._parked:
            self._parked.append(color)
        corner, slot = self.field.dice_corner, self._parked.index(color)
        row, column = divmod(slot % (CORNER_ROWS * 2), 2)
        x = corner.left + (corner.right - corner.left) * (0.3 + 0.4 * column)
        y = corner.top - (corner.top - corner.bottom) * (0.5 + row) / CORNER_ROWS
        return self._lying(color, int(self.chance.integers(1, len(self._shape.numbering) + 1)), (x, y))

    def _flight(self, kind: Kind, name: str, value: int, at: float, near: Point | None) -> Flight:
        size = 1.0 if name == CHIP else self._die_mm / 2 / RECORDED_RADIUS
        in_the_way = obstacles(self._poses(name, at) if near is None else [], self._body(name).reach)
        room = Room(self.field.side / SIDE, size, in_the_way, (self.field.dice_corner,))
        places, turns = choose(kind, self.chance, room, near)
        if name == CHIP:
            return places, turns
        return places, turns @ symmetry(self._shape, self._shape.face_of(value % 10), 0)

    def _poses(self, name: str, at: float) -> list[tuple[Pose, float]]:
        """Other things and their reach: where they are, and where those that fly now will have come to rest."""
        others = ((other, t) for other in self.stage.tracks if other != name for t in (at, at + LANDED_S))
        return [(pose, self._body(other).reach) for other, t in others if (pose := self.where(other, t)) is not None]

    def _fly(self, at: float, name: str, flight: Flight) -> float:
        """Out of a hand over the place where the flight begins."""
        places, turns = flight
        release = at + RELEASE_S
        track = self.stage.track(name, self._body(name))
        stops = [(at, None), (release, places[0]), (release + WITHDRAW_S, None)]
        track.add(at, Carried(self._path(stops), turns[0]))
        self._visit(stops)
        flying = Flying(release, places, turns)
        track.add(release, flying)
        return flying.end

    def _carry(self, at: float, name: str, to: Pose | None, *, slow: float = 1.0) -> float:
        """A hand takes a thing from its place, or brings it, and puts it ``to`` another, or takes it away."""
        track, pose = self.stage.track(name, self._body(name)), self.where(name, at)
        stops: list[Stop] = [(at, None)]
        if pose is not None:
            stops += _taking(pose, at + REACH_S)
        if to is not None:
            stops += _putting(to, stops[-1][0] + CARRY_S * slow, GRIP_S * slow)
        free = stops[-1][0]
        gone = free + REACH_S
        stops.append((gone, None))
        held = to or pose
        turn = np.eye(3) if held is None else held.turn
        track.add(at if pose is None else at + REACH_S, Carried(self._path(stops), turn))
        track.add(gone if to is None else free, AtRest(to))
        return self._visit(stops)

    def _visit(self, stops: Sequence[Stop], ahead: float = 0.0) -> float:
        """A hand comes, stops at places, and goes; ``ahead`` reaches that much farther, mm."""
        x, y, _ = _first(stops)
        direction = TURNS_IN * float(x) if y <= 0 else np.pi - TURNS_IN * float(x)  # from the nearer of the two players
        reach = ahead * np.array([-np.sin(direction), np.cos(direction), 0])
        path = self._path([(t, None if place is None else place + reach) for t, place in stops])
        self.stage.visits.append(Visit(stops[0][0], stops[-1][0], hand(SLEEVES[int(y > 0)]), path, direction))
        return stops[-1][0]

    def _path(self, stops: Sequence[Stop]) -> Path:
        """A path by the stops; where one is None, out of sight on the nearer player's side."""
        x, y, _ = _first(stops)
        out = np.array([0.8 * x, np.copysign(self.field.side / 2 + BEYOND, 1.0 if y > 0 else -1.0), HOVER])
        points = np.stack([out if place is None else place for _, place in stops])
        return Path([t for t, _ in stops], points)


@lru_cache(maxsize=8)
def _bare(
    hung: tuple[float, float, int], built: tuple[float, float, float], size: tuple[int, int], bump: CameraBump
) -> Frame:
    """The empty field; a tenth of a second's work, which every stadium with such a field shares."""
    (side, tilt, seed), (height, markers, curl) = hung, built
    lens = over(side, tilt, height=height).bumped(*bump).stream(size)
    return floor(printed(side, seed, markers), lens, LAMP, (side, curl))


def _first(stops: Sequence[Stop]) -> Vectors:
    return next(place for _, place in stops if place is not None)


def _taking(pose: Pose, at: float) -> list[Stop]:
    """Grip a thing and raise it."""
    return [(at, pose.place), (at + GRIP_S, pose.place), (at + 2 * GRIP_S, pose.place + up(HOVER))]


def _putting(pose: Pose, at: float, grip: float) -> list[Stop]:
    """Lower a thing and let go, each as long as ``grip``."""
    return [(at, pose.place + up(HOVER)), (at + grip, pose.place), (at + 2 * grip, pose.place)]


def is_helmet(name: str) -> bool:
    """Whether that is a helmet's name, such as ``away 1``."""
    return " " in name


def spare(side: str) -> str:
    """The name of a helmet of that side that is in no game; nobody sees it until it is set down."""
    return f"{side} spare"


def up(height: float) -> Vectors:
    """So many mm up, shape (3,)."""
    return np.array((0.0, 0.0, height))


def chip_side(face: Literal["hit", "out"]) -> Vectors:
    """The rotation that lays the chip with that face up."""
    return np.eye(3) if face == "hit" else flip()
