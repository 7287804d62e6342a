"""The menu behind OK held for two seconds: three things a table may want between plays, walked with NEXT (D55)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Choice = Literal["go on", "new game", "stop"]
CHOICES: tuple[Choice, ...] = ("go on", "new game", "stop")


@dataclass(frozen=True, slots=True)
class Menu:
    """The open menu; ``index`` is the choice being offered."""

    index: int = 0

    @property
    def offered(self) -> Choice:
        """The choice that OK would make."""
        return CHOICES[self.index]

    def next(self) -> Menu:
        """The menu with its next choice offered, round and round."""
        return replace(self, index=(self.index + 1) % len(CHOICES))
