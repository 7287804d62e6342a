"""Errors of the scoreboard; each leaf says what the user can do about it.

A line that the rules refuse is not among these: that is `scoreboard.rules.Refused`, and an ordinary part of play.
"""

from __future__ import annotations

MAX_REASON = 300
"""Most characters of a reason that is quoted."""


class ScoreboardError(Exception):
    """The root: its text is one clear line for the players."""


class MalformedError(ScoreboardError, ValueError):
    """A record is malformed: correct the line it names.

    Attributes:
        number: the line's number; the game line is 1.
    """

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"line {number}: {brief(why)}")
        self.number = number


def brief(why: str) -> str:
    """The reason without its middle if it is long: it may quote a line of any length."""
    return why if len(why) <= MAX_REASON else f"{why[: MAX_REASON // 2]} … {why[-MAX_REASON // 2 :]}"


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
    """The file is no journal, or a damaged one: set it aside."""


class GameDamagedError(JournalDamagedError):
    """One game in the journal is damaged; the others can still be read.

    Attributes:
        game: its number.
        number: of the first damaged line; None if the damage is in no line.
    """

    game: int
    number: int | None

    @property
    def at(self) -> str:
        """The damaged line, in short; empty if there is none."""
        return "" if self.number is None else f"line {self.number}"

    @classmethod
    def of(cls, journal: object, game: int, number: int | None, why: str) -> GameDamagedError:
        """The error with its text: journal, game, line, reason and advice."""
        where = f"game {game}" if number is None else f"game {game}, line {number}"
        advice = f"restore a backup that has it whole, or keep its beginning: stadium export {game} FILE --damaged"
        error = cls(f"The journal {journal}, {where}: {brief(why)}; {advice}")
        error.game, error.number = game, number
        return error


class JournalTooNewError(JournalError):
    """A newer Stadium wrote this journal: update this one."""
