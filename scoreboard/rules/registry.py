"""Which games are played here.

Rule kept here: a game is a `RuleSet` value in `RULE_SETS`, found by its name in the record. Adding one is adding a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import get_args

from msgspec import Struct

from scoreboard.rules import baseball, diamante
from scoreboard.rules.errors import UnknownRulesError
from scoreboard.rules.events import Event, RulesName, Setup
from scoreboard.rules.house import AMATEUR, HouseRules
from scoreboard.rules.state import Game


class RuleSet(Struct, frozen=True, kw_only=True):
    """A game as the record names it.

    Attributes:
        title: for people.
        innings: how many it has unless the set-up says otherwise.
        house: how it is played unless the house says otherwise.
        check: raises `BadSetupError` when these teams cannot play it.
        begin: ``(game) -> Game``: the opening, made ready for its first line.
        apply: ``(game, event) -> Game``: its law.
    """

    title: str
    innings: int
    house: HouseRules
    check: Callable[[Setup], None]
    begin: Callable[[Game], Game]
    apply: Callable[[Game, Event], Game]


RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        "diamante-amateur": RuleSet(
            title="Baseball Diamante, Amateur",
            innings=3,
            house=AMATEUR,
            check=diamante.check,
            begin=diamante.read_out,
            apply=diamante.apply,
        ),
    }
)


def find_rule_set(name: str) -> RuleSet:
    """The game of that name.

    Raises:
        UnknownRulesError: there is none, or this version does not play it yet.
    """
    if name in RULE_SETS:
        return RULE_SETS[name]
    played = ", ".join(sorted(RULE_SETS))
    if name in get_args(RulesName):
        raise UnknownRulesError(f"This version does not play {name} yet. It plays: {played}.")
    raise UnknownRulesError(f"There is no game called {name!r}. Choose one of: {played}.")


def start(setup: Setup, house: HouseRules | None = None) -> Game:
    """The game that this set-up begins.

    Args:
        setup: the record's first line.
        house: how this house plays, the game's own way if None.

    Raises:
        UnknownRulesError: this version does not play that game.
        BadSetupError: these two teams cannot play it, two of one colour for instance.
    """
    rules = find_rule_set(setup.rules)
    rules.check(setup)
    return rules.begin(baseball.opening(setup, house or rules.house, rules.innings))


def apply(game: Game, event: Event) -> Game:
    """The game after that event. Pure, and total: every event is either lawful or refused.

    Raises:
        Refused: the law does not allow it now; nothing has changed.
    """
    return find_rule_set(game.setup.rules).apply(game, event)
