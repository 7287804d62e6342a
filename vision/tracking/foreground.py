"""Foreground segmentation on the still: which pixels of a crop are not the empty table.

The stadium's print is full of numerals and circles, so the networks are shown only the foreground, on a neutral
background. Method, crop by crop (`outlines`): pixels that differ from the empty table, in the still's light, by more
than noise; less those that are darker in all channels alike, which are shadow; their connected components, those of one
die merged. Rule kept here: a shadow is no token; but where a shadow is all there seems to be, it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.recognition.neutral_background import on_neutral_background
from vision.tracking.table_geometry import StillView, TableGeometry
from vision.types import Box, Contour, Flags, Frame, Mask, Point, Points

MIN_DIFFERENCE = 26
"""How much of 255 a pixel's strongest channel must differ from the empty table."""
FAINT_DIFFERENCE = 12
"""The same around what is too small for a die: the rest of one on print of nearly its colour."""
NOISE_PERCENTILE, NOISE_FACTOR = 25, 2.5
"""Percentile of differences that is noise alone; if so many times as much is more than MIN_DIFFERENCE, it counts."""
MIN_SHADOW, MAX_SHADOW, MAX_SHADOW_HUE = 0.4, 0.97, 0.12
"""A shadow leaves between these shares of the light, and no channel's share differs more from the others."""
MIN_UNSHADED_SHARE = 0.3
"""Share of the changed pixels that must be left without the shadow."""
MIN_PIXELS = 40
"""Pixels below which a change is dust."""
MIN_DISC_SHARE = 0.95
"""Share of the enclosing disc that must be foreground or print of its colour, for a chip that print hides in part."""
MAX_PRINT_DIFFERENCE = 64
"""How much of 255 a channel of print may differ from a token that it hides the edges of."""
DISC_STEP = 10
"""Degrees from one corner of a disc's outline to the next."""


@dataclass(frozen=True, eq=False)
class Outline:
    """The outline of one token, or of several that touch, and its convex hull: shape (N, 1, 2), in pixels of the crop.

    If a shadow may be a part of it, it is ``shaded``: it shows where the token lies, but not its edges.
    """

    points: Contour
    convex: Contour
    shaded: bool = False

    @property
    def box(self) -> Box:
        """The smallest upright box around it."""
        return Box(*map(int, cv2.boundingRect(self.convex)))

    @property
    def sides(self) -> tuple[float, float]:
        """The longer and the shorter side of the smallest box around it, turned any way, in pixels."""
        one, other = cv2.minAreaRect(self.convex)[1]
        return max(one, other), min(one, other)

    def hull_at(self, crop: Box) -> Points:
        """Its convex hull in pixels of what the ``crop`` was cut from, shape (N, 2)."""
        return np.asarray(self.convex[:, 0] + (crop.x, crop.y), np.float64)

    @property
    def area(self) -> float:
        """Of its convex hull, in pixels."""
        return cv2.contourArea(self.convex)

    @property
    def radius(self) -> float:
        """Of the smallest circle around it, in pixels."""
        return cv2.minEnclosingCircle(self.convex)[1]

    @property
    def disc(self) -> Outline:
        """The smallest circle around it: the chip's outline, if print of its own colour hides some of it."""
        (x, y), radius = cv2.minEnclosingCircle(self.convex)
        rim = cv2.ellipse2Poly((round(x), round(y)), (round(radius), round(radius)), 0, 0, 360, DISC_STEP)
        points = np.asarray(rim, np.int32)[:, None]
        return Outline(points, points)

    def disc_share(self, picture: Frame, empty: Frame) -> float:
        """How much of the disc, 0 to 1, is in the outline or over print of its colour: little, if a chip leans.

        ``picture`` is what it is an outline in, ``empty`` the same without it.
        """
        blank = np.zeros(picture.shape[:2], np.uint8)
        disc, own = (cv2.drawContours(blank.copy(), [each], -1, 1, -1) > 0 for each in (self.disc.points, self.points))
        body = np.median(picture[own], axis=0)
        alike = np.abs(empty - body).max(axis=2) < MAX_PRINT_DIFFERENCE
        return float((disc & (own | alike)).sum() / max(disc.sum(), 1))

    def joined(self, other: Outline) -> Outline:
        """The outline around both, if they are pieces of one token."""
        hull = np.asarray(cv2.convexHull(np.concatenate((self.convex, other.convex))), np.int32)
        return Outline(hull, hull, self.shaded or other.shaded)


