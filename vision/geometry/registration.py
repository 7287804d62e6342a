"""Where the camera stands over the stadium: pixels to millimetres and back, from the printed markers.

Markers give a homography between the flat print and the undistorted picture; with the lens known, that homography also
gives the camera's position, and so where something stands that is higher than the print. Rule kept here: with markers
covered the last registration holds, and markers in a line, which leave the print's tilt about it open, replace none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TypeAlias

import cv2
import numpy as np

from vision.errors import MarkersError
from vision.geometry.stadium import MARKER_SIDE, STADIUM, Field
from vision.types import Floats, Frame, Matrix, Point, Points

FEWEST_MARKERS = 3
"""Markers that a registration needs."""
WORST_MM = 1.5
"""Reprojection error, mm, from which a registration is rejected: a bent print or a wrong lens."""
FLAT = 1e-6
"""Determinant of a homography below which the plane is seen edge-on."""
TYPICAL_VIEW = 66.0
"""Degrees that a common camera sees along its picture's longer side, for one that was never calibrated."""


@dataclass(frozen=True)
class Lens:
    """A camera's intrinsics (OpenCV's model) for pictures of one size (width, height), in pixels.

    ``middle`` is where the optical axis meets the picture; ``distortion`` is k1, k2, p1, p2, k3 …, empty for none.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, ...] = ()

    @cached_property
    def matrix(self) -> Matrix:
        """The camera matrix, shape (3, 3)."""
        return np.array([(self.focal[0], 0, self.middle[0]), (0, self.focal[1], self.middle[1]), (0, 0, 1)], float)

    def scaled(self, size: tuple[int, int]) -> Lens:
        """The same lens over a picture of another size that shows the same scene."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        focal = self.focal[0] * across, self.focal[1] * down
        middle = (self.middle[0] + 0.5) * across - 0.5, (self.middle[1] + 0.5) * down - 0.5
        return Lens(size, focal, middle, self.distortion)

    def straighten(self, pixels: Points) -> Points:
        """Points (N, 2) without the lens's distortion."""
        if not self.distortion:
            return np.asarray(pixels, float).reshape(-1, 2)
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(points, self.matrix, np.array(self.distortion), P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def bend(self, straight: Points) -> Points:
        """The inverse of `straighten`."""
        if not self.distortion:
            return np.asarray(straight, float).reshape(-1, 2)
        rays = np.column_stack(((straight - self.middle) / self.focal, np.ones(len(straight))))
        bent, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, np.array(self.distortion))
        return np.asarray(bent, np.float64).reshape(-1, 2)


LensMaker: TypeAlias = Callable[[tuple[int, int]], Lens]
"""A camera's lens over pictures of any size and shape."""


def lens_of_view(size: tuple[int, int], view: float = TYPICAL_VIEW, distortion: tuple[float, ...] = ()) -> Lens:
    """A lens that sees ``view`` degrees along the longer side, but for distortion; its axis is in the middle."""
    width, height = size
    focal = max(size) / 2 / float(np.tan(np.radians(view) / 2))
    return Lens(size, (focal, focal), ((width - 1) / 2, (height - 1) / 2), distortion)


@dataclass(frozen=True, eq=False)
class Registration:
    """How one camera sees the board. One is itself alone: what was computed for it holds as long as it does.

    Attributes:
        homography: from millimetres of the print to undistorted pixels of the ``lens``, shape (3, 3).
        eye: the camera's position, x, y, z in mm.
        error_mm: of the markers' corners, root mean square.
        markers: the numbers of those that were seen.
    """

    lens: Lens
    homography: Matrix
    eye: tuple[float, float, float]
    error_mm: float
    markers: tuple[int, ...]

    def to_board(self, pixels: Points, height: float = 0.0) -> Points:
        """Millimetres (N, 2) of what is seen at ``pixels`` (N, 2) and known to be ``height`` mm above the print."""
        ground = transformed(np.linalg.inv(self.homography), self.lens.straighten(pixels))
        return np.asarray(ground + (np.array(self.eye[:2]) - ground) * (height / self.eye[2]))

    def to_pixels(self, places: Points) -> Points:
        """Pixels (N, 2) at which points of the stadium, shape (N, 2) or (N, 3) mm, are seen."""
        points = np.asarray(places, np.float64)
        if points.shape[1] > 2:  # noqa: PLR2004 - what stands up hides the print behind it
            height = points[:, 2:]
            flat = points[:, :2]
            points = np.asarray(flat + (flat - self.eye[:2]) * height / (self.eye[2] - height))
        return self.lens.bend(transformed(self.homography, points))

    def place(self, pixel: Point, height: float = 0.0) -> Point:
        """`to_board` of one point."""
        x, y = self.to_board(np.array([pixel]), height)[0]
        return float(x), float(y)

    def tilt_at(self, pixel: Point, height: float = 0.0) -> Matrix:
        """How the camera sees the table at ``pixel``, shape (2, 3), as in a `vision.geometry.tilt.TiltField`.

        The millimetres are those of a level plane ``height`` mm above the print, x to the right and y down.
        """
        around = np.add(pixel, ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)))
        right, left, down, up = self.to_board(around, height) * (1, -1)
        outward = np.subtract(self.place(pixel, height), self.eye[:2]) * (1, -1)
        return np.column_stack((right - left, down - up, outward / (self.eye[2] - height)))

    def scale_at(self, place: Point) -> float:
        """Pixels a millimetre of the print at ``place``, the mean of both directions."""
        x, y = place
        here, right, up = self.to_pixels(np.array([(x, y), (x + 1, y), (x, y + 1)]))
        return float(np.hypot(*(right - here)) + np.hypot(*(up - here))) / 2


