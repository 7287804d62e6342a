"""What can go wrong in the scoreboard; each leaf says whose fault it is and what to do about it.

A line that the rules refuse is not among these: that is `scoreboard.rules.Refused`, and an ordinary part of play.
"""

from __future__ import annotations


class ScoreboardError(Exception):
    """The root: its text is one clear line for the person at the table."""


class MalformedError(ScoreboardError, ValueError):
    """A record is not written as records are: mend the line it names.

    Attributes:
        number: the line's number; the game line is 1.
    """

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"line {number}: {why}")
        self.number = number


class NoGameError(ScoreboardError, LookupError):
    """There is no such game: begin one, or look at the list of games."""


class JournalError(ScoreboardError, OSError):
    """The journal cannot be used; the game shown is still the one last journalled."""


class JournalInUseError(JournalError):
    """Another scoreboard is writing this journal: stop it first."""


class JournalFullError(JournalError):
    """The disk is full: make room, then repeat what was not recorded."""


class JournalReadOnlyError(JournalError):
    """The card or the file may not be written: set it free, or put another card in."""


class JournalDamagedError(JournalError):
    """The file is no journal, or no longer a sound one: put it aside."""


class JournalTooNewError(JournalError):
    """A newer Stadium wrote this journal: update this one."""
