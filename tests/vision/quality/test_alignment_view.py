"""The live picture by which somebody puts camera and print where they belong."""

from __future__ import annotations

from functools import partial

import numpy as np

from firmware.simulated.calibration_camera import CalibrationCamera
from firmware.simulated.scenario import SceneFault
from vision.geometry.registration import lens_of_view
from vision.geometry.stadium import STADIUM
from vision.quality.alignment_view import LONGEST, SEEN, ZONE, AlignmentView, alignment_view
from vision.types import Frame


def seen(*faults: SceneFault, size: int = 1) -> AlignmentView:
    """What a camera over such a stadium shows."""
    camera = CalibrationCamera(faults=faults)
    for _ in range(20):
        frame = camera.frame()
    assert frame is not None
    return alignment_view(np.repeat(np.repeat(frame, size, 0), size, 1), STADIUM, partial(lens_of_view, view=66.0))


def has(picture: Frame, color: tuple[int, int, int]) -> bool:
    """Whether it is drawn in that colour."""
    return bool((np.abs(picture.astype(int) - color).max(axis=2) < 8).any())


def test_print_is_drawn_where_it_is_seen() -> None:
    """Markers, zones and bases, and how far off they are; the picture is no larger than a phone's."""
    view = seen(size=2)
    assert (len(STADIUM.markers), True, LONGEST) == (view.seen, has(view.picture, ZONE), max(view.picture.shape))
    assert view.error_mm is not None
    assert 0 < view.error_mm < 2


def test_too_few_markers_show_no_zones() -> None:
    """Those that are seen are marked all the same."""
    view = seen("markers")
    assert view.seen < len(STADIUM.markers)
    assert has(view.picture, SEEN)
    assert (view.error_mm is not None) == has(view.picture, ZONE)
