"""What may be asked of the play loop, and what comes back; the pages know no loop, but this Protocol of it.

Rule kept here: a change is answered only once it is durable, or held until the disk takes it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from scoreboard.message import Words
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Setup
from scoreboard.rules.history import Entry, History
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.state.live import Live, Position

Right = Literal["board", "score"]
Value = int | str
"""What a throw shows: a number, or ``hit`` or ``out``."""


class NotNowError(ChangeError):
    """It is not lawful, or not possible, at this moment; nothing has changed."""

    def __init__(self, words: Words) -> None:
        super().__init__(409, words)


class OvertakenError(ChangeError):
    """Play has gone on since the phone looked; nothing has changed."""

    def __init__(self, words: Words) -> None:
        super().__init__(412, words)


class Standing(NamedTuple):
    """What a change came to: nothing that was changed after it is in here.

    Attributes:
        live: what the table was shown right after it; what it is shown now where it was only asked about.
        would: the game as it would be then, where it was only asked about.
    """

    live: Live
    would: History | None = None


class GameAsked(NamedTuple):
    """A game that is to begin.

    Attributes:
        setup: its first line.
        opponent: the side that the box decides for, as the menu would set it up; None leaves all that as it is.
        throws_off: the white die is thrown for who is Home.
    """

    setup: Setup
    opponent: Opponent | None = None
    throws_off: bool = False


class PlayChanges(Protocol):
    """What the page may change: the loop does it in its turn. Every method raises `ChangeError` if it changes nothing.

    ``expected`` is where play must still be, None if that does not matter.
    """

    async def record_line(self, line: Entry, expected: Position | None, *, dry_run: bool) -> Standing:
        """Record a line; ``dry_run`` only asks what would come of it."""

    async def answer_question(self, value: Value, what: str | None, expected: Position | None) -> Standing:
        """Answer the open question, which must be about a thing of the name ``what``, if one is given."""

    async def settle_board(self, right: Right, expected: Position | None) -> Standing:
        """Say which is right where the board and the score disagree."""

    async def begin_game(
        self, request: GameAsked, expected: Position | None, *, abandon_current: bool, dry_run: bool
    ) -> Standing:
        """Begin a game.

        Args:
            request: the game.
            expected: where play must still be.
            abandon_current: leave the game in play, if there is one; it can be gone on with later.
            dry_run: only ask what would come of it.
        """

    async def resume_game(self, game: int, expected: Position | None, *, abandon_current: bool) -> Standing:
        """Go on with the earlier game of that number; ``abandon_current`` as in `begin_game`."""
