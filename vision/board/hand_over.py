"""Whether a hand is over the board: a patch of skin that comes in over the board's edge, and what it hides."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.rectified import RectifiedBoard
from vision.geometry.stadium import Area
from vision.types import Floats, Frame, Mask

SKIN_HUES, ROSY = (6.0, 27.0), 348.0
"""Degrees between which skin of any shade lies, by lamp and by daylight; pale skin also from rosy on."""
SKIN_COLORED, ROSY_COLORED = (0.16, 0.68), 0.42
"""Saturation (0 to 1) between which it lies, and up to which it may be rosy: redder things are painted."""
SKIN_LIGHT = 0.2
COARSE = 0.6
"""Pixels a mm at which hands are looked for."""
LEAST_MM2 = 350.0
"""Of a finger over the board's edge."""
SLOPE, STEEP, AROUND_MM = 0.008, 0.045, 10.0
"""By which share a hand's light changes each mm in the mean, and over how many mm that is taken: print is flatter, and
its edges are steeper."""
FINGER_MM, PALM_MM, HAND_MM = 5.5, 12.0, 20.0
"""Half widths: of a finger that comes in over the edge, of a hand whose sleeve does, and of nothing but a hand."""
FULL = 0.45
"""Share of its upright box that a hand fills, unless print of its colour goes on: the edges of print fill less."""
MOST_EDGE = 0.4
"""Share of the board's edge above which skin-coloured things are the board itself: whether there is a hand is open."""
MOST_AREA = 0.4
REACH_IN = 14.7
"""How far a hand reaches in at least, mm."""
NEAR_MM = 11.0
"""How near to skin nothing is told, mm: half of a piece and a fingernail."""
BAND_MM = 9.0
"""Narrower than a finger: what is left of print's edges."""
WHITE_PERCENTILE, WHITE_COLORED, WHITE_LEAST = 97, 0.2, 0.008
"""Of the board's lightness, from which it may be white; its saturation at most; its share of the board at least."""
MOST_GAIN, SPARSE = 1.15, 2
RIM = 3.0


@dataclass(frozen=True, eq=False)
class HandOver:
    """What is known of hands: whether there is one, None if that cannot be told; and the pixels that it hides."""

    there: bool | None
    hidden: Mask

    def hides(self, board: RectifiedBoard, place: tuple[float, float]) -> bool:
        """Whether a place, mm, lies under a hand or at its edge."""
        if not self.there:
            return False
        (x, y), (tall, wide) = board.pixel(place), self.hidden.shape
        return bool(0 <= x < wide and 0 <= y < tall and self.hidden[y, x])


def skin(picture: Frame) -> Mask:
    """Which pixels may be skin, 0 or 1."""
    shades = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV_FULL)
    first, last, rosy = (round(degrees * 256 / 360) for degrees in (*SKIN_HUES, ROSY))
    least, most, most_rosy, light = (round(share * 255) for share in (*SKIN_COLORED, ROSY_COLORED, SKIN_LIGHT))
    ranges = (first, last, most), (rosy, 255, most_rosy), (0, first, most_rosy)
    found = [
        cv2.inRange(shades, np.array((low, least, light)), np.array((high, full, 255))) for low, high, full in ranges
    ]
    return np.asarray(np.bitwise_or.reduce(found) >> 7, np.uint8)


def hand_over(board: RectifiedBoard, area: Area) -> HandOver:
    """Look for hands that come in over the edge of the board's area."""
    shown, scale = _shrunk(board)
    inside = _inside(board, area, shown.shape[:2], scale)
    of_skin = skin(_white_balanced(shown)) & inside.all
    slopes = _slopes(shown, scale)
    seen = of_skin & _uneven(of_skin, slopes, round(AROUND_MM * scale) | 1)
    opened = cv2.morphologyEx(seen, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    filled = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    closed = np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, _disc(round(BAND_MM * scale) | 1)), np.uint8)
    found = _hands(closed, slopes, inside, scale)
    share = _share(found, inside.all)
    is_open = _share(closed, inside.rim) > MOST_EDGE or share > MOST_AREA
    if is_open or not share:
        return HandOver(None if is_open else False, np.zeros(board.picture.shape[:2], np.uint8))
    near = cv2.dilate(_with_sleeves(found, inside.all), _disc(2 * round(NEAR_MM * scale) + 1))
    return HandOver(True, np.asarray(cv2.resize(near, board.picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)))


def _share(found: Mask, among: Mask) -> float:
    """Of the pixels of one mask that are in another, too."""
    return cv2.countNonZero(found & among) / max(cv2.countNonZero(among), 1)


def _shrunk(board: RectifiedBoard) -> tuple[Frame, float]:
    """The board coarser, without a pixel's own noise, which makes skin of dirt; and its pixels a mm."""
    part = min(COARSE / board.scale, 1.0)
    shown = cv2.resize(board.picture, None, fx=part, fy=part)
    return np.asarray(cv2.GaussianBlur(shown, (5, 5), 1.1), np.uint8), board.scale * part