@dataclass(frozen=True)
class Region:
    """A crop of the still with what is new in it.

    Attributes:
        open_sides: left, top, right, bottom: whether the still goes on there, so that tokens may be cut.
        outlines: of what is new, in pixels of the crop.
        original: the crop as it is.
        empty: the empty table there.
        picture: what is new, on a neutral background.
    """

    crop: Box
    open_sides: tuple[bool, bool, bool, bool]
    outlines: tuple[Outline, ...]
    original: Frame
    empty: Frame
    picture: Frame
    geometry: TableGeometry

    def box_in_still(self, outline: Outline) -> Box:
        """Of one of the ``outlines``."""
        return outline.box.shifted(self.crop.x, self.crop.y)

    def may_be_disc(self, outline: Outline) -> bool:
        """Whether print of its colour may hide all that an outline lacks of a disc."""
        return outline.disc_share(self.original, self.empty) >= MIN_DISC_SHARE

    def completed_to_discs(self, read: Collection[Point]) -> Region | None:
        """The region with only what may be the chip in it, shown as a disc; None if nothing may.

        A pale chip on a pale base seems to lack what lies over the base: too slim for a chip, and its word is cut off.
        Outlines that hold one of the pixels ``read`` of the still are not tried again, nor those that are slim because
        the chip leans.
        """
        unread = [outline for outline in self.outlines if not any(map(self.box_in_still(outline).contains, read))]
        whole = merged(unread, lambda outline: self.geometry.fits_chip(outline.radius))
        discs = tuple(one.disc for one in whole if self.geometry.may_be_chip(one.radius) and self.may_be_disc(one))
        if not discs:
            return None
        return self._showing(discs)

    def completed_to_dice(self, read: Collection[Point]) -> Region | None:
        """The region with only what may be pieces of cubes in it, and all around that differs but faintly; or None.

        Of a die on print of nearly its own colour the rest is seen only so. Outlines that hold one of the pixels
        ``read`` of the still are not tried again.
        """
        unread = [outline for outline in self.outlines if not any(map(self.box_in_still(outline).contains, read))]
        pieces = [each.box.centre for each in unread if self.geometry.is_piece(each.hull_at(self.crop))]
        if not pieces:
            return None
        faint = outlines(self.original, self.empty, least=FAINT_DIFFERENCE)
        grown = [each for each in faint if any(map(each.box.contains, pieces))]
        dice = tuple(each for each in grown if self._is_one_die(each))
        return self._showing(dice) if dice else None

    def _is_one_die(self, outline: Outline) -> bool:
        hull = outline.hull_at(self.crop)
        return self.geometry.fits_one_die(hull) and not self.geometry.is_piece(hull)

    def _showing(self, found: tuple[Outline, ...]) -> Region:
        """The region with these outlines in place of its own."""
        return replace(
            self, outlines=found, picture=on_neutral_background(self.original, [one.convex for one in found])
        )


def segment(view: StillView, empty: EmptyTable, crops: Iterable[Box], known: Sequence[Box] = ()) -> list[Region]:
    """What is new in some ``crops`` of a still, which may reach out of it: one region for all that overlap.

    ``known`` are boxes of tokens that are known to lie there; they are no shadows.
    """
    regions = [region_of(view, empty, crop, known) for crop in united(crops)]
    return [region for region in regions if region.outlines]


def region_of(view: StillView, empty: EmptyTable, crop: Box, known: Sequence[Box] = ()) -> Region:
    """What is new in one crop of a still; arguments as of `segment`."""
    still, geometry = view.picture, view.geometry
    crop = crop.clipped(still)
    original, backgrounds = np.ascontiguousarray(still[crop.slices]), empty.cut(crop)
    boxes = [box.shifted(-crop.x, -crop.y) for box in known]
    pieces = outlines(original, *backgrounds, known=boxes) if original.size else ()
    new = merged(pieces, lambda outline: geometry.fits_one_die(outline.hull_at(crop)))
    shapes = [outline.points if geometry.is_cluster(outline.hull_at(crop)) else outline.convex for outline in new]
    shown = on_neutral_background(original, shapes) if new else original
    open_sides = crop.x > 0, crop.y > 0, crop.right < still.shape[1], crop.bottom < still.shape[0]
    return Region(crop, open_sides, new, original, backgrounds[0], shown, geometry)


def united(crops: Iterable[Box]) -> list[Box]:
    """The crops with those that overlap made one."""
    apart: list[Box] = []
    for crop in crops:
        whole = crop
        while overlapping := [other for other in apart if whole.overlaps(other)]:
            apart = [other for other in apart if other not in overlapping]
            whole = Box.around([whole, *overlapping])
        apart.append(whole)
    return apart


def outlines(
    still: Frame, *empty: Frame, known: Iterable[Box] = (), least: int = MIN_DIFFERENCE
) -> tuple[Outline, ...]:
    """Everything in ``still`` that differs by more than ``least`` of 255 from all pictures of the ``empty`` table.

    All are BGR, uint8, of the same shape; the empty tables are brought to the still's light. A box of a token ``known``
    to lie there is no shadow, even if next to nothing else seems to be in it.
    """
    masks = [_foreground(still, _light_matched(each, still), least) for each in empty]
    changed = np.logical_and.reduce([each for each, _ in masks]).astype(np.uint8)
    solid = np.logical_and.reduce([each for _, each in masks]).astype(np.uint8)
    for box in known:
        here = box.slices
        if np.count_nonzero(solid[here]) < MIN_UNSHADED_SHARE * np.count_nonzero(changed[here]):
            solid[here] = 1
    return tuple(outline for part in _components(changed) for outline in _unshaded(part, solid))


