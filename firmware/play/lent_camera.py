"""The camera of a game, lent for a while: a job of the page is shown its pictures, and no throw counts meanwhile.

Rule kept here: whatever the borrower does, the camera is back with the game afterwards, and what then lies on the table
was not thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Final

from firmware.devices.protocols import Frame
from firmware.errors import DeviceLostError
from firmware.play.camera_thread import ReadFrame
from vision.tracking.events import Report

See = Callable[[Frame, Callable[[], Frame]], bool]
"""What is shown each frame, on the camera's thread, and what takes the still of its moment; True once it has enough."""
LOOKS_S: Final = 0.2
"""How often it is looked whether the borrower wants no more, though no picture comes."""


class CameraLoan:
    """One loan, until ``see`` has enough or fails."""

    def __init__(self, see: See) -> None:
        self._see = see
        self.over = Event()
        self.error: Exception | None = None

    def show(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Show it one frame."""
        try:
            has_enough = self._see(frame, still)
        except DeviceLostError:  # reported already, by the camera's supervisor
            return
        except Exception as error:  # noqa: BLE001 - the borrower's thread raises it, and not the camera's
            self.error, has_enough = error, True
        if has_enough:
            self.over.set()


class LentCamera:
    """Stands between the camera and the reader of throws; ``restart`` makes that take the table as it lies."""

    def __init__(self, read: ReadFrame, restart: Callable[[], None]) -> None:
        self._read, self._restart = read, restart
        self._loan: CameraLoan | None = None
        self._was_lent = False

    def read(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame; none while the camera is lent."""
        if (loan := self._loan) is not None:
            self._was_lent = True
            if not loan.over.is_set():
                loan.show(frame, still)
            return None
        if self._was_lent:
            self._was_lent = False
            self._restart()
        return self._read(frame, still)

    def lend(self, see: See, check: Callable[[], None]) -> None:
        """Show every frame to ``see`` until it has enough, and return then; called on a thread of the borrower's.

        ``check`` is called now and then; what it or ``see`` raises ends the loan.
        """
        loan = self._loan = CameraLoan(see)
        try:
            while not loan.over.wait(LOOKS_S):
                check()
        finally:
            self._loan = None
        if loan.error is not None:
            raise loan.error
