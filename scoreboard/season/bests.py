"""The season's records: the most of everything in one game, and the longest streaks.

Rule kept here: of equals the first to do it holds the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoreboard.season.names import SeasonNames
from scoreboard.season.people import PlayerLine
from scoreboard.season.season_game import OTHER, SeasonGame
from scoreboard.season.standings import SIDES
from scoreboard.season.stat_table import Row

BESTS: Final = "record number who against date"
IN_A_GAME: Final = ("hr", "h", "rbi", "r", "sb")
"""What a batter's record is kept of."""
RECORDS: Final = (
    *("runs", "inning", "hits", "margin", "together", "innings", "won-in-a-row", "lost-in-a-row"),
    *(f"player-{stat}" for stat in (*IN_A_GAME, "k")),
)
"""Every record, in the order in which they are shown."""


class Feat(NamedTuple):
    """Something that was done: which record it is for, how much, by whom, against whom, and in which game."""

    record: str
    number: int
    who: str
    against: str
    game: SeasonGame


def bests(
    games: Sequence[SeasonGame], names: SeasonNames, batting: Sequence[PlayerLine], pitching: Sequence[PlayerLine]
) -> Iterator[Feat]:
    """Who holds each record; one that nobody has come near, as of no home run at all, is left out."""
    feats = [*_of_teams(games, names), *_of_people(batting, pitching, names), *_streaks(games, names)]
    held = dict[str, Feat]()
    for feat in feats:
        if feat.number > (held[feat.record].number if feat.record in held else 0):
            held[feat.record] = feat
    yield from (held[record] for record in RECORDS if record in held)


def row_of(feat: Feat, called: str) -> Row:
    """The record as a row; ``called`` is its name in words."""
    return {
        "record": called,
        "number": feat.number,
        "who": feat.who,
        "against": feat.against,
        "date": (feat.game.begun or "")[:10],
        "game": feat.game.game,
    }


def _of_teams(games: Iterable[SeasonGame], names: SeasonNames) -> Iterator[Feat]:
    for game in games:
        for side in SIDES:
            box, other = game.team(side), game.team(OTHER[side])
            team, against = names.of("teams", box.name), names.of("teams", other.name)
            yield Feat("runs", box.runs, team, against, game)
            yield Feat("inning", max((runs or 0 for runs in box.innings), default=0), team, against, game)
            yield Feat("hits", box.hits, team, against, game)
            yield Feat("margin", box.runs - other.runs, team, against, game)
        away, home = (names.of("teams", game.team(side).name) for side in SIDES)
        yield Feat("together", game.box.away.runs + game.box.home.runs, away, home, game)
        yield Feat("innings", len(game.box.away.innings), away, home, game)


def _of_people(batting: Iterable[PlayerLine], pitching: Iterable[PlayerLine], names: SeasonNames) -> Iterator[Feat]:
    for line in batting:
        for stat in IN_A_GAME:
            yield Feat(f"player-{stat}", line.counts[stat], line.who, names.of("teams", line.other.name), line.game)
    for line in pitching:
        yield Feat("player-k", line.counts["k"], line.who, names.of("teams", line.other.name), line.game)


def _streaks(games: Iterable[SeasonGame], names: SeasonNames) -> Iterator[Feat]:
    """Games won, and lost, in a row."""
    won, lost = dict[str, int](), dict[str, int]()
    for game in games:
        for side in SIDES:
            team, against = (names.of("teams", game.team(each).name) for each in (side, OTHER[side]))
            won[team] = won.get(team, 0) + 1 if game.winner == side else 0
            lost[team] = lost.get(team, 0) + 1 if game.winner == OTHER[side] else 0
            yield Feat("won-in-a-row", won[team], team, against, game)
            yield Feat("lost-in-a-row", lost[team], team, against, game)
