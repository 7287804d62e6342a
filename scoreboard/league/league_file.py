"""The league's own file, ``league.toml``: its stadiums with their keys, its teams, and its fixtures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from scoreboard.errors import ScoreboardError
from scoreboard.message import message
from scoreboard.msgspec_errors import located
from scoreboard.rules.events import Name, RulesName

NAME: Final = "league.toml"
BoxId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
EXAMPLE: Final = """# The league: its stadiums, its teams and its fixtures.
name = "Attic League"

# Which games count: all of them, or those of one kind alone ("diamante-amateur", "two-dice", ...).
rules = []

# A stadium is known by its id and its public key; `stadium league key` on it prints both.
# [[boxes]]
# id = "4f2a91c07b44"
# name = "Ana's attic"
# key = "64 digits and letters from 0 to f"

# If teams are named, games of others do not count.
# [[teams]]
# name = "Reds"

# If fixtures are named, each takes the first game of the two that was begun on that day or later.
# [[fixtures]]
# on = "2026-12-05"
# away = "Reds"
# home = "Blues"
"""


class LeagueFileError(ScoreboardError, ValueError):
    """The file cannot be used: names the file and the key."""


class LeagueBox(Struct, frozen=True, forbid_unknown_fields=True):
    """A stadium: its id, what people call it, and its public key in hexadecimal digits."""

    id: BoxId
    name: Name
    key: Key


class LeagueTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """A team."""

    name: Name


class Fixture(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is to be played, on that day or later."""

    on: Day
    away: Name
    home: Name


class League(Struct, frozen=True, forbid_unknown_fields=True):
    """The file.

    Attributes:
        name: of the league.
        rules: the kinds of games that count; all if empty.
        boxes: its stadiums.
        teams: those whose games count; all if empty.
        fixtures: what is to be played; any game counts if empty.
    """

    name: Name
    rules: tuple[RulesName, ...] = ()
    boxes: tuple[LeagueBox, ...] = ()
    teams: tuple[LeagueTeam, ...] = ()
    fixtures: tuple[Fixture, ...] = ()

    def key_of(self, box: str) -> str | None:
        """The public key of that stadium; None if it is none of the league's."""
        return next((each.key for each in self.boxes if each.id == box), None)


def read_league(file: Path) -> League:
    """The league of that file.

    Raises:
        LeagueFileError: if it cannot be used.
    """
    try:
        league = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), type=League)
    except FileNotFoundError as error:
        raise LeagueFileError(message("league.no-file", file=str(file))) from error
    except msgspec.ValidationError as error:
        what, place = located(str(error))
        key = (place or "").lstrip(".") or "-"
        raise LeagueFileError(message("league.wrong", file=str(file), key=key, why=what)) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LeagueFileError(message("league.unread", file=str(file), why=str(error))) from error
    seen = [each.id for each in league.boxes]
    for box in seen:
        if seen.count(box) > 1:
            raise LeagueFileError(message("league.twice", file=str(file), box=box))
    return league
