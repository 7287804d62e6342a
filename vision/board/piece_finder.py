"""Where pieces stand: patches of a piece's colour that are as large as a piece, each with its foot.

A piece leans outward, away from the point below the camera, and its foot is the inner end of its patch. Print of the
same colour is larger than a piece, thinner, or goes on around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.board.piece_colors import NONE, PieceColor, colored_pixels
from vision.board.piece_outlines import PieceOutline
from vision.board.rectified import RectifiedBoard
from vision.types import Flags, Floats, Integers, Mask, Point, Points

TALLEST = 2.6
"""A piece's height at most, in feet across."""
SMALLEST, SLIM, STOUT, LARGEST = 0.4, 0.52, 1.35, 1.7
"""Widths of a patch, in feet across: a piece's surely lies between the middle two, and surely not beyond the others."""
JOINED = 0.9
"""Share of the surroundings of a patch without its colour, below which its outline says nothing of its foot."""
FOOT_SHARE = 0.9
"""Share of the widest half width that a foot has at least in such a patch."""
HALF_FOOT = (0.34, 0.62)
"""Of any piece, in feet across as they should be."""
NECK = 0.72
"""Two wide spots are two pieces if the patch between them is narrower than this share of the narrower."""
RING = (1.0, 1.7, 2.4)
"""How far from a foot's edge, mm, there should be a gap in its colour."""
RIM, DARK = 2.2, 12.0
"""How far from a patch's edge, mm, its light is judged, for a lens blurs the edge; and the least to divide by."""
SHADE_RING = 5.0
"""How far from a piece's edge its shadow is looked for, mm."""
SIDES = np.radians(115)
"""To either side of the way to the camera a foot's edge can be seen."""
AROUND_FOOT = np.linspace(-SIDES, SIDES, 41) + np.pi
"""From the outward direction, radians: where it is looked."""
PRINT_SHARE, MANY = 0.012, 5
"""A colour that covers more than this share of the picture, and more than so many feet, is the board's own."""
COMPACT = 2.4
"""A patch of so many feet's area may be a piece with all that leans."""
WHOLE = 1.7
"""Feet across of a patch that is taken for one piece with all that it is bent around."""
CLOSED = 0.6
"""Share of its own colour in the edge of such a patch: print that a piece half hides is no ring."""
HOLE_MM2 = 45.0
"""Largest gleam or print on a piece that is closed, mm²."""


@dataclass(frozen=True, eq=False)
class ColoredPatch:
    """A patch of a piece's colour.

    Attributes:
        color: its index among those asked for.
        share: of its colour among the pixels that have any of those colours.
        foot: mm.
        width: across the foot, mm.
        length: along its lean, mm; ``across`` is at right angles to that.
        alone: share of the ring around its foot, 0 to 1, without its colour; ``apart`` of that around all of it.
        relief: how much its light varies, as a share of it.
        shadow: by which share it is darker where it is darkest next to the patch, than all around.
        mixed: share of it that has another colour; ``rim_mixed`` of its rim.
        longest: by how many feet across it may lean.
        places: of its pixels, mm, shape (N, 2), each ``pixel`` mm wide.
    """

    color: int
    share: float
    foot: Point
    width: float
    length: float
    across: float
    alone: float
    apart: float
    relief: float
    shadow: float
    mixed: float
    rim_mixed: float
    longest: float
    places: Points
    pixel: float

    @cached_property
    def outline(self) -> PieceOutline:
        """Of all of it: few patches are asked for it."""
        return PieceOutline.of(self.places, self.pixel)


@dataclass(frozen=True, slots=True)
class LyingThing:
    """A die, or the chip, that is known to lie on the board, so that its colour is no piece's: its middle, and mm."""

    at: Point
    across: float
    height: float


@dataclass(frozen=True, eq=False)
class ColoredBoard:
    """Which of the colours that were asked for each pixel has, as of `ColoredPixels`; and its light.

    ``printed`` are the indices of the colours in which much of the board is printed.
    """

    board: RectifiedBoard
    indices: Integers
    light: Mask
    printed: frozenset[int]

    def without(self, things: Sequence[LyingThing]) -> ColoredBoard:
        """The same, but that things and all that leans of them have none of the colours."""
        if not things:
            return self
        indices = self.indices.copy()
        for thing in things:
            top = np.add(thing.at, np.multiply(self.board.outward(thing.at), self.board.lean(thing.at, thing.height)))
            (x, y), end = np.rint(self.board.pixels(np.array((thing.at, top)))).astype(int)
            thick = round((thing.across + 2 * RING[0]) * self.board.scale)
            cv2.line(indices, (int(x), int(y)), (int(end[0]), int(end[1])), NONE, thick)
        return replace(self, indices=indices)

    def colored_near(self, place: Point, reach: float) -> float:
        """How many mm² within ``reach`` mm of a place have one of the colours, or may in another light."""
        x, y = self.board.pixel(place)
        half = round(reach * self.board.scale)
        part = self.indices[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1]
        return float((part != NONE).sum()) / self.board.scale**2


