"""The camera's bearings while a game is on: looked after now and then, taken anew when the camera was knocked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from vision.errors import MarkersError
from vision.geometry.registration import FEWEST_MARKERS, Board, Registration
from vision.quality.exposure import BLURRED, blur, patches
from vision.tracking.events import Blurred, CameraMoved, MarkersFound, MarkersLost, Report
from vision.types import Frame, Points

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
UNFOCUSED = 480
"""Frames for which a blurred picture is not mentioned again: half a minute, too."""


class Bearings:
    """Keeps the registration of a board true.

    Args:
        board: what to find; None where there are no markers, and then nothing is ever told.
    """

    def __init__(self, board: Board | None) -> None:
        self._board = board
        self._lost = self._swayed = self._unfocused = 0
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
            return self._missed(self._board, self._board.missing(seen), still)
        if drift is not None and drift <= MOVED:
            return self._found()
        return self._retake(self._board, still, drift)

    def focus(self, still: Frame, frame: int) -> tuple[Blurred, ...]:
        """Whether a picture to be read is out of focus, by the edges of the markers; said now and then while it lasts.

        Args:
            still: of the large stream.
            frame: its number, from 1.
        """
        if self._board is None or not _is_blurred(still, _expected(self._board)):
            self._unfocused = 0
            return ()
        if frame < self._unfocused:
            return ()
        self._unfocused = frame + UNFOCUSED
        return (Blurred(),)

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

    def _retake(self, board: Board, still: Callable[[], Frame], drift: float | None) -> Report | None:
        picture = still()
        if drift is not None and _is_blurred(picture, board.markers_in(picture)):
            return None  # its markers seem to lie elsewhere with every look
        try:
            board.register(picture)
        except MarkersError as error:
            return self._missed(board, str(error), still)
        self._lost = 0
        return MarkersFound() if drift is None else CameraMoved()

    def _missed(self, board: Board, message: str, still: Callable[[], Frame]) -> MarkersLost | Blurred | None:
        self._lost += 1
        if self._lost % AGAIN != LOST:
            return None
        return Blurred() if _is_blurred(still(), _expected(board)) else MarkersLost(message)

    def _found(self) -> MarkersFound | None:
        told, self._lost = self._lost >= LOST, 0
        return MarkersFound() if told else None


def _expected(board: Board) -> dict[int, Points]:
    """Where the markers' corners were when the bearings were taken, in pixels of the large stream."""
    told = board.registration
    return {} if told is None else {marker.number: told.to_pixels(marker.corners) for marker in board.field.markers}


def _is_blurred(still: Frame, markers: Mapping[int, Points]) -> bool:
    return (blur(patches(still, markers.items())) or 0.0) >= BLURRED
