"""The throw-off: both teams throw the white die before the game, and the higher is Home (D6).

Rule kept here: the state of a throw-off is one frozen value, and none of it is in the record; its result is the set-up
of a new game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import structs

from firmware.notice import Notice
from scoreboard.message import Words, message
from scoreboard.rules.events import Setup, Team


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """A throw-off under way.

    Attributes:
        setup: of the game that follows; its teams throw in its order.
        first: what its Away team threw; None while that is to come.
        tied: both threw this last time, so they throw again; None if not.
    """

    setup: Setup
    first: int | None = None
    tied: int | None = None

    @property
    def team(self) -> Team:
        """The team that throws now."""
        return self.setup.away if self.first is None else self.setup.home

    @property
    def message(self) -> Notice:
        """What is to be done."""
        throw = message("throw-off.throw", team=self.team.name)
        return Notice((self._before(), throw), throw)

    def _before(self) -> Words:
        if self.first is not None:
            return message("throw-off.threw", team=self.setup.away.name, value=self.first)
        return "" if self.tied is None else message("throw-off.tied", value=self.tied)

    def after(self, value: int) -> ThrowOff | Setup:
        """The white die fell: the other team's throw is next, or both throw again, or the game can begin."""
        if self.first is None:
            return replace(self, first=value)
        if self.first == value:
            return replace(self, first=None, tied=value)
        first, other = self.setup.away, self.setup.home
        home, away = (first, other) if self.first > value else (other, first)
        return structs.replace(self.setup, home=home, away=away)
