"""Why a disk has not taken a change, in a sentence that says what helps whoever has a phone in his hand."""

from __future__ import annotations

from scoreboard.errors import JournalError, cause_of, system_words
from scoreboard.message import Message, Words, message

_Error = OSError | Words


def not_kept(error: _Error) -> Words:
    """The sentence about a change that the disk has not taken, by its error or by the system's words for it."""
    return message("page.not-kept", why=_why(error), remedy=_remedy(error))


def not_erased(error: OSError) -> Words:
    """The sentence about pictures that the disk has not let go."""
    return message("page.not-erased", why=_why(error), remedy=_remedy(error))


def _why(error: _Error) -> Words:
    if isinstance(error, JournalError):
        # one of: cause.damaged, cause.fails, cause.forbidden, cause.full, cause.gone, cause.in-use, cause.missing
        # one of: cause.read-only
        return Message(f"cause.{error.cause}")
    return system_words(error) if isinstance(error, OSError) else error


def _remedy(error: _Error) -> Message:
    # one of: remedy.page.damaged, remedy.page.fails, remedy.page.forbidden, remedy.page.full, remedy.page.gone
    # one of: remedy.page.in-use, remedy.page.misplaced, remedy.page.missing, remedy.page.read-only
    return Message(f"remedy.page.{cause_of(error)}")
