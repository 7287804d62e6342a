"""The detector's targets: heat map and boxes (as CenterNet, Zhou et al., "Objects as points")."""

from __future__ import annotations

import numpy as np

from vision.recognition.detector import STRIDE, UNIT
from vision.types import Floats

TILE_SIZE = 160
"""Side in pixels of a picture the detector is trained on."""
MIN_SIZE, MAX_SIZE = 13.0, 72.0
"""Least and greatest size of a token, in pixels, that the detector must find."""


def extent(alpha: Floats) -> Floats:
    """Left, top, right, bottom of what is covered by more than half."""
    solid = alpha > 0.5
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    if not rows.size:
        return np.zeros(4, np.float32)
    return np.array((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1), np.float32)


def targets(extents: list[Floats]) -> tuple[Floats, Floats]:
    """Heat (C, C) and boxes (4, C, C; 0 where none) for silhouettes, C cells a side."""
    cells = TILE_SIZE // STRIDE
    heat, boxes = np.zeros((cells, cells), np.float32), np.zeros((4, cells, cells), np.float32)
    middles = (np.arange(cells, dtype=np.float32) + 0.5) * STRIDE
    for left, top, right, bottom in extents:
        spread = max(5.0, float(max(right - left, bottom - top)) / 7)
        across, down = middles - (left + right) / 2, middles - (top + bottom) / 2
        bump = np.exp(-(across[None] ** 2 + down[:, None] ** 2) / (2 * spread**2)).astype(np.float32)
        peak = np.unravel_index(bump.argmax(), bump.shape)
        bump[peak] = 1
        near = bump > np.maximum(heat, 0.6)
        edges = np.stack(
            np.broadcast_arrays(
                middles[None] - left, middles[:, None] - top, right - middles[None], bottom - middles[:, None]
            )
        )
        boxes[:, near] = edges[:, near] / UNIT
        heat = np.maximum(heat, bump)
    return heat, boxes
