"""What came to rest while the camera was knocked: a throw may shake the very stadium that the camera hangs on.

After a knock the whole picture differs from what it was, so nothing in it tells what is new. The bare table of before
does, once it is drawn as the camera sees it now. Rule kept here: what was known to lie there, or near, has been shaken
and not thrown.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.readings import Reading
from vision.tracking.association import Found, Token, compare
from vision.tracking.foreground import Bare, outlines
from vision.tracking.resting_tokens import Ground
from vision.types import Box, Frame

GRID = 9
"""Points across and down the picture by which is told how it has moved: a small knock bends straight lines little."""
COARSE = 12
"""Times smaller at which hands are looked for: the print's lines, which never lie quite where they lay, blur away."""
AROUND = 0.5
"""How much of the table is shown around a thing, in its own sizes: most of a cutting must be bare."""


def as_seen_now(bare: Bare, moved: tuple[Registration, Registration]) -> Frame:
    """The bare table of before, as the camera sees it now.

    Args:
        bare: the table as it was before.
        moved: how the camera saw the board before, and how it does now.
    """
    way = _way(*moved)
    return np.asarray(
        cv2.warpPerspective(bare.last, way, moved[1].lens.size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def table_without(picture: Frame, drawn: Frame, cuttings: Iterable[Box]) -> tuple[Frame, list[Box]]:
    """The picture with the bare table of before wherever something new lies in ``cuttings``; and in which it does.

    Args:
        picture: after the knock, BGR.
        drawn: the bare table of before, `as_seen_now`.
        cuttings: where something may be new.
    """
    table, new = picture.copy(), list[Box]()
    for cutting in cuttings:
        before, now = np.asarray(drawn[cutting.slices], np.uint8), picture[cutting.slices]
        if _is_new(now, before):
            table[cutting.slices] = before
            new.append(cutting)
    return table, new


def overlooked(readings: Iterable[Reading], known: Iterable[Token], ground: Ground) -> list[Found]:
    """What is read after a knock and was not known to lie there; what may have been shaken there is left out."""
    lay = list(known)
    found = compare(lay, [ground.token(reading) for reading in readings]).found
    fresh = [each for each in found if each.nearness in ("none", "far") and ground.is_plausible(each.token)]
    return [each for each in fresh if not any(each.token.lies_upon(other) for other in lay)]


def hands_in(picture: Frame, drawn: Frame, size: float) -> list[Box]:
    """Where something lies or hangs over the table that is as large as a hand.

    Args:
        picture: after the knock, BGR.
        drawn: the bare table of before, `as_seen_now`.
        size: of the smallest hand, in pixels.
    """
    now, before = (_coarse(each) for each in (picture, drawn))
    found = [outline.box for outline in outlines(now, before) if COARSE * outline.sides[1] >= size]
    rim = round(size)  # its shadow, which is no outline
    return [Box(*(COARSE * side for side in box)).expanded(rim).clipped(picture) for box in found]


def cutting_around(token: Token, picture: Frame) -> Box:
    """The thing's box with the table around it, within the picture."""
    box = token.reading.box
    return box.expanded(round(AROUND * box.size)).clipped(picture)


def _is_new(now: Frame, before: Frame) -> bool:
    """Whether something is in the middle of a cutting that was not there before."""
    middle = now.shape[1] / 2, now.shape[0] / 2
    return any(cv2.pointPolygonTest(found.convex, middle, measureDist=False) >= 0 for found in outlines(now, before))


def _way(before: Registration, now: Registration) -> np.ndarray:
    """From pixels before to pixels now, for what lies on the print."""
    width, height = now.lens.size
    across, down = np.meshgrid(np.linspace(0, width - 1, GRID), np.linspace(0, height - 1, GRID))
    here = np.column_stack((across.ravel(), down.ravel()))
    there = before.to_pixels(now.to_board(here))
    return np.asarray(cv2.findHomography(there, here)[0], np.float64)


def _coarse(picture: Frame) -> Frame:
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA), np.uint8)
