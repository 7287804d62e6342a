"""What can be wrong with a game, and whose turn it is to put it right.

Rule kept here: every error of the rules is a `RulesError`, is also the builtin it resembles, and carries one message
that a player can act on.
"""

from __future__ import annotations

from scoreboard.message import Message, Words, message


class RulesError(Exception):
    """The root of all errors of the rules.

    Attributes:
        message: what is wrong and what to do; the error's own text is for makers.
    """

    def __init__(self, reason: str | Message, /, **values: Words) -> None:
        self.message = reason if isinstance(reason, Message) else message(reason, **values)
        super().__init__(self.message)


class BadSetupError(RulesError, ValueError):
    """The two teams as set up cannot play this game: change the set-up."""


class UnknownRulesError(RulesError, LookupError):
    """No game of that name is played here: choose another."""


class Refused(RulesError, ValueError):  # noqa: N818 - the record's own word for a line that the law does not allow
    """The law does not allow this line at this moment; nothing has changed. It says why, and what would be allowed."""


def words_of(error: Exception) -> Words:
    """What an error says to people: the message of one of the rules, the words or the text of any other."""
    words: Words = error.message if isinstance(error, RulesError) else getattr(error, "words", str(error))
    return words
