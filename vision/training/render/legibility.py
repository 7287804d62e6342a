"""Whether a numeral can be read in the finished picture: what glare, shade and distance left of its contrast."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.render.camera import RenderCamera
from vision.training.render.scene import PlacedThing
from vision.training.render.tokens import TopFace
from vision.types import Frame, Points

GRID_POINTS = 40
"""Samples along each side of the square around a numeral."""
HALF_SIDE = 0.62
"""Half that square's side in numeral heights."""
MIN_INK, MAX_BARE = 0.85, 0.05
MIN_SAMPLES = 4
HUE_WEIGHTS = np.array((1, 0.6, 0.6), np.float32)
"""As in ``paints.difference``."""
MIN_CONTRAST = 9.0
"""Colour difference (as in ``paints.difference``) below which a numeral in a picture counts as illegible,"""
MIN_CONTRAST_TO_GRAIN = 1.2
"""and the share of the body's own unevenness below which the numeral drowns in its pattern."""


@dataclass(frozen=True)
class Contrast:
    """What a picture shows of a numeral.

    Attributes:
        ink: colour difference between its ink and the body around it.
        grain: spread of the body's own colours in the direction of that difference.
    """

    ink: float
    grain: float

    @property
    def legible(self) -> bool:
        """Whether the numeral can be read."""
        return self.ink >= MIN_CONTRAST and self.ink >= MIN_CONTRAST_TO_GRAIN * self.grain


def contrast(picture: Frame, token: PlacedThing, camera: RenderCamera) -> Contrast | None:
    """How the top numeral stands out; None where there is no numeral.

    Args:
        picture: BGR, as developed.
        token: the thing.
        camera: the picture's.
    """
    top = token.thing.top
    if top is None:
        return None
    spots = _spots(top)
    world = top.middle + token.offset + spots[:, :1] * _right(top) + spots[:, 1:] * top.up
    seen = _sample(_lab(picture), camera.project(world) - 0.5) * HUE_WEIGHTS
    side = top.mask.shape[0]
    ink = _sample(np.asarray(top.mask, np.float32), spots * (1, -1) / (2 * top.reach) * side + side / 2 - 0.5)
    inked, bare = seen[ink > MIN_INK], seen[ink < MAX_BARE]
    if min(len(inked), len(bare)) < MIN_SAMPLES:
        return Contrast(0.0, 0.0)
    arm = np.median(inked, axis=0) - np.median(bare, axis=0)
    length = float(np.linalg.norm(arm))
    grain = float((bare @ (arm / max(length, 1e-6))).std())
    return Contrast(round(length, 1), round(grain, 1))


def _right(top: TopFace) -> Points:
    return np.array((top.up[1], -top.up[0], 0.0))


def _spots(top: TopFace) -> Points:
    """Points around the numeral that lie on its face, millimetres right and up of its middle, shape (N, 2)."""
    steps = ((np.arange(GRID_POINTS) + 0.5) / GRID_POINTS * 2 - 1) * HALF_SIDE * top.height
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    arms = top.outline - top.middle
    ring = np.column_stack((arms @ _right(top), arms @ top.up))
    along = np.roll(ring, -1, axis=0) - ring
    outward = np.column_stack((along[:, 1], -along[:, 0]))
    return np.asarray(grid[(grid @ outward.T <= 0.9 * np.sum(outward * ring, axis=1)).all(axis=1)])


def _lab(picture: Frame) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _sample(picture: npt.NDArray[np.float32], points: Points) -> npt.NDArray[np.float32]:
    """Values at sub-pixel places, shape (N,) or (N, channels)."""
    across, down = points.astype(np.float32).T[:, None]
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen[0], np.float32)
