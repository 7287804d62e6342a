"""Where a d10's neighbours are looked for is where a camera sees them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.d10 import D10, FACES
from vision.geometry.tilt import Tilt, up_angle
from vision.recognition.adjacent_faces import adjacent_views
from vision.recognition.crops import NUMERAL_CROP
from vision.recognition.detections import Bounds
from vision.recognition.pose import TopFacePose

SCALE = 40.0
"""Pixels of the girdle's radius."""
DIE = D10()


def seen(points: np.ndarray, tilt: float, azimuth: float) -> np.ndarray:
    """Points of the die (N, 3) as a camera far away sees them, ``tilt`` off the vertical, in pixels (N, 2), y down."""
    toward = np.array((np.cos(azimuth), np.sin(azimuth)))
    flat = points[:, :2] @ (np.eye(2) + (np.cos(tilt) - 1) * np.outer(toward, toward))
    shifted = flat - points[:, 2:] * np.sin(tilt) * toward  # what is higher moves away from the camera's foot
    return 300 + SCALE * shifted * (1, -1)


def looked_at(tilt: float, azimuth: float, turn: float) -> tuple[TopFacePose, list[np.ndarray]]:
    """The true pose of a d10 seen so, and the pixels of both neighbours' numerals: foot, middle, head."""
    rotation = DIE.resting(0, turn)
    outline = seen(DIE.vertices @ rotation.T, tilt, azimuth)
    (foot, middle, head), *beside = (seen(numeral(face) @ rotation.T, tilt, azimuth) for face in (0, *DIE.ring(0)))
    bounds = Bounds(*outline.min(axis=0), *outline.max(axis=0))
    toward = np.array((np.cos(azimuth), -np.sin(azimuth)))
    above = np.linalg.inv(np.eye(2) + (np.cos(tilt) - 1) * np.outer(toward, toward))
    up = head - foot
    height, tilt_there = float(np.hypot(*up)), Tilt.of(np.column_stack((above, -np.tan(tilt) * toward)))
    angle = up_angle((float(up[0]), float(up[1])))
    return TopFacePose(bounds, (float(middle[0]), float(middle[1])), angle, height, tilt_there), beside


def numeral(face: int) -> np.ndarray:
    """Foot, middle and head of a numeral on ``face``, half a radius high."""
    frame = DIE.numeral_frame(face)
    return np.array([frame.origin + share * frame.up for share in (-0.25, 0.0, 0.25)])


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
@pytest.mark.parametrize(("tilt", "azimuth"), [(0.0, 0.0), (0.3, 0.5), (0.6, 2.0), (0.75, 4.0)])
def test_a_neighbours_view_shows_its_numeral_upright(tilt: float, azimuth: float, turn: float) -> None:
    """From straight above to 43 degrees, a neighbour's numeral stands in the middle of its view, head up."""
    pose, beside = looked_at(tilt, azimuth, turn)
    for matrix, pixels in zip(adjacent_views(pose), beside, strict=True):
        if matrix is not None:
            foot, middle, head = pixels @ matrix[:, :2].T + matrix[:, 2]
            assert np.abs(middle - NUMERAL_CROP.size / 2).max() < 0.2 * NUMERAL_CROP.size
            assert abs(up_angle(tuple(head - foot)) - np.pi) > np.pi - 0.45


def test_from_straight_above_both_neighbours_are_seen() -> None:
    """Their faces lean away by 52 degrees, which is not too much."""
    pose, _ = looked_at(0.0, 0.0, 0.4)
    assert all(view is not None for view in adjacent_views(pose))


def test_a_face_that_looks_away_is_not_asked() -> None:
    """At 43 degrees some turn hides a neighbour, and then it does not count."""
    turns = np.linspace(0, 6.2, 20)
    hidden = [any(view is None for view in adjacent_views(looked_at(0.75, 1.0, turn)[0])) for turn in turns]
    assert any(hidden)
    assert not all(hidden)


def test_ring_is_the_faces_around_the_same_pole() -> None:
    """Both neighbours share the face's pole, and the face is theirs in turn."""
    for face in range(10):
        left, right = DIE.ring(face)
        assert {FACES[face][0]} == {FACES[left][0], FACES[right][0]}
        assert (face, face) == (DIE.ring(left)[1], DIE.ring(right)[0])
