"""Who is up, in English: the players at bat and on the mound, the helmet at bat and the dugout in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.state import Game

HELMETS: dict[Helmet, str] = {"+": "+", "": "plain", "-": "-"}


def who_is_up(game: Game, named: Callable[[str], str] = str) -> str:
    """``Ana bats, Mia pitches. At bat: + helmet. In the dugout: plain, plain, -.`` (D49, D53).

    Args:
        game: the state of play. The text is empty if the game is over, or if it has neither names nor helmets.
        named: writes a player's name.
    """
    return "" if game.over else " ".join((*_players(game, named), *_helmets(game)))


def _players(game: Game, named: Callable[[str], str]) -> Iterator[str]:
    if game.up is not None:
        does = {"bats": game.up.bats, "pitches": game.up.pitches}
        yield ", ".join(f"{named(name)} {what}" for what, name in does.items() if name is not None) + "."


def _helmets(game: Game) -> Iterator[str]:
    if game.batter is not None:
        yield f"At bat: {HELMETS[game.batter]} helmet."
        waiting = ", ".join(HELMETS[helmet] for helmet in game.dugout or ())
        yield f"In the dugout: {waiting}." if waiting else "Nobody waits in the dugout."
