"""Finished games for the tests of the season: small boxes of two-dice baseball, and a journal of whole games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from msgspec import UNSET
from msgspec.structs import replace
from support.games import drawn_game, setup

from scoreboard.journal.store import Journal
from scoreboard.record import replay
from scoreboard.rules.events import AnyLine, Chip, Die, Roll, Setup, Team
from scoreboard.season import SeasonGame, season_game

ANA_AND_LEO, MIA = ("Ana", "Leo"), ("Mia",)


def team(name: str, color: str = "red", players: tuple[str, ...] = ()) -> Team:
    """A team."""
    return Team(name=name, color=color, players=players or UNSET)


def whole_game(away: Team, home: Team, seed: int, at: str, rules: str = "two-dice") -> list[AnyLine]:
    """The record of a game that was played to its end before the camera, which was sure by 0.998 of each throw."""
    begun = replace(setup(rules, 3), at=at, away=away, home=home)
    lots = Random(seed)  # noqa: S311 - throws of a test
    return [begun, *map(_seen, drawn_game(begun, lots))]


def _seen(line: AnyLine) -> AnyLine:
    return replace(line, by="camera", confidence=0.998) if isinstance(line, Die | Chip | Roll) else line


def counted(number: int, lines: Iterable[AnyLine]) -> SeasonGame:
    """What the game came to."""
    game = season_game(number, replay(enumerate(lines, 1)))
    assert game is not None
    return game


def season_games(*pairs: tuple[str, str], players: bool = True) -> tuple[SeasonGame, ...]:
    """A game of each pair of teams, a day after the other."""
    return tuple(
        counted(
            number,
            whole_game(
                team(away, players=ANA_AND_LEO if players else ()),
                team(home, "blue", MIA if players else ()),
                number,
                f"2026-01-{number:02}T18:00:00Z",
            ),
        )
        for number, (away, home) in enumerate(pairs, 1)
    )


def season_journal(path: Path, games: Iterable[list[AnyLine]]) -> Path:
    """A journal of these games, the last one in play or over."""
    with Journal.create(path) as journal:
        for lines in games:
            journal.add(lines)
    return path


def unfinished(at: str) -> list[AnyLine]:
    """The record of a game that has just begun."""
    first = replace(setup("two-dice", 3), at=at)
    assert isinstance(first, Setup)
    return [first]
