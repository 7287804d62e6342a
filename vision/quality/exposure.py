"""How good the light is: measured on the white and black of the printed markers, on glare, and over time.

The markers' paper is the one thing on the table whose colour is known. Rule kept here: figures only; what is good
enough, and what to change, is decided elsewhere (`firmware.setup.calibration`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.registration import Registration
from vision.geometry.stadium import MARKER_QUIET, MARKER_SIDE, Field
from vision.types import Frame, Point, Points

GAMMA = 2.2
"""Of ordinary pictures: from their bytes to light."""
CELLS, PIXELS = 6, 20
"""Cells a side of a marker of DICT_4X4_50 with its black rim, and pixels a side of a cell."""
BURNT = 252
"""From which a channel is saturated."""
SEEN = 40.0
"""Of 255, between paper and ink of a marker that is seen; one that a hand covers shows neither."""
BLURRED = 0.05
"""Width of a marker's edge, in its sides, from which dice are lost: 1.7 mm, a numeral's stroke; in focus it is 0.02."""
GLEAM_MM2 = 60.0
"""A burnt patch smaller than this is a gleam on a die or a chalk line, and no matter."""


@dataclass(frozen=True, slots=True)
class Patch:
    """The light at one marker: of its paper and its ink, 0 to 255; and the width of its ``edge`` in its sides."""

    number: int
    white: float
    black: float
    edge: float


@dataclass(frozen=True, slots=True)
class Gleam:
    """A patch of the field too bright to see anything in: its middle and its area, mm and square mm."""

    place: Point
    area: float


def patches(still: Frame, seen: Iterable[tuple[int, Points]]) -> tuple[Patch, ...]:
    """The light at every marker; ``seen`` are numbers with corners in ``still``, as `Board.markers_in` gives them."""
    gray = np.asarray(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY), np.uint8)
    return tuple(_patch(gray, number, corners) for number, corners in seen)


def _patch(gray: npt.NDArray[np.uint8], number: int, corners: Points) -> Patch:
    """Black is the rim of ink, white the quiet paper round it; the edge is what lies between, on all four sides."""
    quiet = MARKER_QUIET / MARKER_SIDE * CELLS * PIXELS
    whole = round(CELLS * PIXELS + 2 * quiet)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * CELLS * PIXELS + quiet - 0.5
    upright = cv2.getPerspectiveTransform(corners.astype(np.float32), square.astype(np.float32))
    picture = cv2.warpPerspective(gray, upright, (whole, whole), flags=cv2.INTER_LINEAR)
    sides = [np.rot90(picture, turn)[:, PIXELS * 2 : -PIXELS * 2].mean(axis=1) for turn in range(4)]
    near, far = round(quiet * 0.7), round(quiet + PIXELS * 0.5)
    white, black = (float(np.median([side[at] for side in sides])) for at in (near, far))
    steepest = float(np.median([-np.gradient(side[near:far]).min() for side in sides]))
    return Patch(number, white, black, (white - black) / max(steepest, 1e-6) / (CELLS * PIXELS))


def blur(found: Iterable[Patch]) -> float | None:
    """Width of the markers' edges, as a share of their sides: the median of those seen; None if none is."""
    edges = [patch.edge for patch in found if patch.white - patch.black >= SEEN]
    return median(edges) if edges else None


def unevenness(found: Sequence[Patch]) -> float:
    """How many times as bright the best lit marker is as the worst lit, in light; 1 if fewer than two are seen."""
    light = [(max(patch.white, 1.0) / 255) ** GAMMA for patch in found]
    return max(light) / min(light) if light else 1.0


def gleams(still: Frame, registration: Registration, field: Field) -> tuple[Gleam, ...]:
    """Where on the field the picture is burnt out, the largest first; the markers' own white paper aside."""
    burnt = (still.max(axis=2) >= BURNT).astype(np.uint8) & _field_mask(still, registration, field)
    _, _, stats, middles = cv2.connectedComponentsWithStats(cv2.morphologyEx(burnt, cv2.MORPH_CLOSE, np.ones((5, 5))))
    found = [_gleam(registration, middle, area) for middle, area in zip(middles[1:], stats[1:, -1], strict=True)]
    return tuple(sorted((each for each in found if each.area >= GLEAM_MM2), key=lambda each: -each.area))


def _field_mask(still: Frame, registration: Registration, field: Field) -> npt.NDArray[np.uint8]:
    mask = np.zeros(still.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(registration.to_pixels(field.tray.corners)).astype(np.int32)], 1)
    for marker in field.markers:
        reach = 1 + 2.4 * MARKER_QUIET / MARKER_SIDE
        paper = (marker.corners - marker.centre) * reach + marker.centre
        cv2.fillPoly(mask, [np.rint(registration.to_pixels(paper)).astype(np.int32)], 0)
    return mask


def _gleam(registration: Registration, middle: npt.NDArray[np.float64], area: float) -> Gleam:
    place = registration.place((float(middle[0]), float(middle[1])))
    return Gleam(place, float(area) / registration.scale_at(place) ** 2)


def flicker(frames: Sequence[Frame]) -> float:
    """By how much the light comes and goes, as a share of itself either way; 0 for fewer than two frames.

    A lamp that flickers faster than the shutter runs over the picture in bands, so each row is compared with itself
    over time: by its median pixel, so that something that moves there does not count; noise is averaged out.
    """
    alike = [frame for frame in frames if frame.shape == frames[-1].shape]  # photographs may lie and stand
    if len(alike) < 2:  # noqa: PLR2004 - one frame has no past
        return 0.0
    gray = np.stack([cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)[:, ::4] for frame in alike])
    light = ((gray.astype(np.float32) + 1) / 256) ** GAMMA
    rows = np.median(light / light.mean(axis=0), axis=2)
    smooth = cv2.blur(rows, (max(rows.shape[1] // 24, 1), 1))
    return float(smooth.std(axis=0).mean() * np.sqrt(2))


def brightness(still: Frame) -> float:
    """Of the brightest tenth of a picture, 0 to 255, for one without markers."""
    return float(np.percentile(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY)[::4, ::4], 90))
