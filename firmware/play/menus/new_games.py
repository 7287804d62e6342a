"""What a new game may be made of: one answer for the menu at the box and for the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, structs

from firmware.storage.next_game import NextGame
from scoreboard.message import Message, message
from scoreboard.opponent import Strength, decides_in
from scoreboard.rules import RulesError, find_rule_set, has_ten_sided_dice, ruled, set_up, start, usual_innings
from scoreboard.rules.events import End, PlayedGame, RulesName, Setup, Side
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.options import Option
from scoreboard.rules.state import Game

FAMILIES: Final[dict[str, tuple[RulesName, ...]]] = {
    "diamante": ("diamante-amateur", "diamante-major"),
    "dice": ("one-die", "two-dice", "three-dice", "dice-baseball"),
    "four-dice": ("four-dice",),
    "rallybird": ("rallybird",),
}
"""The games, as they are offered."""
MOST_INNINGS: Final = 9
HOUSE_VALUES: Final[Mapping[str, tuple[int | None, ...]]] = {
    "mercy": (None, 3, 5, 8, 10, 12, 15, 20),
    "mercy_from": (None, *range(1, 10)),
    "cap": (None, 3, 4, 5, 6, 7, 8, 10),
    "tie_after": (None, 0, 1, 2, 3),
    "extra_runner_from": (1, 2, 3, 4),
    "minutes": (None, 20, 30, 45, 60, 90, 120),
    "away_start": tuple(range(11)),
    "home_start": tuple(range(11)),
}
"""Of the rules of the house that are numbers, those that are offered; None: it is not played so."""
STRENGTHS: Final[tuple[Strength, ...]] = ("strong", "fair", "easy")
"""The strongest first."""


def innings_of(setup: Setup) -> int:
    """How many are played."""
    rules = find_rule_set(setup.rules)
    usual = usual_innings(setup)
    return setup.innings or min((rules.options[option] for option in setup.options or ()), default=usual)


def house_of(setup: Setup, configured: Setup, rulings: Mapping[str, object]) -> HouseRules:
    """How that game is played in this house; ``rulings`` are for the game that is configured."""
    own = find_rule_set(setup.rules).house
    if setup.house is not UNSET:
        return ruled(own, setup.house)
    return ruled(own, rulings) if setup.game == configured.game else own


def can_be_played(setup: Setup) -> bool:
    """Whether the law has nothing against it."""
    try:
        start(setup)
    except RulesError:
        return False
    return True


def played(game: NextGame, other: PlayedGame, configured: NextGame) -> NextGame:
    """The same teams at another game, as it is usual or as the configuration has it."""
    setup = set_up(other, game.setup)
    rules = setup.rules
    usual = configured.setup if configured.setup.game == other else None
    keys = {key: getattr(usual, key, UNSET) for key in ("innings", "options", "first", "deck", "house")}
    opponent = game.opponent if decides_in(rules) else game.opponent._replace(side=None)
    throws_off = game.throws_off and has_ten_sided_dice(rules)
    return NextGame(structs.replace(setup, **keys), opponent, throws_off)


def switched(setup: Setup, option: Option) -> Setup:
    """The same with that option, or without it where it has it; how long it is then is the option's to say."""
    now = setup.options or ()
    other = tuple(each for each in now if each != option) if option in now else (*now, option)
    return structs.replace(setup, options=other or UNSET, innings=UNSET)


def first_of(setup: Setup) -> int:
    """The number of its first inning."""
    return setup.first or find_rule_set(setup.rules).first


def endings(game: Game) -> tuple[tuple[Message, End], ...]:
    """How the game may end now: a team gives up, or it is called as it stands."""
    leads: Side = "away" if game.away > game.home else "home"
    called = End(why="called", winner=None if game.away == game.home else leads)
    return (_wins(game, "away"), _wins(game, "home"), (message("menu.called"), called))


def _wins(game: Game, side: Side) -> tuple[Message, End]:
    return message("menu.wins", team=game.team(side).name), End(why="forfeit", winner=side)
