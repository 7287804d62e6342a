"""The camera's picture while somebody adjusts it: what is seen of the print is drawn in, as fast as frames come.

Rule kept here: what is drawn goes through the registration, so that its errors show, and nothing is shown by colour
alone: a marker that is not seen is crossed out.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import MarkersError
from vision.geometry.registration import Board, Lens, Registration
from vision.geometry.stadium import Area, Field
from vision.types import Frame, Points

LONGEST = 800
"""Pixels of the picture's longer side: what a phone shows."""
SEEN, LOST, ZONE, BASE, EDGE = (96, 224, 112), (92, 92, 255), (255, 214, 72), (64, 214, 255), (255, 255, 255)
"""Colours, BGR."""
DARK = (28, 20, 16)
BASE_MM, FULL_SIDE = 15, 450
"""How far a base reaches from its middle, on a print with sides of so many millimetres."""
ALONG = 8
"""Points of a side, for behind a lens straight lines are none."""
ROUND = 36


@dataclass(frozen=True)
class AlignmentView:
    """A picture with what was found in it.

    Attributes:
        picture: BGR.
        seen: how many markers of the print are seen.
        error_mm: how far they lie from where they should be; None while too few are seen, or they do not fit.
    """

    picture: Frame
    seen: int
    error_mm: float | None


def alignment_view(frame: Frame, field: Field, lens: Callable[[tuple[int, int]], Lens]) -> AlignmentView:
    """A frame with markers, zones and bases drawn in, as far as enough of the print is seen."""
    board, picture = Board(field, lens), _fitted(frame)
    markers = board.markers_in(picture)
    found: Registration | None = None
    with suppress(MarkersError):
        found = board.register(picture)
    if found is not None:
        _draw_field(picture, found, field)
        for marker in field.markers:
            if marker.number not in markers:
                _cross(picture, found.to_pixels(marker.corners))
    for corners in markers.values():
        _outline(picture, corners, SEEN, 2)
    return AlignmentView(picture, len(markers), None if found is None else found.error_mm)


def _draw_field(picture: Frame, seen: Registration, field: Field) -> None:
    _outline(picture, seen.to_pixels(_sides(field.tray)), EDGE, 1)
    for zone in field.zones:
        _outline(picture, seen.to_pixels(_ring(zone.centre, zone.radius)), ZONE, 2)
        x, y = seen.to_pixels(np.array([zone.centre]))[0]
        _say(picture, str(zone.number), (int(x) - 6, int(y) + 6))
    reach = BASE_MM * field.side / FULL_SIDE
    for x, y in field.bases:
        around = np.array([(x - reach, y), (x, y + reach), (x + reach, y), (x, y - reach)])
        _outline(picture, seen.to_pixels(around), BASE, 2)


def _sides(area: Area) -> Points:
    share = np.linspace(0, 1, ALONG, endpoint=False)[:, None]
    corners = area.corners
    return np.vstack([a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])


def _ring(centre: tuple[float, float], radius: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.column_stack((np.cos(angle), np.sin(angle))) * radius + centre


def _outline(picture: Frame, pixels: Points, color: tuple[int, int, int], wide: int) -> None:
    """A closed line with a dark rim, so that it shows on any print."""
    points = [np.rint(pixels).astype(np.int32).reshape(-1, 1, 2)]
    cv2.polylines(picture, points, isClosed=True, color=DARK, thickness=wide + 2, lineType=cv2.LINE_AA)
    cv2.polylines(picture, points, isClosed=True, color=color, thickness=wide, lineType=cv2.LINE_AA)


def _cross(picture: Frame, corners: Points) -> None:
    _outline(picture, corners, LOST, 2)
    for one, other in ((0, 2), (1, 3)):
        _outline(picture, corners[[one, other]], LOST, 2)


def _say(picture: Frame, word: str, at: tuple[int, int]) -> None:
    for color, wide in ((DARK, 4), (ZONE, 1)):
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, color, wide, cv2.LINE_AA)


def _fitted(frame: Frame) -> Frame:
    """A copy that is no larger than it must be."""
    zoom = LONGEST / max(frame.shape[:2])
    if zoom >= 1:
        return frame.copy()
    height, width = (round(side * zoom) for side in frame.shape[:2])
    return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
