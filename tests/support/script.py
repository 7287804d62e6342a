"""A simulated stadium in which everything can happen that a test asks for: dice that lean, hands, a cat, dust."""

from __future__ import annotations

from functools import cache
from typing import Literal

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.bodies import Body, Pose, spun
from firmware.simulated.rendering.cutouts import Capsule, Cutout, Extent, cutout, lit, relief
from firmware.simulated.rendering.lens import MAIN, WATCH
from firmware.simulated.rendering.optics import Vectors
from firmware.simulated.world.flights import Flight
from firmware.simulated.world.stadium import CHIP, GRIP_S, REACH_S, SimulatedStadium, chip_side, up
from firmware.simulated.world.stage import Flying, Path, Visit
from firmware.simulated.world.tosses import FRAMES_A_SECOND
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS
from vision.types import Point

PALM = 8.0
"""How much higher an open hand is than one that grips, mm."""
GRAVITY = 9810.0
"""mm a square second."""
ENDING_FRAMES = round(0.2 * FRAMES_A_SECOND)
"""How much of a flight is bent so that it ends in another pose."""
FUR = (70, 116, 176)
STRIPE = 0.55
"""How much of a cat is plain: of a wave's height, 0 half of it and 1 all."""
CAT_EXTENT: Extent = (-75, 90, -370, 60)
CAT: tuple[Capsule, ...] = (
    ((0, 2), (0, -14), 25),
    ((0, 14), (0, 24), 11),
    ((-13, 4), (-24, 12), 8),
    ((13, 4), (24, 12), 8),
    ((0, -30), (0, -60), 19),
    ((0, -75), (0, -120), 33),
    ((0, -120), (2, -165), 37),
    ((-22, -66), (-30, -18), 9),
    ((24, -78), (34, -48), 9),
    ((-30, -165), (-44, -190), 12),
    ((30, -165), (38, -140), 12),
    ((2, -200), (14, -250), 8),
    ((14, -250), (44, -300), 7.5),
    ((44, -300), (50, -345), 7),
)
"""A cat seen from above, its head at (0, 0), walking up."""


