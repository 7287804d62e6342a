"""The camera's pose while a game is on."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from firmware.simulated.world.stadium import SimulatedStadium
from vision.geometry.registration import Board
from vision.tracking.events import CameraMoved, MarkersLost, Report
from vision.tracking.pose_monitor import LOST_CHECKS, MAX_UNSTABLE_CHECKS, REPEAT_CHECKS, STEADY_CHECKS, PoseMonitor
from vision.types import Frame

BARE = np.full((360, 640, 3), 90, np.uint8)


def test_missing_markers_are_reported_again() -> None:
    """Not at once, for a hand passes; and not once alone, for whoever missed it would never know."""
    monitor = PoseMonitor(Board())
    reported = [monitor.check(BARE, lambda: BARE) for _ in range(LOST_CHECKS + REPEAT_CHECKS)]
    assert [LOST_CHECKS, LOST_CHECKS + REPEAT_CHECKS] == [
        look for look, report in enumerate(reported, 1) if report is not None
    ]
    assert all(isinstance(report, MarkersLost) for report in reported if report is not None)


@pytest.fixture
def looks() -> tuple[PoseMonitor, Frame, Frame]:
    """A pose monitor that knows the pose, and the two streams it was measured in."""
    stadium = SimulatedStadium(seed=5)
    monitor, watch, still = PoseMonitor(Board(stadium.field)), stadium.watch(0.5), stadium.still(0.5)
    monitor.check(watch, lambda: still)
    return monitor, watch, still


def magnified(frame: Frame, times: float) -> Frame:
    """As a lens shows it that is focused nearer or farther."""
    middle = frame.shape[1] / 2 - 0.5, frame.shape[0] / 2 - 0.5
    about = cv2.getRotationMatrix2D(middle, 0, times)
    return np.asarray(cv2.warpAffine(frame, about, frame.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def turned(frame: Frame, degrees: float) -> Frame:
    """As a camera sees it that was knocked round, about the picture's corner."""
    about = cv2.getRotationMatrix2D((-0.5, -0.5), degrees, 1)
    return np.asarray(cv2.warpAffine(frame, about, frame.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def reported(looks: tuple[PoseMonitor, Frame, Frame], times: Iterable[float]) -> list[Report | None]:
    """What each look at the table so magnified comes to."""
    monitor, watch, still = looks
    return [monitor.check(magnified(watch, each), lambda each=each: magnified(still, each)) for each in times]


def test_a_lens_that_hunts_for_its_focus_is_no_knocked_camera(looks: tuple[PoseMonitor, Frame, Frame]) -> None:
    """It shows the table larger for a while, and then as before."""
    monitor, before = looks[0], looks[0].registration
    assert [None] * 12 == reported(looks, [1 + 0.015 * float(np.sin(np.pi * step / 12)) for step in range(1, 13)])
    assert not monitor.unstable
    assert before is monitor.registration


def test_camera_is_believed_where_it_stays(looks: tuple[PoseMonitor, Frame, Frame]) -> None:
    """As soon as it has stood there for long enough."""
    *before, last = reported(looks, [1.01] * STEADY_CHECKS)
    assert [None] * (STEADY_CHECKS - 1) == before
    assert isinstance(last, CameraMoved)
    assert not looks[0].unstable


@pytest.mark.untraced
def test_moving_camera_is_accepted(looks: tuple[PoseMonitor, Frame, Frame]) -> None:
    """Or nothing would ever be read again."""
    *before, last = reported(looks, [1.01, 1.013] * (MAX_UNSTABLE_CHECKS // 2) + [1.01])
    assert [None] * MAX_UNSTABLE_CHECKS == before
    assert isinstance(last, CameraMoved)


def test_a_marker_that_comes_and_goes_is_no_swaying_camera(looks: tuple[PoseMonitor, Frame, Frame]) -> None:
    """A knock that turns the camera moves each marker by another way, and the hand that throws next covers some."""
    monitor, *streams = looks
    watch, still = (turned(stream, 0.5) for stream in streams)
    covered = watch.copy()
    marker = next(iter(Board().markers_in(watch).values())).astype(np.int32)
    cv2.fillConvexPoly(covered, marker, (90, 90, 90))
    *before, last = [monitor.check(covered if look % 3 else watch, lambda: still) for look in range(STEADY_CHECKS)]
    assert [None] * (STEADY_CHECKS - 1) == before
    assert isinstance(last, CameraMoved)


@pytest.mark.untraced
def test_camera_pushed_back_must_stand_there_too(looks: tuple[PoseMonitor, Frame, Frame]) -> None:
    """It is as far from where it is believed to be as it was before."""
    *before, last = reported(looks, [1.01] * STEADY_CHECKS + [1.0] * STEADY_CHECKS)
    assert [STEADY_CHECKS] == [look for look, report in enumerate(before, 1) if report is not None]
    assert isinstance(last, CameraMoved)
