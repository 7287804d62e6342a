"""The past of a game: which of its lines count, and what taking one back or amending one does to the rest."""

from scoreboard.rules.history.undo_stack import (
    READING,
    Change,
    Counted,
    Entry,
    History,
    Judged,
    Played,
    Throw,
    Undone,
    begin,
    changes,
    judge,
    judged,
    latest,
    played,
)

__all__ = [
    "READING",
    "Change",
    "Counted",
    "Entry",
    "History",
    "Judged",
    "Played",
    "Throw",
    "Undone",
    "begin",
    "changes",
    "judge",
    "judged",
    "latest",
    "played",
]
