"""What may be asked of the play loop, and what comes back: functions handed in, for the pages know no loop.

Rule kept here: a change is answered only once it is durable, or held until the disk takes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from scoreboard.message import Words
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Setup
from scoreboard.rules.history import Entry, History
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.state.live import Live, Position

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


@dataclass(frozen=True, slots=True)
class PlayChanges:
    """What the page may change; each raises `ChangeError` if it changes nothing.

    Attributes:
        line: record a line unless play has gone on; the last argument only asks what would come of it.
        answer: answer the open question, which must be about a thing of that name, if one is given.
        begin: begin a game; of the last two arguments the first leaves the one in play, if there is one, and the second
            only asks what would come of it.
        resume: go on with an earlier game, by its number; the last argument leaves the one in play, if there is one.
    """

    line: Callable[[Entry, Position | None, bool], Awaitable[Standing]]
    answer: Callable[[Value, str | None, Position | None], Awaitable[Standing]]
    begin: Callable[[GameAsked, Position | None, bool, bool], Awaitable[Standing]]
    resume: Callable[[int, Position | None, bool], Awaitable[Standing]]
