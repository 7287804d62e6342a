"""The chip on a base: pale on pale, so what lies over the base does not seem to have changed."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
import pytest
from support.lab import in_the_lab
from support.region import glance_at

from firmware.simulated.world.stadium import SimulatedStadium
from vision.readings import ChipReading
from vision.tracking.foreground import MIN_DISC_SHARE, Outline

CLEAR = 2.0
"""Seconds after the toss until the hand is gone."""


@pytest.mark.parametrize("base", [2, 3])
@pytest.mark.parametrize("face", ["hit", "out"])
@pytest.mark.parametrize("aside", [(-6.0, 0.0), (5.0, -5.0), *in_the_lab([(0.0, -4.0), (7.0, 3.0), (0.0, 1.0)])])
@pytest.mark.untraced
def test_chip_over_a_base_is_read(base: int, face: Literal["hit", "out"], aside: tuple[float, float]) -> None:
    """Without the part over the base it has no word and is too slim for a chip; it was once not noticed at all."""
    stadium = SimulatedStadium(11)
    x, y = stadium.field.bases[base]
    now = stadium.toss(1.0, face, near=(x + aside[0], y + aside[1])) + CLEAR
    pose = stadium.where("chip", now)
    assert pose is not None
    seen, ground = glance_at(stadium, (float(pose.place[0]), float(pose.place[1])), now)
    assert [face] == [reading.face for reading in seen.readings if isinstance(reading, ChipReading)]
    assert ([True], ()) == ([ground.is_level(ground.token(reading)) for reading in seen.readings], seen.clusters)


def crescent(radius: float, hidden: float) -> Outline:
    """What is left of a disc whose left side is hidden, up to so many radii from its middle."""
    angle = np.linspace(0, 2 * np.pi, 90)
    rim = radius * np.column_stack((np.cos(angle), np.sin(angle)))
    points = (rim[rim[:, 0] > hidden * radius] + 50).round().astype(np.int32)[:, None]
    return Outline(points, points)


def test_half_of_a_disc_gives_the_whole() -> None:
    """Whatever is hidden, the circle around the rest is the chip's."""
    for hidden in (-0.9, -0.5, -0.1):
        left, top, width, height = crescent(30.0, hidden).disc.box
        assert (20, 20, 61, 61) == pytest.approx((left, top, width, height), abs=3)


@pytest.mark.parametrize(("left_of_it", "print_there", "flat"), [
    (crescent(30.0, -0.2), (235, 238, 238), True),
    (crescent(30.0, -0.2), (60, 140, 70), False),
], ids=["hidden by pale print", "slim on green"])  # fmt: skip
def test_a_chip_lacks_only_what_lies_over_print_of_its_colour(
    left_of_it: Outline, print_there: tuple[int, int, int], *, flat: bool
) -> None:
    """What is slim where nothing could hide it leans, and is not shown as a disc."""
    bare = np.full((100, 100, 3), print_there, np.uint8)
    picture = cv2.drawContours(bare.copy(), [left_of_it.points], -1, (200, 222, 230), -1)
    assert flat == (left_of_it.disc_share(np.asarray(picture, np.uint8), bare) >= MIN_DISC_SHARE)
