"""What the networks look at is cut, turned and scaled as said."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from vision.geometry.tilt import NO_TILT, Tilt, up_angle
from vision.recognition.crops import ImagePyramid, normalised, rectified_view, view_matrix, with_tilt_planes


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
    view = ImagePyramid(picture).view(view_matrix((128.0, 128.0), 256.0, 0.0, 32), 32)
    assert np.abs(view.astype(int) - 127).max() <= 2


def test_a_view_shows_the_right_pixels() -> None:
    """At life size and unturned a view is the frame's own pixels."""
    picture = np.random.default_rng(1).integers(0, 255, (60, 80, 3)).astype(np.uint8)
    view = ImagePyramid(picture).view(view_matrix((40.0, 30.0), 16.0, 0.0, 16), 16)
    assert np.array_equal(view, picture[22:38, 32:48])


def test_light_and_contrast_do_not_matter() -> None:
    """A view and the same view half as bright give the networks the same numbers."""
    view = np.random.default_rng(2).integers(0, 120, (1, 32, 32, 3)).astype(np.uint8) * 2
    assert np.allclose(normalised(view), normalised(view // 2), atol=1e-5)


def test_even_view_is_all_zeros() -> None:
    """A view of one colour is all zeros."""
    assert not normalised(np.full((1, 32, 32, 3), 200, np.uint8)).any()


def above(tilt: float, azimuth: float, roll: float = 0.0) -> np.ndarray:
    """How a camera looks on that stands opposite ``azimuth`` and was turned by ``roll``: 0.2 mm a pixel."""
    axis = np.array((np.cos(azimuth), np.sin(azimuth)))
    seen = np.eye(2) + (np.cos(tilt) - 1) * np.outer(axis, axis)  # what lies along the axis looks shorter
    turned = np.array(((np.cos(roll), -np.sin(roll)), (np.sin(roll), np.cos(roll))))
    return np.column_stack((0.2 * turned @ np.linalg.inv(seen), np.tan(tilt) * turned @ axis))


@pytest.mark.parametrize("azimuth", [0.0, 0.7, 2.0])
@pytest.mark.parametrize("tilt", [0.2, 0.5, pi / 4])
def test_a_tilted_circle_is_seen_round(tilt: float, azimuth: float) -> None:
    """What a tilted camera sees as an ellipse is a circle in a levelled view, whatever the camera is turned by."""
    level = Tilt.of(above(tilt, azimuth, roll=1.1))
    angles = np.linspace(0, 2 * pi, 40)
    circle = np.stack((np.cos(angles), np.sin(angles)))
    ellipse = np.linalg.inv(above(tilt, azimuth, roll=1.1)[:, :2]) @ circle
    matrix = rectified_view((0.0, 0.0), 40.0, 0.3, 64, level)
    lengths = np.hypot(*(matrix[:, :2] @ ellipse))
    assert np.ptp(lengths) < 1e-6 * lengths.mean()


def test_overhead_camera_is_level_when_turned() -> None:
    """A turned camera that looks straight down sees no lean."""
    level = Tilt.of(above(0.0, 0.0, roll=0.8))
    assert np.allclose(np.eye(2), level.stretch)
    assert np.allclose((0, 0), level.slope)


@pytest.mark.parametrize("roll", [0.0, 0.8, pi])
@pytest.mark.parametrize("azimuth", [0.0, 2.0, 4.0])
def test_the_lean_points_away_from_the_camera(azimuth: float, roll: float) -> None:
    """In the frame, however the camera is turned, and as long as the tangent of its tilt."""
    level = Tilt.of(above(pi / 4, azimuth, roll))
    assert np.allclose((np.cos(azimuth), np.sin(azimuth)), level.slope)


@pytest.mark.parametrize("tilt", [0.2, 0.5, pi / 4])
def test_what_is_higher_is_seen_farther_out(tilt: float) -> None:
    """By as much as its ray comes down on the print farther out, in pixels of the frame as it is."""
    seen, height_mm, mm_per_pixel = above(tilt, 2.0, roll=0.8), 5.0, 0.2
    rise = Tilt.of(seen).parallax(height_mm / mm_per_pixel)
    assert np.allclose(np.linalg.solve(seen[:, :2], height_mm * seen[:, 2]), rise)


def test_the_lean_turns_with_the_view() -> None:
    """A view is turned clockwise: what pointed to its right points up when a quarter has been turned."""
    level = Tilt.of(above(pi / 4, 0.0))
    assert np.allclose((0, -1), level.rotated_slope(pi / 2))
    matrix = rectified_view((0.0, 0.0), 40.0, pi / 2, 64, level)
    assert np.allclose((0, -1), matrix[:, :2] @ level.slope / np.linalg.norm(matrix[:, :2] @ level.slope))


def test_an_impossible_tilt_is_bounded() -> None:
    """A camera that looks along the table stretches no view beyond use, and is believed to be no steeper than that."""
    level = Tilt.of(np.array(((1.0, 0.0, 0.0), (0.0, 1000.0, 1000.0))))
    assert np.linalg.norm(level.stretch, 2) <= 2
    assert np.linalg.norm(level.slope) <= 2


def test_networks_get_the_tilt() -> None:
    """Two planes beside the colours carry it, one number each."""
    blob = with_tilt_planes(np.zeros((2, 8, 8, 3), np.uint8), np.array([NO_TILT.slope, (0.1, -0.2)]))
    assert (2, 5, 8, 8) == blob.shape
    assert not blob[0, 3:].any()
    assert np.allclose([[0.2] * 8] * 8, blob[1, 3])
