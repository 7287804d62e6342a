"""Two simulated teams: what their players throw, with the truth of it, and what their coaches call.

Rule kept here: players and coaches know what people at the table know, the state shown, and nothing of how a throw
will be read; a coach calls as people do, with NEXT and OK.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoreboard.rules import dice_due, sayable
from scoreboard.rules.events import Call, Hold, Skip
from scoreboard.rules.state import DICE

if TYPE_CHECKING:
    import numpy as np

    from scoreboard.rules.aloud import SpokenCall
    from scoreboard.rules.state import Game

COLORS = ("white", "red", "blue", "black", "yellow", "green")
"""Of the dice that are thrown together."""
CHASES = 0.08
"""How often a batter cannot leave a ball alone (D15)."""
CALL_RATES = {"skip": 0.5, "hold": 0.5, "bunt": 0.12, "steal": 0.3, "tag-up": 0.5, "keep-running": 0.15}
"""How often something is called where it may be."""
OTHER_CALLS = 0.3
"""How often any other call is made: a runner who stands on a base runs again."""
SIGN_RATES = {"take": 0.06, "bunt": 0.03, "steal": 0.06, "hit-and-run": 0.04, "no-sign": 0.02}
"""How often a sign is put on, where a call is one."""
OTHER_SIGNS = 0.01
"""How often a die is said to have fallen off the table, or a sign to have been said too late."""


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
    """What is thrown next: what the game awaits, and now and then a ball that a batter chases.

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
    color = game.awaits
    if game.chase and rng.random() < CHASES:
        color = game.setup.away.color if game.batting == "away" else game.setup.home.color
    return Throw("die", color, int(rng.integers(1, 11)))


def next_call(game: Game, rng: np.random.Generator) -> SpokenCall | None:
    """What a coach calls now; None where a throw comes next.

    If the game awaits no throw, something must be called: a card or the gloves, any as likely as another, where there
    are cards; a new batter, if nothing else. Who chose a card in secret shows it himself.
    """
    offered = sayable(game)
    if offered and game.awaits is None and game.cards is not None and not game.over:
        return offered[rng.integers(len(offered))]
    rates, others = (SIGN_RATES, OTHER_SIGNS) if game.awaits == DICE else (CALL_RATES, OTHER_CALLS)
    called = next((line for line in offered if rng.random() < rates.get(_name(line), others)), None)
    must = offered and game.awaits is None and not game.over
    return offered[-1] if called is None and must else called


def _name(line: SpokenCall) -> str:
    match line:
        case Skip():
            return "skip"
        case Hold():
            return "hold"
        case Call(call=call):
            return call
