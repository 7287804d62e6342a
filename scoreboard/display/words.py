"""How what a panel says is worded: the caller hands a function in, so that a picture knows no language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scoreboard.language import ENGLISH
from scoreboard.message import Words

Say: TypeAlias = Callable[[Words], str]
"""Words at the length of a panel -> text."""


def english(words: Words) -> str:
    """What is drawn where no language is chosen."""
    return ENGLISH(words, "panel")
