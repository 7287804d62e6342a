"""Texture correlation: a face is recognised by its picture, which is turned every way and laid over the current one.

Where numerals drown in the pattern of the die, as on camouflage and terrazzo, the networks fail, but no two faces have
the same specks; and a faint numeral laid over itself is a pattern like any other. No name and no up is needed. Rule
kept here: light is no difference. Only what varies from pixel to pixel counts, not how bright or tinted a facet is.
"""

from __future__ import annotations

from math import pi

import cv2
import numpy as np

from vision.recognition.crops import ImagePyramid, rectified_view
from vision.recognition.pose import TopFacePose
from vision.types import Floats, Frame

DIE = 48
"""Pixels a die is scaled to."""
PATCH = 24
"""Pixels across the round patch in its middle that is compared: most of the top face and little else."""
REACH = 7
"""Pixels by which the patch may lie off: farther off others fit by chance more often than it does."""
TURNS = 36
"""Rotations of a face."""
ZOOMS = (0.9, 1.0, 1.1)
"""How much larger or smaller than in its own picture a die may seem, beside its silhouette."""
RISE = 0.35
"""How high the top face lies over the die's middle, in sizes of the die: a tilted camera sees it off the middle."""
GRAIN, SHADE = 0.85, 1.5
"""Standard deviations, pixels, of two blurs: their difference has neither noise nor facets, shades and gloss."""
EDGE = 5
"""Pixels that a view is wider for being blurred."""
SPREAD = 0.4
"""Standard deviation of the weight that falls off from the patch's middle, in sizes of it."""
ROWS, COLUMNS = np.mgrid[:PATCH, :PATCH] - (PATCH - 1) / 2
AWAY = ROWS**2 + COLUMNS**2
INSIDE = (AWAY <= (PATCH / 2) ** 2).ravel()
"""The pixels of a patch that are compared, shape (PATCH * PATCH,)."""
WEIGHT = np.exp(-AWAY / (2 * (SPREAD * PATCH) ** 2)).ravel()[INSIDE, None].astype(np.float32)
"""How much each of them counts, shape (pixels, 1)."""


def patches(picture: Frame, pose: TopFacePose) -> Floats:
    """A face in every rotation, shape (TURNS, D), each row of length 1."""
    turns = (2 * pi * turn / TURNS for turn in range(TURNS))
    pyramid = ImagePyramid(picture)
    return _even(np.stack([_correlation(pyramid, pose, PATCH, turn=turn) for turn in turns]))


def correlations(picture: Frame, pose: TopFacePose, faces: Floats) -> Floats:
    """Each face's best correlation, -1 to 1, with the die of ``pose``; from ``faces`` (faces, TURNS, D) to (faces,)."""
    pyramid, best = ImagePyramid(picture), np.full(len(faces), -1.0)
    for zoom in ZOOMS:
        view = _correlation(pyramid, pose, PATCH + 2 * REACH, zoom=zoom)
        fits = _even(_places(view)) @ faces.reshape(-1, faces.shape[-1]).T
        best = np.maximum(best, fits.max(axis=0).reshape(len(faces), -1).max(axis=1))
    return best


def _top(pose: TopFacePose) -> tuple[tuple[float, float], float]:
    """Where the middle of the top face is seen, and the size of the die in pixels."""
    size = float(np.sqrt(max(pose.bounds.area, 1.0)))
    (x, y), (across, down) = pose.bounds.centre, pose.tilt.parallax(RISE * size)
    return (x + across, y + down), size


def _correlation(
    picture: ImagePyramid, pose: TopFacePose, pixels: int, *, turn: float = 0.0, zoom: float = 1.0
) -> Floats:
    """Specks and numerals in the middle of the top face, L*a*b*, shape (pixels, pixels, 3)."""
    middle, size = _top(pose)
    across = pixels + 2 * EDGE
    view = picture.view(rectified_view(middle, size * zoom * across / DIE, turn, across, pose.tilt), across)
    lab = cv2.cvtColor(view.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    fine, coarse = (cv2.GaussianBlur(lab, (0, 0), blur) for blur in (GRAIN, SHADE))
    return np.asarray((fine - coarse)[EDGE:-EDGE, EDGE:-EDGE])


def _places(view: Floats) -> Floats:
    """Every place of the patch, shape (N, PATCH, PATCH, 3)."""
    places = np.lib.stride_tricks.sliding_window_view(view, (PATCH, PATCH), axis=(0, 1))
    return np.moveaxis(places.reshape(-1, 3, PATCH, PATCH), 1, -1)


def _even(patch: Floats) -> Floats:
    """Patches (N, PATCH, PATCH, 3) as rows of length 1 whose three channels each have mean 0, weighted."""
    inside = patch.reshape(len(patch), -1, 3)[:, INSIDE]
    lone = (inside - (inside * WEIGHT).sum(axis=1, keepdims=True) / WEIGHT.sum()) * np.sqrt(WEIGHT)
    rows = lone.reshape(len(patch), -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
