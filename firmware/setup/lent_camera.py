"""The camera lent out in the middle of a game, to teach a die or to calibrate, and given back afterwards.

Rule kept here: what lies on the table when it comes back was not thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar

from firmware.devices.protocols import Frame, Gesture
from firmware.notice import Notice
from firmware.throw_reader import ThrowReader
from vision.tracking.events import Report


class Borrower(Protocol):
    """Something that looks at every frame until it has a result."""

    result: Notice | None

    def see(self, frame: Frame, still: Callable[[], Frame]) -> None:
        """Look at a frame, on the camera's thread."""


AnyBorrower = TypeVar("AnyBorrower", bound=Borrower)


class LentCamera:
    """Reads the throws of a game, unless the frames are lent to somebody else."""

    def __init__(self, reader: ThrowReader) -> None:
        self._reader = reader
        self._borrower: Borrower | None = None

    def read(self, frame: Frame, still: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame, on the camera's thread; None while it is lent."""
        borrower = self._borrower
        if borrower is None:
            return self._reader.read(frame, still)
        if borrower.result is None:
            borrower.see(frame, still)
            return None
        self._borrower = None
        self._reader.restart()
        return self._reader.read(frame, still)

    def lend(self, borrower: AnyBorrower) -> AnyBorrower:
        """Lend the frames from now on."""
        self._borrower = borrower
        return borrower


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
