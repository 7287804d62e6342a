"""Menus about the box as an opponent: for which side it decides, and how well."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from firmware.message import Message
from firmware.play.menus.screen import ChooseOpponent, Item, Screen
from scoreboard.opponent import Opponent, Strength, decides_in
from scoreboard.rules.events import Side
from scoreboard.rules.state import Game

STRENGTHS: Mapping[Strength, str] = {
    "strong": "It decides as well as it can.",
    "fair": "It always takes the likeliest way.",
    "easy": "It decides by lot.",
}
"""The strongest first."""
NOBODY = Message("The box decides for nobody.", "NO BOX")


def can_decide(game: Game) -> bool:
    """Whether the box can decide anything in that game."""
    return decides_in(game.setup.rules)


def whom_to_play(game: Game) -> Screen:
    """For which side the box decides; neither is offered first."""
    nobody = Item("NOBODY?", "The box decides for nobody.", lambda: ChooseOpponent(Opponent()))
    return Screen((nobody, _side(game, "away"), _side(game, "home")))


def _side(game: Game, side: Side) -> Item:
    team = game.team(side)
    return Item(f"BOX {team.name}?", f"The box decides for {team.name}.", partial(_how_well, side), team.color)


def _how_well(side: Side) -> Screen:
    def item(strength: Strength, said: str) -> Item:
        return Item(f"{strength}?", f"{strength}: {said}", lambda: ChooseOpponent(Opponent(side, strength)))

    return Screen(tuple(item(strength, said) for strength, said in STRENGTHS.items()))


def opponent_set(opponent: Opponent, game: Game) -> Message:
    """What was chosen."""
    if opponent.side is None:
        return NOBODY
    name = game.team(opponent.side).name
    said = f"The box decides for {name} ({opponent.strength}). Throw the dice for both sides."
    return Message(said, f"BOX {name}")