class ScriptedStadium(SimulatedStadium):
    """The simulated stadium with more that can happen; each verb takes when it begins and returns when it is over."""

    def __init__(self, seed: int = 0, **options: object) -> None:
        super().__init__(seed, **options)  # type: ignore[arg-type] # those of the stadium, by name
        self._dust: list[tuple[float, Vectors]] = []
        self._brought: set[str] = set()

    def watch(self, t: float) -> Frame:
        """The small stream's frame, dust and all."""
        return self._dusty(super().watch(t), t, WATCH)

    def still(self, t: float) -> Frame:
        """The large stream's frame, dust and all."""
        return self._dusty(super().still(t), t, MAIN)

    # -- throws

    def fall(self, at: float, color: str, value: int) -> float:
        """A die falls out of the air, without a hand."""
        flying = Flying(at, *self._flight(self._tossed, color, value, at, None))
        self.stage.track(color, self._body(color)).add(at, flying)
        return flying.end

    def out_of_tray(self, at: float, color: str, value: int) -> float:
        """A die is thrown too hard, and comes to rest on the table beside the field."""
        return self._fly(at, color, self._flight("stray", color, value, at, None))

    def cocked(self, at: float, color: str, value: int = 7) -> float:
        """A thrown die ends leaning against the wall, none of its faces level."""
        wall = -self.field.side / 2 + 0.5 * self._die_mm
        places, turns = flight = self._flight(self._tossed, color, value, at, (wall, 0.0))
        lean = grounded(self._die(color), places[-1], tipped(0.5, 0.4) @ turns[-1])
        return self._fly(at, color, _ending(flight, lean))

    def touching(self, at: float, color: str, value: int, other: str) -> float:
        """A thrown die comes to rest against another one that lies there."""
        pose = self._known(other, at)
        way = _inward(pose)
        places, turns = self._flight(self._tossed, color, value, at, _beside(pose, self._die_mm))
        landed = Pose(places[-1], turns[-1])
        shift = _contact((self._body(other), pose), (self._die(color), landed), way)
        return self._fly(at, color, (places + shift, turns))

    def lean_chip(self, at: float, face: Literal["hit", "out"], on: str) -> float:
        """The Ball comes to rest with its edge on a die: it shows neither face for sure."""
        pose = self._known(on, at)
        way = _inward(pose)
        beside = _beside(pose, CHIP_RADIUS + 0.1 * self._die_mm)
        places, turns = self._flight("chip", CHIP, 1, at, beside)
        turns = turns @ chip_side(face)
        lean = grounded(bodies.chip(), places[-1], tipped(0.55, float(np.arctan2(way[1], way[0]))) @ turns[-1])
        return self._fly(at, CHIP, _ending((places, turns), lean))

    # -- things that come as no throw does

    def bring(self, name: str, body: Body) -> None:
        """A thing that is none of the stadium's, beside the table until a verb names it."""
        self.stage.track(name, body)
        self._brought.add(name)

    def lay(self, at: float, name: str, place: Point, value: int = 6) -> float:
        """A hand lays a thing down; ``value`` is what a die shows."""
        return self._carry(at, name, self._resting(name, value, place), slow=2.0)

    def slide(self, at: float, name: str, place: Point, value: int = 6, speed: float = 1200.0) -> float:
        """A thing slides in from beside the picture without a hand, and never turns over.

        ``speed`` is the first, mm a second; friction takes it away evenly.
        """
        pose = self._resting(name, value, place)
        way = np.array([np.copysign(1.0, place[0]), self.chance.uniform(-0.4, 0.4), 0])
        far = (1.1 * self.field.side - abs(place[0])) * way
        rows = np.linspace(0, 1, round(2 * float(np.linalg.norm(far)) / speed * FRAMES_A_SECOND))
        left = (1 - rows) ** 2
        spin = self.chance.uniform(-1, 1)
        turns = np.stack([spun(spin * float(row)) @ pose.turn for row in left])
        flying = Flying(at, pose.place + left[:, None] * far, turns)
        self.stage.track(name, self._body(name)).add(at, flying)
        return flying.end

    def drop(self, at: float, name: str, place: Point, value: int = 6, height: float = 60.0) -> float:
        """A thing falls straight down from ``height`` mm, without a hand, and lands as it fell."""
        pose = self._resting(name, value, place)
        rows = np.arange(np.ceil(np.sqrt(2 * height / GRAVITY) * FRAMES_A_SECOND) + 1) / FRAMES_A_SECOND
        high = np.maximum(height - GRAVITY / 2 * rows**2, 0)
        flying = Flying(at, pose.place + high[:, None] * up(1.0), np.stack([pose.turn] * len(rows)))
        self.stage.track(name, self._body(name)).add(at, flying)
        return flying.end

    def _resting(self, name: str, value: int, place: Point) -> Pose:
        if name not in self._brought:
            return self._lying(name, value, place)
        return Pose(np.array([*place, self._body(name).low]), spun(self.chance.uniform(0, 2 * np.pi)))

    # -- hands and guests

    def chip_on(self, at: float, color: str) -> float:
        """A hand lays the Ball upon a die."""
        place = self._known(color, at).place + up(self._die(color).low + CHIP_THICKNESS / 2)
        return self._carry(at, CHIP, Pose(place, spun(self.chance.uniform(0, 6))))

    def bump(self, at: float, name: str, by: float = 6.0) -> float:
        """A finger pushes a thing ``by`` mm, which neither lifts it nor turns it over."""
        pose = self._known(name, at)
        way, touch = self.chance.uniform(0, 2 * np.pi), at + REACH_S
        push = _slid(pose, by * np.array([np.cos(way), np.sin(way), 0]), spin=0.25)
        self.stage.track(name, self._body(name)).add(touch, Flying(touch, *push))
        gone = touch + GRIP_S + REACH_S
        return self._visit([(at, None), (touch, push[0][0]), (touch + GRIP_S, push[0][-1]), (gone, None)])

    def hand(self, at: float, over: str | Point, seconds: float = 1.5) -> float:
        """A hand comes, stays above a thing or a place, and goes."""
        place = self._known(over, at).place if isinstance(over, str) else np.array([*over, 0.0])
        palm = place + up(PALM)
        stops = [(at, None), (at + REACH_S, palm), (at + REACH_S + seconds, palm), (at + 2 * REACH_S + seconds, None)]
        return self._visit(stops, ahead=60.0)

    def cat(self, at: float, seconds: float = 5.0) -> float:
        """A cat walks over the field from the left to the right."""
        far = 1.3 * self.field.side
        path = Path((at, at + seconds), np.array([(-far, -20.0, 0.0), (far + 150, 40.0, 0.0)]))
        self.stage.visits.append(Visit(at, at + seconds, tabby(), path, -np.pi / 2))
        return at + seconds

    def dust(self, at: float, count: int = 12) -> float:
        """Specks settle on the field, and stay."""
        specks = self.chance.uniform(-0.45, 0.45, (count, 2)) * self.field.side
        self._dust.append((at, np.column_stack((specks, np.ones(count)))))
        return at

    def _dusty(self, frame: Frame, t: float, size: tuple[int, int]) -> Frame:
        radius = max(round(0.7 * 16 * self._scale() * size[0] / MAIN[0]), 4)
        for specks in (specks for since, specks in self._dust if since <= t):
            at = (self.pixels(specks, t) + 0.5) * size[0] / MAIN[0] - 0.5
            for x, y in np.rint(at * 16).astype(int).tolist():
                cv2.circle(frame, (x, y), radius, (96, 104, 108), -1, cv2.LINE_AA, 4)
        return frame

    def _scale(self) -> float:
        """Pixels of the large stream in a millimetre of the field's middle."""
        one, other = self.pixels(np.array([(0.0, 0, 0), (1, 0, 0)]))
        return float(np.linalg.norm(other - one))


