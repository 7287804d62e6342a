"""A camera's lens, estimated from flat prints whose points are known: the markers, or a printed board.

One print seen from straight above shows how the lens bends, but not how wide it sees: a nearer camera with a wider lens
gives the same picture. Rule kept here: what the pictures do not determine is not estimated but left as assumed before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import MarkersError
from vision.geometry.registration import TYPICAL_VIEW, WORST_MM, Lens, lens_of_view, registered_by, transformed
from vision.types import Points

FEWEST_POINTS = 12
"""Points that an estimate needs: the corners of three markers."""
SHARP_SHARE = 0.03
"""Standard error of the focal length, as a share of it, up to which it is accepted: 0.2 mm for a die at the wall."""
STEEPEST = 3.0
"""Degrees that a print must be tilted against the picture to determine a view at all."""
FEWEST_TRUE = 4
"""Markers that must lie true to one another before any other is said to lie astray."""
ASTRAY_MM = 5.0
"""How far off a marker is at least that lies in another's place, or turned; a bent print lifts none so far."""
RAISED_MM = 2.0
"""How far outward a marker is seen at least that stands above the others: one at a corner is some 5 mm high then."""
RAISED_SHARE = 0.1
"""How far the others may be off, as a share of that; with more the markers are glued badly, and none is raised."""
ALIKE = 0.04
"""By how much the shares may differ at which markers seem to be printed, if they come from one sheet."""
STEPS = 3
"""Iterations towards the view that a measured height gives."""
_HELD = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K2
    | cv2.CALIB_FIX_K3
)
"""What so few points do not determine: where the axis is, and anything but the first term of the distortion."""


@dataclass(frozen=True)
class Print:
    """Points of a flat print, mm, and where one picture shows them, pixels: both of shape (N, 2)."""

    places: Points
    pixels: Points


