"""The clock of a house that plays so many minutes: when they are over, the box says that this inning is the last (H5).

Rule kept here: the law has no clock. What the box says is a line like any other, which may be taken back, and then it
does not say it again. It counts the time at the table: what went by between two lines that are more than half an hour
apart is a pause, so that a game taken up another day goes on where its time stood.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Final

from msgspec import UNSET

from firmware.play.table.scorer import Scorer
from scoreboard.journal.timestamps import parsed
from scoreboard.rules.events import Call
from scoreboard.rules.history import History
from scoreboard.rules.last_inning import LAST_INNING, may_be_last
from scoreboard.session import Session

MINUTE_S: Final = 60
PAUSE: Final = timedelta(minutes=30)
"""Between two lines: nobody was at the table."""


class GameClock:
    """Counts the time of the game in play; ``now`` is a clock in seconds that never goes back."""

    def __init__(self, scorer: Scorer, session: Session, now: Callable[[], float]) -> None:
        self._scorer, self._session, self._now = scorer, session, now
        self._game: int | None = None
        self._began = 0.0
        self._is_done = False

    def tick(self) -> None:
        """Say that it is the last inning, once, when the time of the game in play is over."""
        if not self._session.in_play or self._scorer.state.throw_off is not None:
            return
        history, minutes = self._session.history, self._session.game.house.minutes
        if minutes is None:
            return
        if self._session.number != self._game:
            self._game, self._is_done = self._session.number, _was_called(history)
            self._began = self._now() - played(history).total_seconds()
        if self._is_done or self._now() - self._began < minutes * MINUTE_S:
            return
        self._is_done = True
        if may_be_last(self._session.game):
            self._scorer.submit(Call(call=LAST_INNING, by="box"))


def played(history: History) -> timedelta:
    """How long a game was played by the times of its lines, without its pauses."""
    lines = (history.setup, *(recorded.line for recorded in reversed(tuple(history.lines))))
    times = [parsed(line.at) for line in lines if line.at is not UNSET]
    steps = (after - before for before, after in pairwise(times))
    return sum((step for step in steps if timedelta(0) < step <= PAUSE), timedelta(0))


def _was_called(history: History) -> bool:
    """The box has said it in this game, be it that somebody took it back."""
    lines = (recorded.line for recorded in history.lines)
    return any(isinstance(line, Call) and line.call == LAST_INNING and line.by == "box" for line in lines)
