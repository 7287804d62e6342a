"""The season on a phone: its tables, a career, another name, and a table as a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.browser import barriers, opened
from support.page_table import Table, served
from support.season import ANA_AND_LEO, MIA, season_journal, team, whole_game

from scoreboard.journal.store import Journal
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.owner.season_name_routes import season_name_routes

pytestmark = [pytest.mark.newest, pytest.mark.untraced]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table whose journal has three finished games."""
    reds, blues = team("=Reds, of the North", players=ANA_AND_LEO), team("Blues", "blue", MIA)
    games = [whole_game(reds, blues, seed, f"2026-0{seed + 1}-01T18:00:00Z") for seed in range(3)]
    journal, book = season_journal(tmp_path / "games.sqlite", games), SeasonBook()
    return Table(
        journal=partial(Journal.open_readonly, journal), more=lambda guard: [season_name_routes(book, guard)], book=book
    )


def test_season_on_a_phone(browser: Browser, table: Table) -> None:
    """From the list of games to the season, to a player, who gets another name, and back; nobody is shut out."""
    with served(table) as stadium, opened(browser, stadium, "/games") as page:
        page.get_by_role("link", name="The season").tap()
        batting = page.get_by_role("region", name="Batting")
        expect(batting.get_by_role("link", name="Leo")).to_be_visible()
        assert [] == barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as a spreadsheet: Standings").tap()
        assert saved.value.suggested_filename == "Standings.csv"
        lines = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert lines[0].startswith("TEAM,G,W,L")
        assert any(line.startswith('"\'=Reds, of the North",') for line in lines)
        batting.get_by_role("link", name="Leo").tap()
        field = page.get_by_role("textbox", name="In the season it is called")
        field.fill("Leonardo")
        page.get_by_role("button", name="Save", exact=True).tap()
        expect(page.get_by_role("heading", name="Leonardo")).to_be_visible()
        page.get_by_role("link", name="All of the season").tap()
        expect(batting.get_by_role("link", name="Leonardo")).to_be_visible()


def test_guest_names_nobody(browser: Browser, table: Table) -> None:
    """Who is not an owner reads, and is offered no name; a career of nobody is said to be none."""
    with served(table) as stadium, opened(browser, stadium, "/season#Leo", paired=False) as page:
        expect(page.get_by_role("heading", name="Leo")).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_count(0)
        page.goto(f"{stadium.address}/season#Nobody")
        expect(page.get_by_text("Nobody called Nobody has played")).to_be_visible()
