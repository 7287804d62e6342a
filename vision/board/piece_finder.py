"""Where pieces stand: patches of a piece's colour that are as large as a piece, each with its foot.

A piece leans outward, away from the point below the camera, and its foot is the inner end of its patch. Print of the
same colour is larger than a piece, thinner, or goes on around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.board.piece_colors import PieceColor, color_indices, print_pixels
from vision.board.rectified import RectifiedBoard
from vision.types import Flags, Floats, Integers, Mask, Point

TALLEST = 2.6
"""A piece's height at most, in feet across."""
SMALLEST, SLIM, STOUT, LARGEST = 0.4, 0.52, 1.35, 1.7
"""Widths of a patch, in feet across: a piece's surely lies between the middle two, and surely not beyond the others."""
FOOT_SHARE = 0.9
"""Share of the widest half width that a foot has at least, where a patch grows no narrower behind it."""
NECK = 0.72
"""Two wide spots are two pieces if the patch between them is narrower than this share of the narrower."""
RING = (1.0, 1.7, 2.4)
"""How far from a foot's edge, mm, there should be a gap in its colour."""
SIDES = np.radians(115)
"""To either side of the way to the camera a foot's edge can be seen."""
PRINT_SHARE, MANY = 0.012, 5
"""A colour that covers more than this share of the picture, and more than so many feet, is the board's own."""
COMPACT = 2.4
"""A patch of so many feet's area may be a piece with all that leans."""
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
        alone: share of the ring around it, 0 to 1, without its colour.
        relief: standard deviation of its light, as a share of it.
    """

    color: int
    share: float
    foot: Point
    width: float
    length: float
    across: float
    alone: float
    relief: float


@dataclass(frozen=True, slots=True)
class LyingThing:
    """A die, or the chip, that is known to lie on the board, so that its colour is no piece's: its middle, and mm."""

    at: Point
    across: float
    height: float


