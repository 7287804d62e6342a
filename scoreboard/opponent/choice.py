"""How the box chooses, at three strengths.

Rule kept here: what is not solved is played by a policy that is stated in words (`policy`), never by a guess that
nobody can look up. A game more is a `Playbook` more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from scoreboard.message import Message, message
from scoreboard.opponent.alternatives import Alternative
from scoreboard.opponent.diamante import DIAMANTE
from scoreboard.opponent.playbook import Playbook, Strength
from scoreboard.opponent.signs import FOUR_DICE
from scoreboard.opponent.worth import Worth
from scoreboard.rules import Game
from scoreboard.rules.events import RulesName, Side


class Opponent(NamedTuple):
    """The side that the box decides for, None for neither, and how well."""

    side: Side | None = None
    strength: Strength = "strong"


class Decision(NamedTuple):
    """What the box decided, in which state.

    Attributes:
        game: the state that it decided in.
        side: the side that it decided for.
        line: what it says; None if it says nothing and the die is thrown.
    """

    game: Game
    side: Side
    line: Alternative


def _rallybird() -> Playbook:
    from scoreboard.opponent.card_play import RALLYBIRD  # with numpy, which every command would load

    return RALLYBIRD


PLAYBOOKS: Mapping[RulesName, Callable[[], Playbook]] = {
    "diamante-amateur": lambda: DIAMANTE,
    "diamante-major": lambda: DIAMANTE,
    "four-dice": lambda: FOUR_DICE,
    "rallybird": _rallybird,
}
"""Of every game in which anybody decides anything."""


def decides_in(rules: RulesName) -> bool:
    """Whether there is anything to decide in that game."""
    return rules in PLAYBOOKS


def policy(rules: RulesName, strength: Strength) -> Message:
    """What the box does in that game at that strength, for the people who play against it."""
    # one of: policy.diamante.easy, policy.diamante.fair, policy.diamante.strong, policy.four-dice.easy
    # one of: policy.four-dice.fair, policy.four-dice.strong, policy.rallybird.easy, policy.rallybird.fair
    # one of: policy.rallybird.strong
    return message(f"{PLAYBOOKS[rules]().policy}.{strength}")


def offered(game: Game, side: Side) -> tuple[Alternative, ...]:
    """What that side may decide now: lines, or None to say nothing; empty where it has nothing to decide."""
    return PLAYBOOKS[game.setup.rules]().offered(game, side) if decides_in(game.setup.rules) else ()


def asks_first(game: Game, side: Side, line: object) -> bool:
    """Whether the box that plays for that side says this line only once a person lets it."""
    return decides_in(game.setup.rules) and PLAYBOOKS[game.setup.rules]().asks_first(game, side, line)


def decide(game: Game, side: Side, strength: Strength, lots: Random, worth: Worth | None = None) -> Decision | None:
    """What the box decides for that side now; None where that side has nothing to decide.

    Args:
        game: the state.
        side: the box decides for it.
        strength: how well.
        lots: what it draws by.
        worth: what a moment is worth, if that is known for this game.
    """
    lines = offered(game, side)
    if not lines:
        return None
    choose = PLAYBOOKS[game.setup.rules]().chooser(strength)
    return Decision(game, side, choose(game, lines, lots, worth))
