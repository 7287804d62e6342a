"""Two simulated players: what they throw, and what truly fell.

Rule kept here: a player knows what people at the table know, the state shown, and nothing of how it will be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoreboard.rules import dice_due

if TYPE_CHECKING:
    import numpy as np

    from scoreboard.rules.state import Game

COLORS = ("white", "red", "blue", "black", "yellow", "green")
"""Of the dice that are thrown together."""
CHASES = 0.08
"""How often a batter cannot leave a ball alone (D15)."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The truth of a throw.

    Attributes:
        kind: what was thrown.
        color: the die's colour; empty for the chip, and for several dice.
        value: what the die's top face counts, 1 to 10; None for the chip, and for several dice.
        face: the chip's upper face; None for a die.
        dice: of several six-sided dice thrown at once, the colour and the value of each.
    """

    kind: Literal["die", "chip", "dice"]
    color: str = ""
    value: int | None = None
    face: Literal["hit", "out"] | None = None
    dice: tuple[tuple[str, int], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What flies: a die by its colour, or ``chip``."""
        if self.kind == "dice":
            return tuple(color for color, _ in self.dice)
        return (self.color or "chip",)


def next_throw(game: Game, rng: np.random.Generator) -> Throw:
    """What is thrown next, by players who keep it simple.

    They throw what the game awaits: nobody skips a turn, declines a throw or calls a steal, and every runner and
    fielder takes the default move. Now and then a batter chases a ball.

    Args:
        game: the state of play.
        rng: where chance comes from.

    Raises:
        ValueError: if the game awaits no throw.
    """
    if game.awaits is None:
        raise ValueError("there is nothing to throw: the game awaits no throw")
    if due := dice_due(game):
        values = rng.integers(1, 7, due).tolist()
        return Throw("dice", dice=tuple(zip(COLORS[:due], values, strict=True)))
    if game.awaits == "chip":
        return Throw("chip", face="hit" if rng.random() < 1 / 2 else "out")
    chasing = game.chase and rng.random() < CHASES
    return Throw("die", _batting_color(game) if chasing else game.awaits, int(rng.integers(1, 11)))


def _batting_color(game: Game) -> str:
    return game.setup.away.color if game.batting == "away" else game.setup.home.color
