"""How far apart two dice's colours are, on dice drawn by the simulated table."""

from __future__ import annotations

import numpy as np
import pytest
from stills_kit import draw_throw

from vision.reading import Box
from vision.see import see
from vision.shades import distance, shade_of


def die(color: str, value: int = 7, seed: int = 3) -> tuple[np.ndarray, Box]:
    """A picture of one die, and where it is."""
    frame = draw_throw(np.random.default_rng(seed), [(color, value)])
    return frame, see(frame)[0].box


@pytest.mark.parametrize(("one", "other", "nearer"), [("red", "orange", 50), ("blue", "purple", 50)])
def test_colours_that_people_confuse_lie_near(one: str, other: str, nearer: float) -> None:
    """Red and orange, blue and purple are nearer to each other than red and blue."""
    apart = distance(shade_of(*die(one)), shade_of(*die(other)))
    assert nearer > apart > 5
    assert apart < distance(shade_of(*die("red")), shade_of(*die("blue")))


def test_one_die_has_one_shade() -> None:
    """Whatever numeral lies up, and however it is turned, the body's colour is the same."""
    shades = [shade_of(*die("red", value, seed)) for value, seed in ((1, 3), (8, 4), (10, 5))]
    assert 16 > max(distance(shades[0], shade) for shade in shades[1:])


def test_a_box_at_the_edge_is_no_trouble() -> None:
    """A box that reaches out of the picture is looked at as far as it goes."""
    plain = np.full((50, 50, 3), (40, 30, 200), np.uint8)
    near, corner, beyond = (shade_of(plain, box) for box in ((-10, -10, 30, 30), (40, 40, 30, 30), (44, 44, 40, 40)))
    assert 0.01 > max(distance(near, corner), distance(near, beyond))