@dataclass(frozen=True, eq=False)
class ColoredBoard:
    """Which of the colours that were asked for each pixel has, -1 for none and for the board's own print; its light.

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
            cv2.line(indices, (int(x), int(y)), (int(end[0]), int(end[1])), -1, thick)
        return replace(self, indices=indices)

    def colored_near(self, place: Point, reach: float) -> float:
        """How many mm² within ``reach`` mm of a place have one of the colours."""
        x, y = np.rint(self.board.pixels(np.array([place]))[0]).astype(int)
        half = round(reach * self.board.scale)
        part = self.indices[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1]
        return float((part >= 0).sum()) / self.board.scale**2


def colored(board: RectifiedBoard, colors: tuple[PieceColor, ...], piece: float) -> ColoredBoard:
    """The colours of a board with pieces ``piece`` mm across their feet."""
    smooth = np.asarray(cv2.GaussianBlur(board.picture, (3, 3), 0), np.uint8)
    indices = color_indices(smooth, colors)
    many = MANY * np.pi / 4 * (piece * board.scale) ** 2 / indices.size
    own = print_pixels(smooth, max(PRINT_SHARE, float(many))) > 0
    printed = np.bincount(indices[own] + 1, minlength=len(colors) + 1)[1:] > PRINT_SHARE * indices.size
    indices[own] = -1
    return ColoredBoard(board, indices, np.asarray(smooth.max(axis=2)), frozenset(map(int, np.flatnonzero(printed))))


def colored_patches(seen: ColoredBoard, colors: int, piece: float) -> list[ColoredPatch]:
    """Every patch of one of so many colours that may be a piece ``piece`` mm across its foot."""
    return [patch for color in range(colors) for patch in _patches(seen.board, seen.indices, seen.light, color, piece)]


def _patches(board: RectifiedBoard, indices: Integers, light: Mask, color: int, piece: float) -> Iterator[ColoredPatch]:
    mask = _closed((indices == color).astype(np.uint8), board.scale)
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 5) / np.float32(board.scale)
    labels, boxes = _components(mask)
    for label, (x, y, wide, tall, size) in boxes:
        if size < (SMALLEST * piece * board.scale) ** 2 * 0.5:
            continue
        part = np.s_[y : y + tall, x : x + wide]
        own = labels[part] == label
        deep = np.where(own, inside[part], 0)
        if 2 * float(deep.max()) < SMALLEST * piece:
            continue
        for region in _split(deep, piece):
            foot, half = _foot(board, np.where(region, deep, 0), (x, y))
            pixels = np.argwhere(region)[:, ::-1] + np.array((x, y))
            alone = _alone(board, mask, foot, half)
            if len(pixels) < COMPACT * np.pi / 4 * (piece * board.scale) ** 2:
                alone = max(alone, _apart(board, mask, pixels))
            inner = light[part][region & (deep > 1.0)].astype(float)
            votes = indices[part][region]
            length, across = _sides(board, foot, pixels)
            yield ColoredPatch(
                color,
                float((votes == color).sum() / max((votes >= 0).sum(), 1)),
                foot,
                2 * half,
                length,
                across,
                alone,
                float(inner.std() / inner.mean()) if len(inner) else 0.0,
            )


def _closed(mask: Mask, scale: float) -> Mask:
    """Without specks, and with small holes filled."""
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    holes, boxes = _components(np.asarray(1 - opened, np.uint8))
    small = np.zeros(max([label for label, _ in boxes], default=0) + 1, np.uint8)
    for label, (*_, pixels) in boxes:
        small[label] = pixels <= HOLE_MM2 * scale**2
    return np.asarray(cv2.bitwise_or(opened, small[holes]), np.uint8)


def _components(mask: Mask) -> tuple[Integers, list[tuple[int, tuple[int, int, int, int, int]]]]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    rows = [(label, tuple(map(int, stats[label]))) for label in range(1, count)]
    return np.asarray(labels), rows  # type: ignore[return-value] # five numbers a row


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
    rows, columns = (np.rint(np.linspace(a, b, steps + 1)).astype(int) for a, b in zip(one, other, strict=True))
    return bool(deep[rows, columns].min() < NECK * min(deep[one], deep[other]))


def _sides(board: RectifiedBoard, foot: Point, pixels: Integers) -> tuple[float, float]:
    """How long a patch is along its lean, and at right angles to that, mm."""
    places, (x, y) = board.millimetres(np.asarray(pixels, np.float64)), board.outward(foot)
    along, across = (float(np.ptp(places @ way)) + 1 / board.scale for way in ((x, y), (-y, x)))
    return along, across


def _foot(board: RectifiedBoard, deep: Floats, at: tuple[int, int]) -> tuple[Point, float]:
    """The foot, mm, and half its width: the innermost spot that is as wide as a foot."""
    widest = float(deep.max())
    spots = np.column_stack(np.nonzero(deep >= FOOT_SHARE * widest))
    places = board.millimetres((spots[:, ::-1] + at).astype(np.float64))
    out = np.array(board.outward(tuple(places.mean(axis=0))))
    along = places @ out
    inner = along <= along.min() + max(1.0, 0.25 * (along.max() - along.min()))
    x, y = places[inner].mean(axis=0)
    return (float(x), float(y)), widest


def _alone(board: RectifiedBoard, mask: Mask, foot: Point, half: float) -> float:
    """How little of the piece's colour lies around its foot, where the piece itself does not lean."""
    turns = np.linspace(-SIDES, SIDES, 41) + np.pi  # from the inward direction to both sides
    out = np.arctan2(*board.outward(foot)[::-1])
    away = half + np.array(RING)
    ring = np.array(foot) + away[:, None, None] * np.column_stack((np.cos(out + turns), np.sin(out + turns)))
    columns, rows = np.rint(board.pixels(ring.reshape(-1, 2))).astype(int).T
    tall, wide = mask.shape
    seen = mask[np.clip(rows, 0, tall - 1), np.clip(columns, 0, wide - 1)].reshape(len(RING), -1)
    return 1 - float(seen.min(axis=0).mean())


def _apart(board: RectifiedBoard, mask: Mask, pixels: Integers) -> float:
    """How little of the piece's colour lies around all of it."""
    near, far = (round(reach * board.scale) for reach in (RING[0], RING[-1]))
    left, top = np.maximum(pixels.min(axis=0) - far - 1, 0)
    right, bottom = pixels.max(axis=0) + far + 2
    part = mask[top:bottom, left:right]
    own = np.zeros(part.shape, np.uint8)
    own[pixels[:, 1] - top, pixels[:, 0] - left] = 1
    inner, outer = (
        cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)) for reach in (near, far)
    )
    ring = (outer > 0) & (inner == 0)
    return 1 - float(part[ring].mean()) if ring.any() else 1.0
