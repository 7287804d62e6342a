"""The sign on top of a piece, + or -, where a picture shows it.

Method: whatever is level looks as from straight above once the picture is stretched for its height. There a white or
black + or - of any turn is looked for over all places where the piece's top may be: its foot, and outward of that by
as much as a piece of its height leans. A sign counts where it correlates with the picture, leads the other sign, and is
ink: much lighter or darker than what is around it. The bars were fixed on the even seeds of
`vision.training.render.boards`. Rule kept here: what is not clear has no sign.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

import cv2
import numpy as np

from vision.board.board_reader import SeenBoard, SeenPiece
from vision.board.marked_places import PlaceName
from vision.board.piece_colors import PieceColor, shades
from vision.geometry.registration import Registration
from vision.types import Flags, Floats, Frame, Integers, Point

Sign = Literal["+", "-"]
STANDING = frozenset({"placed", "between", "off"})
"""The states of pieces whose tops are seen."""
SIGNS: Final[tuple[Sign, Sign]] = "+", "-"
SCALE = 1.6
"""Pixels a mm at which signs are looked for."""
HALVES, THICK = (2.2, 2.6, 3.1, 3.7, 4.3, 5.0), (0.2, 0.32)
"""Of a bar: half its length, mm, and its width as a share of the length."""
AROUND = 1.3
"""How much around a sign is compared with it, as a multiple of half its length."""
TURN = 15
"""Degrees from one turn of a sign to the next."""
HEIGHTS = 4.0, 21.0
"""Mm between which a piece's top may be."""
ASIDE = 2.5
"""How far to the side of its lean a top may be, mm: feet are told about so well."""
STRIDE, BEST = 2, 5
"""Every so many pixels are looked at first, and then all around the best of them."""
NOISE = 6.0
"""Of 255: what varies less is no sign."""
ALIKE: Final[dict[Sign, float]] = {"+": 0.8, "-": 0.87}
"""How well a sign correlates at least."""
LEADS: Final[dict[Sign, float]] = {"+": 0.12, "-": 0.2}
"""By how much it leads the other one: a bar is much like a + of which one bar is faint."""
WHITER, BLACKER, NEUTRAL = 1.8, 0.62, 0.35
"""How many times as white as what is around it white ink is at least, and black ink at most; how colourful (0 to 1) ink
is at most, black ink at least not more so than what is around it."""
STICKER, PAINTED = 0.25, 0.5
"""How colourful a sticker is at most around the ink; else so much of what is there has the piece's colour."""
UNLIKE = 0.5
"""Share of the difference between ink and what is around it by which that differs at most from side to side."""
INK, PAPER = 0.6, 0.9
"""Shares of a pattern's highest and lowest value from which a pixel belongs to the ink, and to what is around it."""


@dataclass(frozen=True, eq=False)
class _Patterns:
    """Signs of every size, width and turn, each without its mean and of length 1.

    Attributes:
        rows: shape (patterns, pixels); ``half`` pixels to each side of the middle.
        signs: the index of each in `SIGNS`, shape (patterns,).
        sizes: its index in `HALVES`, likewise.
        turns: its turn, radians, likewise.
        discs: the pixels that count, of each size, 0 or 1, shape (sizes, pixels).
    """

    half: int
    rows: Floats
    signs: Integers
    sizes: Integers
    turns: Floats
    discs: Floats


def with_signs(
    seen: SeenBoard,
    picture: Frame,
    registration: Registration,
    colors: Sequence[PieceColor],
    among: Container[PlaceName] | None = None,
) -> SeenBoard:
    """The same board with the signs on its pieces, as far as ``picture`` shows them.

    Args:
        seen: what was seen in it.
        picture: of the board.
        registration: how it is seen there.
        colors: of the pieces, by which the board was looked at.
        among: the places at which signs are read; None for everywhere.
    """
    numbers = {color.name: number for number, color in enumerate(colors)}

    def sign_of(piece: SeenPiece) -> Sign | None:
        number = numbers.get(piece.color or "")
        is_wanted = among is None or (piece.at is not None and piece.at in among)
        if number is None or piece.state not in STANDING or not is_wanted:
            return None
        top = _top(picture, registration, piece.foot)
        return _sign_on(top, shades(top.shown, tuple(colors)) == number)

    return replace(seen, pieces=tuple(replace(piece, sign=sign_of(piece)) for piece in seen.pieces))


