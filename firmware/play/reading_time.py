"""Time to read: nothing that is shown is answered, or followed by the next throw, before people could read it."""

from __future__ import annotations

from firmware.play.camera_thread import Seen
from firmware.play.ticks import READ_TICKS


class Answers:
    """When OK answers a question: one that comes up right after an answer must be read first."""

    def __init__(self) -> None:
        self._since, self._was_hasty = 0, False

    def asked(self) -> None:
        """A question is put."""
        self._was_hasty = False

    def given(self, tick: int) -> None:
        """An answer was given; what is asked next can be read by then."""
        self._since = tick + READ_TICKS

    def may_come(self, tick: int) -> None:
        """Somebody opened the question on purpose."""
        self._since = tick

    def is_hasty(self, tick: int) -> bool:
        """Whether an OK comes too soon to be about what is asked; it is asked again then."""
        self._was_hasty = tick < self._since
        return self._was_hasty

    def must_ask_again(self, tick: int) -> bool:
        """Whether somebody was in haste, and the question can be read by now."""
        return self._was_hasty and tick >= self._since


class Throws:
    """What comes to rest while a default is told: it counts once that could be read (D32).

    Attributes:
        waiting: what lies there already, if anything does.
    """

    def __init__(self) -> None:
        self._until = 0
        self.waiting: Seen | None = None

    def wait(self, until: int) -> None:
        """A default is told until that tick; 0 where there is none to read."""
        self._until = until

    def must_wait(self, tick: int) -> bool:
        """Whether a default is still told."""
        return tick < self._until

    def keep(self, seen: Seen, tick: int) -> bool:
        """Whether this must wait; if so it is kept."""
        if not (self.must_wait(tick) and seen.readings):
            return False
        self.waiting = seen
        return True

    def due(self, tick: int) -> Seen | None:
        """What has waited long enough, once."""
        if self.must_wait(tick):
            return None
        seen, self.waiting = self.waiting, None
        return seen

    def drop(self) -> None:
        """What waits was taken back, or lies there no more."""
        self.waiting = None
