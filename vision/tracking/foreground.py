"""A thing lifted out of its surroundings: what the bare table did not show, laid on plain cloth.

The stadium's print is full of numerals and circles. The eyes are spared them: they see only what has changed since the
table was bare. Rule kept here: a shadow is no thing; but where a shadow is all there seems to be, it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Box, Frame, Mask

CHANGED = 26
"""How much of 255 a pixel's strongest channel must differ from the bare table."""
QUIET, NOISE = 25, 2.5
"""Percentile of all differences that is noise alone; where so many times as much is more than CHANGED, that counts."""
DEEPEST, LIGHTEST, HUED = 0.4, 0.97, 0.12
"""A shadow leaves between these shares of the light, and no channel's share differs more from the others."""
ENOUGH = 0.3
"""Share of the changed pixels that must be left when the shadow is taken away."""
SMALLEST = 40
"""Pixels below which a change is dust."""
ALIKE = 64
"""How much of 255 a channel of print may differ from a thing, that it may hide the edges of that."""
DISC_STEP = 10
"""Degrees from one corner of a disc's outline to the next."""
CLOTHS = ((110, 110, 110), (70, 110, 60))
"""Plain cloths, BGR: a thing is laid on the one that it differs from most."""


@dataclass(frozen=True, eq=False)
class Outline:
    """The outline of one thing, or of several that touch.

    Attributes:
        points: corners, shape (N, 1, 2), in pixels of the cutting.
        convex: corners of its convex hull, likewise.
        shaded: whether a shadow may be a part of it, so that it tells where the thing lies, but not its edges.
    """

    points: npt.NDArray[np.int32]
    convex: npt.NDArray[np.int32]
    shaded: bool = False

    @property
    def box(self) -> Box:
        """The smallest upright box around it."""
        return Box(*map(int, cv2.boundingRect(self.convex)))

    @property
    def sides(self) -> tuple[float, float]:
        """Of the smallest box around it, turned any way: the longer and the shorter, in pixels."""
        one, other = cv2.minAreaRect(self.convex)[1]
        return max(one, other), min(one, other)

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
        """The smallest circle around it: what the chip is, if print of its own colour hides some of it."""
        (x, y), radius = cv2.minEnclosingCircle(self.convex)
        rim = cv2.ellipse2Poly((round(x), round(y)), (round(radius), round(radius)), 0, 0, 360, DISC_STEP)
        points = np.asarray(rim, np.int32)[:, None]
        return Outline(points, points)

    def disc_share(self, picture: Frame, bare: Frame) -> float:
        """How much of the disc, 0 to 1, is in the outline or over print of its colour: little of what leans is.

        Args:
            picture: that it is an outline in.
            bare: the same without it.
        """
        disc, own = (_filled(picture, points) for points in (self.disc.points, self.points))
        body = np.median(picture[own], axis=0)
        alike = np.abs(bare - body).max(axis=2) < ALIKE
        return float((disc & (own | alike)).sum() / max(disc.sum(), 1))

    def joined(self, other: Outline) -> Outline:
        """What holds both, if they are pieces of one thing."""
        hull = np.asarray(cv2.convexHull(np.concatenate((self.convex, other.convex))), np.int32)
        return Outline(hull, hull, self.shaded or other.shaded)


def outlines(still: Frame, *bares: Frame, known: Iterable[Box] = ()) -> tuple[Outline, ...]:
    """Everything in ``still`` that is on none of the ``bares``.

    All are BGR, uint8, of the same shape; the bare tables are brought to the still's light. A box of what is
    ``known`` to lie there is no shadow, even if next to nothing else seems to be in it.
    """
    new = [_news(still, _relit(bare, still)) for bare in bares]
    changed = np.logical_and.reduce([each for each, _ in new]).astype(np.uint8)
    solid = np.logical_and.reduce([each for _, each in new]).astype(np.uint8)
    for box in known:
        here = box.clipped(still).slices
        if np.count_nonzero(solid[here]) < ENOUGH * np.count_nonzero(changed[here]):
            solid[here] = 1
    return tuple(outline for part in _parts(changed) for outline in _unshaded(part, solid))


def mended(found: Iterable[Outline], is_one: Callable[[Outline], bool]) -> tuple[Outline, ...]:
    """Outlines, those joined that are pieces of one thing: on print of its own colour a die seems cut in two.

    Args:
        found: by `outlines`.
        is_one: whether there is room in what is joined for no more than one thing.
    """
    whole: list[Outline] = []
    for outline in found:
        piece = outline
        while (other := next((each for each in whole if is_one(piece.joined(each))), None)) is not None:
            whole.remove(other)
            piece = piece.joined(other)
        whole.append(piece)
    return tuple(whole)


