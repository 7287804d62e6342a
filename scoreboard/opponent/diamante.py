"""How the box plays Diamante: strong by the exact run expectancy of Amateur, and by what wins most often in Major.

Rule kept here: in Major the box looks at what may be called between throws, and at what the call does to the chance to
win if both sides play by default from then on. Against who plays so, its calls can only help.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoreboard.opponent.alternatives import Alternative, alternatives, decider
from scoreboard.opponent.playbook import Playbook
from scoreboard.opponent.worth import Worth, best
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Side
from scoreboard.stats.win_probability import call_chance

TAG_UP = Call(call="tag-up")
TRIED: tuple[Alternative, ...] = (None, TAG_UP, Call(call="steal"), Call(call="bunt"))
"""Calls whose worth is known."""
TOLL = 1e-4
"""Of a chance to win: what a call must bring at least."""


def _offered(game: Game, side: Side) -> tuple[Alternative, ...]:
    return alternatives(game) if decider(game) == side else ()


def _plain(_: Game, offered: Sequence[Alternative], __: Random, ___: Worth | None) -> Alternative:
    """The throw, the default, or where nothing is awaited the last that may be said: a new batter."""
    return offered[-1] if isinstance(offered[0], Call) else offered[0]


def _strong(game: Game, offered: Sequence[Alternative], lots: Random, worth: Worth | None) -> Alternative:
    found = None if worth is None else best(game, offered, worth)
    if found is not None:
        return offered[found]
    if game.setup.rules == "diamante-major" and offered[0] is None and game.phase in {"pitch", "swing"}:
        return _wins_most(game, offered)
    return _plain(game, offered, lots, None)


def _wins_most(game: Game, offered: Sequence[Alternative]) -> Alternative:
    """The call that wins most often, or none; where that is not known, a tag-up after every catch."""
    calls = {line: call_chance(game, getattr(line, "call", "")) for line in offered if line in TRIED}
    known = {line: chance for line, chance in calls.items() if chance is not None}
    if not known:
        return TAG_UP if TAG_UP in offered else None
    return max(known, key=lambda line: known[line] - (TOLL if line else 0))


DIAMANTE = Playbook(
    "policy.diamante",
    _offered,
    _plain,
    _strong,
)
