"""Whose line is whose, where each team plays in a house of its own.

Rule kept here: a line that plays is one house's to say: it throws its own dice and decides what its side decides. What
corrects the game, or ends it, takes both. A throw that would decide for the other house, such as a white die that
stands for the fielders' hold (D39), is out of turn: across two houses everybody speaks for himself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from scoreboard.rules import Game, in_secret
from scoreboard.rules.events import Ball, Call, Chip, Die, Hold, Move, Press, Roll, Side, Skip
from scoreboard.rules.four_dice import SIGNS, pitch_in_doubt
from scoreboard.rules.four_dice.law import APPEAL, BALK
from scoreboard.rules.history import Entry
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.rallybird import speaker
from scoreboard.rules.state import CHIP, DICE, SignPlay

ANSWERS = frozenset({"next", "ok"})
"""The buttons that answer the last throw (D32)."""


def sayer(game: Game, line: Entry) -> Side | None:
    """The side whose line that is; None where both must agree."""
    own = _SAYERS.get(type(line))
    return None if own is None else own(game, line)


def is_out_of_turn(game: Game, line: Entry) -> bool:
    """Whether a throw is neither the one that is due nor a chase (D15): it would decide for the other house.

    Gloves that lie before a card is chosen are, too: the other house would see them first.
    """
    if isinstance(line, Call):
        return game.cards is not None and game.phase == "card" and line.call.startswith("gloves ")
    return isinstance(line, Die) and line.color != game.awaits and not game.chase


def thrower(game: Game) -> Side | None:
    """The side that is waited for; None where the game is over."""
    if game.over:
        return None
    if game.awaits is None:
        choosing = in_secret.choosing(game)
        return choosing[0] if choosing else game.fielding
    if game.awaits == DICE:
        return _roller(game)
    return game.batting if game.awaits == CHIP else _thrower(game, game.awaits)


def _thrower(game: Game, color: str) -> Side:
    """The team of that colour; the white die is the runners' (D3)."""
    if color == game.setup.away.color:
        return "away"
    return "home" if color == game.setup.home.color else game.batting


def _roller(game: Game) -> Side:
    """In Four-Dice Baseball the team in the field rolls, in the other games the one at bat."""
    if not isinstance(game.play, SignPlay):
        return game.batting
    return pitch_in_doubt(game).fielding if game.signs.low_high == APPEAL else game.fielding


def _runners(game: Game) -> Side:
    """The side that runs, and of the last throw to run the side that ran: it may be the last of a half-inning (D32)."""
    choice = game.diamante.choice
    return choice.before.batting if choice is not None and choice.before.phase == "run" else game.batting


def _fielders(game: Game) -> Side:
    """Likewise the side in the field (D35)."""
    choice = game.diamante.choice
    return choice.before.fielding if choice is not None and choice.before.phase != "run" else game.fielding


def _answerer(game: Game) -> Side | None:
    """Whose throw the last one was, while it can be answered."""
    choice = game.diamante.choice
    if choice is None:
        return None
    return _runners(game) if choice.before.phase == "run" else _fielders(game)


def _caller(game: Game, call: str) -> Side | None:
    if call == LAST_INNING:
        return None
    if game.cards is not None:
        return speaker(game, call)
    if isinstance(game.play, SignPlay):
        return game.batting if call in SIGNS else game.fielding if call == BALK else None
    return game.batting


_SAYERS: Final[Mapping[type[Entry], Callable[[Game, Any], Side | None]]] = {
    Die: lambda game, line: _thrower(game, line.color),
    Chip: lambda game, _: game.batting,
    Roll: lambda game, _: _roller(game),
    **dict.fromkeys((Move, Skip), lambda game, _: _runners(game)),
    Ball: lambda game, _: _fielders(game),
    Hold: lambda game, _: game.fielding,
    Call: lambda game, line: _caller(game, line.call),
    Press: lambda game, line: _answerer(game) if line.button in ANSWERS else None,
}
"""Whose each line is; what is not among them takes both."""
