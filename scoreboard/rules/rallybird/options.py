"""What the options of RallyBird change: the cards set aside, and the second roll (R8)."""

from __future__ import annotations

from scoreboard.rules.events import Side
from scoreboard.rules.state import Game

NINTH = 9
"""The inning of the RallyBird, whatever number was agreed (R8)."""
SHOWN = 4
"""Cards that are shown after an intentional walk (R8)."""


def set_aside(game: Game, side: Side) -> int:
    """How many cards that side sets aside for each of its half-innings (R2, R8)."""
    if game.setup.rallybird.aside_4:
        return 4
    if game.setup.rallybird.aside_3_2:
        return 3 if side == "away" else 2
    return 1


def unrolled(game: Game) -> Game | None:
    """The state before the last roll, where the RallyBird may throw it again (R8)."""
    return None if game.cards is None else game.cards.unrolled


def may_reroll(game: Game) -> bool:
    """Whether the side at bat has the RallyBird for the roll that is due: behind in the ninth, and not lost (R8)."""
    ahead, behind = (game.home, game.away) if game.batting == "away" else (game.away, game.home)
    spent = game.cards is not None and game.batting in game.cards.spent
    return game.setup.rallybird.rallybird and game.inning == NINTH and behind < ahead and not spent
