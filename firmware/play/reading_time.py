"""Time to read: nothing that is shown is answered, or followed by the next throw, before people could read it."""

from __future__ import annotations

from firmware.play.camera_thread import FrameReports


class Throws:
    """What comes to rest while a default is told: it counts once that could be read (D32).

    Attributes:
        waiting: what lies there already, if anything does.
    """

    def __init__(self) -> None:
        self._until = 0
        self.waiting: FrameReports | None = None

    def wait(self, until: int) -> None:
        """A default is told until that tick; 0 where there is none to read."""
        self._until = until

    def must_wait(self, tick: int) -> bool:
        """Whether a default is still told."""
        return tick < self._until

    def keep(self, seen: FrameReports, tick: int) -> bool:
        """Whether this must wait; if so it is kept."""
        if not (self.must_wait(tick) and seen.readings):
            return False
        self.waiting = seen
        return True

    def due(self, tick: int) -> FrameReports | None:
        """What has waited long enough, once."""
        if self.must_wait(tick):
            return None
        seen, self.waiting = self.waiting, None
        return seen

    def drop(self) -> None:
        """What waits was taken back, or lies there no more."""
        self.waiting = None