@cache
def tabby() -> Cutout:
    """A striped cat."""
    shape = relief(CAT, CAT_EXTENT)
    ys, xs = np.mgrid[: shape.shape[0], : shape.shape[1]]
    stripes = 1 - 0.35 * (np.sin(ys / 9.5 + 0.9 * np.sin(xs / 11.0)) > STRIPE)
    fur = np.array(FUR) * cv2.GaussianBlur(stripes, (0, 0), 1.5)[..., None]
    return cutout(lit(fur, shape), shape, 60, CAT_EXTENT)


def tipped(angle: float, azimuth: float) -> Vectors:
    """A rotation that tips what is upright over towards ``azimuth``, both in radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(spun(azimuth) @ np.array([(cos, 0, sin), (0, 1.0, 0), (-sin, 0, cos)]) @ spun(-azimuth))


def grounded(body: Body, place: Vectors, turn: Vectors) -> Pose:
    """The thing turned so, and let down until a corner touches the ground."""
    lowest = min(float((facet.corners @ turn.T)[:, 2].min()) for facet in body.facets)
    return Pose(np.array([place[0], place[1], -lowest]), turn)


def _ending(flight: Flight, pose: Pose) -> Flight:
    """The flight bent in its last moments so that it ends in another pose."""
    places, turns = flight[0].copy(), flight[1].copy()
    count = min(ENDING_FRAMES, len(places) - 1)
    for frame, share in zip(range(len(places) - count, len(places)), np.linspace(0, 1, count + 1)[1:], strict=True):
        places[frame] += share * (pose.place - flight[0][-1])
        turns[frame] = _mixed(turns[frame], pose.turn @ flight[1][-1].T @ turns[frame], float(share))
    return places, turns


def _mixed(one: Vectors, other: Vectors, share: float) -> Vectors:
    tip, _ = cv2.Rodrigues(other @ one.T)
    part, _ = cv2.Rodrigues(np.asarray(tip) * share)
    return np.asarray(part) @ one


def _contact(still: tuple[Body, Pose], coming: tuple[Body, Pose], way: Vectors) -> Vectors:
    """What moves ``coming`` to where it touches the still one, on that one's side along ``way``, shape (2,)."""
    fixed, moved = _outline(*still), _outline(*coming)
    start = still[1].place[:2] - coming[1].place[:2]
    low, high = 0.0, 2 * (still[0].reach + coming[0].reach)
    for _ in range(12):
        middle = (low + high) / 2
        overlap, _ = cv2.intersectConvexConvex(fixed, (moved + start + middle * way).astype(np.float32))
        low, high = (middle, high) if overlap > 0 else (low, middle)
    return np.array([*(start + high * way), 0.0])


def _outline(body: Body, pose: Pose) -> Vectors:
    """The thing's shape from above."""
    points = body.at(pose).corners[:, :2].astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0])


def _slid(pose: Pose, way: Vectors, spin: float, frames: int = 8) -> Flight:
    """A push along ``way``, shape (3,), mm, that turns the thing by ``spin`` radians where it stands."""
    rows = np.linspace(0, 1, frames)
    return pose.place + rows[:, None] * way, np.stack([spun(spin * float(row)) @ pose.turn for row in rows])


def _inward(pose: Pose) -> Vectors:
    """The way from a thing to the field's middle, shape (2,)."""
    x, y = pose.place[:2]
    return np.asarray(-np.array((x, y)) / max(np.hypot(x, y), 1e-6)) if np.hypot(x, y) > 1 else np.array((1.0, 0.0))


def _beside(pose: Pose, distance: float) -> Point:
    x, y = pose.place[:2] + distance * _inward(pose)
    return float(x), float(y)