@dataclass(frozen=True, slots=True)
class LensEstimate:
    """What is known of a lens: degrees seen along the longer side, k1, and the reprojection error (RMS, pixels).

    ``measured`` is False if ``view`` is as assumed before.
    """

    view: float
    measured: bool
    bend: float
    error_px: float

    @property
    def distortion(self) -> tuple[float, float, float, float]:
        """As `vision.geometry.registration.Lens` has it."""
        return self.bend, 0.0, 0.0, 0.0

    def lens(self, size: tuple[int, int]) -> Lens:
        """The lens over pictures of a size."""
        return lens_of_view(size, self.view, self.distortion)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A lens that explains the prints: focal length with its standard error, k1, misfit (pixels); and its pose.

    That is the most tilted print's tilt (degrees), and the height over the first (mm).
    """

    focal: float
    focal_error: float
    bend: float
    misfit: float
    tilt: float
    height: float


def estimate_lens(
    prints: Sequence[Print], size: tuple[int, int], assumed: float = TYPICAL_VIEW, height: float | None = None
) -> LensEstimate:
    """The lens that explains the prints best: one a picture; several tilted ways determine most.

    Args:
        prints: of pictures with this ``size``, width and height.
        size: likewise.
        assumed: degrees along the longer side, kept if the prints do not determine them.
        height: of the camera over the first print, mm, if measured: then it determines the view.

    Raises:
        MarkersError: there are too few points.
    """
    if sum(len(print_.places) for print_ in prints) < FEWEST_POINTS:
        raise MarkersError("too few markers are seen to measure the lens; uncover them")
    fit = _solve(prints, size, assumed, cv2.CALIB_FIX_FOCAL_LENGTH)
    if height is not None:
        view = assumed
        for _ in range(STEPS):  # at a tilt one step towards that height does not quite reach it
            view = _view(fit.focal * height / fit.height, size)
            fit = _solve(prints, size, view, cv2.CALIB_FIX_FOCAL_LENGTH)
        return LensEstimate(view, measured=True, bend=fit.bend, error_px=fit.misfit)
    free = _solve(prints, size, assumed, 0)
    if fit.tilt > STEEPEST and free.focal_error < SHARP_SHARE * free.focal:
        return LensEstimate(_view(free.focal, size), measured=True, bend=free.bend, error_px=free.misfit)
    return LensEstimate(assumed, measured=False, bend=fit.bend, error_px=fit.misfit)


def astray(markers: Mapping[int, Print], size: tuple[int, int], assumed: float = TYPICAL_VIEW) -> tuple[int, ...]:
    """The one or two markers, by number, without which all others lie as printed; () if there are no such."""
    for numbers in chain(combinations(markers, 1), combinations(markers, 2)):
        others = [marker for number, marker in markers.items() if number not in numbers]
        if len(others) < FEWEST_TRUE:
            break
        true = Print(np.vstack([each.places for each in others]), np.vstack([each.pixels for each in others]))
        lens = estimate_lens([true], size, assumed).lens(size)
        homography = np.asarray(cv2.findHomography(lens.straighten(true.pixels), true.places)[0], np.float64)
        if not homography.shape or max(_off(each, lens, homography) for each in others) > WORST_MM:
            continue
        if min(_off(markers[number], lens, homography) for number in numbers) > ASTRAY_MM:
            return numbers
    return ()


def raised(
    markers: Mapping[int, Print], size: tuple[int, int], assumed: float = TYPICAL_VIEW
) -> tuple[int, float] | None:
    """The one marker that stands above the plane of all others, by number, and how high, mm; None if there is none.

    What is higher is seen further outward from below the camera, by its height's share of the camera's. Only a corner
    is found so: a print whose edges stand up alike looks as another lens sees a flat one.
    """
    for number, marker in markers.items():
        others = [each for other, each in markers.items() if other != number]
        if len(others) < FEWEST_TRUE:
            break
        true = Print(np.vstack([each.places for each in others]), np.vstack([each.pixels for each in others]))
        try:
            seen = registered_by(true.pixels, true.places, estimate_lens([true], size, assumed).lens(size))
        except MarkersError:
            continue
        place = marker.places.mean(axis=0)
        outward, off = place - seen.eye[:2], seen.to_board(marker.pixels).mean(axis=0) - place
        distance = float(np.hypot(*outward))
        along, across = float(off @ outward) / distance, float(off @ (-outward[1], outward[0])) / distance
        worst = max(_root_mean_square(seen.to_board(each.pixels) - each.places) for each in others)
        if along >= RAISED_MM and abs(across) <= along / 2 and worst <= RAISED_SHARE * along:
            return number, along * seen.eye[2] / (distance + along)
    return None


def printed_at(markers: Sequence[Print], lens: Lens) -> float:
    """How large the markers of one picture are printed, as a share of their size, by their distances; 1 if unknown."""
    places = np.mean([each.places for each in markers], axis=1)
    pixels = np.mean([each.pixels for each in markers], axis=1)
    homography = cv2.findHomography(lens.straighten(pixels), places)[0] if len(markers) >= FEWEST_TRUE else None
    if homography is None:
        return 1.0
    seen = [transformed(np.asarray(homography, np.float64), lens.straighten(each.pixels)) for each in markers]
    shares = [_round(there) / _round(each.places) for there, each in zip(seen, markers, strict=True)]
    return float(np.median(shares)) if np.ptp(shares) < ALIKE else 1.0


def _round(corners: Points) -> float:
    """The way from corner to corner, mm."""
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).sum())


def _off(marker: Print, lens: Lens, homography: npt.NDArray[np.float64]) -> float:
    """A marker's root mean square error, mm."""
    return _root_mean_square(transformed(homography, lens.straighten(marker.pixels)) - marker.places)


def _root_mean_square(off: Points) -> float:
    """Of distances, shape (N, 2)."""
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def _solve(prints: Sequence[Print], size: tuple[int, int], assumed: float, held: int) -> _Fit:
    solid = [np.column_stack((print_.places, np.zeros(len(print_.places)))).astype(np.float32) for print_ in prints]
    seen = [print_.pixels.reshape(-1, 1, 2).astype(np.float32) for print_ in prints]
    guess = lens_of_view(size, assumed).matrix
    misfit, matrix, bends, turns, shifts, errors, _, _ = cv2.calibrateCameraExtended(
        solid, seen, size, guess, np.zeros(5), flags=_HELD | held
    )
    # With the aspect ratio held OpenCV gives the error of the focal length as that of the one down.
    error, bend = float(np.ravel(errors)[1]), float(np.ravel(bends)[0])
    axes = [np.asarray(cv2.Rodrigues(turn)[0], np.float64) for turn in turns]
    tilt = max(float(np.degrees(np.arccos(min(abs(each[2, 2]), 1.0)))) for each in axes)
    height = abs(float((axes[0].T @ np.ravel(shifts[0]))[2]))
    return _Fit(float(matrix[0, 0]), error, bend, float(misfit), tilt, height)


def _view(focal: float, size: tuple[int, int]) -> float:
    return float(np.degrees(2 * np.arctan(max(size) / 2 / focal)))
