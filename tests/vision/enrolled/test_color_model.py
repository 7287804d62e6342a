"""The colour model of a taught die."""

from __future__ import annotations

import numpy as np
import pytest
from support.stills import draw_throw
from support.teach import reader

from vision.enrolled.color_model import ALIKE, ColorModel, Floats, body_color, delta_e
from vision.types import Box, Frame

BOX = Box(10, 10, 40, 40)


def die(bgr: tuple[int, int, int], light: float = 1.0) -> Frame:
    """A die of one colour with a white numeral, on green cloth."""
    frame = np.full((60, 60, 3), (60, 110, 50), np.float32)
    frame[10:50, 10:50] = bgr
    frame[26:34, 28:32] = 250
    return np.clip(frame * light, 0, 255).astype(np.uint8)


RED, ORANGE, BLUE = (40, 40, 190), (30, 110, 220), (190, 80, 40)


def test_the_numeral_is_no_part_of_the_body() -> None:
    """A white numeral does not lighten the die's colour."""
    plain = np.full((60, 60, 3), RED, np.uint8)
    assert np.allclose(body_color(plain, BOX), body_color(die(RED), BOX), atol=0.5)


def test_bold_numeral_does_not_lighten_the_body() -> None:
    """From its bright side to its dark one the body has many shades, and a third of white would move their middle."""
    slanting = np.full((60, 60, 3), (60, 110, 50), np.uint8)
    slanting[10:50, 10:50] = np.multiply.outer(np.linspace(0.6, 1.0, 40), RED)[:, None]
    bold = slanting.copy()
    bold[18:42, 25:33] = 250
    assert np.allclose(body_color(slanting, BOX), body_color(bold, BOX), atol=1.5)


@pytest.mark.parametrize("light", [0.6, 0.8, 1.25])
def test_other_lamp_same_die(light: float) -> None:
    """Light may change by a third."""
    tint, lit = ColorModel.of([body_color(die(RED), BOX)]), body_color(die(RED, light), BOX)
    assert (True, True) == (tint.distance(lit) < ALIKE, tint.is_lit_alike(lit))


def test_no_lamp_makes_a_white_die_black() -> None:
    """Nor a black one white: a bright die's brightness varies most, and would reach down to black."""
    white, black = (body_color(die((shade, shade, shade)), BOX) for shade in (245, 60))
    assert ColorModel.of([white]).distance(black) < ALIKE
    assert (False, False) == (ColorModel.of([white]).is_lit_alike(black), ColorModel.of([black]).is_lit_alike(white))


@pytest.mark.parametrize("other", [ORANGE, BLUE])
def test_other_die_has_another_color(other: tuple[int, int, int]) -> None:
    """Orange is not red, and blue surely not."""
    assert ColorModel.of([body_color(die(RED), BOX)] * 3).distance(body_color(die(other), BOX)) > ALIKE


def test_a_box_at_the_edge_is_no_trouble() -> None:
    """A box that reaches out of the picture is looked at as far as it goes."""
    plain = np.full((50, 50, 3), RED, np.uint8)
    near, corner, beyond = (
        body_color(plain, Box(*box)) for box in ((-10, -10, 30, 30), (40, 40, 30, 30), (44, 44, 40, 40))
    )
    assert 0.01 > max(delta_e(near, corner), delta_e(near, beyond))


def drawn(color: str, value: int = 7, seed: int = 3) -> Floats:
    """The colour of a drawn die."""
    frame = draw_throw(np.random.default_rng(seed), [(color, value)])
    return body_color(frame, reader().read(frame)[0].box)


@pytest.mark.parametrize(("one", "other", "nearer"), [("red", "orange", 50), ("blue", "purple", 50)])
@pytest.mark.untraced
def test_colours_that_people_confuse_lie_near(one: str, other: str, nearer: float) -> None:
    """Red and orange, blue and purple are nearer to each other than red and blue."""
    apart = delta_e(drawn(one), drawn(other))
    assert nearer > apart > 5
    assert apart < delta_e(drawn("red"), drawn("blue"))


def test_one_die_has_one_colour() -> None:
    """Whatever numeral lies up, and however it is turned, the body's colour is the same."""
    colors = [drawn("red", value, seed) for value, seed in ((1, 3), (8, 4), (10, 5))]
    assert 16 > max(delta_e(colors[0], color) for color in colors[1:])
