"""How the box plays Diamante: strong by the exact run expectancy of Amateur, where that is known."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoreboard.opponent.alternatives import Alternative, alternatives, decider
from scoreboard.opponent.playbook import Playbook
from scoreboard.opponent.worth import Worth, best
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Side

TAG_UP = Call(call="tag-up")


def _offered(game: Game, side: Side) -> tuple[Alternative, ...]:
    return alternatives(game) if decider(game) == side else ()


def _plain(_: Game, offered: Sequence[Alternative], __: Random, ___: Worth | None) -> Alternative:
    """The throw, the default, or where nothing is awaited the last that may be said: a new batter."""
    return offered[-1] if isinstance(offered[0], Call) else offered[0]


def _strong(game: Game, offered: Sequence[Alternative], lots: Random, worth: Worth | None) -> Alternative:
    found = None if worth is None else best(game, offered, worth)
    if found is not None:
        return offered[found]
    return TAG_UP if TAG_UP in offered else _plain(game, offered, lots, None)


DIAMANTE = Playbook(
    "policy.diamante",
    _offered,
    _plain,
    _strong,
)
