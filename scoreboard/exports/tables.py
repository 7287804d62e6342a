"""Games as tables, as a spreadsheet or a statistician's program reads them.

Rule kept here: every figure is the box score's. A table has one row for each game, inning, batter, pitcher or play, and
each row begins with the number of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from scoreboard.exports.forms import ExportedGame, day_of
from scoreboard.rules.events import Side
from scoreboard.rules.state import FIRST
from scoreboard.stats.box_score import BoxScore, TeamBox, box_score
from scoreboard.stats.credits import STATS, ScoredPlay, Stat, scored_plays

Cell = str | int | None
Row = dict[str, Cell]
SIDES: Final[tuple[Side, Side]] = ("away", "home")


class GameTables(NamedTuple):
    """A game with its box score and its plays: what rows are made of."""

    game: ExportedGame
    box: BoxScore
    plays: tuple[ScoredPlay, ...]

    def team(self, side: Side) -> TeamBox:
        """That team's part of the box score."""
        return self.box.away if side == "away" else self.box.home


class TableForm(NamedTuple):
    """A table: the type of each column by its name, and what gives its rows."""

    columns: Mapping[str, type[str | int]]
    rows: Callable[[GameTables], Iterable[Row]]


def tables_of(games: Iterable[ExportedGame]) -> dict[str, list[Row]]:
    """All rows of all tables, by the table's name."""
    filled: dict[str, list[Row]] = {name: [] for name in TABLES}
    for game in games:
        history = game.history
        known = GameTables(game, box_score(history), tuple(scored_plays(history)))
        for name, table in TABLES.items():
            filled[name] += table.rows(known)
    return filled


def _game(known: GameTables) -> Iterator[Row]:
    state, day = known.game.history.game, day_of(known.game.history)
    row: Row = {
        "game": known.game.number,
        "date": None if day is None else day.isoformat(),
        "rules": state.setup.game_name,
    }
    for side in SIDES:
        team = known.team(side)
        row |= {side: team.name, f"{side}_runs": team.runs, f"{side}_hits": team.hits, f"{side}_left": team.left}
    yield row | {"innings": state.innings, "over": int(state.over), "winner": state.winner}


def _innings(known: GameTables) -> Iterator[Row]:
    for side in SIDES:
        team = known.team(side)
        for inning, runs in enumerate(team.innings, team.first):
            yield {**_whose(known, side), "inning": inning, "runs": runs}


def _batting(known: GameTables) -> Iterator[Row]:
    for side in SIDES:
        team, whose = known.team(side), _whose(known, side)
        yield {**whose, "of": "team", "number": None, "name": team.name, **_figures(team.stats)}
        for number, helmet in enumerate(team.batting, 1):
            yield {**whose, "of": "helmet", "number": number, "name": helmet.helmet, **_figures(helmet.stats)}
        for number, player in enumerate(team.players, 1):
            yield {**whose, "of": "player", "number": number, "name": player.name, **_figures(player.stats)}


def _pitching(known: GameTables) -> Iterator[Row]:
    for side in SIDES:
        for line in known.team(side).pitching:
            figures: Row = {key: getattr(line, key) for key in PITCHING}
            yield {**_whose(known, side), **figures}


def _plays(known: GameTables) -> Iterator[Row]:
    for number, play in enumerate(known.plays, 1):
        before, happened, up = play.before, play.happened, play.before.up
        bases = "".join("x" if any(man.place // FIRST == base for man in before.men) else "." for base in (1, 2, 3))
        yield {
            "game": known.game.number,
            "play": number,
            "inning": before.inning,
            "half": before.half,
            "side": before.batting,
            "outs_before": before.outs,
            "bases_before": bases,
            "helmet": before.at_bat + 1,
            "batter": up.bats if up else None,
            "pitcher": up.pitches if up else None,
            "what": happened.name or None,
            "result": happened.result or None,
            "notes": " ".join(play.notes) or None,
            "outs": happened.outs,
            "runs": happened.runs,
            "away": play.after.away,
            "home": play.after.home,
        }


def _figures(stats: Mapping[Stat, int]) -> Row:
    return {stat: stats[stat] for stat in STATS}


def _whose(known: GameTables, side: Side) -> Row:
    return {"game": known.game.number, "side": side, "team": known.team(side).name}


PITCHING: Final = ("name", "ip", "h", "r", "bb", "hbp", "k", "pitches", "decision")
WHOSE: Final[Mapping[str, type[str | int]]] = {"game": int, "side": str, "team": str}
OF_SIDE: Final[Mapping[str, type[str | int]]] = {
    f"{side}{what}": kind
    for side in SIDES
    for what, kind in {"": str, "_runs": int, "_hits": int, "_left": int}.items()
}
TABLES: Final[Mapping[str, TableForm]] = {
    "games": TableForm(
        {"game": int, "date": str, "rules": str, **OF_SIDE, "innings": int, "over": int, "winner": str}, _game
    ),
    "innings": TableForm({**WHOSE, "inning": int, "runs": int}, _innings),
    "batting": TableForm({**WHOSE, "of": str, "number": int, "name": str, **dict.fromkeys(STATS, int)}, _batting),
    "pitching": TableForm(
        {**WHOSE, **{key: str if key in {"name", "ip", "decision"} else int for key in PITCHING}}, _pitching
    ),
    "plays": TableForm(
        {
            **dict.fromkeys(("game", "play", "inning", "outs_before", "helmet", "outs", "runs", "away", "home"), int),
            **dict.fromkeys(("half", "side", "bases_before", "batter", "pitcher", "what", "result", "notes"), str),
        },
        _plays,
    ),
}
"""Every table by its name."""
