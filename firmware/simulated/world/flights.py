"""Choosing a flight: a recorded toss, turned by quarters of the field, that hits nothing and ends where wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from firmware.simulated.rendering.bodies import Pose, spun
from firmware.simulated.rendering.optics import Vectors
from firmware.simulated.world.tosses import Kind, recorded
from vision.geometry.stadium import Area
from vision.types import Point

Flight = tuple[Vectors, Vectors]
"""Places, shape (N, 3), and turns, shape (N, 3, 3), one a frame of the recording."""
LOW_MM = 28.0
"""A thing that flies higher hits nothing."""
QUARTERS = {"die": 4, "chip": 4, "stray": 2, "cube": 4}
"""How often a toss can be turned; one that leaves the field leaves it to the left or the right."""
NEAREST = 16
"""How many tosses that end nearest to a wanted place are considered."""
TRIES = 60
CLEAR_MM = 6.0
"""Least distance between what flies and what lies there."""


@dataclass(frozen=True)
class Room:
    """Where a flight may go.

    Attributes:
        scale: the field's size as a share of the recorded one.
        size: the thing's, as a share of the recorded one.
        obstacles: circles as x, y and radius, mm.
        keep_clear: where nothing is to come to rest.
    """

    scale: float
    size: float
    obstacles: tuple[tuple[float, float, float], ...]
    keep_clear: tuple[Area, ...]


def choose(kind: Kind, rng: np.random.Generator, room: Room, near: Point | None) -> Flight:
    """A flight that hits nothing, or of some the one that stays farthest away; it ends exactly ``near`` if given."""
    quarters = QUARTERS[kind]
    order = rng.permutation(len(recorded(kind)) * quarters)
    if near is not None:
        turns, tosses = np.divmod(order, len(recorded(kind)))
        rotations = np.stack([spun(2 * np.pi * turn / quarters) for turn in range(quarters)])
        lasts = np.stack([toss.places[-1] for toss in recorded(kind)])
        ends = (rotations[turns] @ lasts[tosses][..., None])[:, :2, 0] * room.scale
        order = order[np.argsort(np.linalg.norm(ends - near, axis=1))[:NEAREST]]
    found: list[tuple[float, Flight]] = []
    for index in order[:TRIES]:
        flight = _flight(kind, int(index), room, near)
        found.append((_clearance(flight, room), flight))
        if found[-1][0] > 0:
            break
    return max(found, key=lambda each: each[0])[1]


def _flight(kind: Kind, index: int, room: Room, near: Point | None) -> Flight:
    turn, toss = divmod(index, len(recorded(kind)))
    quarter = spun(2 * np.pi * turn / QUARTERS[kind])
    places = recorded(kind)[toss].places @ quarter.T * (room.scale, room.scale, room.size)
    if near is not None:
        places = places + np.array([near[0] - places[-1, 0], near[1] - places[-1, 1], 0])
    return places, quarter @ recorded(kind)[toss].turns


def _clearance(flight: Flight, room: Room) -> float:
    """How far the flight stays from what lies there, mm; below 0 it hits something, or rests where nothing should."""
    places = flight[0]
    if any(area.holds((float(places[-1, 0]), float(places[-1, 1])), 12) for area in room.keep_clear):
        return -np.inf
    low = places[places[:, 2] < LOW_MM, :2]
    return min((float(np.linalg.norm(low - each[:2], axis=1).min()) - each[2] for each in room.obstacles), default=1.0)


def obstacles(poses: Sequence[tuple[Pose, float]], own: float) -> tuple[tuple[float, float, float], ...]:
    """Circles that the middle of what flies must avoid, from poses, their reach, and its ``own`` reach, mm."""
    return tuple((float(pose.place[0]), float(pose.place[1]), reach + own + CLEAR_MM) for pose, reach in poses)
