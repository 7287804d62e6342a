"""Why a disk has not taken a change, in a sentence that says what helps: room helps a full one alone."""

from __future__ import annotations

from scoreboard.errors import JournalError, JournalFullError, JournalReadOnlyError, says_full, system_words
from scoreboard.message import Words, message
from scoreboard.rules import words_of


def not_kept(error: OSError | Words) -> Words:
    """The sentence about a change that the disk has not taken, by its error or by the system's words for it."""
    why = system_words(error) if isinstance(error, OSError) else error
    return message("page.not-kept" if says_full(why) else "page.not-kept-worn", why=why)


def journal_not_kept(error: JournalError) -> Words:
    """The same where it is the games that the disk did not let be changed."""
    if isinstance(error, JournalFullError):
        return not_kept(message("system.enospc"))
    if isinstance(error, JournalReadOnlyError):
        return not_kept(message("system.erofs"))
    return words_of(error)
