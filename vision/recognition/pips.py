"""Which number of pips a top face shows, by geometry alone: equal round dots where makers put them.

To the networks three lines of print look much like a six. Here a value counts as much as its pips explain of the face:

1. Normalised cross-correlation with dots of several sizes, in all colours at once, finds what may be pips.
2. Pairs of these about one middle, and one in the middle, make up the arrangements that are sold.
3. A model is fitted for each value: a face that is even but for dots of one profile. Its coefficient of determination
   (R²) is near 1 for pips, and low where other print, a speckled body or pips that it leaves out remain.

Places are complex numbers, from the middle of the pose in the rectified picture; lengths are in half sides of a face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.recognition.crops import ImagePyramid, rectified_view
from vision.recognition.pose import TopFacePose
from vision.types import Floats

Place: TypeAlias = complex
Places: TypeAlias = npt.NDArray[np.complex128]

HALF_SIDE = 1 / 1.2
"""Half a face's side in heights of its pose: the networks learned pips as 0.6 of a side high."""
RADII, LARGE = (0.1, 0.14, 0.2, 0.28, 0.42), 0.3
"""Radii of the dots that are tried; only an ace is larger than the latter."""
SOUGHT, SEEN, SEEN_PX = 1.68, 1.25, 30
"""How far from the middle dots are sought, how far the face is explained, and pixels across of what is."""
LEAST_CORRELATION, CLEAR_DOTS = 0.55, 0.7
"""Correlation from which something is a dot, and from which an arrangement's dots belong to the face."""
MOST_DOTS, MOST_PAIRS = 10, 3
"""Strongest dots of a size that are looked at, six and some on the faces beside, and pairs that make up a six."""
UNLIKE = 0.5
"""Difference of two dots' colours, in the stronger one's from the ground, from which they are not alike."""
OFF_MIDDLE, STRAY = 0.4, 0.16
"""How far an arrangement may lie off the middle, and a dot off its place, the latter in halves of the arrangement."""
APART, NEAREST, FARTHEST = 2.1, 0.18, 1.3
"""How far dots lie apart, least, in radii, and from the middle between them, least and most."""
EVEN, RIGHT, ROWS = 0.6, 0.75, (0.3, 1.5)
"""As seen from the side: ratio of a square's diagonals, sine of a right angle, width of a six over its length."""
PLAIN, AROUND = 0.65, 1.25
"""Radius around the middle in which all has to be explained, and around each dot, in its radii."""
PROFILE = (0.0, 0.45, 0.75, 1.0, 1.25, 1.5, 1.9, 2.4)
"""Radii at the bends of a dot's profile, which may be ringed or hollow; from the last on the face is even."""
OVAL = 4
"""Number of pips from which they may be oval, as from the side: two ovals are a bar."""
GRAIN = 6.0
"""Grey levels of a camera's noise, which nothing need explain."""
LEAST_EXPLAINED, LEAST_OF_ACE, SHORT = 0.7, 0.75, 0.06
"""R² from which a face may show a value, and an ace, which any blob is; and how far below the best explained it is."""
SURELY_SHOWN, LEAD = 0.75, 0.1
"""R² from which a face surely shows a value, and by how much more than others explain."""
LOG_LIKELIHOOD = (0.0, 0.0, 5.5, 4.0, 5.5, 5.5)
"""How much likelier a value is if it is surely shown: 3, 5 and 6 never were without being there, in 1,800 looks.

A 4 may be what is left of a six, and one or two dots prove little.
"""

_FAR = np.hypot(*np.mgrid[-4:5, -4:5]).astype(np.float32)
_RADIUS_PX = 3.1
"""Of the dot in `_TEMPLATE`; views are scaled to it."""
_DOT, _WINDOW = np.clip(_RADIUS_PX + 0.5 - _FAR, 0, 1), np.clip(4.7 - _FAR, 0, 1)
_SHARES = _WINDOW / _WINDOW.sum()
_TEMPLATE = _DOT / _DOT.sum() - (_WINDOW - _DOT) / (_WINDOW - _DOT).sum()
_NORM = float(np.sqrt((_TEMPLATE**2 / np.maximum(_SHARES, 1e-6)).sum()))
_GROUND = float(1 - (_DOT * _SHARES).sum())
"""Share of ground in the window's mean."""
_FLATTEST = 3.0
"""Variance, in grey levels, of the least that a window varies."""
_STEPS = SEEN * ((np.arange(SEEN_PX) + 0.5) / SEEN_PX * 2 - 1)
_PLACES = (_STEPS + 1j * _STEPS[:, None]).astype(np.complex64)


