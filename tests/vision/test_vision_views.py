"""What the networks look at is cut, turned and scaled as said."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from vision.views import Halvings, standardised, up_angle, view_matrix


@pytest.mark.parametrize("angle", [0.0, 0.7, pi / 2, 3.0, 5.5])
def test_the_centre_becomes_the_middle(angle: float) -> None:
    """However a view is turned, its centre stays in its middle."""
    matrix = view_matrix((120.0, 80.0), 50.0, angle, 64)
    assert np.allclose((32, 32), matrix[:, :2] @ (120, 80) + matrix[:, 2])


@pytest.mark.parametrize("angle", [0.0, 0.7, pi / 2, 3.0, 5.5])
def test_the_angle_becomes_up(angle: float) -> None:
    """The frame direction that the angle names points up in the view, and up_angle finds the angle again."""
    direction = (np.sin(angle), -np.cos(angle))
    matrix = view_matrix((0.0, 0.0), 64.0, angle, 64)
    assert np.allclose((0, -1), matrix[:, :2] @ direction)
    assert np.isclose(angle, up_angle(direction))


def test_a_small_view_of_something_big_averages() -> None:
    """A fine chequerboard seen from far is grey, not a sample of its squares."""
    board = np.indices((256, 256)).sum(axis=0) % 2 * 255
    picture = np.repeat(board[..., None], 3, axis=2).astype(np.uint8)
    view = Halvings(picture).view(view_matrix((128.0, 128.0), 256.0, 0.0, 32), 32)
    assert np.abs(view.astype(int) - 127).max() <= 2


def test_a_view_shows_the_right_pixels() -> None:
    """At life size and unturned a view is the frame's own pixels."""
    picture = np.random.default_rng(1).integers(0, 255, (60, 80, 3)).astype(np.uint8)
    view = Halvings(picture).view(view_matrix((40.0, 30.0), 16.0, 0.0, 16), 16)
    assert np.array_equal(view, picture[22:38, 32:48])


def test_light_and_contrast_do_not_matter() -> None:
    """A view and the same view half as bright give the networks the same numbers."""
    view = np.random.default_rng(2).integers(0, 120, (1, 32, 32, 3)).astype(np.uint8) * 2
    assert np.allclose(standardised(view), standardised(view // 2), atol=1e-5)


def test_an_even_view_is_no_division_by_zero() -> None:
    """A view of one colour is all zeros."""
    assert not standardised(np.full((1, 32, 32, 3), 200, np.uint8)).any()
