"""Menus about the box as an opponent: for which side it decides, and how well."""

from __future__ import annotations

from functools import partial

from firmware.notice import Notice
from firmware.play.menus.screen import ChooseOpponent, Item, Screen
from scoreboard.opponent import Opponent, Strength, decides_in, policies
from scoreboard.rules.events import RulesName, Side
from scoreboard.rules.state import Game

STRENGTHS: tuple[Strength, ...] = ("strong", "fair", "easy")
"""The strongest first."""
NOBODY = Notice("The box decides for nobody.", "NO BOX")


def can_decide(game: Game) -> bool:
    """Whether the box can decide anything in that game."""
    return decides_in(game.setup.rules)


def whom_to_play(game: Game) -> Screen:
    """For which side the box decides; neither is offered first."""
    nobody = Item("NOBODY?", "The box decides for nobody.", lambda: ChooseOpponent(Opponent()))
    return Screen((nobody, _side(game, "away"), _side(game, "home")))


def _side(game: Game, side: Side) -> Item:
    team = game.team(side)
    return Item(
        f"BOX {team.name}?", f"The box decides for {team.name}.", partial(_how_well, game.setup.rules, side), team.color
    )


def _how_well(rules: RulesName, side: Side) -> Screen:
    def item(strength: Strength) -> Item:
        said = f"{strength}. {policies(rules)[strength]}"
        return Item(f"{strength}?", said, lambda: ChooseOpponent(Opponent(side, strength)))

    return Screen(tuple(map(item, STRENGTHS)))


def opponent_set(opponent: Opponent, game: Game) -> Notice:
    """What was chosen."""
    if opponent.side is None:
        return NOBODY
    name = game.team(opponent.side).name
    said = f"The box decides for {name} ({opponent.strength}). Throw the dice for both sides."
    return Notice(said, f"BOX {name}")
