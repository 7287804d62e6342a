"""Another house that plays along, as the table sees it."""

from __future__ import annotations

from typing import Protocol

from scoreboard.rules.events import Side
from scoreboard.rules.history import Entry


class OtherHouse(Protocol):
    """Takes what is thrown and said here, and writes it once both houses have their part in it."""

    @property
    def side(self) -> Side | None:
        """The team that plays here; None while the game on the board is played here alone."""

    @property
    def is_waiting(self) -> bool:
        """Whether a line of this house is on its way, so that what is thrown now must wait."""

    def say(self, line: Entry) -> None:
        """Throw or say that line; Refused where it is not lawful now, or not this house's to say."""

    def pledge(self, call: str | None) -> None:
        """Choose a sign in secret; None takes it back. Refused where this side chooses nothing now."""
