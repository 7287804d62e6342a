"""What RallyBird is played with, as messages."""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.message import Words, message
from scoreboard.rules.rallybird import deck_of
from scoreboard.rules.state import Game


def played_with(game: Game) -> Words:
    """Which set a game is played with, by its name, which says whose it is; empty for a game without cards."""
    return "" if game.cards is None else message("play.cards", deck=deck_of(game).name)


def laid(layout: Mapping[str, int]) -> Words:
    """The gloves by zone: ``A 5, B 4``."""
    return tuple(message("glove", at=zone, value=value) for zone, value in layout.items())
