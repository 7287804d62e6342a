"""The chip that leans on something, cut out of simulated pictures: it shows a face, but not for sure."""

from __future__ import annotations

import numpy as np
import pytest
from support.region import glance_at

from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.bodies import tipped
from firmware.simulated.world.flights import grounded
from firmware.simulated.world.motion import AtRest
from firmware.simulated.world.stadium import SimulatedStadium
from vision.readings import ChipReading

WAYS = range(20, 180, 40)
"""Degrees towards which its upper side is turned, none of them towards the camera, which sees such a chip round."""


def seen(lean: float, way: float) -> tuple[ChipReading, bool]:
    """What is read of a chip in the outfield that leans so, in degrees, and whether it is held to lie flat."""
    stadium = SimulatedStadium(5)
    turn = tipped(np.radians(lean), np.radians(way))
    pose = grounded(bodies.chip(), np.array([-20.0, 90.0, 0.0]), turn)
    stadium.stage.track("chip", bodies.chip()).add(1.0, AtRest(pose))
    sight, ground = glance_at(stadium, (-20.0, 90.0), 3.0)
    (reading,) = sight.readings
    assert isinstance(reading, ChipReading)
    return reading, ground.is_level(ground.token(reading))


@pytest.mark.parametrize("way", WAYS)
def test_a_chip_that_leans_is_told_so_whichever_way(way: float) -> None:
    """By their boxes alone three of these four lay flat."""
    _, flat = seen(33.0, way)
    assert not flat


def test_a_chip_that_lies_flat_is_told() -> None:
    """It is held to lie flat, and its face is sure."""
    reading, flat = seen(0.0, 0.0)
    assert ("hit", True) == (reading.face, flat)
