"""The lines of the play by play that an amendment changed.

Method: the play by play is made of the record before the amendment and of the one after it, and the lines that differ
are marked. So an amendment that is undone marks them once more.
"""

from __future__ import annotations

from typing import NamedTuple

from scoreboard.commentary.telling import describe
from scoreboard.message import Words
from scoreboard.rules.history import History, JudgedLine, changes
from scoreboard.rules.state import Game

MARK = "✎"
"""A pencil beside every corrected line."""


class CorrectedLine(NamedTuple):
    """A line of the record whose play by play has changed.

    Attributes:
        number: the line's number.
        game: the state that it leads to now.
        said: its play by play now.
        counts: whether it counts; if not, ``said`` is the reason.
    """

    number: int
    game: Game
    said: Words
    counts: bool


def corrected_lines(before: History, after: History, newest: int | None = None) -> tuple[CorrectedLine, ...]:
    """The lines that an amendment between the two changed, in the order they count; none if there was no amendment.

    Args:
        before: the game as it was.
        after: the same with one line more.
        newest: compare only the lines of so many steps; all if None.
    """
    pairs = ((_as_counted(was), _as_counted(now)) for was, now in changes(before, after, newest))
    return tuple(now for was, now in pairs if _differ(was, now))


def _as_counted(judged: JudgedLine) -> CorrectedLine:
    number, line, before, after, refused, *_ = judged
    return CorrectedLine(number, after, describe(before, line, after) if refused is None else refused, refused is None)


def _differ(was: CorrectedLine, now: CorrectedLine) -> bool:
    """Whether it counts in one only, or counts as something else."""
    return was.counts != now.counts or (now.counts and was.said != now.said)