def _sign_on(top: _Top, painted: Flags) -> Sign | None:
    """The sign on a piece's top, of which these pixels have the piece's colour; None where none is clear."""
    found = {_sign_in(top, painted, "black"), _sign_in(top, painted, "white")} - {None}
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, eq=False)
class _Top:
    """Where a piece's top may be: a picture as from above, and the rows and columns that may be the sign's middle."""

    shown: Frame
    middles: Flags


def _top(picture: Frame, registration: Registration, foot: Point) -> _Top:
    """As a plane half way between the least and the greatest height that it may have is seen."""
    level, half = sum(HEIGHTS) / 2, _patterns().half
    x, y, eye = registration.eye
    away = np.subtract(foot, (x, y))
    ends = [away * ((eye - level) / (eye - height) - 1) for height in HEIGHTS]
    middle, lean = (ends[0] + ends[1]) / 2, ends[1] - ends[0]
    reach = round((float(np.hypot(*lean)) / 2 + ASIDE) * SCALE)
    steps = np.arange(-reach - half, reach + half + 1) / SCALE
    across, up = np.meshgrid(steps, -steps)
    at = np.column_stack(
        (foot[0] + middle[0] + across.ravel(), foot[1] + middle[1] + up.ravel(), np.full(across.size, level))
    )
    zoom = picture.shape[1] / registration.lens.size[0]
    seen = ((registration.to_pixels(at) + 0.5) * zoom - 0.5).astype(np.float32)
    maps = [np.ascontiguousarray(each).reshape(across.shape) for each in seen.T]
    shown = cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inner = np.s_[half : half + 2 * reach + 1]
    long = max(float(np.hypot(*lean)), 1e-6)
    along, aside = (
        across[inner, inner] * way[0] + up[inner, inner] * way[1]
        for way in (lean / long, np.array((-lean[1], lean[0])) / long)
    )
    far = np.hypot(np.maximum(np.abs(along) - long / 2, 0), aside)
    return _Top(np.asarray(shown, np.uint8), np.asarray(far <= ASIDE))


def _sign_in(top: _Top, painted: Flags, ink: str) -> Sign | None:
    """The sign that is clear in white or black ink."""
    patterns = _patterns()
    light = top.shown.max(axis=2) if ink == "black" else top.shown.min(axis=2)
    windows = np.lib.stride_tricks.sliding_window_view(light.astype(np.float32), (2 * patterns.half + 1,) * 2)
    rows, columns = np.nonzero(top.middles)
    coarse = (rows % STRIDE == 0) & (columns % STRIDE == 0)
    alike = _alike(windows[rows[coarse], columns[coarse]], ink)
    best = np.argsort(alike.max(axis=1))[-BEST:]
    near = np.zeros(top.middles.shape, np.uint8)
    near[rows[coarse][best], columns[coarse][best]] = 1
    rows, columns = np.nonzero((cv2.dilate(near, np.ones((3, 3), np.uint8)) > 0) & top.middles)
    alike = _alike(windows[rows, columns], ink)
    tops = [alike[:, patterns.signs == number].max() for number in range(len(SIGNS))]
    number = int(np.argmax(tops))
    sign = SIGNS[number]
    if tops[number] < ALIKE[sign] or tops[number] - tops[1 - number] < LEADS[sign]:
        return None
    spot, pattern = np.unravel_index(int(alike.argmax()), alike.shape)
    window = tuple(slice(int(at[spot]), int(at[spot]) + 2 * patterns.half + 1) for at in (rows, columns))
    return sign if _is_ink(top.shown[window], painted[window], int(pattern), ink) else None


