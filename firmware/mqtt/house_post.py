"""Letters between two houses that play with each other, on their way between the loop and the broker.

Rule kept here: what comes in is handed to the loop as it is, in its turn; nothing of it is looked at on this thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firmware.play.inputs.house_desk import HouseDesk
from firmware.play.inputs.house_meeting import HouseMail
from firmware.play.inputs.page_input import PageInput

AWAY: Final = "away"
"""After what all topics begin with, what those of games between houses go on with."""


class HousePost:
    """Stands between the desk and the broker; ``tell`` has something done in the loop."""

    def __init__(self, base: str, desk: HouseDesk, tell: Callable[[Callable[[PageInput], None]], None]) -> None:
        self._prefix, self._desk, self._tell = f"{base}/{AWAY}/", desk, tell

    @property
    def mail(self) -> HouseMail:
        """What is to be sent and heard now."""
        mail = self._desk.mail
        sent = {self._prefix + topic: payload for topic, payload in mail.sent.items()}
        return HouseMail(sent, tuple(self._prefix + topic for topic in mail.heard))

    def take(self, topic: str, payload: bytes) -> None:
        """The other house has written that."""
        self._tell(lambda _: self._desk.take(topic.removeprefix(self._prefix), payload))
