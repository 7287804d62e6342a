"""The camera's bearings while a game is on: looked after now and then, taken anew when the camera was knocked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from vision.board import FEWEST_MARKERS, Board, Registration
from vision.errors import MarkersError
from vision.field import Points
from vision.reports import CameraMoved, MarkersFound, MarkersLost, Report
from vision.views import Frame

MOVED = 0.0015
"""Drift, as a share of the picture's width, from which the camera has moved: 1.3 mm, a twelfth of a die."""
STOOD = 0.0005
"""Drift, likewise, by which looks may differ between which the camera has stood still."""
STEADY = 12
"""Looks in a row for which a camera that has moved must stand: a lens that hunts for its focus magnifies a while."""
SWAYING = 60
"""Looks in a row after which a camera that never stands is believed wherever it is."""
LOST = 3
"""Looks in a row without enough markers after which the players are told: a passing hand covers them too."""
AGAIN = 8
"""Looks after which they are told again: half a minute, as of every other trouble."""


class Bearings:
    """Keeps the registration of a board true.

    Args:
        board: what to find; None where there are no markers, and then nothing is ever told.
    """

    def __init__(self, board: Board | None) -> None:
        self._board = board
        self._lost = self._swayed = 0
        self._looks = deque[Mapping[int, Points]](maxlen=STEADY)

    @property
    def swaying(self) -> bool:
        """Whether the camera is not where it was, and nobody knows yet whether it stays there."""
        return self._swayed > 0

    @property
    def registration(self) -> Registration | None:
        """The last that could be taken."""
        return None if self._board is None else self._board.registration

    def check(self, watch: Frame, still: Callable[[], Frame]) -> Report | None:
        """Look for the markers in the small stream; take the bearings from the large one once they stand elsewhere.

        Costs under two milliseconds while all is well. While `swaying`, every frame is to be looked at.
        """
        if self._board is None:
            return None
        seen = self._board.markers_in(watch)
        drift = self._board.drift(seen, watch.shape[1]) if len(seen) >= FEWEST_MARKERS else None
        self._note(seen, drift)
        if self._sways(self._board, watch.shape[1]):
            return None
        if len(seen) < FEWEST_MARKERS:
            return self._missed(self._board.missing(seen))
        if drift is not None and drift <= MOVED:
            return self._found()
        return self._retake(self._board, still(), drift)

    def _note(self, seen: Mapping[int, Points], drift: float | None) -> None:
        if drift is None or drift <= MOVED:
            self._looks.clear()
        else:
            self._looks.append(seen)

    def _sways(self, board: Board, width: int) -> bool:
        sways = bool(self._looks) and not self._stands(board, width) and self._swayed < SWAYING
        self._swayed = self._swayed + 1 if sways else 0
        return sways

    def _stands(self, board: Board, width: int) -> bool:
        """Whether the markers have lain in one place; those that a hand covers meanwhile would shift the median."""
        always = set.intersection(*(set(look) for look in self._looks))
        found = [board.drift({number: look[number] for number in always}, width) for look in self._looks]
        drifts = [drift for drift in found if drift is not None]
        return len(drifts) == STEADY and max(drifts) - min(drifts) < STOOD

    def _retake(self, board: Board, still: Frame, drift: float | None) -> Report | None:
        try:
            board.register(still)
        except MarkersError as error:
            return self._missed(str(error))
        self._lost = 0
        return MarkersFound() if drift is None else CameraMoved()

    def _missed(self, message: str) -> MarkersLost | None:
        self._lost += 1
        return MarkersLost(message) if self._lost % AGAIN == LOST else None

    def _found(self) -> MarkersFound | None:
        told, self._lost = self._lost >= LOST, 0
        return MarkersFound() if told else None
