"""A speaker without a card: it keeps what it was told to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.simulated.faults import Plug

if TYPE_CHECKING:
    from scoreboard.voice import Sound


class SimulatedSpeaker:
    """A peer of the real speaker.

    Attributes:
        played: every sound, in order.
    """

    def __init__(self) -> None:
        self._plug = Plug("speaker")
        self.played: list[Sound] = []

    def opened(self) -> SimulatedSpeaker:
        """Itself, taken up again after `close`.

        Raises:
            DeviceError: while it is unplugged.
        """
        self._plug.check()
        return self

    def play(self, sound: Sound) -> None:
        """Keep it.

        Raises:
            DeviceError: while it is unplugged.
        """
        self._plug.check()
        self.played.append(sound)

    def unplug(self) -> None:
        """Pull its plug."""
        self._plug.pulled = True

    def plug_in(self) -> None:
        """Put it back."""
        self._plug.pulled = False

    def close(self) -> None:
        """Be silent."""
