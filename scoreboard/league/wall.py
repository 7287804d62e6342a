"""All games under way: what each stadium last said of its own, and whether it is there.

Rule kept here: of what a stadium says only what the wall shows is kept, and only if it can be shown: what one sends
costs no other its place.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scoreboard.league.league_file import League
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules.events import Half, Side
from scoreboard.rules.visible import Name

LARGEST: Final = 64 << 10
"""Bytes of a state."""
Small = Annotated[int, Meta(ge=0, le=9999)]
Place = Annotated[int, Meta(ge=0, le=24)]
Word = Annotated[str, Meta(max_length=40)]
ONLINE: Final = b"online"


class WallTeam(Struct, frozen=True):
    """A team: its name and its colour."""

    name: Name
    color: Word


class WallSetup(Struct, frozen=True):
    """The game that is played, and by whom."""

    rules: Word
    away: WallTeam
    home: WallTeam


class WallNames(Struct, frozen=True, omit_defaults=True):
    """The names of teams that were put right since."""

    away: Name | UnsetType = UNSET
    home: Name | UnsetType = UNSET


class WallHits(Struct, frozen=True):
    """The hits of each team."""

    away: Small
    home: Small


class WallState(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part of a stadium's state that the wall shows, as `StateOfPlay` has it."""

    game: int
    setup: WallSetup
    inning: Small
    half: Half
    balls: Small
    strikes: Small
    outs: Small
    away: Small
    home: Small
    hits: WallHits
    runners: Annotated[tuple[Place, ...], Meta(max_length=24)]
    ball: int | Word
    over: bool
    winner: Side | UnsetType | None = UNSET
    names: WallNames | UnsetType = UNSET
    up: Annotated[dict[Literal["bats", "pitches"], Name | None], Meta(max_length=2)] | UnsetType = UNSET
    batter: Word | UnsetType = UNSET


class WallPlace(Struct, frozen=True):
    """A stadium on the wall.

    Attributes:
        box: its id.
        name: what the league calls it.
        online: whether it is there.
        state: of its game; null where it has said of none.
    """

    box: str
    name: str
    online: bool
    state: WallState | None


_STATES: Final = msgspec.json.Decoder(WallState)


class Wall:
    """What is known of every stadium."""

    def __init__(self) -> None:
        self._states = dict[str, WallState]()
        self._online = set[str]()

    def take_state(self, box: str, payload: bytes) -> bool:
        """A stadium said how its game stands; whether that can be shown."""
        if not payload:  # the broker keeps it no longer
            self._states.pop(box, None)
            return True
        try:
            if len(payload) <= LARGEST:
                self._states[box] = _STATES.decode(payload)
                return True
        except DECODE_ERRORS:
            pass
        return False

    def take_availability(self, box: str, payload: bytes) -> None:
        """It said that it is there, or the broker that it is gone."""
        (self._online.add if payload == ONLINE else self._online.discard)(box)

    def forget(self) -> None:
        """Nobody tells any more who is there: the connection is lost."""
        self._online.clear()

    def places(self, league: League) -> tuple[WallPlace, ...]:
        """The stadiums of that league, in its order."""
        return tuple(
            WallPlace(each.id, each.name, each.id in self._online, self._states.get(each.id)) for each in league.boxes
        )