@dataclass(frozen=True, eq=False)
class PipGeometry:
    """How well a face shows 1 to 6 pips.

    Attributes:
        explained: R² of each value's pips, 0 where they are not seen, shape (6,).
        grain: share of the face's variance that noise alone would have.
    """

    explained: Floats
    grain: float

    def may_show(self, value: int) -> bool:
        """Whether nothing speaks against so many pips, 1 to 6: neither other print, nor another value's pips."""
        explained, least = float(self.explained[value - 1]), LEAST_OF_ACE if value == 1 else LEAST_EXPLAINED
        return explained + self.grain >= least and explained >= self.explained.max() - SHORT

    @cached_property
    def shown(self) -> int | None:
        """The value that is surely shown; None if none is."""
        second, best = np.sort(self.explained)[-2:]
        return int(self.explained.argmax()) + 1 if best >= max(SURELY_SHOWN, second + LEAD) else None

    @property
    def log_likelihood(self) -> Floats:
        """Of 1 to 6 pips, shape (6,)."""
        return np.array([each * (self.shown == value) for value, each in enumerate(LOG_LIKELIHOOD, 1)])


def pip_geometry(pyramid: ImagePyramid, pose: TopFacePose) -> PipGeometry:
    """What the face in that ``pose`` shows."""
    # Step 1: of each value the arrangement whose dots correlate best.
    best: dict[int, tuple[float, list[Place], float]] = {}
    for dots in (_dots(pyramid, pose, radius) for radius in RADII):
        for chosen in _arrangements(dots):
            found = [dots.correlations[at] for at in chosen]
            score, value = (min(found) + sum(found) / len(found)) / 2, len(chosen)
            if value not in best or score > best[value][0]:
                best[value] = score, [dots.places[at] for at in chosen], dots.radius
    # Step 2: the pixels that have to be explained, the same for all.
    here = np.abs(_PLACES) < PLAIN
    for score, places, radius in best.values():
        for place in places:
            if score > CLEAR_DOTS and abs(place) < 1:
                here |= np.abs(_PLACES - place) < AROUND * radius
    # Step 3: how much each of them explains.
    face, explained = _view(pyramid, pose, SEEN, SEEN_PX).astype(np.float64), np.zeros(6)
    for value, (_, places, radius) in best.items():
        explained[value - 1] = _explained(face, here, np.array(places), radius)
    return PipGeometry(explained, GRAIN**2 * face[here].size / max(_squared_error(_light(here), face[here]), 1e-9))


def _view(pyramid: ImagePyramid, pose: TopFacePose, reach: float, size: int) -> Floats:
    side = 2 * reach * HALF_SIDE * pose.height
    return pyramid.view(rectified_view(pose.centre, side, 0.0, size, pose.tilt), size).astype(np.float32)


# -- dots


@dataclass(frozen=True, eq=False)
class _Dots:
    """What may be pips of one ``radius``; ``alike`` are those that each can be a pip together with."""

    radius: float
    places: list[Place]
    correlations: list[float]
    alike: list[set[int]]


def _dots(pyramid: ImagePyramid, pose: TopFacePose, radius: float) -> _Dots:
    """The strongest local maxima of the correlation with a dot."""
    size = round(2 * SOUGHT * _RADIUS_PX / radius)
    view = _view(pyramid, pose, SOUGHT, size)
    # Step 1: how far dot and ground lie apart, and which share that is of all that varies in the window.
    contrast, mean = _filtered(view, _TEMPLATE), _filtered(view, _SHARES)
    variance = np.maximum(_filtered(_power(view), _SHARES) - _power(mean), _FLATTEST)
    correlation = np.sqrt(_power(contrast) / variance) / _NORM
    # Step 2: the local maxima.
    peaks = (correlation >= cv2.dilate(correlation, np.ones((3, 3), np.uint8))) & (correlation >= LEAST_CORRELATION)
    strength = correlation[peaks] * np.sqrt(_squared(contrast[peaks]))
    down, across = (axis[np.argsort(-strength)[:MOST_DOTS]] for axis in np.nonzero(peaks))
    places = (across + 1j * down - (size - 1) / 2 * (1 + 1j)) * (2 * SOUGHT / size)
    # Step 3: which are alike, in ink or in how it stands out from a body of two colours, and lie apart.
    inks = contrast[down, across]
    lengths, inner = np.sqrt(_squared(inks)), mean[down, across] + _GROUND * inks
    unlike = np.sqrt(np.minimum(_squared(inks[:, None] - inks), _squared(inner[:, None] - inner)))
    alike = unlike < UNLIKE * np.maximum(lengths[:, None], lengths)
    alike &= np.abs(places[:, None] - places) > APART * radius
    others = [set(np.flatnonzero(row).tolist()) for row in alike]
    return _Dots(radius, places.tolist(), correlation[down, across].tolist(), others)


def _filtered(view: Floats, kernel: Floats) -> Floats:
    return np.asarray(cv2.filter2D(view, -1, kernel, borderType=cv2.BORDER_REPLICATE))


def _power(view: Floats) -> Floats:
    """Sum of the squares of a pixel's colours."""
    return np.asarray(cv2.transform(view * view, np.ones((1, 3))))


