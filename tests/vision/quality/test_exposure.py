"""What is measured of the light, on the simulated stadium under lamps that are known."""

from __future__ import annotations

from functools import cache, partial

import cv2
import numpy as np
import pytest
from support.script import ScriptedStadium

from firmware.simulated.rendering.lens import DISTORTION
from firmware.simulated.world.stadium import SimulatedStadium
from vision.geometry.registration import Board, lens_of_view
from vision.quality.exposure import GAMMA, Patch, brightness, flicker, gleams, patches, unevenness


@cache
def bare() -> np.ndarray:
    """The field under the usual lamp."""
    return SimulatedStadium(seed=2).still(5.0)


def lit(still: np.ndarray) -> tuple[Patch, ...]:
    """The light at each marker."""
    return patches(still, Board().markers_in(still).items())


def test_paper_is_white_and_ink_black_at_every_marker() -> None:
    """What a marker's paper and ink measure is what was printed, give or take the lamp."""
    found = lit(bare())
    assert 6 == len(found)
    assert all(210 < patch.white < 240 and 25 < patch.black < 40 for patch in found)


def test_half_the_light_is_half_the_light() -> None:
    """Dimmed, the paper's byte falls by the root that pictures are coded with."""
    dim = np.asarray(bare() * 0.5 ** (1 / GAMMA), np.uint8)
    for before, after in zip(lit(bare()), lit(dim), strict=True):
        assert before.white * 0.5 ** (1 / GAMMA) == pytest.approx(after.white, abs=2)


def test_shade_on_one_marker_is_uneven_by_as_much() -> None:
    """A corner with a quarter of the light is four times darker, whatever the bytes say."""
    stadium = SimulatedStadium(seed=2)
    stadium.sun_patch(0.0, (198.0, -198.0), 30.0, gain=0.25)
    assert 4 * unevenness(lit(bare())) == pytest.approx(unevenness(lit(stadium.still(5.0))), rel=0.1)


def test_without_markers_nothing_is_uneven() -> None:
    """Where nothing is known white, nothing is compared."""
    assert 1.0 == unevenness(())


def test_a_blurred_print_has_wide_edges() -> None:
    """Out of focus by three pixels, an edge is three times as wide; in focus it is a fortieth of a marker."""
    sharp = np.median([patch.edge for patch in lit(bare())])
    soft = np.median([patch.edge for patch in lit(_blurred(bare(), 3.0))])
    assert 0.03 > sharp
    assert soft > 3 * sharp


def _blurred(still: np.ndarray, sigma: float) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(still, (0, 0), sigma))


def gleaming(stadium: SimulatedStadium, t: float = 5.0) -> list[tuple[float, float]]:
    """Where it gleams."""
    still = stadium.still(t)
    board = Board(stadium.field, partial(lens_of_view, distortion=(DISTORTION, 0.0, 0.0, 0.0)))
    return [gleam.place for gleam in gleams(still, board.register(still), stadium.field)]


def test_a_mirrored_lamp_gleams_where_it_is() -> None:
    """A reflection is found within two centimetres of its middle, and nothing else gleams."""
    stadium = SimulatedStadium(seed=2)
    stadium.reflection(0.0, (60.0, 90.0), 30.0)
    found = gleaming(stadium)
    assert found
    assert all(25 > np.hypot(x - 60, y - 90) for x, y in found)


def test_dice_and_chalk_do_not_gleam() -> None:
    """Shining dice and white lines are no glare."""
    stadium = SimulatedStadium(seed=2)
    for color, x in (("white", -60.0), ("yellow", 0.0), ("red", 60.0)):
        stadium.set_down(0.0, color, 7, (x, 0.0))
    assert [] == gleaming(stadium, 6.0)


@pytest.mark.parametrize(("hertz", "depth"), [(100.0, 0.08), (100.0, 0.03), (107.0, 0.2)])
def test_flicker_is_measured_as_deep_as_it_is(hertz: float, depth: float) -> None:
    """Bands that run over the picture tell the lamp's own depth, within a tenth of it."""
    stadium = SimulatedStadium(seed=2)
    stadium.flicker(0.0, hertz, depth, 30.0)
    assert depth == pytest.approx(flicker([stadium.watch(2.0 + frame / 30) for frame in range(45)]), rel=0.1)


def test_a_steady_lamp_does_not_flicker_whatever_moves() -> None:
    """Noise and a hand that crosses the field are no flicker."""
    stadium = ScriptedStadium(seed=2)
    stadium.hand(1.0, (0.0, 0.0), 0.5)
    assert 0.01 > flicker([stadium.watch(1.0 + frame / 30) for frame in range(45)])


def test_photos_of_two_shapes_show_no_flicker() -> None:
    """Only those of the last one's shape are compared."""
    lying = bare()
    standing = np.ascontiguousarray(lying.transpose(1, 0, 2))
    assert 0.0 == flicker([standing, lying])
    assert 0.0 == flicker([lying, standing, standing])


def test_single_frame_shows_no_flicker() -> None:
    """What comes and goes shows only over time."""
    assert 0.0 == flicker([bare()])


def test_a_dark_picture_is_dark_without_any_marker() -> None:
    """Where no marker is seen the brightest tenth of the picture is what there is."""
    assert brightness(bare()) > 2 * brightness(np.asarray(bare() // 3, np.uint8))
