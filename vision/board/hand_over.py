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
COARSE = 0.8
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
REACH_IN = 14.0
"""How far a hand reaches in at least, mm."""
NEAR_MM = 11.0
"""How near to skin nothing is told, mm: half of a piece and a fingernail."""
BAND_MM = 9.0
"""Narrower than a finger: what is left of print's edges."""
WHITE_PERCENTILE, WHITE_COLORED, WHITE_LEAST = 97, 0.2, 0.008
"""Of the board's lightness, from which it may be white; its saturation at most; its share of the board at least."""
MOST_GAIN = 1.15
RIM = 3.0


@dataclass(frozen=True, eq=False)
class HandOver:
    """What is known of hands: whether there is one, None if that cannot be told; and the pixels that it hides."""

    there: bool | None
    hidden: Mask

    def hides(self, board: RectifiedBoard, place: tuple[float, float]) -> bool:
        """Whether a place, mm, lies under a hand or at its edge."""
        x, y = np.rint(board.pixels(np.array([place]))[0]).astype(int)
        tall, wide = self.hidden.shape
        return bool(0 <= x < wide and 0 <= y < tall and self.hidden[y, x])


def skin(picture: Frame) -> Mask:
    """Which pixels may be skin, 0 or 1."""
    hue, saturation, value = cv2.split(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2HSV))
    rosy = ((hue >= ROSY) | (hue <= SKIN_HUES[0])) & (saturation <= ROSY_COLORED)
    warm = (hue >= SKIN_HUES[0]) & (hue <= SKIN_HUES[1]) | rosy
    tinted = (saturation >= SKIN_COLORED[0]) & (saturation <= SKIN_COLORED[1])
    return np.asarray(warm & tinted & (value >= SKIN_LIGHT), np.uint8)


def hand_over(board: RectifiedBoard, area: Area) -> HandOver:
    """Look for hands that come in over the edge of the board's area."""
    shown, scale = _shrunk(board)
    inside, rim = _inside(board, area, shown.shape[:2], scale)
    of_skin = skin(_white_balanced(shown)) & inside
    slopes = _slopes(shown, scale)
    seen = of_skin & _uneven(of_skin, slopes, round(AROUND_MM * scale) | 1)
    opened = cv2.morphologyEx(seen, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    filled = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    closed = np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, _disc(round(BAND_MM * scale) | 1)), np.uint8)
    found = _hands(closed, slopes, rim, scale)
    is_open = float(closed[rim > 0].mean()) > MOST_EDGE or float(found.sum() / inside.sum()) > MOST_AREA
    if is_open or not found.any():
        return HandOver(None if is_open else False, np.zeros(board.picture.shape[:2], np.uint8))
    reach = round(2 * NEAR_MM * scale) | 1
    near = cv2.dilate(_with_sleeves(found, inside), _disc(reach))
    return HandOver(True, np.asarray(cv2.resize(near, board.picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)))


def _shrunk(board: RectifiedBoard) -> tuple[Frame, float]:
    """The board coarser, without a pixel's own noise, which makes skin of dirt; and its pixels a mm."""
    part = min(COARSE / board.scale, 1.0)
    shown = cv2.resize(board.picture, None, fx=part, fy=part)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), 1.5), np.uint8), board.scale * part


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
    """As under a white lamp, as far as what is brightest and nearly white says."""
    channels = cv2.split(shown)
    lightest, darkest = (pick(pick(channels[0], channels[1]), channels[2]) for pick in (cv2.max, cv2.min))
    levels = np.cumsum(np.bincount(lightest.ravel(), minlength=256))
    least = int(np.searchsorted(levels, levels[-1] * WHITE_PERCENTILE / 100))
    white = ((lightest >= least) & (darkest > (1 - WHITE_COLORED) * lightest.astype(np.float32))).astype(np.uint8)
    if cv2.countNonZero(white) < WHITE_LEAST * white.size:
        return shown
    mean = np.array(cv2.mean(shown, white)[:3])
    gains = np.clip(mean.mean() / mean, 1 / MOST_GAIN, MOST_GAIN)
    return np.asarray(
        cv2.merge([cv2.convertScaleAbs(each, alpha=gain) for each, gain in zip(channels, gains, strict=True)])
    )


def _slopes(shown: Frame, scale: float) -> Floats:
    """By which share of it the light changes each mm."""
    blue, green, red = cv2.split(shown)
    light = cv2.max(cv2.max(blue, green), red).astype(np.float32)
    across, down = (cv2.Sobel(light, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down) * np.float32(scale) / np.maximum(light, 8))


def _uneven(of_skin: Mask, slopes: Floats, window: int) -> Mask:
    """Where the light changes within skin, and not only at its edges, as those of print do."""
    inner = cv2.erode(of_skin, np.ones((5, 5), np.uint8)).astype(np.float32)
    change, pixels = (cv2.blur(each, (window, window)) for each in (slopes * inner, inner))
    return (change > SLOPE * np.maximum(pixels, 0.02)).astype(np.uint8)


def _inside(board: RectifiedBoard, area: Area, shape: tuple[int, ...], scale: float) -> tuple[Mask, Mask]:
    """Which pixels are of the board's area, and which of them lie at its edge."""
    corners = board.pixels(np.array([(area.left, area.top), (area.right, area.bottom)]))
    (left, top), (right, bottom) = np.rint((corners + 0.5) * scale / board.scale).astype(int)
    inside, edge = np.zeros(shape, np.uint8), max(1, round(RIM * scale))
    inside[top + edge : bottom - edge, left + edge : right - edge] = (
        1  # without the edge itself, which changes the light
    )
    rim = inside.copy()
    rim[top + 2 * edge : bottom - 2 * edge, left + 2 * edge : right - 2 * edge] = 0
    return inside, rim


def _hands(seen: Mask, slopes: Floats, rim: Mask, scale: float) -> Mask:
    """The patches of skin that are hands."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(seen)
    deep = cv2.distanceTransform(1 - rim, cv2.DIST_L2, 3) / np.float32(scale)
    inner = cv2.erode(seen, np.ones((3, 3), np.uint8)) > 0
    half_width = cv2.distanceTransform(seen, cv2.DIST_L2, 3) / np.float32(scale)
    found = np.zeros_like(seen)
    for label in range(1, count):
        size = stats[label, cv2.CC_STAT_AREA] / scale**2
        if size < LEAST_MM2:
            continue
        own = labels == label
        wide = float(half_width[own].max())
        is_wide = wide >= (FINGER_MM if (own & (rim > 0)).any() else PALM_MM)
        is_full = wide >= HAND_MM or stats[label, cv2.CC_STAT_AREA] >= FULL * stats[label, 2] * stats[label, 3]
        is_round = (own & inner).any() and SLOPE <= float(np.median(slopes[own & inner])) <= STEEP
        if is_wide and is_full and is_round and float(deep[own].max()) >= REACH_IN:
            found |= own.astype(np.uint8)
    return found
