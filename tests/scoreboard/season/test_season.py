"""The season's tables are folds of finished games."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.season import ANA_AND_LEO, counted, season_games, team, whole_game

from scoreboard.language import language
from scoreboard.record import replay
from scoreboard.rules.events import Amend, End
from scoreboard.season import SeasonNames, career_report, season_game, season_report
from scoreboard.season.standings import meetings, standings
from scoreboard.season.stat_table import Table, table

ENGLISH, SPANISH = language("en"), language("es")
PAIRS = (("Reds", "Blues"), ("Blues", "Reds"), ("reds ", "Greens"), ("Greens", "Blues"), ("Reds", "Blues"))
NAMES = SeasonNames()


def test_unfinished_game_does_not_count() -> None:
    """A game counts once it is over, and one that was called off counts as a tie."""
    lines = whole_game(team("Reds"), team("Blues", "blue"), 1, "2026-01-01T18:00:00Z")
    assert season_game(1, replay(enumerate(lines[: len(lines) // 2], 1))) is None
    called = counted(1, [*lines[: len(lines) // 2], End(why="called", winner=None)])
    (first, second) = standings([called], NAMES)
    assert (first["t"], second["t"], first["pct"]) == (1, 1, 0.5)


def test_standings_add_up() -> None:
    """Wins are losses of others, runs are allowed by others, and every team has played its games."""
    games = season_games(*PAIRS)
    rows = {row["team"]: row for row in standings(games, NAMES)}
    totals = Counter[str]()
    for row in rows.values():
        totals.update({key: row[key] for key in ("played", "w", "l", "t", "runs", "allowed")})  # type: ignore[dict-item] - numbers
    assert totals["w"] == totals["l"]
    assert totals["runs"] == totals["allowed"] == sum(g.box.away.runs + g.box.home.runs for g in games)
    assert totals["played"] == 2 * len(games)


def test_first_is_behind_nobody() -> None:
    """The best is first; of whoever follows it is told by how many games."""
    first, *rest = standings(season_games(*PAIRS), NAMES)
    assert all(float(first["pct"] or 0) >= float(row["pct"] or 0) for row in rest)
    assert min(float(row["gb"] or 0) for row in (first, *rest)) == 0


def test_team_meets_every_other() -> None:
    """Each pair stands there twice, once for each, and one's wins are the other's losses."""
    met = {(row["team"], row["against"]): row for row in meetings(season_games(*PAIRS), NAMES)}
    for (one, other), row in met.items():
        back = met[other, one]
        assert (row["w"], row["l"], row["runs"]) == (back["l"], back["w"], back["allowed"])


@pytest.mark.parametrize(
    ("renamed", "teams"),
    [
        ([], {"Reds", "Blues", "Greens"}),
        ([("reds", "Rockets")], {"Rockets", "Blues", "Greens"}),
        ([("Reds", "Blues")], {"Blues", "Greens"}),
        ([("Reds", "Rockets"), ("Rockets", "Reds")], {"Reds", "Blues", "Greens"}),
        ([("Reds", "Rockets"), ("Rockets", "Comets")], {"Comets", "Blues", "Greens"}),
    ],
)
def test_renamed_and_merged(renamed: list[tuple[str, str]], teams: set[str]) -> None:
    """A team has its new name in all games; with the name of another, the two are one; and it may go back."""
    names = NAMES
    for before, after in renamed:
        names = names.renamed("teams", before, after)
    report = season_report(season_games(*PAIRS), names, ENGLISH)
    table = report.table("standings")
    assert table is not None
    assert sorted(str(row["team"]) for row in table.rows) == sorted(teams)


def test_names_never_go_round() -> None:
    """Two that were renamed to each other's names end somewhere."""
    names = SeasonNames(teams={"a": "b", "b": "a"})
    assert names.of("teams", "A") in {"a", "b", "A"}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcdABCD")), max_size=8))
def test_last_renaming_holds(renamings: list[tuple[str, str]]) -> None:
    """Whatever was renamed before, who is renamed now is called so."""
    names = NAMES
    for before, after in renamings:
        names = names.renamed("people", before, after)
        assert names.of("people", before) == after or before.casefold() == after.casefold()


