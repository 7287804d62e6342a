"""The annotated picture: what is drawn lies where it should, and what must be repaired stands out."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

from firmware.simulated.rendering.lens import DISTORTION
from firmware.simulated.world.stadium import SimulatedStadium
from vision.geometry.registration import Board, Registration, lens_of_view
from vision.geometry.stadium import STADIUM
from vision.quality.report_image import BAD, BASE, DOUBTFUL, GOOD, HEIGHT, PANEL, ZONE, Note, ReportImage, draw_report
from vision.readings import ChipReading, DieReading
from vision.types import Box

NOTES = (Note("green", "Markers", "All six are seen."), Note("red", "Brightness", "It is dark: add a lamp."))


@cache
def view() -> tuple[np.ndarray, Registration]:
    """The field, and how it is seen."""
    still = SimulatedStadium(seed=2, tilt=10.0).still(1.0)
    return still, Board(STADIUM, partial(lens_of_view, distortion=(DISTORTION, 0.0, 0.0, 0.0))).register(still)


def drawn(survey: ReportImage, notes: tuple[Note, ...] = ()) -> np.ndarray:
    """The annotated picture, RGB."""
    return draw_report(view()[0], survey, notes, "Calibration")[..., ::-1]


def share(picture: np.ndarray, color: tuple[int, int, int]) -> float:
    """How much of a picture has a colour, in per cent."""
    return float((np.abs(picture.astype(int) - color).max(axis=2) < 30).mean() * 100)


@pytest.mark.untraced
def test_the_view_stands_beside_the_notes() -> None:
    """The picture is as high as it says, the field on its left and the panel on its right."""
    picture = drawn(ReportImage(STADIUM, view()[1]), NOTES)
    assert (HEIGHT, 3) == (picture.shape[0], picture.shape[2])
    assert HEIGHT - 150 < picture.shape[1] - PANEL < HEIGHT + 250


@pytest.mark.untraced
def test_zones_are_drawn_on_the_printed_circles() -> None:
    """Where the print's circle is in the camera's picture, the drawn one covers it."""
    still, registration = view()
    picture = drawn(ReportImage(STADIUM, registration))[:, :-PANEL]
    walls = registration.to_pixels(STADIUM.tray.corners)
    zoom = HEIGHT / (np.ptp(walls[:, 1]) * 1.06)
    for zone in STADIUM.zones:
        edge = registration.to_pixels(np.array([(zone.centre[0], zone.centre[1] + zone.radius)]))
        near = _cut(picture, (edge[0] - walls.min(axis=0)) * zoom, 30)
        assert share(near, ZONE) > 1, zone.number
    assert 1 > share(still[..., ::-1], ZONE)


def _cut(picture: np.ndarray, at: np.ndarray, reach: int) -> np.ndarray:
    """The neighbourhood of a pixel, the window's margin allowed for."""
    x, y = (round(float(value)) + 35 for value in at)
    return picture[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]


@pytest.mark.untraced
def test_a_marker_that_is_not_seen_is_drawn_otherwise() -> None:
    """A missing marker is dashed and red, a found one whole and green."""
    registration = view()[1]
    every, one_less = (
        drawn(ReportImage(STADIUM, registration, numbers))[:, :-PANEL] for numbers in (range(6), range(5))
    )
    assert share(every, GOOD) > share(one_less, GOOD)
    assert share(one_less, BAD) > share(every, BAD) + 0.01


def test_dice_are_named_and_unsure_ones_stand_out() -> None:
    """A die that was read is framed in green, one that was not in amber; the chip is framed too."""
    sure = DieReading("d10", "red", 7, 0.99, (), Box(1000, 600, 60, 60))
    unsure = DieReading("d10", "blue", None, 0.5, ((6, 0.5), (9, 0.4)), Box(1200, 600, 60, 60))
    chip = ChipReading("hit", 0.99, (), Box(1100, 700, 80, 80))
    registration = view()[1]
    none, both = (
        drawn(ReportImage(STADIUM, registration, (), each))[:, :-PANEL] for each in ((), (sure, unsure, chip))
    )
    assert share(both, GOOD) > share(none, GOOD)
    assert share(both, DOUBTFUL) > share(none, DOUBTFUL)


@pytest.mark.untraced
def test_glare_is_ringed() -> None:
    """A gleam is ringed in red."""
    registration = view()[1]
    none, some = (
        drawn(ReportImage(STADIUM, registration, glare=each))[:, :-PANEL] for each in ((), (((60.0, 90.0), 20.0),))
    )
    assert share(some, BAD) > share(none, BAD) + 0.02


def test_faults_come_first() -> None:
    """The red note stands above the green one, whatever their order was."""
    panel = drawn(ReportImage(STADIUM, view()[1]), NOTES)[:, -PANEL:]
    rows = {
        name: np.argwhere(share_of_rows(panel[:600], color)).min() for name, color in (("red", BAD), ("green", GOOD))
    }
    assert rows["red"] < rows["green"]


def share_of_rows(picture: np.ndarray, color: tuple[int, int, int]) -> np.ndarray:
    """Which rows hold a colour."""
    return np.asarray((np.abs(picture.astype(int) - color).max(axis=2) < 12).any(axis=1))


def test_a_dozen_notes_leave_room_for_the_key() -> None:
    """However much is found, the lines' meanings are not written over."""
    text = "All four bases and 9 zones are in view, and a die is at least 41 pixels wide."
    many = tuple(Note("green", f"Finding {number}", text) for number in range(9))
    crowded = (*many, Note("amber", "Glare", text + text), Note("red", "Dice", text))
    panels = [drawn(ReportImage(STADIUM, view()[1]), notes)[:, -PANEL:] for notes in ((), crowded)]
    key = slice(HEIGHT - 170, HEIGHT)
    assert np.array_equal(panels[0][key], panels[1][key])


@pytest.mark.untraced
def test_without_bearings_the_bare_view_is_shown() -> None:
    """Where too few markers are seen nothing is drawn over the picture that would be a guess."""
    picture = drawn(ReportImage(STADIUM, None), NOTES)[:, :-PANEL]
    assert 0.0 == pytest.approx(share(picture, BASE), abs=0.05)
