"""A flat printed stadium seen by a pinhole camera: enough to test bearings with, drawn in a few milliseconds."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.registration import Lens
from vision.geometry.stadium import STADIUM, Field
from vision.types import Frame, Points

LARGE, SMALL = (2304, 1296), (640, 360)
LENS = Lens(LARGE, (1774.0, 1774.0), (1151.5, 647.5))
BARREL = replace(LENS, distortion=(-0.12, 0.03, 0.0, 0.0))
ABOVE = (0.0, 0.0, 680.0)
PRINT_PX = 4
"""Pixels of the drawn sheet per millimetre."""


def homography(eye: tuple[float, float, float], tilt: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.float64]:
    """From millimetres of the print to pixels of `LENS`, for a camera at ``eye`` that looks down, tilted (radians)."""
    axes = cv2.Rodrigues(np.array([*tilt, 0.0]))[0] @ np.diag([1.0, -1.0, -1.0])
    shift = -axes @ np.array(eye)
    return np.asarray(LENS.matrix @ np.column_stack((axes[:, 0], axes[:, 1], shift)), np.float64)


def printed(field: Field = STADIUM, without: tuple[int, ...] = ()) -> Frame:
    """The sheet from straight above: green, with every marker but ``without``."""
    side = int(field.side * PRINT_PX)
    sheet = np.full((side, side, 3), (70, 130, 80), np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in field.markers:
        if marker.number in without:
            continue
        wide = int(marker.side * PRINT_PX)
        left, top = (int(value) for value in _sheet_pixels(field, marker.corners[:1])[0])
        quiet = int(6 * PRINT_PX)
        sheet[top - quiet : top + wide + quiet, left - quiet : left + wide + quiet] = 255
        sheet[top : top + wide, left : left + wide] = cv2.aruco.generateImageMarker(dictionary, marker.number, wide)[
            ..., None
        ]
    return sheet


def _sheet_pixels(field: Field, places: Points) -> Points:
    return np.asarray((places * (1, -1) + field.side / 2) * PRINT_PX)


def photograph(sheet: Frame, camera: NDArray[np.float64], lens: Lens = LENS, field: Field = STADIUM) -> Frame:
    """``sheet`` as the camera sees it, (1296, 2304, 3)."""
    half = field.side / 2
    to_print = np.array(
        [(1 / PRINT_PX, 0, -half + 0.5 / PRINT_PX), (0, -1 / PRINT_PX, half - 0.5 / PRINT_PX), (0, 0, 1)]
    )
    straight = cv2.warpPerspective(sheet, camera @ to_print, LARGE, flags=cv2.INTER_LINEAR, borderValue=(40, 50, 60))
    if lens.distortion:
        down, across = np.mgrid[0 : LARGE[1], 0 : LARGE[0]].astype(np.float64)
        source = lens.straighten(np.column_stack((across.ravel(), down.ravel()))).astype(np.float32)
        maps = source.reshape(LARGE[1], LARGE[0], 2)
        straight = cv2.remap(straight, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(straight, (0, 0), 1.0), np.uint8)


def small(frame: Frame) -> Frame:
    """The watch stream's picture of the same scene."""
    return np.asarray(cv2.resize(frame, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