def test_people_add_up_to_their_teams() -> None:
    """Each person's figures are those of the box scores, over all games."""
    games = season_games(*PAIRS)
    batting = season_report(games, NAMES, ENGLISH).table("batting")
    assert batting is not None
    hits = sum(each.stats["h"] for game in games for box in (game.box.away, game.box.home) for each in box.players)
    assert sum(row["h"] for row in batting.rows) == hits  # type: ignore[misc] - numbers
    assert {row["who"] for row in batting.rows} == {*ANA_AND_LEO, "Mia"}


def test_correction_of_an_old_game_counts() -> None:
    """The season reads a record as it stands, amendments included."""
    lines = whole_game(team("Reds"), team("Blues", "blue"), 1, "2026-01-01T18:00:00Z")
    six = Amend(line=2, values=(6, 6))
    before, after = counted(1, lines), counted(1, [*lines, six, End(why="called", winner=None)])
    assert after.box != before.box


def test_career_is_game_by_game() -> None:
    """A player's games are listed, the newest first, and add up to his figures."""
    found = career_report(season_games(*PAIRS), NAMES, SPANISH, "ana")
    assert found is not None
    assert found.name == "Ana"
    tables = {each.name: each for each in found.tables}
    played = tables["game-batting"].rows
    assert [row["date"] for row in played] == sorted((str(row["date"]) for row in played), reverse=True)
    assert sum(row["ab"] for row in played) == tables["batting"].rows[0]["ab"]  # type: ignore[misc] - numbers
    assert {str(row["result"])[0] for row in played} <= {"G", "P", "E"}


def test_team_has_its_games() -> None:
    """A team's career is its games and whom it has met; nobody's is none."""
    found = career_report(season_games(*PAIRS), NAMES, ENGLISH, "GREENS")
    assert found is not None
    assert found.is_team
    (games,) = (each for each in found.tables if each.name == "games")
    assert [row["against"] for row in games.rows] == ["Blues", "Reds"]
    assert career_report(season_games(*PAIRS), NAMES, ENGLISH, "Nobody") is None


def test_year_and_kind_narrow_it() -> None:
    """Games of one year, or of one kind, are counted alone."""
    games = season_games(*PAIRS)
    assert season_report(games, NAMES, ENGLISH, year="2025").games == 0
    assert season_report(games, NAMES, ENGLISH, rules="two-dice").games == len(games)
    assert season_report(games, NAMES, ENGLISH, rules="one-die").tables == ()
    assert season_report(games, NAMES, ENGLISH).years == ("2026",)


def test_records_are_the_most() -> None:
    """Whoever holds a record did it first."""
    games = season_games(*PAIRS)
    bests = season_report(games, NAMES, ENGLISH).table("bests")
    assert bests is not None
    most = max(box.runs for game in games for box in (game.box.away, game.box.home))
    (runs,) = (row for row in bests.rows if row["record"] == "Runs in a game")
    assert runs["number"] == most
    first = next(game.game for game in games if most in {game.box.away.runs, game.box.home.runs})
    assert runs["game"] == first


def test_every_table_is_csv() -> None:
    """A row of CSV for each row, and a name that looks like a formula is no formula."""
    report = season_report(season_games(("=1+1", "Blues")), NAMES, ENGLISH)
    for each in report.tables:
        read = list(csv.reader(io.StringIO(each.as_csv())))
        assert len(read) == 1 + len(each.rows)
        assert {len(row) for row in read} == {len(each.columns)}
        assert not any(cell.startswith("=") for row in read for cell in row)


def test_averages_read_as_on_a_card() -> None:
    """Without the zero before the point, and a dash where there is none."""
    found: Table = table("batting", "who avg:3", [{"who": "Ana", "avg": 0.25}, {"who": "Leo", "avg": None}], ENGLISH)
    assert found.as_text()[1:] == [("Ana", ".250"), ("Leo", "-")]
