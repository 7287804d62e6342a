"""The menu behind OK held for two seconds: a few things a table may want between plays, walked with NEXT (D55)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Choice = Literal["go on", "new game", "stop", "join", "own wi-fi", "home wi-fi", "shut down"]
BY_HAND: tuple[Choice, ...] = ("go on", "new game", "stop", "join")
"""Where somebody has started the program: it can be stopped, and the computer is theirs."""
APPLIANCE: tuple[Choice, ...] = ("go on", "new game", "join", "own wi-fi", "home wi-fi", "shut down")
"""Where it starts with the plug: it is not stopped, which nobody could undo, but shut down."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The open menu; ``index`` is the choice being offered."""

    choices: tuple[Choice, ...] = BY_HAND
    index: int = 0

    @property
    def offered(self) -> Choice:
        """The choice that OK would make."""
        return self.choices[self.index]

    def next(self) -> Menu:
        """The menu with its next choice offered, round and round."""
        return replace(self, index=(self.index + 1) % len(self.choices))
