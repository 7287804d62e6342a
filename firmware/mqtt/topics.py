"""The topics of a stadium at a broker, and what is kept there; docs/mqtt.md and docs/asyncapi.json describe them."""

from __future__ import annotations

from typing import Literal, NamedTuple

ONLINE, OFFLINE = b"online", b"offline"
CommandName = Literal["line", "answer", "game", "settings"]
"""What may be asked of a stadium, each by a topic of its own."""


class Topics(NamedTuple):
    """The topics.

    Attributes:
        base: what they begin with.
        box: what they call this stadium.
    """

    base: str
    box: str

    @property
    def availability(self) -> str:
        """``online`` or ``offline``; kept by the broker, which says the latter where the connection is lost."""
        return self._under("availability")

    @property
    def state(self) -> str:
        """What the table is shown; kept."""
        return self._under("state")

    @property
    def question(self) -> str:
        """The question that is open, or null; kept."""
        return self._under("question")

    @property
    def health(self) -> str:
        """The condition of the devices; kept."""
        return self._under("health")

    @property
    def play(self) -> str:
        """Every line of every game, once it is durable."""
        return self._under("play")

    @property
    def event(self) -> str:
        """What a house celebrates."""
        return self._under("event")

    @property
    def answers(self) -> str:
        """What came of commands."""
        return self._under("answers")

    def command(self, name: CommandName) -> str:
        """Where that command is sent."""
        return self._under(f"command/{name}")

    def _under(self, name: str) -> str:
        return f"{self.base}/{self.box}/{name}"
