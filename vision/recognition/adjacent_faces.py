"""Where the neighbours of a d10's top numeral are seen, so that they can be asked which face it must be.

On most dice the numerals left and right of the top one, around the same pole, are always the same ones. Their faces
lean away by 52 degrees; from the top numeral, the silhouette and the die's shape it follows where they are seen and how
foreshortened, whatever the camera's angle. Rule kept here: a die may be numbered otherwise, and is never forced.
"""

from __future__ import annotations

from math import cos, sin

import numpy as np

from vision.geometry.d10 import D10
from vision.recognition.classifiers import Statement, upright
from vision.recognition.crops import CLOSE_MARGIN, CLOSE_SIZE
from vision.types import Matrix

SHAPE = D10()
TOP = SHAPE.numeral_frame(0)
AXES = np.stack((TOP.right, TOP.up, TOP.normal))
"""The top numeral's right, up and out."""
NEIGHBOURS = tuple(SHAPE.numeral_frame(face) for face in SHAPE.ring(0))
"""The printed places left and right of it."""
RADIUS_SHARE = 0.57
"""Radius of the girdle over the square root of the silhouette's box, on average."""
STEEPEST = 1.3
"""Largest believable slope of the ray that the camera looks along: 52 degrees."""
THINNEST = 0.25
"""Share of a face's area that must be seen, that its numeral is looked at."""


def neighbour_views(told: Statement) -> list[Matrix | None]:
    """Maps from the frame to upright views of the numerals left and right of the top one; None for one not seen."""
    level = told.level.stretch
    angle, height = upright(told)
    turned = np.array(((cos(angle), sin(angle)), (-sin(angle), cos(angle)))) @ level
    scale = RADIUS_SHARE * float(np.sqrt(told.box.area))
    middle = turned @ (np.array(told.box.centre) - told.middle) / scale
    slope = _slope(middle)
    sight = np.array(((1, 0, slope[0]), (0, -1, slope[1]))) @ AXES
    return [_view(told, turned, scale, height / scale, sight, place) for place in range(2)]


def _slope(middle: Matrix) -> Matrix:
    """How far the image moves for each unit of depth, from where the silhouette's middle is seen."""
    x, y, z = AXES @ -TOP.origin
    slope = (middle - (x, -y)) / z
    return np.asarray(slope * min(1.0, STEEPEST / max(float(np.hypot(*slope)), 1e-9)))


def _view(told: Statement, turned: Matrix, scale: float, height: float, sight: Matrix, place: int) -> Matrix | None:
    """The map to the view of one neighbour; ``sight`` projects die to picture, upright, in girdle radii."""
    neighbour = NEIGHBOURS[place]
    seen = sight @ np.column_stack((neighbour.right, -neighbour.up))
    if np.linalg.det(seen) < THINNEST:
        return None
    zoom = CLOSE_SIZE / (CLOSE_MARGIN * height * scale)
    linear = zoom * np.linalg.inv(seen) @ turned
    away = np.linalg.inv(turned) @ (scale * (sight @ (neighbour.origin - TOP.origin)))
    return np.column_stack((linear, CLOSE_SIZE / 2 - linear @ (np.array(told.middle) + away)))
