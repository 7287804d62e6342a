"""What may be said now, walked by NEXT: a call, a runner who stays, fielders who hold the ball (D56)."""

from __future__ import annotations

from firmware.play.menus.screen import Item, Record, Screen
from scoreboard.commentary import panel_words, prompt
from scoreboard.rules import sayable
from scoreboard.rules.aloud import Aloud
from scoreboard.rules.state import Game


def what_may_be_said(game: Game) -> Screen | None:
    """A screen of it; None where there is nothing to say."""
    items = tuple(_item(line) for line in sayable(game))
    return Screen(items, walk=True) if items else None


def _item(line: Aloud) -> Item:
    return Item(panel_words(line), prompt(line), lambda: Record(line))
