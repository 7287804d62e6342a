"""The camera of a game, lent for a while: to the menu or to a job of the page, one at a time; no throw counts then.

Rule kept here: whatever the borrower does, the camera is back with the game afterwards, and what then lies on the table
was not thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock
from typing import Final, Protocol, TypeVar

from firmware.devices.protocols import Frame, Gesture
from firmware.errors import DeviceLostError, StadiumError
from firmware.play.camera.camera_thread import ReadFrame
from scoreboard.message import message
from vision.tracking.events import Report

See = Callable[[Frame, Callable[[], Frame]], bool]
"""What is shown each frame, on the camera's thread, and what takes the still of its moment; True once it has enough."""
LOOKS_S: Final = 0.2
"""How often it is looked whether the borrower wants no more, though no picture comes."""


class CameraBusyError(StadiumError):
    """Somebody else has the camera."""


class Borrower(Protocol):
    """Something that looks at every frame until it has a result."""

    @property
    def result(self) -> object | None:
        """None until it is over."""

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at a frame, on the camera's thread."""


AnyBorrower = TypeVar("AnyBorrower", bound=Borrower)
GiveBack = Callable[[], None]
"""Sets the camera right for the game."""


def _nothing() -> None:
    """There is nothing to be set right."""


class CameraLoan:
    """A loan to somebody who waits for its end on a thread: until ``see`` has enough or fails."""

    def __init__(self, see: See) -> None:
        self._see = see
        self._over = Event()
        self._error: Exception | None = None

    @property
    def result(self) -> bool | None:
        """True once it is over."""
        return self._over.is_set() or None

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Show it one frame."""
        try:
            has_enough = self._see(frame, still)
        except DeviceLostError:  # reported already, by the camera's supervisor
            return
        except Exception as error:  # noqa: BLE001 - the borrower's thread raises it, and not the camera's
            self._error, has_enough = error, True
        if has_enough:
            self._over.set()

    def wait(self, check: Callable[[], None]) -> None:
        """Wait for its end; ``check`` is called now and then, and what it or ``see`` raises ends the loan."""
        try:
            while not self._over.wait(LOOKS_S):
                check()
        finally:
            self._over.set()
        if self._error is not None:
            raise self._error


class LentCamera:
    """Stands between the camera and the reader of throws; ``restart`` makes that take the table as it lies."""

    def __init__(self, read: ReadFrame, restart: Callable[[], None]) -> None:
        self._read, self._restart = read, restart
        self._borrower: Borrower | None = None
        self._give_back: GiveBack = _nothing
        self._returned: list[GiveBack] = []
        self._prepare: GiveBack | None = None
        self._lending = Lock()

    @property
    def is_lent(self) -> bool:
        """Whether somebody has it."""
        return self._borrower is not None and self._borrower.result is None

    def read(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame, on the camera's thread; None while it is lent."""
        with self._lending:
            self._end_loan()
            borrower, (returned, self._returned) = self._borrower, (self._returned, [])
            if borrower is None and self._prepare is not None:
                returned.append(self._prepare)
                self._prepare = None
        for give_back in returned:
            give_back()
        if borrower is not None:
            borrower.see(frame, still)
            return None
        if returned:
            self._restart()
        return self._read(frame, still)

    def lend(self, borrower: AnyBorrower, give_back: GiveBack = _nothing) -> AnyBorrower:
        """Show it every frame from now on, until it has a result.

        Then ``give_back`` is called, on the camera's thread, with the next frame.

        Raises:
            CameraBusyError: if somebody else has it.
        """
        with self._lending:
            self._end_loan()
            if self._borrower is not None:
                raise CameraBusyError(message("camera.lent"))
            self._borrower, self._give_back = borrower, give_back
        return borrower

    def restart_tracker(self, prepare: GiveBack) -> None:
        """Have the game look anew, as after a loan; ``prepare`` is called on the camera's thread, not during a loan."""
        with self._lending:
            self._prepare = prepare

    def _end_loan(self) -> None:
        """Have a borrower that is done give the camera back."""
        if self._borrower is not None and not self.is_lent:
            self._borrower = None
            self._returned.append(self._give_back)


class Presses:
    """What was pressed since the last frame: the camera's thread deals with it."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Gesture] = SimpleQueue()

    def add(self, gesture: Gesture) -> None:
        """A button was pressed."""
        self._queue.put(gesture)

    def taken(self) -> list[Gesture]:
        """All of them, once."""
        found: list[Gesture] = []
        while True:
            try:
                found.append(self._queue.get_nowait())
            except Empty:
                return found
