"""The games as a list shows them, each with its summary, which is computed where none is stored."""

from __future__ import annotations

from typing import NamedTuple

from scoreboard.errors import ScoreboardError
from scoreboard.journal.listing import Listing
from scoreboard.journal.reader import JournalReader
from scoreboard.journal.summary import Summary, summary_of_lines
from scoreboard.rules import RulesError


class ShownGame(NamedTuple):
    """A game that is listed, with its summary unless it is damaged; ``derived`` if that was not stored, or is wrong."""

    listed: Listing
    summary: Summary | None
    derived: bool = False
    error: Exception | None = None


def shown(journal: JournalReader, listed: Listing) -> ShownGame:
    """The game as a list shows it."""
    if listed.sound and listed.summary is not None:
        return ShownGame(listed, listed.summary)
    try:
        if not listed.sound:
            journal.check(listed.game)
        summary = listed.summary or summary_of_lines(journal.lines(listed.game), journal.rulings(listed.game))
    except (ScoreboardError, RulesError) as error:
        return ShownGame(listed, None, error=error)
    return ShownGame(listed, summary, derived=listed.summary is None)
