"""What can go wrong in the scoreboard; each leaf says whose fault it is and what to do about it.

A line that the rules refuse is not among these: that is `scoreboard.rules.Refused`, and an ordinary part of play.
"""

from __future__ import annotations

MAX_REASON = 300
"""Letters of why a line cannot be read."""


class ScoreboardError(Exception):
    """The root: its text is one clear line for the person at the table."""


class MalformedError(ScoreboardError, ValueError):
    """A record is not written as records are: mend the line it names.

    Attributes:
        number: the line's number; the game line is 1.
    """

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"line {number}: {brief(why)}")
        self.number = number


def brief(why: str) -> str:
    """The same without its middle where it is long, as it repeats what somebody else has written."""
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
    """The file is no journal, or no longer a sound one: put it aside."""


class GameDamagedError(JournalDamagedError):
    """One game in the journal is not as it was written; the others are not touched by that.

    Attributes:
        game: its number.
        number: of the first line that is not; None where it is no line.
    """

    game: int
    number: int | None

    @property
    def at(self) -> str:
        """Where, in short."""
        return "" if self.number is None else f"line {self.number}"

    @classmethod
    def of(cls, journal: object, game: int, number: int | None, why: str) -> GameDamagedError:
        """Say which game of which journal, where, and why."""
        where = f"game {game}" if number is None else f"game {game}, line {number}"
        advice = f"restore a backup that has it whole, or keep its beginning: stadium export {game} FILE --damaged"
        error = cls(f"The journal {journal}, {where}: {brief(why)}; {advice}")
        error.game, error.number = game, number
        return error


class JournalTooNewError(JournalError):
    """A newer Stadium wrote this journal: update this one."""
