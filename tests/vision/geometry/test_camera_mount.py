"""Where a camera must hang: what is computed is what a camera sees, and what a calibration asks for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.setup.calibration.findings import of_angle, of_places
from firmware.simulated.rendering.printed_field import board
from vision.geometry.camera_mount import (
    LEAST_DIE_PX,
    SPARE,
    STEEPEST_SLANT,
    STEP,
    CameraMount,
    best_mount,
    height_range,
    mounted_view,
)
from vision.geometry.registration import Board, Lens, lens_of_view
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import STADIUM, lay_out

MODULE_3 = lens_of_view((2304, 1296), 66.0)
WIDE = lens_of_view((2304, 1296), 102.0)
WEBCAM = lens_of_view((1920, 1080), 70.4)
TELE = lens_of_view((640, 360), 20.0)
"""A lens and so few pixels that no place is good."""


def filmed(lens: Lens, mount: CameraMount) -> np.ndarray:
    """The printed field as such a camera sees it, BGR."""
    scale = 4.0
    print_ = board(STADIUM.side, scale)
    half = STADIUM.side / 2
    to_print = np.array([(1 / scale, 0, -half), (0, -1 / scale, half), (0, 0, 1)])
    warp = mount.registration(lens).homography @ to_print
    return np.asarray(cv2.warpPerspective(print_, warp, lens.size, flags=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("mount", [CameraMount(700), CameraMount(760, 80, 6), CameraMount(760, -60, -4)])
def test_a_camera_that_hangs_there_finds_itself_there(mount: CameraMount) -> None:
    """By the markers of what it sees, as a game does."""
    seen = Board(lens=MODULE_3).register(filmed(MODULE_3, mount))
    assert 6 == len(seen.markers)
    assert (0, mount.setback, mount.height) == pytest.approx(seen.eye, abs=3)
    corners = STADIUM.tray.corners
    assert seen.to_pixels(corners) == pytest.approx(mount.registration(MODULE_3).to_pixels(corners), abs=1.5)


@pytest.mark.parametrize("lens", [MODULE_3, WIDE, WEBCAM])
def test_a_calibration_finds_nothing_amiss_with_the_best_mount(lens: Lens) -> None:
    """And with the highest right over the middle; a step beyond either, something is."""
    best, heights = best_mount(lens), height_range(lens)
    assert best is not None
    assert heights is not None
    for height in heights:
        seen = CameraMount(height).registration(lens)
        found = of_angle(STADIUM, seen), of_places(STADIUM, seen, lens.size, DIE_MM)
        assert ["green", "green"] == [each.severity for each in found]
    for height in (heights[0] - STEP, heights[1] + STEP):
        assert not mounted_view(lens, CameraMount(height)).is_enough
    assert heights[0] == best.height


@pytest.mark.parametrize("lens", [MODULE_3, WIDE, WEBCAM])
def test_none_sees_dice_larger_than_the_best(lens: Lens) -> None:
    """It hangs over the middle and looks straight down: wherever else all is seen, the smallest die is smaller."""
    best = best_mount(lens)
    assert best is not None
    most = mounted_view(lens, best).die_px
    assert (0, 0) == (best.setback, best.tilt)
    for setback in (-90.0, 30.0, 120.0):
        for height in np.arange(400, 1200, 40):
            for tilt in (-8, 0, 3, 8, 14):
                view = mounted_view(lens, CameraMount(float(height), setback, tilt))
                assert not view.is_enough or view.die_px < most


def test_what_limits_a_camera() -> None:
    """A usual one the picture's edge, a wide one the slant, and with few pixels no place is good."""
    usual, wide = best_mount(MODULE_3), best_mount(WIDE)
    assert usual is not None
    assert wide is not None
    assert not mounted_view(MODULE_3, CameraMount(usual.height - STEP)).is_whole
    assert STEEPEST_SLANT < mounted_view(WIDE, CameraMount(wide.height - STEP)).slant
    assert mounted_view(WIDE, CameraMount(wide.height - STEP)).is_whole
    assert (None, None) == (best_mount(TELE), height_range(TELE))


def test_a_picture_must_have_the_rim_too() -> None:
    """By as many millimetres as are said."""
    edge = (STADIUM.side + 2 * SPARE) / 2 * MODULE_3.focal[1] / (MODULE_3.size[1] / 2)
    assert mounted_view(MODULE_3, CameraMount(edge + 0.5)).is_whole
    assert not mounted_view(MODULE_3, CameraMount(edge - 0.5)).is_whole


def test_a_camera_at_its_best_height_may_lean_a_degree_and_a_half() -> None:
    """As `hardware/README.md` says: then the field's own corners leave the picture."""
    best = best_mount(MODULE_3)
    assert best is not None
    for tilt, is_seen in ((1.4, True), (-1.4, True), (1.6, False), (-1.6, False)):
        corners = CameraMount(best.height, 0, tilt).registration(MODULE_3).to_pixels(STADIUM.tray.corners)
        assert is_seen == bool((np.abs(corners - MODULE_3.middle) <= np.array(MODULE_3.size) / 2).all())


def test_figures_follow_from_the_height() -> None:
    """Straight below, a millimetre is the focal length over the height."""
    view = mounted_view(MODULE_3, CameraMount(800))
    assert MODULE_3.focal[0] / 800 * DIE_MM == pytest.approx(view.die_px)
    assert MODULE_3.focal[0] / 800 * 34 / 6 == pytest.approx(view.cell_px)
    assert np.degrees(np.arctan(np.hypot(225, 225) / 800)) == pytest.approx(view.slant)


def test_a_smaller_field_lets_the_camera_hang_lower() -> None:
    """In proportion, to a tape's mark, as far as dice go."""
    half = best_mount(MODULE_3, lay_out(225))
    assert half is not None
    assert (225 + 2 * SPARE) / (450 + 2 * SPARE) * 666 == pytest.approx(half.height, abs=STEP)
    assert LEAST_DIE_PX < mounted_view(MODULE_3, half, lay_out(225)).die_px