def _filled(picture: Frame, points: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Where a polygon covers a picture."""
    return cv2.drawContours(np.zeros(picture.shape[:2], np.uint8), [points], -1, 1, -1) > 0


def _news(still: Frame, lit: Frame) -> tuple[Mask, Mask]:
    """Where the still differs from a bare table in the same light, and where by more than a shadow."""
    change = cv2.GaussianBlur(_extremes(cv2.absdiff(still, lit))[1], (5, 5), 0)
    noisy = max(1.0, NOISE * float(np.percentile(change[::3, ::3], QUIET)) / CHANGED)
    changed = _opened(change > CHANGED * noisy)
    return changed, _opened((changed > 0) & ~_shaded(still, lit, noisy))


def isolated(still: Frame, shapes: Iterable[npt.NDArray[np.int32]]) -> Frame:
    """What the polygons ``shapes`` cover of ``still``, on plain cloth."""
    mask = np.zeros(still.shape[:2], np.uint8)
    for shape in shapes:
        cv2.drawContours(mask, [shape], -1, 1, -1)
    color = still[mask > 0].mean(axis=0)
    cloth = max(CLOTHS, key=lambda cloth: float(np.abs(color - cloth).sum()))
    cover = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray(still * cover + np.array(cloth, np.float32) * (1 - cover), np.uint8)


class Bare:
    """The table without the dice, as it was at first and as it was last: what anything on it is told from.

    A helmet that has gone from a base uncovers print that is new since it stood there, but not since the first.

    Args:
        still: the first picture of the large stream.
        dice: boxes of what lies there, which is painted over.
    """

    def __init__(self, still: Frame, dice: Iterable[Box] = ()) -> None:
        self._picture = still.copy()
        for box in dice:
            _paint_over(self._picture, box)
        self._first = self._picture.copy()

    @property
    def last(self) -> Frame:
        """As it was last."""
        return self._picture

    def cut(self, cutting: Box) -> tuple[Frame, ...]:
        """A piece of it as it was last and, where that is not the same, as it was at first."""
        last, first = self._picture[cutting.slices], self._first[cutting.slices]
        return (last,) if np.array_equal(last, first) else (last, first)

    def learn(self, still: Frame, cutting: Box, dice: Iterable[Box] = ()) -> None:
        """Take a piece of a later picture for bare, but for the dice in it; elsewhere all stays as it is known."""
        there = cutting.clipped(still).slices
        self._picture[there] = still[there]
        for box in [box for box in dice if cutting.overlaps(_hole(box))]:
            _paint_over(self._picture, box)


def _hole(box: Box) -> Box:
    """What is painted over: the box and a third of its length around it."""
    return box.expanded(box.size // 3)


def _paint_over(picture: Frame, box: Box) -> None:
    around = box.expanded(box.size).clipped(picture)
    part = picture[around.slices]
    hole = np.zeros(part.shape[:2], np.uint8)
    hole[_hole(box).clipped(picture).shifted(-around.x, -around.y).slices] = 1
    if hole.any():  # a knocked camera may no longer see what is known to lie there
        part[:] = cv2.inpaint(part, hole, 3, cv2.INPAINT_TELEA)


def _relit(bare: Frame, still: Frame) -> Frame:
    """The bare table in the still's light: most of a cutting has not changed, so the middle ratio tells."""
    ratio = np.median((still[::3, ::3] + np.float32(4)) / (bare[::3, ::3] + np.float32(4)), axis=(0, 1))
    return np.asarray(np.clip((bare + np.float32(4)) * ratio - 4, 0, 255), np.uint8)


def _shaded(still: Frame, lit: Frame, noisy: float) -> npt.NDArray[np.bool_]:
    around = (9, 9) if noisy > 1 else (5, 5)
    here, there = (cv2.GaussianBlur(each, around, 0) + np.float32(6) for each in (still, lit))
    least, most = _extremes(here / there)
    return np.asarray((least > DEEPEST) & (most < LIGHTEST) & (most - least < HUED * noisy), np.bool_)


def _extremes(picture: cv2.typing.MatLike) -> tuple[cv2.typing.MatLike, cv2.typing.MatLike]:
    """Each pixel's least and most colour; NumPy takes ten times as long along so short an axis."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)


def _opened(pixels: npt.NDArray[np.bool_]) -> Mask:
    return np.asarray(cv2.morphologyEx(pixels.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _unshaded(changed: Mask, solid: Mask) -> list[Outline]:
    """The outlines of one change without its shadow; with it, where next to nothing would be left."""
    left = changed & solid
    if np.count_nonzero(left) >= ENOUGH * np.count_nonzero(changed):
        return [_outline(part) for part in _parts(left)]
    return [replace(_outline(changed), shaded=True)]


def _parts(mask: Mask) -> list[Mask]:
    """What hangs together, give or take a numeral's stroke; dust is left out."""
    near = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    found, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = [cv2.bitwise_and(mask, cv2.drawContours(np.zeros_like(mask), [outline], -1, 1, -1)) for outline in found]
    return [np.asarray(part, np.uint8) for part in parts if np.count_nonzero(part) >= SMALLEST]


def _outline(part: Mask) -> Outline:
    closed = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    rims, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    points = np.asarray(max(rims, key=cv2.contourArea), np.int32)
    return Outline(points, np.asarray(cv2.convexHull(np.asarray(cv2.findNonZero(part), np.int32)), np.int32))
