"""The screen that covers the score, if one is open, and for how long nobody has touched it."""

from __future__ import annotations

from firmware.play.menus import Screen
from firmware.play.ticks import MENU_TICKS, WALK_TICKS


class Cover:
    """What NEXT walks and OK takes, or nothing.

    Attributes:
        screen: the one that is open.
    """

    def __init__(self) -> None:
        self.screen: Screen | None = None
        self._since = 0

    def open(self, screen: Screen, tick: int) -> str:
        """Open it, or its next item; the sentence that tells of it."""
        self.screen, self._since = screen, tick
        leaves = "UNDO leaves" if screen.above is None else "UNDO goes back"
        what = screen.shown.said if screen.walk else f"Menu: {screen.shown.said} OK takes it,"
        another = "NEXT shows another, " if len(screen.items) > 1 else ""
        return f"{what} {another}{leaves}."

    def close(self) -> None:
        """The score is seen again."""
        self.screen = None

    def close_walk(self) -> None:
        """A throw, read or not, and any other button close what may be said (D56); the menu stays."""
        if self.screen is not None and self.screen.walk:
            self.screen = None

    def close_untouched(self, tick: int) -> bool:
        """Close it if nobody has touched it for long; whether it was closed."""
        if self.screen is None or tick - self._since < (WALK_TICKS if self.screen.walk else MENU_TICKS):
            return False
        self.screen = None
        return True
