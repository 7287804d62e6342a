"""A die's colour has a name."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.color import PALETTE, color_name
from vision.types import Box

BODIES = {
    "red": (30, 25, 190),
    "orange": (20, 110, 235),
    "yellow": (40, 200, 240),
    "green": (60, 140, 40),
    "teal": (150, 150, 40),
    "blue": (170, 70, 20),
    "purple": (160, 40, 110),
    "magenta": (220, 40, 240),
    "white": (232, 236, 238),
    "grey": (120, 122, 118),
    "black": (30, 28, 28),
}
"""A typical body of each name, BGR."""


def die(
    body: tuple[int, int, int], ink: tuple[int, int, int], ground: tuple[int, int, int] = (90, 160, 60)
) -> np.ndarray:
    """A square die of 40 pixels on a field of 80, a fifth of its face inked."""
    frame = np.full((80, 80, 3), ground, np.uint8)
    frame[20:60, 20:60] = body
    frame[30:50, 36:44] = ink
    return frame


@pytest.mark.parametrize("name", BODIES)
def test_every_name_has_its_typical_die(name: str) -> None:
    """A plain die of each colour gets that colour's name."""
    assert name == color_name(die(BODIES[name], (128, 128, 128)), Box(20, 20, 40, 40))


def test_palette_is_covered() -> None:
    """Every name has a die here."""
    assert set(PALETTE) == set(BODIES)


@pytest.mark.parametrize("ink", [(245, 245, 245), (20, 20, 20), (60, 190, 220)])
def test_ink_does_not_change_the_name(ink: tuple[int, int, int]) -> None:
    """A red die is red whatever its numerals are painted with."""
    assert color_name(die(BODIES["red"], ink), Box(20, 20, 40, 40)) == "red"


@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255), (30, 30, 200)])
def test_ground_keeps_the_name(ground: tuple[int, int, int]) -> None:
    """A blue die is blue on any field."""
    assert color_name(die(BODIES["blue"], (240, 240, 240), ground), Box(20, 20, 40, 40)) == "blue"


def test_cream_is_white() -> None:
    """Ivory and cream count as white."""
    assert color_name(die((190, 222, 226), (10, 10, 10)), Box(20, 20, 40, 40)) == "white"


@pytest.mark.parametrize(
    ("body", "name"),
    [((245, 215, 186), "white"), ((42, 34, 29), "black"), ((235, 190, 150), "blue"), ((60, 30, 18), "blue")],
)
def test_white_and_black_keep_their_names_in_daylight(body: tuple[int, int, int], name: str) -> None:
    """A window's light is bluish, and so is what has no colour; light blue and navy are bluer."""
    assert name == color_name(die(body, (128, 128, 128)), Box(20, 20, 40, 40))


@pytest.mark.parametrize(
    ("lit", "shaded", "name"), [("white", "grey", "white"), ("grey", "grey", "grey"), ("white", "blue", "blue")]
)
def test_what_seems_grey_goes_by_its_top_face(lit: str, shaded: str, name: str) -> None:
    """Seen from the side most of a white die lies in its own shade; a gleam on top makes no other die white."""
    frame = die(BODIES[shaded], BODIES[lit])
    frame[22:40, 32:48] = BODIES[lit]
    assert shaded == color_name(frame, Box(20, 20, 40, 40))
    assert name == color_name(frame, Box(20, 20, 40, 40), Box(30, 20, 20, 22))


@pytest.mark.parametrize("box", [Box(-30, -30, 40, 40), Box(70, 70, 40, 40), Box(200, 200, 5, 5), Box(10, 10, 0, 0)])
def test_a_box_over_the_edge_still_has_a_color(box: Box) -> None:
    """A die cut by the frame's edge is named by what is seen of it."""
    assert color_name(die(BODIES["red"], (0, 0, 0)), box) in PALETTE
