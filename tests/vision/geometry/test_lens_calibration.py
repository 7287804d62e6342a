"""A lens measured from what a print looks like through it: drawn prints, and the simulated stadium's camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.simulated.world.stadium import SimulatedStadium
from vision.errors import MarkersError
from vision.geometry.lens_calibration import Print, estimate_lens
from vision.geometry.registration import Board, Lens, lens_of_view
from vision.geometry.stadium import STADIUM

SIZE = (2304, 1296)
TRUE = lens_of_view(SIZE, 74.0, (-0.08, 0.0, 0.0, 0.0))
MARKERS = np.vstack([marker.corners for marker in STADIUM.markers])
HIGH = 640.0


def seen(tilt: float, lens: Lens = TRUE, *, places: np.ndarray = MARKERS, noise: float = 0.05, seed: int = 1) -> Print:
    """The markers' corners through a lens that hangs tilted (degrees) over them, as a detector measures them."""
    lean = cv2.Rodrigues(np.array([np.radians(180 - tilt), 0.0, 0.0]))[0]
    shift = np.array([0.0, 0.0, HIGH])
    flat = np.column_stack((places, np.zeros(len(places)))) @ lean.T + shift
    straight = flat[:, :2] / flat[:, 2:] * lens.focal + lens.middle
    measured = lens.bend(straight) + np.random.default_rng(seed).normal(0, noise, straight.shape)
    return Print(places, measured)


def test_tilted_print_gives_the_angle_of_view() -> None:
    """From one picture taken at an angle the view is measured to a degree, and the bend to a hundredth."""
    found = estimate_lens([seen(15.0)], SIZE)
    assert found.measured
    assert 74.0 == pytest.approx(found.view, abs=1.0)
    assert -0.08 == pytest.approx(found.bend, abs=0.01)


def test_several_tilted_prints_are_more_exact() -> None:
    """A printed board shown from four sides gives the view to a fifth of a degree."""
    prints = [seen(tilt, seed=index) for index, tilt in enumerate((25.0, -25.0, 12.0, -12.0))]
    assert 74.0 == pytest.approx(estimate_lens(prints, SIZE).view, abs=0.2)


def test_from_straight_above_the_view_is_not_made_up() -> None:
    """A near camera with a wide lens gives the picture of a far one with a narrow lens, so what was known stays."""
    found = estimate_lens([seen(0.3)], SIZE, assumed=70.0)
    assert (70.0, False) == (found.view, found.measured)


def test_what_is_not_known_of_the_view_does_not_spoil_the_bend() -> None:
    """Even with the view taken for granted the markers are explained to a fraction of a pixel."""
    assert 0.2 > estimate_lens([seen(0.3)], SIZE).error_px


@pytest.mark.parametrize("tilt", [0.0, 4.0, 35.0])
def test_tape_measure_gives_the_view(tilt: float) -> None:
    """With the camera's height known, the view is known whichever way it hangs, and whatever was believed."""
    high = HIGH * float(np.cos(np.radians(tilt)))
    found = estimate_lens([seen(tilt)], SIZE, assumed=60.0, height=high)
    assert found.measured
    assert 74.0 == pytest.approx(found.view, abs=0.1)


def test_two_markers_are_too_few() -> None:
    """Eight corners could be explained by many lenses."""
    with pytest.raises(MarkersError, match="too few markers"):
        estimate_lens([seen(20.0, places=MARKERS[:8])], SIZE)


@pytest.mark.untraced
def test_the_simulated_cameras_lens_is_found() -> None:
    """Measured on its pictures, the simulated lens places the field's corners to a sixth of a millimetre."""
    stadium = SimulatedStadium(seed=2, tilt=20.0)
    still, board = stadium.still(0.0), Board(stadium.field)
    corners = board.markers_in(still)
    printed = {marker.number: marker.corners for marker in stadium.field.markers}
    flat = Print(np.vstack([printed[number] for number in corners]), np.vstack(list(corners.values())))
    found = estimate_lens([flat], SIZE)
    registration = Board(stadium.field, found.lens).register(still)
    walls = stadium.field.tray.corners
    truly = stadium.pixels(np.column_stack((walls, np.zeros(4))))
    assert 66.0 == pytest.approx(found.view, abs=1.0)
    assert 0.17 > np.hypot(*(registration.to_board(truly) - walls).T).max()
