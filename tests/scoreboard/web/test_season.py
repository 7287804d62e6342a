"""The season over HTTP: for everybody to read, and for owners to name."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from support.page_table import Served, Table, served
from support.pages import Board
from support.season import ANA_AND_LEO, MIA, season_journal, team, whole_game

from scoreboard.journal.store import Journal
from scoreboard.season import SeasonReport
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.http.phone import COOKIE
from scoreboard.web.owner.season_name_routes import season_name_routes
from scoreboard.web.watch import season_routes

GAMES = 4


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of finished games."""
    reds, blues = team("Reds", players=ANA_AND_LEO), team("Blues", "blue", MIA)
    days = (f"202{6 + each % 2}-01-01T18:00:00Z" for each in range(GAMES))
    return season_journal(
        tmp_path / "games.sqlite", [whole_game(reds, blues, seed, day) for seed, day in enumerate(days)]
    )


@pytest.fixture
def board(journal: Path) -> Board:
    """A table where it is looked at."""
    book = SeasonBook()
    return Board(more={"journal": partial(Journal.open_readonly, journal), "season": lambda: book})


def test_season_is_answered(board: Board) -> None:
    """As its type says, in the asked language, and again as it was."""
    answer, body = board.get("/api/season?lang=es")
    report = msgspec.json.decode(body, type=SeasonReport)
    assert (report.games, report.uncounted, report.years) == (GAMES, 0, ("2026", "2027"))
    assert [each.title for each in report.tables][:2] == ["Clasificación", "Frente a frente"]
    again, _ = board.get("/api/season?lang=es", If_None_Match=answer.headers["ETag"])
    assert again.status == 304


def test_season_is_narrowed(board: Board) -> None:
    """To a year, and to a kind of game."""
    assert board.json("/api/season?year=2026")["games"] == GAMES // 2
    assert board.json("/api/season?rules=one-die")["games"] == 0


def test_career_is_answered(board: Board) -> None:
    """Of a player; of nobody it is said that there is none."""
    assert board.json("/api/season/career?name=ANA")["name"] == "Ana"
    answer, body = board.get("/api/season/career?name=Nobody")
    assert (answer.status, "Nobody called Nobody" in body.decode()) == (404, True)


def test_box_without_games_has_a_season() -> None:
    """An empty one."""
    assert Board().json("/api/season")["tables"] == []


def test_many_games_are_counted_bit_by_bit(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer counts for a moment and says how many are left; whoever asks again gets on."""
    monkeypatch.setattr(season_routes, "COUNTING_S", -1.0)
    board_answers = [board.json("/api/season")["uncounted"] for _ in range(GAMES + 1)]
    assert board_answers == [3, 2, 1, 0, 0]


def posted(stadium: Served, renaming: dict[str, str], cookie: str | None = None) -> tuple[int, object]:
    """The status and the answer to a renaming by the owner's phone, or by that of another cookie."""
    headers = {
        "Origin": stadium.address,
        "Content-Type": "application/json",
        "Cookie": f"{COOKIE}={cookie or stadium.cookie}",
    }
    request = Request(f"{stadium.address}/api/season/names", msgspec.json.encode(renaming), headers)  # noqa: S310 - our own
    try:
        with urlopen(request) as answer:  # noqa: S310 - our own
            return answer.status, msgspec.json.decode(answer.read())
    except HTTPError as error:
        return error.code, msgspec.json.decode(error.read())


def test_owner_renames(journal: Path) -> None:
    """An owner calls a player otherwise; a scorer may not, and a name needs letters."""
    book = SeasonBook()
    table = Table(
        journal=partial(Journal.open_readonly, journal), more=lambda guard: [season_name_routes(book, guard)], book=book
    )
    with served(table) as stadium:
        renaming = {"kind": "people", "before": "ana", "after": "Anna  B."}
        scorer = stadium.pair("Leo", owner=False)
        assert posted(stadium, renaming, scorer)[0] == 403
        assert posted(stadium, {**renaming, "after": ""})[0] == 400
        assert posted(stadium, renaming) == (200, {"people": {"ana": "Anna B."}})
