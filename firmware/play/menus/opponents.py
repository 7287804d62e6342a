"""Menus about the box as an opponent: for which side it decides, and how well."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware.notice import Notice, notice
from firmware.play.menus.new_games import STRENGTHS
from firmware.play.menus.screen import ChooseOpponent, Item, Screen, item
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent, Strength, decides_in, policy
from scoreboard.rules.events import RulesName, Side
from scoreboard.rules.state import Game

NOBODY = notice("notice.no-box")


def can_decide(game: Game) -> bool:
    """Whether the box can decide anything in that game."""
    return decides_in(game.setup.rules)


def whom_to_play(game: Game, called: Callable[[str], Words] = lambda name: name) -> Screen:
    """For which side the box decides; neither is offered first. ``called`` words the names of a game to come."""
    nobody = item(message("menu.nobody"), lambda: ChooseOpponent(Opponent()))
    return Screen((nobody, _side(game, "away", called), _side(game, "home", called)))


def _side(game: Game, side: Side, called: Callable[[str], Words]) -> Item:
    team = game.team(side)
    return item(message("menu.box-for", team=called(team.name)), partial(_how_well, game.setup.rules, side), team.color)


def _how_well(rules: RulesName, side: Side) -> Screen:
    def plays(strength: Strength) -> Item:
        words = message("menu.strength", strength=strength, policy=policy(rules, strength))
        return item(words, lambda: ChooseOpponent(Opponent(side, strength)))

    return Screen(tuple(map(plays, STRENGTHS)))


def opponent_set(opponent: Opponent, game: Game) -> Notice:
    """What was chosen."""
    if opponent.side is None:
        return NOBODY
    return notice("notice.box-for", team=game.team(opponent.side).name, strength=opponent.strength)
