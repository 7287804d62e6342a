"""The play by play of a line without a scorekeeper's notes, which have tests of their own."""

from __future__ import annotations

import re

from scoreboard.commentary import describe
from scoreboard.rules import Game
from scoreboard.rules.history import Entry


def told_plainly(before: Game, line: Entry, after: Game) -> str:
    """Its sentences."""
    return re.sub(r" \([^)]*\)", "", describe(before, line, after))
