"""What is looked at of each place: a square of the rectified board, turned so that what stands there leans upward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.color_likeness import commonness, likenesses
from vision.board.piece_colors import PieceColor
from vision.board.rectified import RectifiedBoard
from vision.types import Floats, Frame, Integers, Mask, Points, Tensor

SIDE = 48
"""Pixels along a view."""
FEET = 3.0
"""Along a view, in a piece's feet across: the piece, its lean, and its neighbours."""
BELOW = 18
"""Pixels from a view's lower edge to the place."""
TALL = 16.0
"""A piece's height, mm, for which its lean is told to the network, for a foot of as many mm."""
PLANES = 7
"""Blue, green and red; likeness to the colour asked for, and to the others; how common a shade is; and the lean."""


@dataclass(frozen=True, eq=False)
class PlaceViews:
    """Views of N places in C colours.

    Attributes:
        shown: blue, green and red, shape (N, SIDE, SIDE, 3).
        common: how common each pixel's shade is on the board, shape (N, SIDE, SIDE).
        alike: how like each colour each pixel is, shape (C, N, SIDE, SIDE).
        leans: of a piece as tall as its foot is wide, in feet across, shape (N,).
    """

    shown: Frame
    common: Mask
    alike: Mask
    leans: Floats

    def of(self, chosen: Integers) -> PlaceViews:
        """Some of them, by their indices."""
        return PlaceViews(self.shown[chosen], self.common[chosen], self.alike[:, chosen], self.leans[chosen])

    def inputs(self, color: int) -> Tensor:
        """Of the network, where pieces of that colour are asked for; shape (N, PLANES, SIDE, SIDE)."""
        others = [mask for other, mask in enumerate(self.alike) if other != color]
        rival = np.max(others, axis=0) if others else np.zeros_like(self.common)
        return network_inputs(self.shown, self.common, self.alike[color], rival, self.leans)


def network_inputs(shown: Frame, common: Mask, alike: Mask, rival: Mask, leans: Floats) -> Tensor:
    """Of N views; see `PlaceViews`."""
    planes = np.empty((len(shown), PLANES, SIDE, SIDE), np.float32)
    planes[:, :3] = shown.transpose(0, 3, 1, 2)
    planes[:, 3], planes[:, 4], planes[:, 5] = alike, rival, common
    planes[:, :6] *= np.float32(1 / 255)
    planes[:, 6] = np.asarray(leans, np.float32)[:, None, None]
    return planes


def frames(board: RectifiedBoard, places: Points) -> tuple[Points, Points]:
    """In which direction what stands at each place leans, and what is to the right of that; unit, shape (N, 2) each."""
    away = places - np.array(board.below_eye)
    out = away / np.maximum(np.hypot(*away.T), 1e-6)[:, None]
    return out, np.column_stack((out[:, 1], -out[:, 0]))


def views(board: RectifiedBoard, places: Points, colors: Sequence[PieceColor], piece: float) -> PlaceViews:
    """Views of places, shape (N, 2) mm, with pieces ``piece`` mm across their feet."""
    out, right = frames(board, places)
    pixel = FEET * piece / SIDE
    up = (SIDE - BELOW - np.arange(SIDE)) * pixel
    aside = (np.arange(SIDE) - (SIDE - 1) / 2) * pixel
    flip = np.array((1, -1)) * board.scale
    first, across, ahead = (np.asarray(each, np.float32) for each in (board.pixels(places), right * flip, out * flip))
    rows = up.astype(np.float32)[:, None, None] * ahead[:, None, None]
    columns = aside.astype(np.float32)[:, None] * across[:, None, None]
    sources = (first[:, None, None] + rows + columns).reshape(len(places) * SIDE, SIDE, 2)
    shown = cv2.remap(board.picture, sources, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    leans = np.array([board.lean((float(x), float(y)), piece) for x, y in places]) / piece
    shape = (len(places), SIDE, SIDE)
    return PlaceViews(
        np.asarray(shown, np.uint8).reshape(*shape, 3),
        commonness(board.picture, shown).reshape(shape),
        likenesses(np.asarray(shown, np.uint8), colors).reshape(-1, *shape),
        leans,
    )
