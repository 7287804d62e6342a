"""Games as CSV, Parquet and JSON."""

from __future__ import annotations

import csv
import json
import sys
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from support.rules import MAJOR, read
from support.scoring import record

from scoreboard.exports import FORMS, ExportedGame, ExportError
from scoreboard.language import language
from scoreboard.rules.history import begin
from scoreboard.stats.box_score import box_score

WORDS = "press:homerun press:homerun blue2 red6 hit white3 blue9 press:out blue2 red7 hit white6 press:out"


def played(name: str = "Reds", number: int = 1) -> ExportedGame:
    """Two home runs, a single and three outs, one of them by the shortstop and first base."""
    away = replace(MAJOR.away, name=name, players=("Ana", "Leo"), lineup=("", "", "", ""))
    history = begin(replace(MAJOR, away=away, at="2026-05-03T18:00:00Z"))
    for word in WORDS.split():
        history = record(history, read(word))
    return ExportedGame(number, history)


def tables(form: str, *games: ExportedGame) -> dict[str, bytes]:
    """The files of an archive by their names."""
    with ZipFile(BytesIO(FORMS[form].written(games, language("en")))) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def rows(table: bytes) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    return list(csv.DictReader(StringIO(table.decode("utf-8-sig"))))


def test_csv_has_the_figures_of_the_box_score() -> None:
    """Of the team and of each helmet and player, and the line score inning by inning."""
    game = played()
    box, found = box_score(game.history).away, tables("csv", game)
    batting = [row for row in rows(found["batting.csv"]) if row["side"] == "away"]
    assert ["team", *["helmet"] * 4, "player", "player"] == [row["of"] for row in batting]
    stats = [box.stats, *(each.stats for each in box.batting), *(each.stats for each in box.players)]
    assert stats == [{stat: int(row[stat]) for stat in box.stats} for row in batting]
    assert ["2"] == [
        row["runs"] for row in rows(found["innings.csv"]) if row["side"] == "away" and row["inning"] == "1"
    ]
    (row,) = rows(found["games.csv"])
    assert ("1", "2026-05-03", "Reds", "2", "3", "1") == tuple(
        row[key] for key in ("game", "date", "away", "away_runs", "away_hits", "away_left")
    )


def test_a_play_has_who_batted_and_its_notes() -> None:
    """Also who made an out."""
    found = rows(tables("csv", played())["plays.csv"])
    assert ["HR", "HR", "G6-3", "1B7"] == [row["notes"] for row in found if row["notes"]]
    assert {"Ana", "Leo"} == {row["batter"] for row in found}


def test_a_season_has_every_game_in_each_table() -> None:
    """By its number."""
    found = tables("csv", played(), played("Crows", 7))
    assert all({"1", "7"} == {row["game"] for row in rows(table)} for table in found.values())


def test_a_name_is_no_formula() -> None:
    """A spreadsheet that opens the file computes nothing of what somebody typed; a helmet's plus is none."""
    found = tables("csv", played("=1+1"))
    assert "'=1+1" == rows(found["games.csv"])[0]["away"]
    home = [row for row in rows(found["batting.csv"]) if row["side"] == "home" and row["of"] == "helmet"]
    assert ["+", "", "", "-"] == [row["name"] for row in home]


def test_parquet_has_the_same_rows_with_their_types() -> None:
    """Numbers are numbers, and a figure that is not known is none."""
    import pyarrow.parquet as pq

    found = tables("parquet", played(), played("Crows", 7))
    same = tables("csv", played(), played("Crows", 7))
    for name, table in found.items():
        frame = pq.read_table(BytesIO(table)).to_pylist()
        as_text = [{key: "" if cell is None else str(cell) for key, cell in row.items()} for row in frame]
        assert rows(same[name.replace("parquet", "csv")]) == as_text
        assert {1, 7} == {row["game"] for row in frame}


def test_without_pyarrow_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has none."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match=r"pip install 'stadium-scoreboard\[parquet\]'"):
        FORMS["parquet"].written([played()], language("en"))


def test_json_has_a_game_a_line() -> None:
    """With the box score, and the line score in it."""
    first, second = FORMS["json"].written([played(), played("Crows", 7)], language("en")).splitlines()
    game = json.loads(second)
    assert (1, 7) == (json.loads(first)["game"], game["game"])
    assert ("Crows", [2], 3, "diamante-major", False) == (
        game["away"]["name"], game["away"]["innings"][:1], game["away"]["hits"], game["rules"], game["over"]
    )  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_the_same_games_give_the_same_bytes(form: str) -> None:
    """Whenever they are written."""
    assert FORMS[form].written([played()], language("en")) == FORMS[form].written([played()], language("en"))
