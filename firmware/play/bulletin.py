"""What the panel says instead of the score, and for how long: what has just come up, or what is still amiss."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.messages import SHORT, Message
from firmware.play.ticks import REMINDER_TICKS


class Bulletin:
    """The words on the panel."""

    def __init__(self) -> None:
        self._text, self._since = "", 0
        self._put_up: str | None = None

    def tell(self, text: str, tick: int, ticks: int = SHORT) -> None:
        """Say this for so many ticks."""
        self._text, self._since = text, tick + ticks - SHORT

    def put_up(self, notice: Message) -> None:
        """This was asked for from the menu: UNDO takes it away."""
        self._put_up = notice.panel

    def clear(self) -> None:
        """Say nothing more."""
        self._text = ""

    def taken_down(self, text: str) -> bool:
        """Take down what was asked for, if that is the ``text`` shown; whether it was."""
        if self._put_up is None or self._put_up != text:
            return False
        self._text, self._put_up = "", None
        return True

    def shown(self, tick: int, amiss: Sequence[str]) -> str:
        """What is said now, empty for the score.

        Args:
            tick: now.
            amiss: what is wrong with each device that has failed; told by turns, now and then.
        """
        age = tick - self._since
        if age < SHORT:
            return self._text
        return amiss[age // REMINDER_TICKS % len(amiss)] if amiss and age % REMINDER_TICKS < SHORT else ""
