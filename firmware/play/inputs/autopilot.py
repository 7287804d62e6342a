"""Simulated players as the page knows them: they throw, or rest while people play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from scoreboard.message import Words, message
from scoreboard.rules.events import Setup
from scoreboard.web.play.changes import NotNowError

_NO_SUCH_DICE: Final = message("page.no-autopilot")


class SimulatedPlayers(Protocol):
    """Who plays by itself."""

    @property
    def resting(self) -> bool:
        """Whether somebody has taken over."""

    def can_play(self, setup: Setup) -> bool:
        """Whether they have the dice of that game."""

    def rest(self) -> None:
        """Throw and press nothing more."""

    def go_on(self) -> None:
        """Play on from what is shown."""


class Autopilot:
    """Takes over from the players, or lets them play on; ``setup`` is of the game on the board."""

    def __init__(self, players: SimulatedPlayers, setup: Callable[[], Setup]) -> None:
        self._players, self._setup = players, setup

    @property
    def on(self) -> bool | None:
        """Whether they play; None where they cannot play this game."""
        return not self._players.resting if self._players.can_play(self._setup()) else None

    @property
    def why_not(self) -> Words:
        """Why the game on the board does not play itself; empty where it can."""
        return _NO_SUCH_DICE if self.on is None else ""

    def turn(self, on: bool) -> None:
        """Let them play, or rest; NotNowError where they have not the dice of this game."""
        if self.on is None:
            raise NotNowError(_NO_SUCH_DICE)
        if on:
            self._players.go_on()
        else:
            self._players.rest()
