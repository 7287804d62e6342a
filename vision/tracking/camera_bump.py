"""After a camera bump: what came to rest meanwhile, for a throw may shake the very stadium that the camera hangs on.

After a bump the whole picture differs from what it was, so nothing in it shows what is new. The empty table of before
does, once it is warped to how the camera sees it now. Rule kept here: what was known to lie there, or near, has been
shaken and not thrown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.readings import Reading
from vision.tracking.association import Match, Token, associate
from vision.tracking.foreground import EmptyTable, outlines
from vision.tracking.table_geometry import StillView, TableGeometry
from vision.types import Box, Frame

GRID = 9
"""Points across and down the picture from which its motion is computed: a small bump bends straight lines little."""
DOWNSCALE = 12
"""Times smaller at which hands are looked for: the print's lines, which never lie quite where they lay, blur away."""
CROP_MARGIN = 0.5
"""How much of the table is shown around a token, in its own sizes: most of a crop must be empty."""


@dataclass(frozen=True, eq=False)
class BumpedStill:
    """What the first still after a camera bump shows.

    Attributes:
        table: the still, with the warped background wherever something new or a hand is.
        unread: crops of the still in which there is something new, or a hand: to be read.
        moved: tokens that lay elsewhere before the bump, and are among what is new.
    """

    table: Frame
    unread: list[Box]
    moved: list[Token]


def after_bump(
    view: StillView, readings: Iterable[Reading], known: Iterable[Token], background: Frame, hand_size: float
) -> BumpedStill:
    """What came to rest during a bump, by what lay there before (``known``) and by the print.

    ``background`` is the `warped_background`; the smallest hand has ``hand_size`` pixels.
    """
    # 1. Candidates: what is read where no token was known.
    fresh = unexpected_tokens(readings, known, view.geometry)
    crops = [crop_around(match.token, view.picture) for match in fresh]
    # 2. Those are new that the warped background does not show; print at their place is not.
    table, new = without_new_things(view.picture, background, crops)
    # 3. Hands are no part of the table either; what they lay down is read when they have gone.
    hands = hand_crops(view.picture, background, hand_size)
    for hand in hands:
        table[hand.slices] = background[hand.slices]
    previous = [match.previous for match, crop in zip(fresh, crops, strict=True) if crop in new]
    return BumpedStill(table, [*new, *hands], [token for token in previous if token is not None])


def warped_background(empty: EmptyTable, poses: tuple[Registration, Registration]) -> Frame:
    """The empty table of before, as the camera sees it now; ``poses`` are the registrations before and now."""
    before, now = poses
    width, height = now.lens.size
    # The homography from pixels before to pixels now, for what lies on the print.
    across, down = np.meshgrid(np.linspace(0, width - 1, GRID), np.linspace(0, height - 1, GRID))
    here = np.column_stack((across.ravel(), down.ravel()))
    motion = np.asarray(cv2.findHomography(before.to_pixels(now.to_board(here)), here)[0], np.float64)
    warped = cv2.warpPerspective(empty.last, motion, now.lens.size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def without_new_things(picture: Frame, background: Frame, crops: Iterable[Box]) -> tuple[Frame, list[Box]]:
    """The picture with the ``background`` wherever something new lies in ``crops``; and in which of them it does."""
    table, new = picture.copy(), list[Box]()
    for crop in crops:
        before, now = np.asarray(background[crop.slices], np.uint8), picture[crop.slices]
        middle = now.shape[1] / 2, now.shape[0] / 2
        if any(cv2.pointPolygonTest(each.convex, middle, measureDist=False) >= 0 for each in outlines(now, before)):
            table[crop.slices] = before
            new.append(crop)
    return table, new


def unexpected_tokens(readings: Iterable[Reading], known: Iterable[Token], geometry: TableGeometry) -> list[Match]:
    """Tokens read after a bump that were not known to lie there; those that may have been shaken there are left out."""
    lay = list(known)
    matches = associate(lay, [geometry.token(reading) for reading in readings]).matches
    fresh = [each for each in matches if each.displacement in ("none", "far") and geometry.is_plausible(each.token)]
    return [each for each in fresh if not any(each.token.overlaps(other) for other in lay)]


def hand_crops(picture: Frame, background: Frame, size: float) -> list[Box]:
    """Where something lies or hangs over the table that is as large as a hand, which is at least ``size`` pixels."""
    coarse = picture.shape[1] // DOWNSCALE, picture.shape[0] // DOWNSCALE
    now, before = (
        np.asarray(cv2.resize(each, coarse, interpolation=cv2.INTER_AREA), np.uint8) for each in (picture, background)
    )
    found = [outline.box for outline in outlines(now, before) if DOWNSCALE * outline.sides[1] >= size]
    rim = round(size)  # its shadow, which is no outline
    return [Box(*(DOWNSCALE * side for side in box)).expanded(rim).clipped(picture) for box in found]


def crop_around(token: Token, picture: Frame) -> Box:
    """The token's box with the table around it, within the picture."""
    box = token.reading.box
    return box.expanded(round(CROP_MARGIN * box.size)).clipped(picture)
