"""What the box needs to play a game: what it may say, and how each strength picks among that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from scoreboard.opponent.alternatives import Alternative
from scoreboard.opponent.worth import Worth
from scoreboard.rules import Game
from scoreboard.rules.events import Side

Strength = Literal["easy", "fair", "strong"]
Chooser: TypeAlias = Callable[[Game, Sequence[Alternative], Random, "Worth | None"], Alternative]
"""Picks one of what may be said, of which there is at least one; by lot, and by what moments are worth if known."""


def by_lot(_: Game, offered: Sequence[Alternative], lots: Random, __: Worth | None) -> Alternative:
    """Any of them: the easy box in every game."""
    return lots.choice(offered)


class Playbook(NamedTuple):
    """How the box plays a game.

    Attributes:
        policy: the family of messages that say what each strength does, for the people who play against it.
        offered: what that side may decide now; nothing where it has nothing to decide.
        fair: how the fair box picks.
        strong: how the strong box picks.
        asks_first: whether the box says that line for that side only once a person has let it, who may speak before it.
    """

    policy: str
    offered: Callable[[Game, Side], tuple[Alternative, ...]]
    fair: Chooser
    strong: Chooser
    asks_first: Callable[[Game, Side, object], bool] = lambda *_: False

    def chooser(self, strength: Strength) -> Chooser:
        """How that strength picks."""
        return {"easy": by_lot, "fair": self.fair, "strong": self.strong}[strength]