def _alike(windows: Floats, ink: str) -> Floats:
    """How well each window correlates with each pattern, shape (windows, patterns)."""
    patterns = _patterns()
    flat = windows.reshape(len(windows), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)  # so that squares stay small
    count = patterns.discs.sum(axis=1)
    spread = (flat * flat) @ patterns.discs.T - (flat @ patterns.discs.T) ** 2 / count + count * NOISE**2
    like = flat @ patterns.rows.T / np.sqrt(spread)[:, patterns.sizes]
    return np.asarray(-like if ink == "black" else like)


def _is_ink(shown: Frame, painted: Flags, pattern: int, ink: str) -> bool:
    """Whether what looks like a sign is white or black, on a sticker or a piece's paint that is the same all around."""
    patterns = _patterns()
    row = patterns.rows[pattern].reshape(shown.shape[:2])
    around = (patterns.discs[patterns.sizes[pattern]].reshape(row.shape) > 0) & (row <= PAPER * row.min())
    inked, paper = shown[row > INK * row.max()].mean(axis=0), shown[around].mean(axis=0)
    if _colorful(paper) > STICKER and painted[around].mean() < PAINTED:
        return False
    x, y = _plane(patterns.half)
    for turn in (patterns.turns[pattern], patterns.turns[pattern] + np.pi / 2):
        left = x * np.cos(turn) + y * np.sin(turn) < 0
        sides = [shown[around & side].mean(axis=0) for side in (left, ~left)]
        if np.abs(sides[0] - sides[1]).max() > UNLIKE * np.abs(inked - paper).max():
            return False
    if ink == "black":
        return bool(inked.max() <= BLACKER * paper.max() and _colorful(inked) <= max(NEUTRAL, _colorful(paper)))
    return bool(inked.min() >= WHITER * paper.min() and _colorful(inked) <= NEUTRAL)


def _colorful(shade: Floats) -> float:
    return 1 - float(shade.min() / max(shade.max(), 1.0))


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    half = int(np.ceil(AROUND * HALVES[-1] * SCALE))
    x, y = _plane(half)
    discs = [(np.hypot(x, y) <= AROUND * long).astype(np.float32) for long in HALVES]
    rows, kinds = [], []
    for size, long in enumerate(HALVES):
        for thick in THICK:
            for number, turns in enumerate((90, 180)):
                for turn in np.radians(range(0, turns, TURN)):
                    bars = _bars(x, y, float(turn), long, thick, crossed=number == 0) * discs[size]
                    row = discs[size] * (bars - bars.sum() / discs[size].sum())
                    rows.append((row / np.linalg.norm(row)).ravel())
                    kinds.append((number, size, turn))
    flat = np.array([disc.ravel() for disc in discs], np.float32)
    numbers, sizes, turned = map(np.array, zip(*kinds, strict=True))
    return _Patterns(half, np.array(rows, np.float32), numbers, sizes, turned, flat)


def _plane(half: int) -> tuple[Floats, Floats]:
    """The millimetres of each pixel, to the right and up, so many pixels to each side of the middle."""
    steps = np.arange(-half, half + 1) / SCALE
    x, y = np.meshgrid(steps, -steps)
    return x, y


def _bars(x: Floats, y: Floats, turn: float, long: float, thick: float, *, crossed: bool) -> Floats:
    """One bar, or two crossed ones, 0 to 1, that long to each side."""
    ways = [(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]
    along, aside = (x * a + y * b for a, b in ways)
    wide = thick * long
    bars = [_within(along, long) * _within(aside, wide), _within(aside, long) * _within(along, wide)]
    return np.maximum(*bars) if crossed else bars[0]


def _within(away: Floats, reach: float) -> Floats:
    return np.asarray(np.clip((reach - np.abs(away)) * SCALE + 0.5, 0, 1))
