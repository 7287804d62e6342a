"""How the box plays Four-Dice Baseball: at bat it puts the sign on for each pitch.

In the field it has nothing to decide: a balk is what a die did, and it never says that a sign came too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoreboard.opponent.alternatives import Alternative
from scoreboard.opponent.playbook import Playbook
from scoreboard.opponent.worth import Worth
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Side
from scoreboard.rules.four_dice.tables import NO_SIGN, SIGNS
from scoreboard.stats.best_signs import best_sign


def _offered(game: Game, side: Side) -> tuple[Alternative, ...]:
    """No sign, or one of those that may be put on; once for each pitch."""
    if side != game.batting or game.phase != "pitch" or game.signs.sign_on or game.signs.sign_was:
        return ()
    signs = [Call(call=call) for call in game.calls if call in SIGNS and call != NO_SIGN]
    return (None, *signs) if signs else ()


def _none(_: Game, __: Sequence[Alternative], ___: Random, ____: Worth | None) -> Alternative:
    return None


def _best(game: Game, offered: Sequence[Alternative], _: Random, __: Worth | None) -> Alternative:
    """That of the solved game; none where it may not be put on."""
    sign = Call(call=best_sign(game))
    return sign if sign in offered else None


FOUR_DICE = Playbook(
    "policy.four-dice",
    _offered,
    _none,
    _best,
)
