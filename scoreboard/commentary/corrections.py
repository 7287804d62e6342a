"""What a correction changed in the play by play: the lines that are told otherwise than before.

Rule kept here: nobody has to remember what was corrected. Both tellings, before the amendment and after it, come from
the record, and the lines in which they differ are marked; so an amendment that is undone marks them once more.
"""

from __future__ import annotations

from typing import NamedTuple

from scoreboard.commentary.english import describe
from scoreboard.rules.history import History, Judged, changes
from scoreboard.rules.state import Game

MARK = "✎"
"""A pencil beside every line that somebody corrected."""


class CorrectedLine(NamedTuple):
    """A line of the record that is told otherwise now.

    Attributes:
        number: the line's number.
        game: the state that it leads to now.
        said: what is told of it now.
        counts: it counts; else ``said`` tells why it does not.
    """

    number: int
    game: Game
    said: str
    counts: bool


def corrected_lines(before: History, after: History, newest: int | None = None) -> tuple[CorrectedLine, ...]:
    """The lines that an amendment between the two changed, in the order they count; none if there was no amendment.

    Args:
        before: the game as it was.
        after: the same with one line more.
        newest: tell no more than the lines of so many steps; all if None.
    """
    both = ((_as_counted(was), _as_counted(now)) for was, now in changes(before, after, newest))
    return tuple(now for was, now in both if _differ(was, now))


def _as_counted(judged: Judged) -> CorrectedLine:
    number, line, before, after, refused, *_ = judged
    return CorrectedLine(number, after, describe(before, line, after) if refused is None else refused, refused is None)


def _differ(was: CorrectedLine, now: CorrectedLine) -> bool:
    """It counts now and did not, or the other way round; or it counts as something else."""
    return was.counts != now.counts or (now.counts and was.said != now.said)
