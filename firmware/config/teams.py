"""Whom the menu offers for a new game: teams and players of the owner's ``teams.toml``, then those that are shipped.

Rule kept here: every mistake is named with its file and key, several at once; a team's colour is one that a die can
have.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from firmware.config.diagnostics import in_one_line, mistake_in, read_toml
from firmware.config.dice_colors import COLORS, taught
from firmware.config.schema import Config
from firmware.errors import ConfigError
from firmware.notice import Notice, notice
from firmware.paths import SYSTEM_FILE, default_dice_folder
from scoreboard.message import Words, message
from scoreboard.rules.deck import Deck, house_deck
from scoreboard.rules.events import Team
from scoreboard.rules.parks import Park
from scoreboard.rules.state import SHARED
from scoreboard.rules.visible import SEEN, Name

NAME = "teams.toml"
"""Of the owner's file, beside his configuration."""
PARTNERS = ("A", "B", "C", "D")
"""The players, where the owner names none."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What a new game may be made of.

    Attributes:
        teams: the owner's first.
        players: who may be a partner.
        decks: of cards and gloves, the owner's first.
        parks: games of the owner's own.
        colors: of a team's die.
        named: the names that the owner wrote; all others are ours, and are worded in the language that is spoken.
        shorts: the letters that he chose for the panel, by the team's name.
    """

    teams: tuple[Team, ...] = ()
    players: tuple[str, ...] = PARTNERS
    decks: tuple[Deck, ...] = ()
    parks: tuple[Park, ...] = ()
    colors: tuple[str, ...] = tuple(color for color in COLORS if color != SHARED)
    named: frozenset[str] = frozenset()
    shorts: Mapping[str, str] = field(default_factory=dict)

    def called(self, name: str) -> Words:
        """What the team of that name is called."""
        return name if name in self.named else message("game.team-name", unnamed=name)


class RosterTeam(Team, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team of a file: what a record says of one, and what only the panel needs.

    Attributes:
        short: its letters on a panel that has no room for its name.
    """

    short: Annotated[str, Meta(min_length=1, max_length=3, pattern=SEEN)] | UnsetType = UNSET

    @property
    def recorded(self) -> Team:
        """What a record says of it."""
        return Team(name=self.name, color=self.color, lineup=self.lineup, players=self.players)


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of teams.

    Attributes:
        teams: each with a name and the colour of its die; a line-up, players and letters, if it has its own.
        players: who may be a partner.
    """

    teams: tuple[RosterTeam, ...] = ()
    players: tuple[Name, ...] = ()


def load_roster(file: Path, colors: Sequence[str]) -> Roster:
    """The teams and players of that file; ``colors`` are those of the dice.

    Raises:
        ConfigError: it cannot be read, or is no such file.
    """
    values = read_toml(file, message("config.teams"))
    mistakes = list(_mistakes(values, colors))
    if mistakes:
        raise ConfigError(in_one_line(str(file), mistakes))
    return msgspec.convert(values, Roster)


def _mistakes(values: dict[str, Any], colors: Sequence[str]) -> Iterator[str]:
    """One of each team, so that one mistake does not hide another."""
    listed = values.get("teams", ())
    teams = listed if isinstance(listed, list) else ()
    for number, each in enumerate(teams, start=1):
        name = each.get("name") if isinstance(each, dict) else None
        where = f"teams {number} ({name})" if isinstance(name, str) else f"teams {number}"
        try:
            team = msgspec.convert(each, RosterTeam)
        except msgspec.ValidationError as error:
            yield str(mistake_in(where, RosterTeam, str(error), each))
            continue
        if team.color not in colors:
            yield f"{where}.color: no die is called {team.color}; choose one of: {', '.join(colors)}"
    try:
        msgspec.convert(values | ({"teams": []} if listed is teams else {}), Roster)
    except msgspec.ValidationError as error:
        yield str(mistake_in("", Roster, str(error), values)).removeprefix(": ").removeprefix(".")


def shipped_roster() -> Roster:
    """The shipped teams."""
    text = resources.files("firmware").joinpath(NAME).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Roster)


def dice_colors(config: Config) -> tuple[str, ...]:
    """What a team's die may be called: not white, which both run with."""
    renamed, folder = config.eyes.colors, config.eyes.dice
    dice = taught(Path(folder).expanduser() if folder else default_dice_folder())
    known = [color for color in (*COLORS, *sorted(dice)) if color not in renamed]
    return tuple(color for color in dict.fromkeys((*known, *renamed.values())) if color != SHARED)


def offers(config: Config, file: Path | None) -> Offers:
    """What a new game may be made of; ``file`` is the configuration's, None for the system's.

    Raises:
        ConfigError: the owner's file of teams cannot be used.
    """
    owners = (file or SYSTEM_FILE).with_name(NAME)
    colors = dice_colors(config)
    roster = load_roster(owners, colors) if owners.exists() else Roster()
    return _offered(config, roster, colors)


def shipped_offers(config: Config) -> Offers:
    """The same without a file of the owner's."""
    return _offered(config, Roster(), dice_colors(config))


def owners_offers(config: Config, file: Path | None) -> tuple[Offers, tuple[Notice, ...]]:
    """What a new game may be made of; of a bad file of teams a message, and those that are shipped."""
    try:
        return offers(config, file), ()
    except ConfigError as error:
        return shipped_offers(config), (notice("start.bad-teams", why=error.words),)


def _offered(config: Config, roster: Roster, colors: tuple[str, ...]) -> Offers:
    game = config.game
    teams: dict[str, Team] = {}
    owners, ours = ((team.recorded for team in each.teams) for each in (roster, shipped_roster()))
    for team in (*owners, game.away, game.home, *ours):
        teams.setdefault(team.name, team)
    own = game.rallybird.keys()["deck"]
    decks = (house_deck(),) if own is msgspec.UNSET else (own, house_deck())
    named = config.named.union(team.name for team in roster.teams)
    shorts = {team.name: team.short for team in roster.teams if team.short is not UNSET}
    return Offers(tuple(teams.values()), roster.players or PARTNERS, decks, colors=colors, named=named, shorts=shorts)
