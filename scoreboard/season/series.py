"""Series: the games that two teams play for one prize, and how they stand (H8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import UNSET

from scoreboard.record import replay
from scoreboard.rules.events import AnyLine, SeriesGame, Setup
from scoreboard.season.names import SeasonNames, same
from scoreboard.season.season_game import SeasonGame, season_game
from scoreboard.season.stat_table import Row

SERIES: Final = "series leader series-score follower played best-of series-winner"

FAR_BACK: Final = 200
"""Games of the journal among which those of a series are looked for."""


@dataclass(slots=True)
class GameSeries:
    """A series, as far as it has been played.

    Attributes:
        name: of it.
        best_of: how many games there are at the most.
        wins: by team; both have a place from the first game on.
        played: games, ties among them.
        last: the number of its last game.
        game: that game's number in the journal.
    """

    name: str
    best_of: int
    wins: dict[str, int] = field(default_factory=dict)
    played: int = 0
    last: int = 0
    game: int = 0

    @property
    def ranked(self) -> tuple[str, str]:
        """Both teams, the one with more wins first; of equal ones by name."""
        first, second = sorted(self.wins, key=lambda team: (-self.wins[team], team))
        return first, second

    @property
    def winner(self) -> str | None:
        """The team that cannot be caught; None while there is none."""
        first, second = self.ranked
        ahead = self.wins[first] - self.wins[second]
        return first if ahead > self.best_of - self.played else None

    @property
    def coming(self) -> SeriesGame | None:
        """The game of it that comes next; None where it is won, or all are played."""
        if self.winner is not None or self.last >= self.best_of:
            return None
        return SeriesGame(name=self.name, game=self.last + 1, best_of=self.best_of)

    @property
    def words(self) -> str:
        """``Reds 2, Blues 1``."""
        return ", ".join(f"{team} {self.wins[team]}" for team in self.ranked)

    def row(self) -> Row:
        """As a row."""
        first, second = self.ranked
        return {
            "series": self.name,
            "leader": first,
            "series-score": f"{self.wins[first]}-{self.wins[second]}",
            "follower": second,
            "played": self.played,
            "best-of": self.best_of,
            "series-winner": self.winner,
            "game": self.game,
        }


def all_series(games: Iterable[SeasonGame], names: SeasonNames) -> Iterator[GameSeries]:
    """Every series in the order in which they were begun. Games are in the order in which they were begun, too.

    A series of the same two teams and the same name begins anew where the number of a game does not go on.
    """
    begun, open_ones = list[GameSeries](), dict[tuple[str, frozenset[str]], GameSeries]()
    for game in games:
        teams = [names.of("teams", game.team(side).name) for side in ("away", "home")]
        pair = frozenset(map(same, teams))
        if game.series is None or len(pair) < len(teams):
            continue
        key = same(game.series.name), pair
        series = open_ones.get(key)
        if series is None or game.series.game <= series.last:
            series = open_ones[key] = GameSeries(game.series.name, game.series.best_of, dict.fromkeys(teams, 0))
            begun.append(series)
        series.played, series.last, series.game = series.played + 1, game.series.game, game.game
        if game.winner is not None:
            winner = names.of("teams", game.team(game.winner).name)
            series.wins[next(team for team in series.wins if same(team) == same(winner))] += 1
    yield from begun


def series_of(setup: Setup, newest: int, past: Callable[[int], tuple[AnyLine, ...]]) -> GameSeries | None:
    """How the series stands of which that is a game; None where none of it is over.

    Its games are looked for from the ``newest`` number of the journal on down, up to the last that began it; ``past``
    gives the lines of a game.
    """
    found = list[SeasonGame]()
    for number in range(newest, max(0, newest - FAR_BACK), -1):
        lines = past(number)
        if setup.series is UNSET or not lines or not _is_of(lines[0], setup, setup.series):
            continue
        if (game := season_game(number, replay(enumerate(lines, start=1)))) is not None:
            found.append(game)
            if game.series is not None and game.series.game == 1:
                break
    *_, series = (None, *all_series(reversed(found), SeasonNames()))
    return series


def _is_of(line: AnyLine, setup: Setup, series: SeriesGame) -> bool:
    """It begins a game of that series between the same two teams."""
    if not isinstance(line, Setup) or line.series is UNSET or line.series.name != series.name:
        return False
    return {line.away.name, line.home.name} == {setup.away.name, setup.home.name}
