"""What a house must not forget of its part in a game of two, and where it writes that and the game down."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec import Struct

from scoreboard.away.house_letters import LineOffer, Pledge, Stated, Stop
from scoreboard.message import Message
from scoreboard.rules.events import Side
from scoreboard.rules.history import Entry, History


class KeptPart(Struct, frozen=True):
    """What a house must not forget, besides the record.

    Attributes:
        game: which, as both houses call it.
        side: the team that plays here.
        revision: see `HouseLetter`.
        number: of the last offer.
        waiting: own lines, the one that is offered first.
        offer: the first of them.
        pledge: the choice in secret that stands.
        secrets: by its hash every choice that was pledged since the last line.
        agrees: see `HouseLetter`.
        declines: see `HouseLetter`.
        agreed: the line that this house has agreed to.
        opened: by the number of its line what was opened there.
        stop: why this house plays no further.
    """

    game: str
    side: Side
    revision: int = 0
    number: int = 0
    waiting: tuple[Stated, ...] = ()
    offer: LineOffer | None = None
    pledge: Pledge | None = None
    secrets: dict[str, str] = {}
    agrees: int = 0
    declines: int = 0
    agreed: str = ""
    opened: dict[int, str] = {}
    stop: Stop | None = None


class Lost(NamedTuple):
    """An own line that does not count after all, and why."""

    line: Entry
    why: Message


class GamePaper(Protocol):
    """Where a house writes."""

    @property
    def history(self) -> History:
        """The game as it is written."""

    def write(self, line: Entry) -> None:
        """Write the line, durably, and show it.

        Raises:
            Refused: it is not lawful now; nothing is written.
        """

    def keep(self, kept: KeptPart) -> None:
        """Keep this beside the record, durably."""

    def lose(self, lost: Lost) -> None:
        """An own line does not count after all: tell who threw or said it."""
