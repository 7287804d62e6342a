"""What pages are told of a table where a game stands as one wants it."""

from __future__ import annotations

from dataclasses import replace

from scoreboard.rules.chain import Stack
from scoreboard.rules.history import begin
from scoreboard.rules.state import Game
from scoreboard.web import Live

NUMBER = 7
"""Of the game in the journal."""


def live(game: Game | None) -> Live | None:
    """What the table is shown, at that state and before the first line."""
    if game is None:
        return None
    return Live(NUMBER, replace(begin(game.setup), states=Stack[Game]().push(game)))
