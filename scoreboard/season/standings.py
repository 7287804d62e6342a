"""How the teams stand: wins and losses, who leads, streaks, and team against team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, Literal

from scoreboard.rules.events import Side
from scoreboard.season.names import SeasonNames, same
from scoreboard.season.season_game import OTHER, SeasonGame
from scoreboard.season.stat_table import Row

Result = Literal["W", "L", "T"]
SIDES: Final[tuple[Side, ...]] = ("away", "home")
STANDINGS: Final = "team played w l t pct:3 gb:1 runs allowed streak at-home away"
GAMES: Final = "date against result"
MEETINGS: Final = "team against played w l t runs allowed"


@dataclass(slots=True)
class WonLost:
    """What a team's games come to.

    Attributes:
        results: of each game in order, and the side that the team had.
        runs: scored.
        allowed: runs of the others.
    """

    results: list[tuple[Result, Side]] = field(default_factory=list)
    runs: int = 0
    allowed: int = 0

    def add(self, game: SeasonGame, side: Side) -> None:
        """One game more."""
        result: Result = "T" if game.winner is None else "W" if game.winner == side else "L"
        self.results.append((result, side))
        self.runs += game.team(side).runs
        self.allowed += game.team(OTHER[side]).runs

    def count(self, result: Result, *sides: Side) -> int:
        """How many games ended so, at home or away where that is asked."""
        return sum(each == result and (not sides or side in sides) for each, side in self.results)

    @property
    def share(self) -> float:
        """The share of games won; a tie is half a win (H3)."""
        return (self.count("W") + self.count("T") / 2) / len(self.results)

    @property
    def ahead(self) -> int:
        """Games won more than lost."""
        return self.count("W") - self.count("L")

    @property
    def streak(self) -> str:
        """How many games in a row ended as the last one: ``W3``."""
        last = self.results[-1][0]
        return f"{last}{len(list(takewhile(lambda each: each[0] == last, reversed(self.results))))}"

    def at(self, side: Side) -> str:
        """Won and lost on that side: ``3-1``, with ties ``3-1-1``."""
        won, lost, tied = (self.count(result, side) for result in ("W", "L", "T"))
        return f"{won}-{lost}-{tied}" if tied else f"{won}-{lost}"

    def row(self) -> dict[str, str | int | float | None]:
        """What both tables show of it."""
        counted = {result.lower(): self.count(result) for result in ("W", "L", "T")}
        return {"played": len(self.results), **counted, "runs": self.runs, "allowed": self.allowed}


def standings(games: Sequence[SeasonGame], names: SeasonNames) -> Iterator[Row]:
    """Every team, the best first; of equal ones the one with more runs to spare."""
    tallies = dict[str, WonLost]()
    for game in games:
        for side in SIDES:
            tallies.setdefault(names.of("teams", game.team(side).name), WonLost()).add(game, side)
    ordered = sorted(tallies.items(), key=lambda each: (-each[1].share, each[1].allowed - each[1].runs, each[0]))
    most = max((tally.ahead for tally in tallies.values()), default=0)
    for team, tally in ordered:
        yield {
            "team": team,
            **tally.row(),
            "pct": tally.share,
            "gb": (most - tally.ahead) / 2,
            "streak": tally.streak,
            "at-home": tally.at("home"),
            "away": tally.at("away"),
        }


def meetings(games: Sequence[SeasonGame], names: SeasonNames) -> Iterator[Row]:
    """Each team against each that it has met, by name; a team that plays itself is met once."""
    tallies = dict[tuple[str, str], WonLost]()
    for game in games:
        for side in SIDES:
            team, other = (names.of("teams", game.team(each).name) for each in (side, OTHER[side]))
            tallies.setdefault((team, other), WonLost()).add(game, side)
    for (team, other), tally in sorted(tallies.items()):
        yield {"team": team, "against": other, **tally.row()}


def team_games(games: Sequence[SeasonGame], names: SeasonNames, team: str) -> Iterator[Row]:
    """Every game of that team, the newest first; one against itself stands there as its away side played it."""
    for game in reversed(games):
        sides = [side for side in SIDES if same(names.of("teams", game.team(side).name)) == same(team)]
        if sides:
            tally = WonLost()
            tally.add(game, sides[0])
            yield {
                "date": (game.begun or "")[:10],
                "against": names.of("teams", game.team(OTHER[sides[0]]).name),
                "result": f"{tally.streak[0]} {tally.runs}-{tally.allowed}",
                "game": game.game,
            }
