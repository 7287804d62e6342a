"""Everything that can be seen, over time: things with their motions, hands above, and the light they are seen in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from firmware.simulated.rendering.bodies import Body, Pose
from firmware.simulated.rendering.cutouts import Cutout
from firmware.simulated.rendering.optics import Vectors
from firmware.simulated.rendering.sensor import SHUTTER_S, Above, CameraBump, SensorScene, Spot, VisibleBody
from firmware.simulated.world.tosses import FRAMES_A_SECOND

FADE_S, ADAPT_S = 0.12, 1.0
"""How long a light takes to come on, and the camera's exposure to follow it."""
ADAPTED = 0.45
"""What an exposure that has adapted leaves of a change of light, as its exponent."""
SHAKES = (1.0, -0.6, 1.5, 0.8)
"""A bumped camera swings before it stays: shares of the bump, a twentieth of a second each."""
SHAKE_S = 0.05


@dataclass(frozen=True)
class AtRest:
    """At rest; or away, without a pose."""

    pose: Pose | None = None

    def at(self, _t: float) -> Pose | None:
        """The pose, always; None while away."""
        return self.pose


@dataclass(frozen=True)
class Flying:
    """Along a recorded toss from ``start``; places, shape (N, 3), and turns, shape (N, 3, 3), one a recorded frame."""

    start: float
    places: Vectors
    turns: Vectors

    @property
    def end(self) -> float:
        """When it comes to rest."""
        return self.start + (len(self.places) - 1) / FRAMES_A_SECOND

    def at(self, t: float) -> Pose | None:
        """Interpolated between two frames of the recording."""
        row = min(max((t - self.start) * FRAMES_A_SECOND, 0.0), len(self.places) - 1.0)
        before = int(row)
        after, share = min(before + 1, len(self.places) - 1), row - before
        place = (1 - share) * self.places[before] + share * self.places[after]
        return Pose(place, _between(self.turns[before], self.turns[after], share))


def _between(one: Vectors, other: Vectors, share: float) -> Vectors:
    """The rotation nearest to a mixture of two."""
    if share == 0:
        return one
    left, _, right = np.linalg.svd((1 - share) * one + share * other)
    return np.asarray(left @ np.diag((1, 1, np.linalg.det(left @ right))) @ right)


@dataclass(frozen=True)
class Path:
    """A path by points (shape (N, 3), mm) at times (s, growing), eased at both ends of every stretch."""

    times: Sequence[float]
    points: Vectors

    def at(self, t: float) -> Vectors:
        """The point at ``t``; before and after, the first and the last."""
        index = bisect_right(self.times, t) - 1
        if index < 0 or index >= len(self.times) - 1:
            return np.asarray(self.points[max(min(index, len(self.times) - 1), 0)])
        share = (t - self.times[index]) / (self.times[index + 1] - self.times[index])
        eased = share * share * (3 - 2 * share)
        return np.asarray(self.points[index] + eased * (self.points[index + 1] - self.points[index]))


@dataclass(frozen=True)
class Carried:
    """Along a path in a hand."""

    path: Path
    turn: Vectors

    def at(self, t: float) -> Pose | None:
        """Where the hand is."""
        return Pose(self.path.at(t), self.turn)


Motion = AtRest | Flying | Carried


class Track:
    """All that happens to one thing."""

    def __init__(self) -> None:
        self._starts: list[float] = [-np.inf]
        self._motions: list[Motion] = [AtRest()]

    def add(self, start: float, motion: Motion) -> None:
        """Do this from ``start`` on, instead of anything planned for later."""
        keep = bisect_right(self._starts, start)
        self._starts[keep:], self._motions[keep:] = [start], [motion]

    def at(self, t: float) -> Pose | None:
        """Where the thing is; None while it is away."""
        return self._motions[bisect_right(self._starts, t) - 1].at(t)


@dataclass(frozen=True)
class Visit:
    """A cutout that comes and goes: from when to when, along which path, in which direction (radians)."""

    start: float
    end: float
    cutout: Cutout
    path: Path
    direction: float


class Stage:
    """The timeline of a scene.

    Attributes:
        bodies: what each thing is, by its name.
        tracks: what each thing does, by its name.
        visits: hands and other cutouts.
        spots: patches of light, with their start and end.
        flickers: the lamp's flicker, with its start and end: hertz and depth.
    """

    def __init__(self) -> None:
        self.bodies: dict[str, Body] = {}
        self.tracks: dict[str, Track] = {}
        self.visits: list[Visit] = []
        self.spots: list[tuple[float, float, Spot]] = []
        self.flickers: list[tuple[float, float, tuple[float, float]]] = []
        self._levels: list[tuple[float, float, float]] = [(-np.inf, 1.0, 1.0)]
        self._bumps: list[tuple[float, CameraBump]] = [(-np.inf, (0.0, 0.0, 0.0))]

    def track(self, name: str, body: Body) -> Track:
        """The track of a thing, made when it is first asked for."""
        self.bodies.setdefault(name, body)
        return self.tracks.setdefault(name, Track())

    def camera_bump(self, t: float, bump: CameraBump) -> None:
        """Bump the camera so that its picture moves by so much more, for good."""
        before = self._bumped(t)
        for index, share in enumerate((*SHAKES, 1.0)):
            swung = tuple(old + share * more for old, more in zip(before, bump, strict=True))
            self._bumps.append((t + index * SHAKE_S, (swung[0], swung[1], swung[2])))

    def light(self, t: float, level: float) -> None:
        """From ``t`` on the room is ``level`` times as bright as usual; the exposure follows."""
        self._levels.append((t, level, self._level(t)))

    def scene(self, t: float) -> SensorScene:
        """Everything at ``t`` seconds."""
        seen = sorted(self._bodies_at(t), key=lambda each: float(each.pose.place[2]))
        return SensorScene(
            t,
            self._bumped(t),
            tuple(each for each in seen if each.speed is None),
            tuple(each for each in seen if each.speed is not None),
            tuple(Above(v.cutout, v.path.at(t), v.direction) for v in self.visits if v.start <= t <= v.end),
            tuple(spot for start, end, spot in self.spots if start <= t < end),
            self._level(t),
            next((flicker for start, end, flicker in self.flickers if start <= t < end), (0.0, 0.0)),
        )

    def _bodies_at(self, t: float) -> Iterator[VisibleBody]:
        for name, track in self.tracks.items():
            pose, soon = track.at(t), track.at(t + SHUTTER_S)
            if pose is not None:
                speed = None if soon is None or pose.same(soon) else (soon.place - pose.place) / SHUTTER_S
                yield VisibleBody(name, self.bodies[name], pose, speed)

    def _bumped(self, t: float) -> CameraBump:
        return self._bumps[bisect_right(self._bumps, t, key=lambda bump: bump[0]) - 1][1]

    def _level(self, t: float) -> float:
        start, level, before = self._levels[bisect_right(self._levels, t, key=lambda change: change[0]) - 1]
        if np.isinf(start):
            return level
        shining = before + (level - before) * min((t - start) / FADE_S, 1.0)
        adapted = 1 - np.exp(-max(t - start - FADE_S, 0.0) / ADAPT_S)
        return float(shining ** (1 - adapted * (1 - ADAPTED)))
