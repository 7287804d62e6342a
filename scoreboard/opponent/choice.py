"""How the box chooses, at three strengths.

Rule kept here: what is not solved is played by a policy that is stated in words (`POLICIES`), never by a guess that
nobody can look up.

strong: what is worth most by the exact run expectancy of Amateur (`scoreboard.stats.expectancy`), where that is known;
    elsewhere as fair, but for the tag-ups.
fair: the plain policy, which `stadium odds` simulates Diamante by.
easy: anything that is lawful, by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from scoreboard.opponent.alternatives import Alternative, alternatives, decider
from scoreboard.opponent.worth import Worth, best
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Side

Strength = Literal["easy", "fair", "strong"]
TAG_UP = Call(call="tag-up")

POLICIES: Mapping[Strength, str] = MappingProxyType(
    {
        "strong": "By the exact run expectancy in Amateur. In Major as fair, but its runners tag up after every catch.",
        "fair": "Every runner runs, runner and ball go where the scoreboard takes them by default, and nobody bunts, "
        "steals, tags up, holds the ball or keeps running.",
        "easy": "Anything that the law allows, by lot.",
    }
)
"""What the box does, for the people who play against it."""


class Opponent(NamedTuple):
    """The side that the box decides for, None for neither, and how well."""

    side: Side | None = None
    strength: Strength = "strong"


class Decision(NamedTuple):
    """What the box decided, in which state.

    Attributes:
        game: the state that it decided in.
        line: what it says; None if it says nothing and the die is thrown.
    """

    game: Game
    line: Alternative


def decide(game: Game, side: Side, strength: Strength, lots: Random, worth: Worth | None = None) -> Decision | None:
    """What the box decides for that side now; None where that side has nothing to decide.

    Args:
        game: the state.
        side: the box decides for it.
        strength: how well.
        lots: what the easy box draws.
        worth: what a moment is worth, if that is known for this game.
    """
    if decider(game) != side:
        return None
    return Decision(game, CHOOSERS[strength](game, alternatives(game), lots, worth))


def _by_lot(_: Game, offered: Sequence[Alternative], lots: Random, __: Worth | None) -> Alternative:
    return lots.choice(offered)


def _plain(_: Game, offered: Sequence[Alternative], __: Random, ___: Worth | None) -> Alternative:
    """The throw, the default, or where nothing is awaited the last that may be said: a new batter."""
    return offered[-1] if isinstance(offered[0], Call) else offered[0]


def _strong(game: Game, offered: Sequence[Alternative], lots: Random, worth: Worth | None) -> Alternative:
    found = None if worth is None else best(game, offered, worth)
    if found is not None:
        return offered[found]
    return TAG_UP if TAG_UP in offered else _plain(game, offered, lots, None)


Chooser = Callable[[Game, Sequence[Alternative], Random, "Worth | None"], Alternative]
CHOOSERS: Mapping[Strength, Chooser] = MappingProxyType({"easy": _by_lot, "fair": _plain, "strong": _strong})
"""How each strength picks among what may be said."""
