"""Errors of the scoreboard; each leaf says what the user can do about it.

A line that the rules refuse is not among these: that is `scoreboard.rules.Refused`, and an ordinary part of play.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from errno import errorcode
from typing import ClassVar, Final, Literal

from scoreboard.language import ENGLISH
from scoreboard.message import Message, Words, message

MAX_REASON = 300
"""Most characters of a reason that is quoted."""


class ScoreboardError(Exception):
    """The root: its words are one clear line for the players; as text it is in English, for the log.

    Attributes:
        words: what it says, for every face to word in its own language.
    """

    def __init__(self, words: Words = "") -> None:
        super().__init__(words)
        self.words = words

    def __str__(self) -> str:
        return ENGLISH(self.words)


class UnusableFileError(ScoreboardError):
    """A file that somebody sent cannot be used; ``words`` say why, and what can."""


class MalformedError(ScoreboardError, ValueError):
    """A record is malformed: correct the line it names.

    Attributes:
        number: the line's number; the game line is 1.
    """

    def __init__(self, number: int, why: Words) -> None:
        super().__init__(message("record.malformed", nth=number, why=brief(why)))
        self.number = number


def brief(why: Words) -> Words:
    """The reason without its middle if it is a long quotation: it may quote a line of any length."""
    if not isinstance(why, str) or len(why) <= MAX_REASON:
        return why
    return f"{why[: MAX_REASON // 2]} … {why[-MAX_REASON // 2 :]}"


SYSTEM = frozenset({"EACCES", "EDQUOT", "EIO", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"})
"""The system's errors that a card or a folder may have, by their names."""
Cause = Literal["full", "forbidden", "read-only", "in-use", "missing", "misplaced", "damaged", "gone", "fails"]
"""Why a file cannot be written or read, as far as it matters for what helps."""
CAUSES: Mapping[int, Cause] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "forbidden"),
    errno.EROFS: "read-only",
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN, errno.ETXTBSY), "in-use"),
    errno.ENOENT: "missing",
    **dict.fromkeys((errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY, errno.ELOOP), "misplaced"),
    **dict.fromkeys((errno.EINVAL, errno.ENAMETOOLONG, errno.EXDEV, errno.ESPIPE), "misplaced"),
}
"""The system's error number -> the cause; any other is a disk that fails."""


BY_ROOT: Final = os.geteuid() == 0
"""Whether root started this program, with sudo or without: it may work as another account by now."""


def cause_of(error: OSError | Words) -> Cause:
    """The cause of an error of the journal or of the system, or of what `system_words` says of that."""
    if isinstance(error, JournalError):
        return error.cause
    if isinstance(error, OSError):
        return CAUSES.get(error.errno or 0, "fails")
    name = error.key.removeprefix("system.").upper() if isinstance(error, Message) else ""
    return CAUSES.get(getattr(errno, name, 0), "fails")


def why_and_remedy(error: OSError) -> Words:
    """Why it cannot be, and what helps: the one place where a command finds its advice."""
    if isinstance(error, JournalError):
        return error.words  # these have it
    return remedied(system_words(error), cause_of(error))


def remedied(why: Words, cause: Cause) -> Message:
    """The reason with what helps."""
    return message("cause.remedied", why=why, remedy=remedy(cause))


def remedy(cause: Cause) -> Message:
    """What helps; whoever used sudo is not advised to."""
    if cause == "forbidden" and BY_ROOT:
        return Message("remedy.forbidden-with-sudo")
    # one of: remedy.damaged, remedy.fails, remedy.full, remedy.gone, remedy.in-use, remedy.misplaced, remedy.missing
    # one of: remedy.read-only
    return Message(f"remedy.{cause}")


def system_words(error: OSError) -> Words:
    """Why the system does not do it; an error that is rare as the system says it itself, in English."""
    name = errorcode.get(error.errno or 0, "")
    is_known = name in SYSTEM and error.strerror == os.strerror(error.errno or 0)
    # one of: system.eacces, system.edquot, system.eio, system.eisdir, system.enoent, system.enospc, system.enotdir
    # one of: system.eperm, system.erofs
    return Message(f"system.{name.lower()}") if is_known else str(error.strerror)


class NoGameError(ScoreboardError, LookupError):
    """There is no such game: begin one, or look at the list of games."""


class JournalError(ScoreboardError, OSError):
    """The journal cannot be used; the game shown is still the one last journalled.

    Attributes:
        cause: what helps hangs on it; of the root, that the disk fails.
    """

    cause: ClassVar[Cause] = "fails"


class GameInPlayError(ScoreboardError):
    """That cannot be done to the game in play: begin another one first."""


class JournalInUseError(JournalError):
    """Another scoreboard is writing this journal: stop it first."""

    cause = "in-use"


class JournalFullError(JournalError):
    """The disk is full: make room."""

    cause = "full"


class JournalReadOnlyError(JournalError):
    """The disk may not be written: unlock it, or use another one."""

    cause: ClassVar[Cause] = "read-only"


class JournalForbiddenError(JournalReadOnlyError):
    """This account may not write the journal, or not read it: give it the right to."""

    cause = "forbidden"


class JournalMissingError(JournalError):
    """The folder of the journal is not there, or no folder: check its name."""

    cause = "missing"


class JournalGoneError(JournalError):
    """The file was removed, replaced or cut while it was open: what can still be read is written anew."""

    cause = "gone"


class JournalDamagedError(JournalError):
    """The file is no journal, or a damaged one: set it aside."""

    cause = "damaged"


class GameDamagedError(JournalDamagedError):
    """One game in the journal is damaged; the others can still be read.

    Attributes:
        game: its number.
        number: of the first damaged line; None if the damage is in no line.
    """

    game: int
    number: int | None

    @property
    def at(self) -> Words:
        """The damaged line, in short; empty if there is none."""
        return "" if self.number is None else message("games.at", nth=self.number)

    @classmethod
    def of(cls, journal: object, game: int, number: int | None, why: Words) -> GameDamagedError:
        """The error with its words: journal, game, line, reason and advice."""
        where = message("damage.game", id=game) if number is None else message("damage.line", id=game, nth=number)
        error = cls(message("journal.game-damaged", file=str(journal), where=where, why=brief(why), id=game))
        error.game, error.number = game, number
        return error


class JournalTooNewError(JournalError):
    """A newer Stadium wrote this journal: update this one."""
