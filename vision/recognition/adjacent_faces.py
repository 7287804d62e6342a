"""Where the numerals beside a d10's top one are seen, so that they can confirm which face it is.

On most dice the numerals left and right of the top one, around the same pole, are always the same ones. Their faces
lean away by 52 degrees; from the top numeral, the silhouette and the die's shape it follows where they are seen and how
foreshortened, whatever the camera's angle. Rule kept here: a die may be numbered otherwise, and is never forced.
"""

from __future__ import annotations

from math import cos, sin

import numpy as np

from vision.geometry.d10 import D10
from vision.recognition.crops import NUMERAL_CROP
from vision.recognition.pose import TopFacePose
from vision.types import Matrix

SHAPE = D10()
TOP = SHAPE.numeral_frame(0)
AXES = np.stack((TOP.right, TOP.up, TOP.normal))
"""The top numeral's right, up and out."""
ADJACENT = tuple(SHAPE.numeral_frame(face) for face in SHAPE.ring(0))
"""The printed places left and right of it."""
RADIUS_SHARE = 0.57
"""Radius of the girdle over the square root of the silhouette's box, on average."""
STEEPEST = 1.3
"""Largest believable slope of the ray that the camera looks along: 52 degrees."""
THINNEST = 0.25
"""Fraction of a face's area that must be visible for its numeral to be read."""


def adjacent_views(pose: TopFacePose) -> tuple[Matrix | None, Matrix | None]:
    """Maps from the picture to upright views of the numerals left and right of the top one; None if not visible."""
    # Step 1: rectify and turn the picture so that the top numeral stands upright, in radii of the girdle.
    angle, height = pose.upright
    turned = np.array(((cos(angle), sin(angle)), (-sin(angle), cos(angle)))) @ pose.tilt.stretch
    scale = RADIUS_SHARE * float(np.sqrt(pose.bounds.area))
    # Step 2: from which side the camera sees the die, by how far the silhouette's centre is from the top numeral.
    centre = turned @ (np.array(pose.bounds.centre) - pose.centre) / scale
    x, y, z = AXES @ -TOP.origin
    slope = (centre - (x, -y)) / z
    slope *= min(1.0, STEEPEST / max(float(np.hypot(*slope)), 1e-9))
    # Step 3: project both adjacent faces of the known shape by that.
    projection = np.array(((1, 0, slope[0]), (0, -1, slope[1]))) @ AXES
    left, right = (_view(pose, turned, scale, height / scale, projection, place) for place in range(2))
    return left, right


def _view(
    pose: TopFacePose, turned: Matrix, scale: float, height: float, projection: Matrix, place: int
) -> Matrix | None:
    """The map to the view of one adjacent face; ``projection`` is of die to picture, upright, in girdle radii."""
    face = ADJACENT[place]
    seen = projection @ np.column_stack((face.right, -face.up))
    if np.linalg.det(seen) < THINNEST:
        return None
    zoom = NUMERAL_CROP.size / (NUMERAL_CROP.margin * height * scale)
    linear = zoom * np.linalg.inv(seen) @ turned
    away = np.linalg.inv(turned) @ (scale * (projection @ (face.origin - TOP.origin)))
    return np.column_stack((linear, NUMERAL_CROP.size / 2 - linear @ (np.array(pose.centre) + away)))
