"""What can be wrong with a game, and whose turn it is to put it right.

Rule kept here: every error of the rules is a `RulesError`, is also the builtin it resembles, and carries one sentence
that a player can act on.
"""

from __future__ import annotations


class RulesError(Exception):
    """The root of all errors of the rules."""


class BadSetupError(RulesError, ValueError):
    """The two teams as set up cannot play this game: change the set-up."""


class UnknownRulesError(RulesError, LookupError):
    """No game of that name is played here: choose another."""


class Refused(RulesError, ValueError):  # noqa: N818 - the record's own word for a line that the law does not allow
    """The law does not allow this line at this moment; nothing has changed. It says why, and what would be allowed."""