def _with_sleeves(found: Mask, inside: Mask) -> Mask:
    """Hands with all between them and the nearest side of the board, where their sleeves are."""
    left, top, wide, tall = cv2.boundingRect(inside)
    covered = found.copy()
    count, _, stats, _ = cv2.connectedComponentsWithStats(found)
    for x, y, across, down, _ in stats[1:count]:
        ends = x + across, y + down
        gaps = (x - left, y - top, left + wide - ends[0], top + tall - ends[1])
        side = int(np.argmin(gaps))
        over = (
            (y, ends[1], left, x),
            (top, y, x, ends[0]),
            (y, ends[1], ends[0], left + wide),
            (ends[1], top + tall, x, ends[0]),
        )
        first_row, last_row, first_column, last_column = over[side]
        covered[max(first_row, 0) : last_row, max(first_column, 0) : last_column] = 1
    return covered


def _disc(across: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)), np.uint8)


def _white_balanced(shown: Frame) -> Frame:
    """As under a white lamp, as far as what is brightest and nearly white says, of every so many pixels."""
    few = cv2.resize(shown, None, fx=1 / SPARSE, fy=1 / SPARSE, interpolation=cv2.INTER_NEAREST)
    blue, green, red = cv2.split(few)
    lightest, darkest = (np.asarray(pick(pick(blue, green), red), np.uint8) for pick in (cv2.max, cv2.min))
    levels = np.cumsum(cv2.calcHist([lightest], [0], None, [256], [0, 256]))
    least = int(np.searchsorted(levels, levels[-1] * WHITE_PERCENTILE / 100))
    pale = np.asarray(cv2.convertScaleAbs(lightest, alpha=1 - WHITE_COLORED))
    white = ((lightest >= least) & (darkest > pale)).astype(np.uint8)
    if cv2.countNonZero(white) < WHITE_LEAST * white.size:
        return shown
    mean = np.array(cv2.mean(few, white)[:3])
    gains = np.clip(mean.mean() / mean, 1 / MOST_GAIN, MOST_GAIN)
    balanced = np.clip(np.rint(np.arange(256)[:, None] * gains), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(shown, balanced[:, None]), np.uint8)


def _slopes(shown: Frame, scale: float) -> Floats:
    """By which share of it the light changes each mm."""
    blue, green, red = cv2.split(shown)
    light = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
    across, down = (cv2.Sobel(light, cv2.CV_32F, *way, scale=scale / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.divide(cv2.magnitude(across, down), np.maximum(light, 8), dtype=cv2.CV_32F))


def _uneven(of_skin: Mask, slopes: Floats, window: int) -> Mask:
    """Where the light changes within skin, and not only at its edges, as those of print do."""
    inner = cv2.erode(of_skin, np.ones((5, 5), np.uint8))
    change = cv2.blur(cv2.multiply(slopes, inner, dtype=cv2.CV_32F), (window, window))
    pixels = cv2.boxFilter(inner, cv2.CV_32F, (window, window))
    return (change > SLOPE * np.maximum(pixels, 0.02)).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class _Inside:
    """Which pixels are of the board, without its very edge, which changes the light.

    Those at its ``rim`` are told, and those that are as ``deep`` in it as a hand reaches.
    """

    all: Mask
    rim: Mask
    deep: Mask


def _inside(board: RectifiedBoard, area: Area, shape: tuple[int, ...], scale: float) -> _Inside:
    corners = board.pixels(np.array([(area.left, area.top), (area.right, area.bottom)]))
    (left, top), (right, bottom) = np.rint((corners + 0.5) * scale / board.scale).astype(int)
    edge = max(1, round(RIM * scale))
    masks = []
    for margin in (edge, 2 * edge, 2 * edge + round(REACH_IN * scale)):
        mask = np.zeros(shape, np.uint8)
        mask[top + margin : bottom - margin, left + margin : right - margin] = 1
        masks.append(mask)
    return _Inside(masks[0], masks[0] - masks[1], masks[2])


def _hands(seen: Mask, slopes: Floats, inside: _Inside, scale: float) -> Mask:
    """The patches of skin that are hands."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(seen, ltype=cv2.CV_16U)
    found = np.zeros_like(seen)
    for label, (x, y, across, down, pixels) in enumerate(stats[1:count], 1):
        if pixels < LEAST_MM2 * scale**2:
            continue
        part = np.s_[y : y + down, x : x + across]
        own = np.asarray(labels[part] == label, np.uint8)
        around = cv2.copyMakeBorder(own, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        wide = float(cv2.distanceTransform(around, cv2.DIST_L2, 3).max()) / scale
        is_wide = wide >= (FINGER_MM if (own & inside.rim[part]).any() else PALM_MM)
        is_full = wide >= HAND_MM or pixels >= FULL * across * down
        inner = cv2.erode(around, np.ones((3, 3), np.uint8))[1:-1, 1:-1] > 0
        is_round = inner.any() and SLOPE <= float(np.median(slopes[part][inner])) <= STEEP
        if is_wide and is_full and is_round and (own & inside.deep[part]).any():
            found[part] |= own
    return found
