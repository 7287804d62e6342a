"""The stadium's board: where the ball can lie, what a throw from there costs, and what each spot is called (D1, D2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias

from scoreboard.message import Message, once
from scoreboard.rules.state import FIRST, HOME, SECOND, THIRD

Base: TypeAlias = Literal["1B", "2B", "3B", "HP"]

BASE_NAMES: Mapping[int, Base] = {FIRST: "1B", SECOND: "2B", THIRD: "3B", HOME: "HP"}
"""A base's place on the path, and its name in the record."""
BASES: Mapping[str, int] = {name: place for place, name in BASE_NAMES.items()}

PITCHER: Literal["Z1"] = "Z1"
CATCHER_ZONE = 2
"""Home plate itself, a base throughout."""
BASE_COST = 2
"""What a throw from a base, home included, or from a step needs (D34)."""


def zone_name(zone: int) -> str:
    """How the record writes a zone, 1 to 9."""
    return "HP" if zone == CATCHER_ZONE else f"Z{zone}"


COSTS: Mapping[str, int] = {zone_name(zone): zone for zone in range(1, 10)} | dict.fromkeys(BASES, BASE_COST)
"""What a throw from each spot needs (D34)."""


def place_code(place: int) -> str:
    """A place on the path in a panel's few letters: a base's name, or the two that a step lies between."""
    behind = place - place % FIRST
    return BASE_NAMES.get(place) or f"{BASE_NAMES.get(behind, 'HP')}-{BASE_NAMES[behind + FIRST]}"


def cost(spot: str | int) -> int:
    """What a throw from there needs (D34)."""
    return COSTS[spot] if isinstance(spot, str) else BASE_COST


@cache
def spoken_spot(spot: str | int) -> Message:
    """Where the ball lies, as people say it; the steps have no numbers on the board."""
    if isinstance(spot, int):
        return spoken_spot(BASE_NAMES[spot]) if spot in BASE_NAMES else _short_of("spot.step", spot)
    if spot in BASES or spot == PITCHER:
        # one of: spot.1B, spot.2B, spot.3B, spot.HP, spot.Z1
        return once(f"spot.{spot}")
    return once("spot.zone", value=spot.removeprefix("Z"))


@cache
def spoken_place(place: int) -> Message:
    """A runner by what people call him: the batter, the runner on first base, and so on."""
    if not place:
        return once("runner.batter")
    if not place % FIRST:
        return once("runner.on", spot=spoken_spot(place))
    return _short_of("runner.between", place)


def _short_of(key: str, step: int) -> Message:
    """A step by how far it is from the base ahead."""
    left = FIRST - step % FIRST
    return once(key, count=left, ahead=spoken_spot(step + left), base=BASE_NAMES[step + left])


def spoken_choice(spots: Iterable[str | int]) -> tuple[Message, ...]:
    """Some of them to choose from, each once."""
    return tuple(dict.fromkeys(map(spoken_spot, spots)))
