"""The league as it stands: standings, fixtures, and what does not count, from verified games and the league's file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from scoreboard.language import Language
from scoreboard.league.league_file import Fixture, League
from scoreboard.league.verified_game import VerifiedGame
from scoreboard.message import message
from scoreboard.rules.registry import title_named
from scoreboard.season import SeasonGame, SeasonNames, season_report
from scoreboard.season.names import same
from scoreboard.season.stat_table import Row, Table, table

FIXTURES: Final = "date away-team home-team score box"
NOT_COUNTED: Final = "box game-number why"
NO_NAMES: Final = SeasonNames()


class PlayedGame(Struct, frozen=True):
    """A game that counts, in a list.

    Attributes:
        box: the id of the stadium that it was played at.
        stadium: what that is called.
        number: of the game there.
        begun: ISO 8601 in UTC; null if not recorded.
        rules: what it is called.
        away: the team's name.
        home: likewise.
        score: of both.
    """

    box: str
    stadium: str
    number: int
    begun: str | None
    rules: str
    away: str
    home: str
    score: str


class LeagueReport(Struct, frozen=True):
    """The league.

    Attributes:
        name: of the league.
        games: how many count.
        tables: standings, head to head, batting, pitching, records, then fixtures, and games that do not count.
        played: the games that count, the newest first.
    """

    name: str
    games: int
    tables: tuple[Table, ...]
    played: tuple[PlayedGame, ...]

    def table(self, name: str) -> Table | None:
        """The table of that name; None where it would be empty."""
        return next((each for each in self.tables if each.name == name), None)


class LeagueGame(Struct, frozen=True):
    """A game that counts, and the stadium that it was played at."""

    box: str
    game: SeasonGame


def league_report(league: League, games: Iterable[VerifiedGame], language: Language) -> LeagueReport:
    """The league of these games, in whatever order they came."""
    decided = (_dismissed(each, league) for each in games)
    ordered = sorted(decided, key=lambda each: (each.box, each.number, each.sent.named))
    played = sorted(_counted(ordered), key=lambda each: (each.game.begun or "", each.box, each.game.game))
    mine = [each for each in played if _is_of_teams(each.game, league)]
    fixtures = list(_fixtures(league, mine))
    if league.fixtures:
        mine = [each for _, each in fixtures if each is not None]
    # The number of a game in its stadium's journal says nothing here.
    numbered = [replace(each.game, game=number) for number, each in enumerate(mine, 1)]
    season = season_report(numbered, NO_NAMES, language)
    others = [each for each in ordered if each.fault]
    more = (
        table("fixtures", FIXTURES, (_fixture_row(fixture, each, league) for fixture, each in fixtures), language),
        table("not-counted", NOT_COUNTED, (_fault_row(each, league, language) for each in others), language),
    )
    tables = (*(each for each in season.tables if each.name != "dice"), *(each for each in more if each.rows))
    return LeagueReport(
        league.name, len(mine), tables, tuple(_listed(each, league, language) for each in reversed(mine))
    )


def _listed(played: LeagueGame, league: League, language: Language) -> PlayedGame:
    game = played.game
    away, home = game.box.away, game.box.home
    return PlayedGame(
        played.box,
        _called(played.box, league),
        game.game,
        game.begun,
        language.say(title_named(game.rules)),
        away.name,
        home.name,
        f"{away.runs}-{home.runs}",
    )


def fault_named(game: VerifiedGame, language: Language) -> str:
    """A game that does not count, and why, in a line."""
    where = game.sent.named or f"{game.box} {game.number}"
    return language.say(message("league.not-counted", game=where, why=game.fault or ""))


def _dismissed(game: VerifiedGame, league: League) -> VerifiedGame:
    """The game, with a fault where the league has decided that it does not count."""
    why = next((each.why for each in league.dismissed if (each.box, each.game) == (game.box, game.number)), None)
    if why is None or game.game is None:
        return game
    return replace(game, game=None, fault=message("league.dismissed", why=why))


def _counted(games: Iterable[VerifiedGame]) -> Iterator[LeagueGame]:
    """The games without fault, each of a stadium once: of two records of one game the longer one counts.

    A stadium whose games were erased, or put back, may give a number twice: then they were begun at different times.
    """
    longest = dict[tuple[str, int, str], VerifiedGame]()
    for each in games:
        if each.game is None:
            continue
        key = each.box, each.number, each.game.begun or ""
        if key not in longest or longest[key].lines < each.lines:
            longest[key] = each
    for each in longest.values():
        if each.game is not None:
            yield LeagueGame(each.box, each.game)


def _is_of_teams(game: SeasonGame, league: League) -> bool:
    teams = {same(each.name) for each in league.teams}
    return not teams or {same(game.box.away.name), same(game.box.home.name)} <= teams


def _fixtures(league: League, games: Sequence[LeagueGame]) -> Iterator[tuple[Fixture, LeagueGame | None]]:
    """Each fixture, and the first game that fulfils it and no earlier fixture."""
    left = list(games)
    for fixture in sorted(league.fixtures, key=lambda each: each.on):
        found = next((each for each in left if _fulfils(each.game, fixture)), None)
        if found is not None:
            left.remove(found)
        yield fixture, found


def _fulfils(game: SeasonGame, fixture: Fixture) -> bool:
    names = same(game.box.away.name), same(game.box.home.name)
    return names == (same(fixture.away), same(fixture.home)) and (game.begun or "")[:10] >= fixture.on


def _fixture_row(fixture: Fixture, played: LeagueGame | None, league: League) -> Row:
    box = played and played.game.box
    return {
        "date": fixture.on,
        "away-team": fixture.away,
        "home-team": fixture.home,
        "score": f"{box.away.runs}-{box.home.runs}" if box else None,
        "box": _called(played.box, league) if played else None,
    }


def _fault_row(game: VerifiedGame, league: League, language: Language) -> Row:
    return {"box": _called(game.box, league), "game-number": game.number, "why": language.say(game.fault or "")}


def _called(box: str, league: League) -> str:
    return next((each.name for each in league.boxes if each.id == box), box)
