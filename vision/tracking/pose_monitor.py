"""The camera's pose while a game is on: checked now and then by the markers, measured again after a camera bump.

Method: the median drift of the markers' corners from where the registration expects them. A drift must be the same in
several checks before the pose is measured again, so that neither a camera that still swings nor a lens that looks for
its focus is believed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from vision.errors import MarkersError
from vision.geometry.registration import FEWEST_MARKERS, Board, Registration
from vision.geometry.sizes import DIE_MM
from vision.quality.exposure import BLURRED, blur, patches
from vision.tracking.events import Blurred, CameraMoved, MarkersFound, MarkersLost, Report
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, TableGeometry
from vision.types import Frame, Points

MAX_DRIFT = 0.0015
"""Drift, as a share of the picture's width, from which the camera has moved: 1.3 mm, a twelfth of a die."""
STEADY_DRIFT = 0.0005
"""Maximum difference in drift between checks of a camera that is not moving, likewise."""
STEADY_CHECKS = 12
"""Checks in a row for which a camera that has moved must stand: a lens that hunts for its focus magnifies a while."""
MAX_UNSTABLE_CHECKS = 60
"""Checks in a row after which the pose of a camera that never stands is measured all the same."""
LOST_CHECKS = 3
"""Checks in a row without enough markers after which the players are notified: a passing hand covers them too."""
REPEAT_CHECKS = 8
"""Checks after which they are notified again: half a minute."""
BLUR_REPEAT_FRAMES = 480
"""Frames for which a blurred picture is not mentioned again: half a minute, too."""


class PoseMonitor:
    """Keeps the registration of a board up to date; without a board nothing is ever reported."""

    def __init__(self, board: Board | None, *, die_mm: float = DIE_MM, no_board: TableGeometry = NO_BOARD) -> None:
        self._board, self._die_mm, self._no_board = board, die_mm, no_board
        self._lost = self._unstable = self._next_blur = 0
        self._drifted = deque[Mapping[int, Points]](maxlen=STEADY_CHECKS)

    @property
    def unstable(self) -> bool:
        """Whether the camera is not where it was, and may be moving still."""
        return self._unstable > 0

    @property
    def registration(self) -> Registration | None:
        """The last that could be measured; None before the first."""
        return None if self._board is None else self._board.registration

    @property
    def geometry(self) -> TableGeometry:
        """How stills lie over the table, by the `registration`."""
        if self._board is None or self._board.registration is None:
            return self._no_board
        return BoardGeometry(self._board.field, self._board.registration, self._die_mm)

    def check(self, frame: Frame, still: Callable[[], Frame]) -> Report | None:
        """Find the markers in a frame; register the board in a still once they stand elsewhere.

        Costs under two milliseconds while all is well. While `unstable`, every frame is to be checked.
        """
        if self._board is None:
            return None
        seen = self._board.markers_in(frame)
        drift = self._board.drift(seen, frame.shape[1]) if len(seen) >= FEWEST_MARKERS else None
        if drift is None or drift <= MAX_DRIFT:
            self._drifted.clear()
        else:
            self._drifted.append(seen)
        stands = not self._drifted or self._stands(self._board, frame.shape[1])
        self._unstable = 0 if stands or self._unstable >= MAX_UNSTABLE_CHECKS else self._unstable + 1
        if self.unstable:
            return None
        if len(seen) < FEWEST_MARKERS:
            return self._missed(self._board, self._board.too_few(seen), still)
        if drift is not None and drift <= MAX_DRIFT:
            were_lost, self._lost = self._lost >= LOST_CHECKS, 0
            return MarkersFound() if were_lost else None
        return self._register(self._board, still, drift)

    def check_focus(self, still: Frame, frame: int) -> tuple[Blurred, ...]:
        """Whether still number ``frame`` is out of focus, by the edges of the markers; reported now and then."""
        if self._board is None or not _is_blurred(still, _expected(self._board)):
            self._next_blur = 0
            return ()
        if frame < self._next_blur:
            return ()
        self._next_blur = frame + BLUR_REPEAT_FRAMES
        return (Blurred(),)

    def _stands(self, board: Board, width: int) -> bool:
        """Whether the markers have lain in one place; those that a hand covers meanwhile would shift the median."""
        always = set.intersection(*(set(markers) for markers in self._drifted))
        found = [board.drift({number: markers[number] for number in always}, width) for markers in self._drifted]
        drifts = [drift for drift in found if drift is not None]
        return len(drifts) == STEADY_CHECKS and max(drifts) - min(drifts) < STEADY_DRIFT

    def _register(self, board: Board, still: Callable[[], Frame], drift: float | None) -> Report | None:
        picture = still()
        if drift is not None and _is_blurred(picture, board.markers_in(picture)):
            return None  # its markers seem to lie elsewhere in every frame
        try:
            board.register(picture)
        except MarkersError as error:
            return self._missed(board, error, still)
        self._lost = 0
        return MarkersFound() if drift is None else CameraMoved()

    def _missed(self, board: Board, why: MarkersError, still: Callable[[], Frame]) -> MarkersLost | Blurred | None:
        self._lost += 1
        if self._lost % REPEAT_CHECKS != LOST_CHECKS:
            return None
        if _is_blurred(still(), _expected(board)):
            return Blurred()
        return MarkersLost(str(why), why.off_mm, why.lost, why.total)


def _expected(board: Board) -> dict[int, Points]:
    """The markers' corners by the registration, in pixels of a still."""
    pose = board.registration
    return {} if pose is None else {marker.number: pose.to_pixels(marker.corners) for marker in board.field.markers}


def _is_blurred(still: Frame, markers: Mapping[int, Points]) -> bool:
    return (blur(patches(still, markers.items())) or 0.0) >= BLURRED
