"""Who is up: the players at bat and on the mound, the helmet at bat and the dugout in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoreboard.message import Message, message
from scoreboard.rules.helmet_signs import painted
from scoreboard.rules.state import Game


def who_is_up(game: Game, named: Callable[[str], str] = str) -> tuple[Message, ...]:
    """``Ana bats, Mia pitches. At bat: + helmet. In the dugout: plain, plain, -.`` (D49, D53).

    Args:
        game: the state of play. Nothing is said if the game is over, or if it has neither names nor helmets.
        named: writes a player's name.
    """
    return () if game.over else (*_players(game, named), *_helmets(game))


def _players(game: Game, named: Callable[[str], str]) -> Iterator[Message]:
    if game.up is not None:
        does = {"up.bats": game.up.bats, "up.pitches": game.up.pitches}
        players = (message(key, player=named(name)) for key, name in does.items() if name is not None)
        yield message("up.players", players=tuple(players))


def _helmets(game: Game) -> Iterator[Message]:
    if game.batter is not None:
        yield message("up.helmet", helmet=painted(game.batter))
        waiting = tuple(map(painted, game.dugout or ()))
        yield message("up.dugout", helmets=waiting) if waiting else message("up.nobody")
