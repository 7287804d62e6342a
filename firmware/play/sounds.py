"""Which moments of a game have a sound."""

from __future__ import annotations

from firmware.devices.protocols import Speaker
from firmware.play.shown import Shown
from scoreboard.commentary import sound
from scoreboard.rules.state import Game


class Sounds:
    """An observer of the game that has a speaker play what deserves a sound.

    Args:
        speaker: must not make it wait, as `firmware.devices.supervisor.SupervisedSpeaker` does not.
    """

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._before: Game | None = None
        self._asked = False

    def __call__(self, shown: Shown) -> None:
        """Play the sound of a play, and of a question when it is put."""
        before, self._before = self._before, shown.game
        asked, self._asked = self._asked, shown.asked is not None
        if self._asked and not asked:
            self._speaker.play("ask")
        elif shown.line is not None and before is not None and (heard := sound(before, shown.line, shown.game)):
            self._speaker.play(heard)
