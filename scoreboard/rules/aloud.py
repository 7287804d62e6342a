"""What may be said now, for players who say it with buttons: D56.

Rule kept here: the law is asked and not repeated. Whatever is listed here is accepted, and nothing that is not listed
can be said aloud and be accepted.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TypeAlias

from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Call, Hold, Skip
from scoreboard.rules.registry import apply
from scoreboard.rules.state import Game

SpokenCall: TypeAlias = Skip | Hold | Call
"""What is said, and neither thrown nor pressed."""


def sayable(game: Game) -> tuple[SpokenCall, ...]:
    """What may be said now, in the order in which NEXT walks through it: skip, hold, and each call (D56).

    That the white die just thrown was the next runner's is an answer to the throw, among its `options`, and not here.
    """
    plain = () if may_state_skip(game) else (*_lawful(game, Skip()), *_lawful(game, Hold()))
    return (*plain, *(Call(call=call) for call in game.calls))


def _lawful(game: Game, event: SpokenCall) -> tuple[SpokenCall, ...]:
    """It, if it may be said now."""
    with suppress(Refused):
        apply(game, event)
        return (event,)
    return ()
