"""Everything that can be seen, over time: things with their tracks, hands above, and the light they are seen in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from firmware.simulated.rendering.bodies import Body
from firmware.simulated.rendering.cutouts import Cutout
from firmware.simulated.rendering.sensor import SHUTTER_S, Above, CameraBump, SensorScene, Spot, VisibleBody
from firmware.simulated.world.motion import Path, Track

FADE_S, ADAPT_S = 0.12, 1.0
"""How long a light takes to come on, and the camera's exposure to follow it."""
ADAPTED = 0.45
"""What an exposure that has adapted leaves of a change of light, as its exponent."""
SHAKES = (1.0, -0.6, 1.5, 0.8)
"""A bumped camera swings before it stays: shares of the bump, a twentieth of a second each."""
SHAKE_S = 0.05


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
