"""The league's own file, ``league.toml``: its stadiums with their keys, its teams, and its fixtures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from scoreboard.errors import ScoreboardError
from scoreboard.message import Words, message
from scoreboard.msgspec_errors import located
from scoreboard.rules import RULE_SETS
from scoreboard.rules.parks.park import ParkName
from scoreboard.rules.visible import Name

NAME: Final = "league.toml"
ALIKE: Final = 0.8
"""A game of a name so like one of ours is a slip of the pen (`difflib`)."""
LOOK_S: Final = 1.0
"""Seconds from one look at the file to the next."""
BoxId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,60}\Z")]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
EXAMPLE: Final = """# The league: its stadiums, its teams and its fixtures.
name = "Attic League"

# Which games count: all of them, or only these ("diamante-amateur", "two-dice", ..., or one of your own, by its name).
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

# A game that does not count, though nothing is wrong with it: by its stadium and its number there.
# [[dismissed]]
# box = "4f2a91c07b44"
# game = 12
# why = "played with ten men"
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


class Dismissed(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that the league has decided not to count, and why."""

    box: BoxId
    game: Annotated[int, Meta(ge=1)]
    why: Name


class League(Struct, frozen=True, forbid_unknown_fields=True):
    """The file.

    Attributes:
        name: of the league.
        rules: the games that count, ours and makers' own, by name; all if empty.
        boxes: its stadiums.
        teams: those whose games count; all if empty.
        fixtures: what is to be played; any game counts if empty.
        dismissed: games that do not count, though nothing is wrong with them.
    """

    name: Name
    rules: tuple[ParkName, ...] = ()
    boxes: tuple[LeagueBox, ...] = ()
    teams: tuple[LeagueTeam, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    dismissed: tuple[Dismissed, ...] = ()

    def key_of(self, box: str) -> str | None:
        """The public key of that stadium; None if it is none of the league's."""
        return next((each.key for each in self.boxes if each.id == box), None)


class LeagueFile:
    """The league by now: the file is read again where it has changed, and one that cannot be used changes nothing.

    Args:
        file: the league's.
        now: a clock that nobody sets, in seconds.

    Attributes:
        trouble: why the file as it is cannot be used, if it cannot.

    Raises:
        LeagueFileError: if it cannot be used at first.
    """

    def __init__(self, file: Path, now: Callable[[], float]) -> None:
        self.file, self._now = file, now
        self.trouble: Words = ""
        self._mark = self._marked()
        self._league, self._looked = read_league(file), now()

    def __call__(self) -> League:
        """The league."""
        if self._now() - self._looked >= LOOK_S:
            self.look()
        return self._league

    def look(self) -> None:
        """Look whether the file has changed."""
        self._looked = self._now()
        if (mark := self._marked()) == self._mark:
            return
        self._mark = mark
        try:
            self._league, self.trouble = read_league(self.file), ""
        except LeagueFileError as error:
            self.trouble = error.words

    def _marked(self) -> tuple[int, int, int] | None:
        try:
            about = self.file.stat()
        except OSError:
            return None
        return about.st_mtime_ns, about.st_size, about.st_ino


def read_league(file: Path) -> League:
    """The league of that file.

    Raises:
        LeagueFileError: if it cannot be used.
    """
    try:
        return league_of(file.read_text(encoding="utf-8"), str(file))
    except FileNotFoundError as error:
        raise LeagueFileError(message("league.no-file", file=str(file))) from error
    except (OSError, UnicodeDecodeError) as error:
        raise LeagueFileError(message("league.unread", file=str(file), why=str(error))) from error


def league_of(text: str, called: str = NAME) -> League:
    """The league of that text, which is a file that is called so.

    Raises:
        LeagueFileError: if it cannot be used.
    """
    try:
        league = msgspec.convert(tomllib.loads(text), type=League)
    except msgspec.ValidationError as error:
        what, place = located(str(error))
        key = (place or "").lstrip(".") or "-"
        raise LeagueFileError(message("league.wrong", file=called, key=key, why=what)) from error
    except (ValueError, RecursionError) as error:  # also of a number of too many digits
        raise LeagueFileError(message("league.unread", file=called, why=str(error))) from error
    for name in league.rules:
        if name not in RULE_SETS and (near := get_close_matches(name, RULE_SETS, 1, ALIKE)):
            raise LeagueFileError(message("league.alike", file=called, name=name, near=near[0]))
    seen = [each.id for each in league.boxes]
    for box in seen:
        if seen.count(box) > 1:
            raise LeagueFileError(message("league.twice", file=called, box=box))
    return league
