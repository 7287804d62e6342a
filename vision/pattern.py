"""A face known again by its specks: its picture, turned every way, laid over what is seen now.

Where numerals drown in the pattern of the die, as on camouflage and terrazzo, the networks are lost, but no two faces
have the same specks: on rendered dice of that kind this finds nine faces in ten and more where the networks find three.
It needs no numeral and no up. Rule kept here: light is no difference; only how a patch varies counts, not how bright
or tinted all of it is.
"""

from __future__ import annotations

from math import pi
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.views import Frame, Halvings, level_view
from vision.witness import Statement

Floats = npt.NDArray[np.floating[Any]]

DIE = 48
"""Pixels a die is brought to."""
PATCH = 28
"""Pixels across the round patch in its middle that is compared: most of the top face and little else."""
WINDOW = 52
"""Pixels across the piece of the seen die that the patch is looked for in: it lies off the middle when seen aslant."""
STEP = 2
"""Pixels from one place that is tried to the next."""
TURNS = 36
"""Ways a face may be turned."""
ZOOMS = (0.9, 1.0, 1.1)
"""How much larger or smaller than in its own picture a die may seem, beside its silhouette."""
RISE = 0.35
"""How high the top face lies over the die's middle, in sizes of the die: a tilted camera sees it off the middle."""
LIGHTNESS = 0.7
"""Weight of lightness beside the two colours: shades fall on the first."""
ROWS, COLUMNS = np.mgrid[:PATCH, :PATCH] - (PATCH - 1) / 2
ROUND = (ROWS**2 + COLUMNS**2 <= (PATCH / 2) ** 2).astype(np.float32)[..., None]
"""The patch's outline, shape (PATCH, PATCH, 1)."""


def patches(picture: Frame, told: Statement) -> Floats:
    """A face in every turn, shape (TURNS, D), each row of length 1.

    Args:
        picture: BGR, uint8, the die is in it.
        told: where.
    """
    halvings, (middle, size) = Halvings(picture), _top(told)
    turns, side = (2 * pi * turn / TURNS for turn in range(TURNS)), size * PATCH / DIE
    turned = [halvings.view(level_view(middle, side, turn, PATCH, told.level), PATCH) for turn in turns]
    return _even(np.stack([_lab(view) for view in turned]))


def likenesses(frame: Frame, told: Statement, faces: Floats) -> Floats:
    """How well each face's patches fit what is seen, as the best correlation, -1 to 1, shape (faces,).

    Args:
        frame: the die is in it.
        told: where.
        faces: of each face what `patches` made, shape (faces, TURNS, D).
    """
    halvings, (middle, size) = Halvings(frame), _top(told)
    best = np.full(len(faces), -1.0)
    for zoom in ZOOMS:
        view = halvings.view(level_view(middle, size * zoom * WINDOW / DIE, 0.0, WINDOW, told.level), WINDOW)
        fits = _even(_windows(_lab(view))) @ faces.reshape(-1, faces.shape[-1]).T
        best = np.maximum(best, fits.max(axis=0).reshape(len(faces), -1).max(axis=1))
    return best


def _top(told: Statement) -> tuple[tuple[float, float], float]:
    """Where the middle of the top face is seen, and the size of the die in pixels."""
    size = float(np.sqrt(max(told.box.area, 1.0)))
    (x, y), (across, down) = told.box.centre, told.level.rise(RISE * size)
    return (x + across, y + down), size


def _lab(view: Frame) -> Floats:
    lab = cv2.cvtColor(view.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(lab * np.array((LIGHTNESS, 1, 1), np.float32))


def _windows(lab: Floats) -> Floats:
    """Every place of the patch, shape (N, PATCH, PATCH, 3)."""
    places = np.lib.stride_tricks.sliding_window_view(lab, (PATCH, PATCH), axis=(0, 1))[::STEP, ::STEP]
    return np.moveaxis(places.reshape(-1, 3, PATCH, PATCH), 1, -1)


def _even(patch: Floats) -> Floats:
    """Round patches (N, PATCH, PATCH, 3) as rows of length 1 whose three channels each have mean 0."""
    lone = (patch - (patch * ROUND).sum(axis=(1, 2), keepdims=True) / ROUND.sum()) * ROUND
    rows = lone.reshape(len(patch), -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
