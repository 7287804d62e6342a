"""Motions over time: at rest, flying, carried, away. Seconds in, poses out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from firmware.simulated.rendering.bodies import Pose
from firmware.simulated.rendering.optics import Vectors
from firmware.simulated.world.tosses import FRAMES_A_SECOND


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