def colored(board: RectifiedBoard, colors: tuple[PieceColor, ...], piece: float) -> ColoredBoard:
    """The colours of a board with pieces ``piece`` mm across their feet."""
    smooth = np.asarray(cv2.GaussianBlur(board.picture, (3, 3), 0), np.uint8)
    many = MANY * np.pi / 4 * (piece * board.scale) ** 2 / smooth[..., 0].size
    seen = colored_pixels(smooth, colors, max(PRINT_SHARE, many), PRINT_SHARE)
    blue, green, red = cv2.split(smooth)
    return ColoredBoard(board, seen.indices, np.asarray(cv2.max(cv2.max(blue, green), red)), seen.printed)


def colored_patches(seen: ColoredBoard, colors: int, piece: float) -> list[ColoredPatch]:
    """Every patch of one of so many colours that may be a piece ``piece`` mm across its foot."""
    return [patch for color in range(colors) for patch in _patches(seen.board, seen.indices, seen.light, color, piece)]


def _patches(board: RectifiedBoard, indices: Integers, light: Mask, color: int, piece: float) -> Iterator[ColoredPatch]:
    of_color = (indices == color).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(of_color, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    for (x, y), own in _connected(
        mask, SMALLEST * piece * board.scale, WHOLE * piece * board.scale, HOLE_MM2 * board.scale**2
    ):
        part = np.s_[y : y + own.shape[0], x : x + own.shape[1]]
        deep = np.asarray(
            cv2.distanceTransform(cv2.copyMakeBorder(own, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
        )
        deep = deep[1:-1, 1:-1] / np.float32(board.scale)
        if 2 * float(deep.max()) < SMALLEST * piece:
            continue
        for region in _split(deep, piece):
            half = float(deep[region].max())
            rows, columns = np.nonzero(region)
            pixels = np.column_stack((columns + x, rows + y))
            votes = indices[part][region]
            of_it = int(np.count_nonzero(votes == color))
            apart, shadow = _around(board, mask, light, pixels)
            if apart >= JOINED:
                foot, length, across = _foot(board, pixels, half, piece)
            else:
                foot, length, across = _foot_within(board, np.where(region, deep, 0), (x, y)), 2 * half, 2 * half
            yield ColoredPatch(
                color,
                of_it / max(int(np.count_nonzero(votes >= 0)), 1),
                foot,
                2 * half,
                length,
                across,
                _alone(board, mask, foot, half),
                apart,
                _relief(light[part][region & (deep > min(RIM, half / 2))]),
                shadow,
                (votes.size - of_it) / votes.size,
                _share(indices[part][region & (deep <= RIM)] != color),
                board.lean(foot, TALLEST * piece) / piece,
                board.millimetres(pixels.astype(np.float64)),
                1 / board.scale,
            )


def _connected(mask: Mask, least: float, whole: float, hole: float) -> Iterator[tuple[tuple[int, int], Mask]]:
    """Every connected patch that is ``least`` pixels wide and tall: its place, and its own pixels.

    One that is no larger than ``whole`` is taken with all that it is bent around: a sign, a label, a gleam. Of another
    holes of up to ``hole`` pixels are filled.
    """
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for number, outline in enumerate(outlines):
        x, y, wide, tall = cv2.boundingRect(outline)
        if tree[0, number, 3] >= 0 or min(wide, tall) < least or cv2.contourArea(outline) < least**2 / 4:
            continue
        own, at = np.zeros((tall, wide), np.uint8), (-x, -y)
        if max(wide, tall) <= whole:
            cv2.drawContours(own, [cv2.convexHull(outline)], 0, 1, cv2.FILLED, offset=at)
            inner = cv2.erode(own, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
            if _share(mask[y : y + tall, x : x + wide][own > inner]) >= CLOSED:
                yield (x, y), own
                continue
            own[:] = 0
        cv2.drawContours(own, outlines, number, 1, cv2.FILLED, offset=at)
        inner = tree[0, number, 2]
        while inner >= 0:
            if cv2.contourArea(outlines[inner]) > hole:
                cv2.drawContours(own, outlines, inner, 0, cv2.FILLED, offset=at)
                cv2.drawContours(own, outlines, inner, 1, 1, offset=at)  # its own edge belongs to the patch
            inner = tree[0, inner, 0]
        yield (x, y), own


def _split(deep: Floats, piece: float) -> list[Flags]:
    """A patch cut in two where it has a neck, as of two pieces that touch in the picture."""
    spots = _wide_spots(deep, SMALLEST * piece / 2)
    kept: list[tuple[int, int]] = []
    for spot in spots:
        if all(_has_neck(deep, spot, other) for other in kept):
            kept.append(spot)
    if len(kept) < 2:  # noqa: PLR2004 - nothing to part
        return [deep > 0]
    rows, columns = np.nonzero(deep > 0)
    away = np.stack([np.hypot(rows - y, columns - x) - deep[y, x] * 0.5 for y, x in kept])
    nearest = away.argmin(axis=0)
    regions = []
    for number in range(len(kept)):
        region = np.zeros(deep.shape, bool)
        region[rows[nearest == number], columns[nearest == number]] = True
        regions.append(region)
    return regions


def _wide_spots(deep: Floats, least: float) -> list[tuple[int, int]]:
    """Where it is wider than all around, the widest first: row and column."""
    smooth = cv2.GaussianBlur(deep.astype(np.float32), (0, 0), 1.0)
    around = cv2.dilate(smooth, np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero((smooth >= around) & (deep >= least))
    order = np.argsort(-smooth[rows, columns])[:60]
    return [(int(rows[each]), int(columns[each])) for each in order]


def _has_neck(deep: Floats, one: tuple[int, int], other: tuple[int, int]) -> bool:
    steps = max(abs(one[0] - other[0]), abs(one[1] - other[1]), 1)
    on = np.arange(steps + 1)
    rows = np.rint(on * ((other[0] - one[0]) / steps) + one[0]).astype(np.intp)
    columns = np.rint(on * ((other[1] - one[1]) / steps) + one[1]).astype(np.intp)
    return bool(deep[rows, columns].min() < NECK * min(deep[one], deep[other]))


def _foot(board: RectifiedBoard, pixels: Integers, widest: float, piece: float) -> tuple[Point, float, float]:
    """A patch's foot, mm; and how long the patch is along its lean and at right angles to that, mm.

    The patch begins where the foot does, which is half as wide as the patch, or as its ``widest`` spot is deep.
    """
    places = board.millimetres(np.asarray(pixels, np.float64))
    out = np.array(board.outward(tuple(places.mean(axis=0))))
    aside = np.array((-out[1], out[0]))
    along, sideways = places @ out, places @ aside
    pixel = 1 / board.scale
    length, across = float(np.ptp(along)) + pixel, float(np.ptp(sideways)) + pixel
    begin = float(along.min()) - pixel / 2
    half = float(np.clip((widest + min(across, length) / 2) / 2, *np.multiply(HALF_FOOT, piece)))
    inner = sideways[along <= begin + 1.3 * half]
    x, y = (begin + half) * out + (inner.min() + inner.max()) / 2 * aside
    return (float(x), float(y)), length, across


def _foot_within(board: RectifiedBoard, deep: Floats, at: tuple[int, int]) -> Point:
    """The foot, mm, in a patch that goes on around it: the innermost spot that is nearly as wide as the widest."""
    spots = np.column_stack(np.nonzero(deep >= FOOT_SHARE * float(deep.max())))
    places = board.millimetres((spots[:, ::-1] + at).astype(np.float64))
    along = places @ np.array(board.outward(tuple(places.mean(axis=0))))
    inner = along <= along.min() + max(1.0, 0.25 * (along.max() - along.min()))
    x, y = places[inner].mean(axis=0)
    return float(x), float(y)


def _alone(board: RectifiedBoard, mask: Mask, foot: Point, half: float) -> float:
    """How little of the piece's colour lies around its foot, where the piece itself does not lean."""
    turns = AROUND_FOOT + np.arctan2(*board.outward(foot)[::-1])
    away = half + np.array(RING)
    ring = np.array(foot) + away[:, None, None] * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    columns, rows = np.rint(board.pixels(ring.reshape(-1, 2))).astype(np.intp).T
    tall, wide = mask.shape
    seen = mask[rows.clip(0, tall - 1), columns.clip(0, wide - 1)].reshape(len(RING), -1)
    return 1 - _share(seen.min(axis=0))


def _relief(light: Mask) -> float:
    """How uneven light is, all but the tenth that is brightest and the one that is darkest."""
    if not len(light):
        return 0.0
    ordered = np.sort(light)
    dark, usual, bright = (float(ordered[round(share * (len(light) - 1))]) for share in (0.1, 0.5, 0.9))
    return (bright - dark) / max(usual, DARK)


def _around(board: RectifiedBoard, mask: Mask, light: Mask, pixels: Integers) -> tuple[float, float]:
    """How little of the piece's colour lies around all of it, and how much darker its surroundings are at one side."""
    near, far = (round(reach * board.scale) for reach in (RING[0], SHADE_RING))
    left, top = np.maximum(pixels.min(axis=0) - far - 1, 0)
    right, bottom = pixels.max(axis=0) + far + 2
    part = mask[top:bottom, left:right]
    own = np.zeros(part.shape, np.uint8)
    own[pixels[:, 1] - top, pixels[:, 0] - left] = 1
    inner, middle, outer = (cv2.dilate(own, _disc(reach)) for reach in (near, round(RING[-1] * board.scale), far))
    close, ring = (middle > 0) & (inner == 0), (outer > 0) & (inner == 0)
    if not close.any():
        return 1.0, 0.0
    shades = np.sort(light[top:bottom, left:right][ring])
    dark, usual = shades[len(shades) // 10], max(int(shades[len(shades) // 2]), 1)
    return 1 - _share(part[close]), 1 - float(dark / usual)


@lru_cache(maxsize=8)
def _disc(reach: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2), np.uint8)


def _share(found: Flags | Mask) -> float:
    """Of all pixels, of those that are not 0; without any it is 0."""
    return int(np.count_nonzero(found)) / max(found.size, 1)
