"""How what a panel says is worded: the caller hands a function in, so that a picture knows no language."""

from __future__ import annotations

from typing import Protocol

from scoreboard.language import Length
from scoreboard.message import Words


class Say(Protocol):
    """Words messages in a language; `scoreboard.language.Language.say` is one."""

    def __call__(self, words: Words, length: Length = "sentence") -> str:
        """The text of these words."""
