"""A box is what OpenCV's Rect is, and keeps to the picture once it is clipped."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.types import Box

PICTURE = np.zeros((20, 30, 3), np.uint8)


def test_a_box_is_opencvs() -> None:
    """Around a filled rectangle it is what OpenCV calls its bounding rectangle."""
    mask = np.zeros((20, 30), np.uint8)
    mask[Box(4, 5, 6, 7).slices] = 1
    assert Box(4, 5, 6, 7) == cv2.boundingRect(mask)


def test_edges_lie_just_outside() -> None:
    """From its edges the same box comes back, and it has as many pixels as it is wide and high."""
    box = Box(4, 5, 6, 7)
    assert box == Box.from_edges(*box.edges)
    assert (7, 6) == PICTURE[box.slices].shape[:2]


@pytest.mark.parametrize(
    ("box", "inside"),
    [
        (Box(-5, -6, 10, 10), Box(0, 0, 5, 4)),
        (Box(25, 15, 10, 10), Box(25, 15, 5, 5)),
        (Box(-20, 5, 10, 5), Box(0, 5, 0, 5)),
        (Box(40, 25, 5, 5), Box(30, 20, 0, 0)),
        (Box(3, 3, 4, 4), Box(3, 3, 4, 4)),
    ],
)
def test_a_clipped_box_lies_in_the_picture(box: Box, inside: Box) -> None:
    """One that lies beyond is empty, at the picture's edge."""
    assert inside == box.clipped(PICTURE)
    assert PICTURE[inside.slices].shape == PICTURE[box.slices].shape


def test_touching_boxes_are_apart() -> None:
    """They share no pixel, and do one pixel nearer."""
    assert (False, True) == (Box(0, 0, 5, 5).overlaps(Box(5, 0, 5, 5)), Box(0, 0, 5, 5).overlaps(Box(4, 0, 5, 5)))


def test_moved_and_grown_it_keeps_its_centre() -> None:
    """Growing adds on every side; moving moves the centre along."""
    box = Box(4, 5, 6, 7)
    assert (box.centre, 10) == (box.expanded(2).centre, box.expanded(2).width)
    assert (10.0, 5.5) == box.shifted(3, -3).centre


def test_around_is_the_smallest_box() -> None:
    """Each of their corners lies in it."""
    assert Box(1, 2, 9, 8) == Box.around([Box(1, 4, 2, 6), Box(5, 2, 5, 5)])
