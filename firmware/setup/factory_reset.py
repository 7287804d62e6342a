"""A factory reset that needs no computer: OK and UNDO held while the stadium starts.

Rule kept here: nobody resets by mistake. The panel counts down while both are held, letting go of either calls it off,
and what is reset is moved aside and kept until the next reset.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.devices.protocols import Holdable, Panel
from firmware.errors import DeviceError
from scoreboard.display import message_picture

HELD = frozenset({"ok", "undo"})
COUNT_S = 10
"""How long both are held, in seconds."""
LOOKS = 5
"""How often a second they are looked at."""
CALLED_OFF, DONE, FAILED = "NO RESET", "FRESH START LET GO", "RESET FAILED"


def is_asked_for(buttons: object, show: Callable[[str], None], wait: Callable[[float], None]) -> bool:
    """Whether somebody holds both buttons to the end of the count-down.

    Args:
        buttons: that may be held, if they are `Holdable`.
        show: takes a few words for the panel; called only once both are held.
        wait: lets so many seconds pass.
    """
    if not isinstance(buttons, Holdable) or not buttons.held() >= HELD:
        return False
    for left in range(COUNT_S, 0, -1):
        show(f"RESET IN {left}")
        for _ in range(LOOKS):
            wait(1 / LOOKS)
            if not buttons.held() >= HELD:
                show(CALLED_OFF)
                return False
    return True


class PanelAnnouncer:
    """Shows words on a panel that is opened when the first are to be shown; without one it is silent.

    Args:
        opener: opens the panel; None where there is none.
    """

    def __init__(self, opener: Callable[[], Panel | None]) -> None:
        self._opener = opener
        self._opened = False
        self._panel: Panel | None = None

    def __call__(self, words: str) -> None:
        """Light the panel with ``words``."""
        try:
            self._panel = self._panel if self._opened else self._opener()
            self._opened = True
            if self._panel is not None:
                self._panel.show(message_picture(words, self._panel.size))
        except DeviceError:  # a dark panel is no reason not to be reset
            self._opened = True

    def close(self) -> None:
        """Give the panel back."""
        if self._panel is not None:
            self._panel.close()
