"""Messages in English: on a panel, and the play by play without the notes, which have tests of their own."""

from __future__ import annotations

import re

from scoreboard.commentary import facts_of
from scoreboard.language import ENGLISH
from scoreboard.message import Words
from scoreboard.rules import Game
from scoreboard.rules.history import Entry


def told_plainly(before: Game, line: Entry, after: Game) -> str:
    """Its sentences."""
    return re.sub(r" \([^)]*\)", "", ENGLISH(facts_of(before, line, after)))


def on_panel(words: Words) -> str:
    """What a panel shows, in capitals."""
    return ENGLISH(words, "panel").upper()
