"""A look at one place of the simulated stadium, as the watch takes it of what has come to rest there."""

from __future__ import annotations

from functools import cache

import numpy as np
from support.script import grounded, tipped

from firmware.simulated.rendering import bodies
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.simulated.world.stage import AtRest
from vision import ChipReading, DiceReader
from vision.geometry.registration import Board
from vision.tracking.foreground import EmptyTable
from vision.tracking.region_reader import RegionReadings, read_regions
from vision.tracking.table_geometry import BoardGeometry, StillView, TableGeometry
from vision.types import Box, Point

BEFORE = 0.5
"""When the table is still bare, in seconds of the stadium's script."""
AROUND = 90
"""Pixels of the still frame to each side of the place that are looked at."""


@cache
def reader() -> DiceReader:
    """The networks that come with the project."""
    return DiceReader()


def glance_at(stadium: SimulatedStadium, at: Point, now: float) -> tuple[RegionReadings, TableGeometry]:
    """What is seen around a place of the print ``now``, and how the still frame lies over it."""
    before, still = stadium.still(BEFORE), stadium.still(now)
    left, top = (round(float(edge)) - AROUND for edge in stadium.pixels(np.array([[*at, 0.0]]))[0])
    view = StillView(still, BoardGeometry(stadium.field, Board(stadium.field).register(before)))
    crop = Box(left, top, 2 * AROUND, 2 * AROUND)
    return read_regions(reader().read, view, EmptyTable(before), [crop]), view.geometry


def leaning_chip(lean: float, way: float) -> tuple[ChipReading, bool]:
    """What is read of a chip in the outfield that leans so, in degrees, and whether it is held to lie flat."""
    stadium = SimulatedStadium(5)
    turn = tipped(np.radians(lean), np.radians(way))
    pose = grounded(bodies.chip(), np.array([-20.0, 90.0, 0.0]), turn)
    stadium.stage.track("chip", bodies.chip()).add(1.0, AtRest(pose))
    sight, ground = glance_at(stadium, (-20.0, 90.0), 3.0)
    (reading,) = sight.readings
    assert isinstance(reading, ChipReading)
    return reading, ground.is_level(ground.token(reading))
