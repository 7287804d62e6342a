"""A factory reset that needs no computer: OK and UNDO held while the stadium starts.

Rule kept here: there is no reset by mistake. The panel counts down while both are held, letting go of either calls it
off, and what is reset is moved aside and kept until the next reset.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from firmware.devices.protocols import Holdable, Panel
from firmware.errors import DeviceError
from scoreboard.display import message_picture
from scoreboard.language import Language
from scoreboard.message import Words, message

HELD = frozenset({"ok", "undo"})
COUNT_S = 10
"""How long both are held, in seconds."""
LOOKS = 5
"""How often a second they are looked at."""
CALLED_OFF, DONE = message("reset.called-off"), message("reset.done")


def is_asked_for(buttons: object, show: Callable[[Words], None], wait: Callable[[float], None]) -> bool:
    """Whether both buttons are held to the end of the count-down; ``show`` takes words for the panel meanwhile."""
    if not isinstance(buttons, Holdable) or not buttons.held() >= HELD:
        return False
    for left in range(COUNT_S, 0, -1):
        show(message("reset.counting", seconds=left))
        for _ in range(LOOKS):
            wait(1 / LOOKS)
            if not buttons.held() >= HELD:
                show(CALLED_OFF)
                return False
    return True


class PanelAnnouncer:
    """Shows words on a panel that ``opener`` opens when the first are to be shown; without one it is silent."""

    def __init__(self, opener: Callable[[], Panel | None], language: Language) -> None:
        self._opener, self._language = opener, language
        self._opened = False
        self._panel: Panel | None = None

    def __call__(self, words: Words) -> None:
        """Light the panel with ``words``; one that fails does not prevent the reset."""
        with suppress(DeviceError):
            if not self._opened:
                self._opened = True
                self._panel = self._opener()
            if self._panel is not None:
                self._panel.show(message_picture(self._language.say(words, "panel"), self._panel.size))

    def close(self) -> None:
        """Give the panel back."""
        if self._panel is not None:
            self._panel.close()
