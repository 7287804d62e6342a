"""The summary of a game that a list shows: stored with the game, so that a list need not replay every game.

Rule kept here: a summary is a fold of the game's lines, like everything else that is shown. It is used only if its
checksum fits the lines as they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, Struct

from scoreboard.message import Message, message
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.record import replay
from scoreboard.rules.events import AnyLine
from scoreboard.rules.history import History


class Summary(Struct, frozen=True):
    """A game's summary.

    Attributes:
        lines: their number.
        begun: ISO 8601 in UTC; None if not recorded.
        teams: their names, Away first.
        score: of both, likewise.
        inning: as on a scoreboard.
        half: of the inning.
        over: whether the game is.
        rules: the name of the game that is played.
    """

    lines: int
    begun: str | None
    teams: tuple[str, str]
    score: tuple[int, int]
    inning: int
    half: Literal["top", "bottom"]
    over: bool
    rules: str

    @property
    def stands(self) -> Message:
        """How the game stands."""
        # one of: stands.bottom, stands.top
        return message("stands.final") if self.over else message(f"stands.{self.half}", inning=self.inning)


def summary_of(history: History) -> Summary:
    """The summary of the game as it stands."""
    game = history.game
    return Summary(
        lines=history.number,
        begun=None if game.setup.at is UNSET else game.setup.at,
        teams=(game.setup.away.name, game.setup.home.name),
        score=(game.away, game.home),
        inning=game.inning,
        half=game.half,
        over=game.over,
        rules=game.setup.game_name,
    )


def summary_of_lines(lines: Iterable[tuple[int, AnyLine]], rulings: Mapping[str, object]) -> Summary:
    """The summary of the game that the lines replay to.

    Raises:
        ScoreboardError, RulesError: if they cannot be replayed.
    """
    (last,) = deque(replay(lines, rulings), maxlen=1)
    return summary_of(last.after)


def packed(summary: Summary) -> str:
    """The summary as text."""
    return msgspec.json.encode(summary).decode()


def unpacked(text: str) -> Summary | None:
    """The summary in the text; None if it cannot be decoded."""
    try:
        return msgspec.json.decode(text, type=Summary)
    except DECODE_ERRORS:
        return None
