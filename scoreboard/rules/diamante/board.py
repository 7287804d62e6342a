"""The stadium's board: where the ball can lie, what a throw from there costs, and what each spot is called (D1, D2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from scoreboard.rules.state import FIRST, HOME, SECOND, THIRD

Base: TypeAlias = Literal["1B", "2B", "3B", "HP"]

BASE_NAMES: Mapping[int, Base] = MappingProxyType({FIRST: "1B", SECOND: "2B", THIRD: "3B", HOME: "HP"})
"""A base's place on the path, and its name in the record."""
BASES: Mapping[str, int] = MappingProxyType({name: place for place, name in BASE_NAMES.items()})

PITCHER: Literal["Z1"] = "Z1"
SOUNDS_LIKE_A_VOWEL = 8
"""The one face of a d10 that is *an*."""
CATCHER_ZONE = 2
"""Home plate itself, a base throughout."""
BASE_COST = 2
"""What a throw from a base, home included, or from a step needs (D34)."""


def zone_name(zone: int) -> str:
    """How the record writes a zone, 1 to 9."""
    return "HP" if zone == CATCHER_ZONE else f"Z{zone}"


COSTS: Mapping[str, int] = MappingProxyType(
    {zone_name(zone): zone for zone in range(1, 10)} | dict.fromkeys(BASES, BASE_COST)
)
"""What a throw from each spot needs (D34)."""


def cost(spot: str | int) -> int:
    """What a throw from there needs (D34)."""
    return COSTS[spot] if isinstance(spot, str) else BASE_COST


SPOKEN_BASES: Mapping[int, str] = MappingProxyType(
    {FIRST: "first base", SECOND: "second base", THIRD: "third base", HOME: "home plate"}
)


def spoken_spot(spot: str | int) -> str:
    """Where the ball lies, as people say it."""
    if isinstance(spot, int):
        return SPOKEN_BASES.get(spot, f"step {spot}")
    if spot == PITCHER:
        return "the pitcher"
    return SPOKEN_BASES[BASES[spot]] if spot in BASES else f"zone {spot.removeprefix('Z')}"


def spoken_place(place: int) -> str:
    """A runner by what people call him: the batter, the runner on first base, and so on.

    The steps have no numbers on the board, so one between bases is also named by the base ahead.
    """
    if not place:
        return "the batter"
    ahead = SPOKEN_BASES[place - place % FIRST + FIRST] if place % FIRST else ""
    return f"the runner on {spoken_spot(place)}{f' on the way to {ahead}' if ahead else ''}"


def spoken_choice(spots: Iterable[str | int]) -> str:
    """Some of them to choose from: first base, step 9 or step 3."""
    *others, last = dict.fromkeys(map(spoken_spot, spots))
    return f"{', '.join(others)} or {last}" if others else last


def a_number(value: int) -> str:
    """A throw as people say it: a 7, an 8."""
    return f"an {value}" if value == SOUNDS_LIKE_A_VOWEL else f"a {value}"