class Board:
    """Finds the stadium in pictures and remembers the last registration.

    ``lens`` is the camera's, or what makes it for pictures of any size; None for a typical one.
    """

    def __init__(self, field: Field = STADIUM, lens: Lens | LensMaker | None = None) -> None:
        self.field = field
        self.registration: Registration | None = None
        self._lens = lens.scaled if isinstance(lens, Lens) else lens or lens_of_view
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)
        self._known = {marker.number: marker.corners for marker in field.markers}

    def markers_in(self, frame: Frame) -> dict[int, Points]:
        """The field's markers that ``picture`` shows: number -> corners (4, 2) in pixels."""
        gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        corners, numbers, _ = self._detector.detectMarkers(gray)
        if not corners:  # and then `numbers` is None
            return {}
        found = dict(zip(map(int, np.ravel(numbers)), corners, strict=True))
        return {
            number: np.asarray(found[number], np.float64).reshape(4, 2) for number in self._known if number in found
        }

    def register(self, frame: Frame) -> Registration:
        """Find the board in ``picture`` and remember it.

        Raises:
            MarkersError: too few markers can be seen, or they do not lie as printed; the last registration is kept.
        """
        seen = self.markers_in(frame)
        if self.registration is not None and self._stand_in_line(seen):
            raise self.too_few(seen)
        self.registration = self._fit(seen, (frame.shape[1], frame.shape[0]))
        return self.registration

    def _stand_in_line(self, seen: Collection[int]) -> bool:
        middles = np.array([self._known[number].mean(axis=0) for number in seen]).reshape(-1, 2)
        across = np.linalg.svd(middles - middles.mean(axis=0), compute_uv=False)[-1] if len(middles) > 1 else 0.0
        return bool(across < MARKER_SIDE)

    def drift(self, seen: Mapping[int, Points], width: int) -> float | None:
        """The median distance of markers from where the registration expects them, as a share of the picture's width.

        ``seen`` is from `markers_in`, of a picture so many pixels wide. None if nothing is registered or seen.
        """
        registration = self.registration
        if registration is None or not seen:
            return None
        zoom = registration.lens.size[0] / width
        there = (np.vstack(list(seen.values())) + 0.5) * zoom - 0.5
        expected = registration.to_pixels(np.vstack([self._known[number] for number in seen]))
        return float(np.median(np.hypot(*(there - expected).T))) / registration.lens.size[0]

    def too_few(self, seen: Collection[int]) -> MarkersError:
        """What is wrong when only these markers are seen."""
        total, lost = len(self._known), tuple(number for number in self._known if number not in seen)
        words = f"only {len(seen)} of {total} markers can be seen; uncover number {', '.join(map(str, lost))}"
        return MarkersError(words, lost=lost, total=total)

    def _fit(self, seen: Mapping[int, Points], size: tuple[int, int]) -> Registration:
        if len(seen) < FEWEST_MARKERS:
            raise self.too_few(seen)
        lens = self._lens(size)
        printed = np.vstack([self._known[number] for number in seen])
        straight = lens.straighten(np.vstack(list(seen.values())))
        homography = np.asarray(cv2.findHomography(printed, straight)[0], np.float64)
        if not homography.shape:  # None: from nowhere would they be seen so
            raise MarkersError("the markers lie far off; put each in its own place, and calibrate the camera", inf)
        error = transformed(np.linalg.inv(homography), straight) - printed
        error_mm = float(np.sqrt((error**2).sum(axis=1).mean()))
        if error_mm > WORST_MM:
            words = f"the markers lie {error_mm:.1f} mm off; lay the print flat, and calibrate the camera"
            raise MarkersError(words, error_mm)
        return Registration(lens, homography, _eye(lens.matrix, homography), error_mm, tuple(sorted(seen)))


def registered_by(pixels: Points, places: Points, lens: Lens) -> Registration:
    """How a camera sees a board of which points at ``places``, (N, 2) mm, are seen at ``pixels``, (N, 2); four or more.

    Raises:
        MarkersError: from nowhere would they be seen so.
    """
    straight = lens.straighten(pixels)
    homography = np.asarray(cv2.findHomography(places, straight)[0], np.float64)
    if not homography.shape or abs(np.linalg.det(homography)) < FLAT:
        raise MarkersError("the points lie in a line, or are not seen from above; name four corners of the board", inf)
    error = transformed(np.linalg.inv(homography), straight) - places
    error_mm = float(np.sqrt((error**2).sum(axis=1).mean()))
    return Registration(lens, homography, _eye(lens.matrix, homography), error_mm, ())


def transformed(homography: Floats, points: Points) -> Points:
    """Points (N, 2) mapped by a homography."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)


def _eye(lens: Matrix, homography: Matrix) -> tuple[float, float, float]:
    """The camera's position, from how it sees the plane z = 0 (Zhang's decomposition)."""
    right, up, shift = (np.linalg.inv(lens) @ homography).T
    size = (np.linalg.norm(right) + np.linalg.norm(up)) / 2 * np.sign(shift[2])
    u, _, v = np.linalg.svd(np.column_stack((right, up, np.cross(right, up) / size)) / size)
    x, y, z = -(u @ v).T @ shift / size
    return float(x), float(y), float(z)