def merged(found: Iterable[Outline], fits_one: Callable[[Outline], bool]) -> tuple[Outline, ...]:
    """Outlines, joined where the whole ``fits_one`` token: on print of its own colour a die seems cut in two."""
    whole: list[Outline] = []
    for outline in found:
        piece = outline
        while (other := next((each for each in whole if fits_one(piece.joined(each))), None)) is not None:
            whole.remove(other)
            piece = piece.joined(other)
        whole.append(piece)
    return tuple(whole)


def _foreground(still: Frame, lit: Frame, least: int) -> tuple[Mask, Mask]:
    """Where the still differs from an empty table in the same light, and where by more than a shadow."""
    change = cv2.GaussianBlur(_extremes(cv2.absdiff(still, lit))[1], (5, 5), 0)
    noise = max(1.0, NOISE_FACTOR * float(np.percentile(change[::3, ::3], NOISE_PERCENTILE)) / least)
    changed = _opened(change > least * noise)
    return changed, _opened((changed > 0) & ~_shadow_mask(still, lit, noise))


class EmptyTable:
    """The large picture of the table without ``dice``, which are painted over, as it was at first and as it was last.

    Both are needed: a helmet that has gone from a base uncovers print that differs from the last, but not from the
    first.
    """

    def __init__(self, still: Frame, dice: Iterable[Box] = ()) -> None:
        self.last = still.copy()
        for box in dice:
            _paint_over(self.last, box)
        self._first = self.last.copy()

    def cut(self, crop: Box) -> tuple[Frame, ...]:
        """A piece of it as it was last and, where that is not the same, as it was at first."""
        last, first = self.last[crop.slices], self._first[crop.slices]
        return (last,) if np.array_equal(last, first) else (last, first)

    def learn(self, still: Frame, crop: Box, dice: Iterable[Box] = ()) -> None:
        """Take a piece of a later still for empty, but for the dice in it; elsewhere nothing changes."""
        self.last[crop.slices] = still[crop.slices]
        for box in [box for box in dice if crop.overlaps(_hole(box))]:
            _paint_over(self.last, box)


def _hole(box: Box) -> Box:
    """The part that is painted over: the box and a third of its length around it."""
    return box.expanded(box.size // 3)


def _paint_over(picture: Frame, box: Box) -> None:
    around = box.expanded(box.size).clipped(picture)
    part = picture[around.slices]
    hole = np.zeros(part.shape[:2], np.uint8)
    hole[_hole(box).shifted(-around.x, -around.y).slices] = 1
    if hole.any():  # a camera that was bumped may no longer see what is known to lie there
        part[:] = cv2.inpaint(part, hole, 3, cv2.INPAINT_TELEA)


def _light_matched(empty: Frame, still: Frame) -> Frame:
    """The empty table in the still's light: most of a crop has not changed, so the median ratio is the light's."""
    ratio = np.median((still[::3, ::3] + np.float32(4)) / (empty[::3, ::3] + np.float32(4)), axis=(0, 1))
    return np.asarray(np.clip((empty + np.float32(4)) * ratio - 4, 0, 255), np.uint8)


def _shadow_mask(still: Frame, lit: Frame, noise: float) -> Flags:
    around = (9, 9) if noise > 1 else (5, 5)
    here, there = (cv2.GaussianBlur(each, around, 0) + np.float32(6) for each in (still, lit))
    least, most = _extremes(here / there)
    return np.asarray((least > MIN_SHADOW) & (most < MAX_SHADOW) & (most - least < MAX_SHADOW_HUE * noise), np.bool_)


def _extremes(picture: cv2.typing.MatLike) -> tuple[cv2.typing.MatLike, cv2.typing.MatLike]:
    """Each pixel's least and most colour; NumPy takes ten times as long along so short an axis."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)


def _opened(pixels: Flags) -> Mask:
    return np.asarray(cv2.morphologyEx(pixels.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _unshaded(changed: Mask, solid: Mask) -> list[Outline]:
    """The outlines of one change without its shadow; with it, where next to nothing would be left."""
    left = changed & solid
    if np.count_nonzero(left) >= MIN_UNSHADED_SHARE * np.count_nonzero(changed):
        return [_outline(part) for part in _components(left)]
    return [replace(_outline(changed), shaded=True)]


def _components(mask: Mask) -> list[Mask]:
    """Connected components, across gaps as wide as a numeral's stroke; dust is left out."""
    near = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    found, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = [cv2.bitwise_and(mask, cv2.drawContours(np.zeros_like(mask), [outline], -1, 1, -1)) for outline in found]
    return [np.asarray(part, np.uint8) for part in parts if np.count_nonzero(part) >= MIN_PIXELS]


def _outline(part: Mask) -> Outline:
    closed = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    rims, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    points = np.asarray(max(rims, key=cv2.contourArea), np.int32)
    return Outline(points, np.asarray(cv2.convexHull(np.asarray(cv2.findNonZero(part), np.int32)), np.int32))
