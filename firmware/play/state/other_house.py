"""Another house that plays along, as the table, its page and its menu see it."""

from __future__ import annotations

from scoreboard.message import message
from scoreboard.rules import Refused
from scoreboard.rules.events import Side
from scoreboard.rules.history import Entry
from scoreboard.web.play.away_routes import AwayStep, TwoHouses
from scoreboard.web.play.changes import NotNowError
from scoreboard.web.state.live import HouseWords


class OtherHouse:
    """Nobody plays along, nor can anybody; `HouseDesk` is of a stadium that has a name for other houses."""

    can_play = False
    """Whether another house can be invited at all."""

    @property
    def side(self) -> Side | None:
        """The team that plays here; None while the game on the board is played here alone."""
        return None

    @property
    def is_waiting(self) -> bool:
        """Whether a line of this house is on its way, so that what is thrown now must wait."""
        return False

    @property
    def is_due(self) -> bool:
        """Whether the other house throws now, or has not written yet what was thrown here."""
        return False

    @property
    def threw_last(self) -> bool:
        """Whether the line that is written now, or was last, is the other house's."""
        return False

    @property
    def state(self) -> TwoHouses:
        """How it stands with the other house."""
        return TwoHouses("none", "")

    @property
    def words(self) -> HouseWords | None:
        """What is said beside the game; None while nobody else plays it."""
        return None

    @property
    def picture(self) -> bytes:
        """Of the throw that both houses speak about, JPEG; empty for none."""
        return b""

    def say(self, line: Entry) -> None:  # noqa: ARG002 - see the class
        """Throw or say that line: it is written now, or once both houses have their part in it.

        Raises:
            Refused: it is not lawful now, or not this house's to say.
        """
        raise Refused("houses.stopped")

    def pledge(self, call: str | None) -> None:
        """Choose a sign in secret; None takes it back. Refused where this side chooses nothing now."""

    def step(self, asked: AwayStep) -> None:  # noqa: ARG002 - see the class
        """Do what somebody asks for; NotNowError where it is not to be done now."""
        raise NotNowError(message("houses.off"))

    def settle(self) -> None:
        """Keep and send what has changed; called after everything that happens in the loop."""

    def tick(self) -> None:
        """Half a second has passed."""