def _squared(colors: Floats) -> Floats:
    return np.asarray(np.einsum("...k,...k->...", colors, colors))


# -- arrangements


@dataclass(frozen=True, eq=False, slots=True)
class _Pair:
    """Two dots, the ``middle`` between them, and ``half`` the way from one to the other."""

    middle: Place
    half: Place
    dots: tuple[int, int]


def _arrangements(dots: _Dots) -> Iterator[tuple[int, ...]]:
    """Dots that lie as one to six pips do, in any arrangement that is sold."""
    for group in _groups(dots):
        chosen = tuple(at for pair in group for at in pair.dots)
        if group:
            yield chosen
        if len(group) < MOST_PAIRS:
            middle = sum(pair.middle for pair in group) / max(len(group), 1)
            near = STRAY * max(abs(pair.half) for pair in group) if group else OFF_MIDDLE
            for at, place in enumerate(dots.places):
                if abs(place - middle) < near and dots.alike[at].issuperset(chosen):
                    yield (*chosen, at)


def _groups(dots: _Dots) -> Iterator[tuple[_Pair, ...]]:
    """None to three pairs about one middle: what two, four and six pips are."""
    yield ()
    concentric: dict[_Pair, set[_Pair]] = {}
    for pair in _pairs(dots) if dots.radius <= LARGE else ():
        yield (pair,)
        concentric[pair] = {other for other in concentric if _have_one_middle(dots, pair, other)}
        for other in concentric[pair]:
            if _is_square(pair.half, other.half):
                yield pair, other
            for third in concentric[pair] & concentric[other]:
                if _are_rows(pair.half, other.half, third.half):
                    yield pair, other, third


def _pairs(dots: _Dots) -> Iterator[_Pair]:
    for one, other in combinations(range(len(dots.places)), 2):
        a, b = dots.places[one], dots.places[other]
        middle, half = (a + b) / 2, (a - b) / 2
        if other in dots.alike[one] and abs(middle) < OFF_MIDDLE and NEAREST < abs(half) < FARTHEST:
            yield _Pair(middle, half, (one, other))


def _have_one_middle(dots: _Dots, one: _Pair, other: _Pair) -> bool:
    off = STRAY * max(abs(one.half), abs(other.half))
    return abs(one.middle - other.middle) < off and all(dots.alike[at].issuperset(other.dots) for at in one.dots)


def _is_square(one: Place, other: Place) -> bool:
    """Whether these are halves of a square's diagonals."""
    short, long = sorted((abs(one), abs(other)))
    return short > EVEN * long and _sine(one, other) > RIGHT


def _are_rows(*halves: Place) -> bool:
    """Whether the shortest leads to the middle of a six's row, and the others to its ends."""
    middle, one, other = sorted(halves, key=abs)
    return any(_is_row(middle, one, end) for end in (other, -other))


def _is_row(middle: Place, one: Place, other: Place) -> bool:
    across, along = (one + other) / 2, (one - other) / 2
    straight = min(abs(middle - across), abs(middle + across)) < STRAY * abs(along)
    return straight and ROWS[0] < abs(across) / abs(along) < ROWS[1] and _sine(across, along) > RIGHT


def _sine(one: Place, other: Place) -> float:
    return abs((one * other.conjugate()).imag) / max(abs(one) * abs(other), 1e-9)


# -- the model of a face


def _explained(face: Floats, here: npt.NDArray[np.bool_], places: Places, radius: float) -> float:
    """R² of dots of one profile beside light from one side, a plane, ``here`` and around them."""
    ways = _PLACES[..., None] - places
    off = np.take_along_axis(ways, np.abs(ways).argmin(axis=2)[..., None], 2)[..., 0] / radius
    there = here | (np.abs(off) < AROUND)
    seen, light, far = face[there], _light(there), np.maximum(np.abs(off[there]), 1e-6)
    dots = np.stack([np.interp(far, PROFILE, bend) for bend in np.eye(len(PROFILE))[:-1]])
    if len(places) >= OVAL:
        double = (off[there] / far) ** 2
        dots = np.concatenate((dots, dots[1:5] * double.real, dots[1:5] * double.imag))
    return 1 - _squared_error(np.concatenate((light, dots)), seen) / max(_squared_error(light, seen), 1e-9)


def _light(there: npt.NDArray[np.bool_]) -> Floats:
    at = _PLACES[there]
    return np.stack((np.ones(len(at)), at.real, at.imag))


def _squared_error(terms: Floats, seen: Floats) -> float:
    """What is left of values ``seen``, shape (N, 3), by the best sum of ``terms``, shape (terms, N)."""
    normal = terms @ terms.T + 1e-6 * np.eye(len(terms))
    return float(_squared((seen - terms.T @ np.linalg.solve(normal, terms @ seen)).ravel()))
