"""What each player did at bat and as a pitcher, over many games and game by game.

Rule kept here: where a team names its players, a person's figures are counted over all teams that he played for.
Where it names none, they are the team's, and in a game with helmets the helmet's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoreboard.rules.baseball import OUTS
from scoreboard.season.names import SeasonNames, same
from scoreboard.season.season_game import SeasonGame
from scoreboard.season.standings import SIDES
from scoreboard.season.stat_table import Cell, Row
from scoreboard.stats.box_score import TeamBox
from scoreboard.stats.credits import STATS
from scoreboard.stats.pitchers import Pitching

BATTING: Final = "who played pa ab r h 2b 3b hr rbi bb hbp k sb cs avg:3 obp:3 slg:3 ops:3"
PITCHING: Final = "who played w l ip h r bb hbp k pitches r3:2 whip:2"
GAME_BATTING: Final = "date against result pa ab r h 2b 3b hr rbi bb k sb"
GAME_PITCHING: Final = "date against result ip h r bb k decision"
INNINGS_OF_AVERAGE: Final = 3
"""Runs are averaged over so many innings: a game of Diamante's."""


class PlayerLine(NamedTuple):
    """What one player did in one game.

    Attributes:
        game: which.
        side: his team's box.
        other: the other team's.
        who: his name, the team's, or the team's and a helmet's sign.
        counts: of what he did.
        is_person: he has a name of his own.
        won: ``W``, ``L`` or ``T``, of his team.
    """

    game: SeasonGame
    side: TeamBox
    other: TeamBox
    who: str
    counts: Counter[str]
    is_person: bool
    won: str


def batting_lines(games: Iterable[SeasonGame], names: SeasonNames) -> Iterator[PlayerLine]:
    """Every line at bat of every game; games without plate appearances have none."""
    for game in games:
        for box, other, won in _sides(game):
            named = [(names.of("people", each.name), each.stats) for each in box.players]
            helmets = [(f"{names.of('teams', box.name)} {each.helmet or '•'}", each.stats) for each in box.batting]
            lines = named or helmets or [(names.of("teams", box.name), box.stats)]
            for who, stats in lines:
                if stats["pa"] or any(stats.values()):
                    yield PlayerLine(game, box, other, who, Counter(stats), bool(named), won)


def pitching_lines(games: Iterable[SeasonGame], names: SeasonNames) -> Iterator[PlayerLine]:
    """Every pitcher's line of every game."""
    for game in games:
        for box, other, won in _sides(game):
            people = {same(each.name) for each in box.players}
            for each in box.pitching:
                is_person = same(each.name) in people
                who = names.of("people" if is_person else "teams", each.name)
                yield PlayerLine(game, box, other, who, _pitched(each), is_person, won)


def batting(lines: Iterable[PlayerLine]) -> Iterator[Row]:
    """Everybody's batting: those with the most hits first."""
    rows = [{"who": who, **_batted(counts)} for who, counts in _totals(lines)]
    return iter(sorted(rows, key=lambda row: (-_number(row["h"]), _number(row["ab"]), str(row["who"]))))


def pitching(lines: Iterable[PlayerLine]) -> Iterator[Row]:
    """Everybody's pitching: those who won most first."""
    rows = [{"who": who, **_pitched_row(counts)} for who, counts in _totals(lines)]
    return iter(sorted(rows, key=lambda row: (-_number(row["w"]), _number(row["l"]), str(row["who"]))))


def game_by_game(lines: Sequence[PlayerLine], of: Callable[[Counter[str]], Row], names: SeasonNames) -> Iterator[Row]:
    """Each line as a row of its own, the newest first."""
    for line in reversed(lines):
        runs, others = line.side.runs, line.other.runs
        yield {
            "date": (line.game.begun or "")[:10],
            "against": names.of("teams", line.other.name),
            "result": f"{line.won} {runs}-{others}",
            "game": line.game.game,
            "rules": line.game.rules,
            **of(line.counts),
        }


def batted_row(counts: Counter[str]) -> Row:
    """One game's batting."""
    return dict(_batted(counts))


def pitched_row(counts: Counter[str]) -> Row:
    """One game's pitching."""
    decided = "W" if counts["w"] else "L" if counts["l"] else ""
    return {**_pitched_row(counts), "decision": decided}


def _sides(game: SeasonGame) -> Iterator[tuple[TeamBox, TeamBox, str]]:
    for side in SIDES:
        other = game.box.home if side == "away" else game.box.away
        yield game.team(side), other, "T" if game.winner is None else "W" if game.winner == side else "L"


def _totals(lines: Iterable[PlayerLine]) -> Iterator[tuple[str, Counter[str]]]:
    """By who it was; the newest spelling of a name is shown."""
    totals, called = dict[tuple[bool, str], Counter[str]](), dict[tuple[bool, str], str]()
    for line in lines:
        key = line.is_person, same(line.who)
        totals.setdefault(key, Counter()).update({**line.counts, "played": 1})
        called[key] = line.who
    return ((called[key], counts) for key, counts in totals.items())


def _batted(counts: Counter[str]) -> dict[str, Cell]:
    bases = counts["h"] + counts["2b"] + 2 * counts["3b"] + 3 * counts["hr"]
    reached, chances = (
        counts["h"] + counts["bb"] + counts["hbp"],
        counts["ab"] + counts["bb"] + counts["hbp"] + counts["sf"],
    )
    on_base, slugging = _per(reached, chances), _per(bases, counts["ab"])
    return {
        "played": counts["played"],
        **{stat: counts[stat] for stat in STATS},
        "avg": _per(counts["h"], counts["ab"]),
        "obp": on_base,
        "slg": slugging,
        "ops": None if on_base is None or slugging is None else on_base + slugging,
    }


def _pitched(each: Pitching) -> Counter[str]:
    innings, _, outs = each.ip.partition(".")
    return Counter(
        {
            "outs": int(innings) * OUTS + int(outs or 0),
            **{stat: getattr(each, stat) for stat in ("h", "r", "bb", "hbp", "k")},
            "pitches": each.pitches or 0,
            "w": int(each.decision == "W"),
            "l": int(each.decision == "L"),
        }
    )


def _pitched_row(counts: Counter[str]) -> dict[str, Cell]:
    outs = counts["outs"]
    return {
        "played": counts["played"],
        "w": counts["w"],
        "l": counts["l"],
        "ip": f"{outs // OUTS}.{outs % OUTS}",
        **{stat: counts[stat] for stat in ("h", "r", "bb", "hbp", "k")},
        "pitches": counts["pitches"] or None,
        "r3": _per(counts["r"] * OUTS * INNINGS_OF_AVERAGE, outs),
        "whip": _per((counts["bb"] + counts["h"]) * OUTS, outs),
    }


def _per(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _number(value: Cell) -> float:
    return value if isinstance(value, int | float) else 0
