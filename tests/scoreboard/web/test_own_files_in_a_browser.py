"""Logos that owners send, and figures that anybody saves, in a real browser."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from support.browser import TABLET, TV, barriers, opened, small_targets, spilled
from support.owners import OwnersTable, owned
from support.page_table import Served, golden, served

from scoreboard.web.pages.static_files import static_files

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
MAKES_A_TABLE = {"lib/csv.js", "watch/board.js", "watch/spray.js"}
"""The scripts that draw tables: the one that others draw them by, and two whose figures a button beside them saves."""


def logo() -> dict[str, object]:
    """A picture as a phone has it, under a name that is a path."""
    file = BytesIO()
    Image.new("RGB", (400, 300), (20, 160, 60)).save(file, "JPEG")
    return {"name": "../../bees.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


@pytest.fixture
def stadium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A stadium whose owner's phone it is, in the middle of a game."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    with owned(tmp_path) as table, served(table) as stadium:
        yield stadium


def expect_drawn(page: Page) -> None:
    """Wait until the browser has drawn every logo of the page: one that has not come has no width."""
    for logo in page.locator(".logo").all():
        expect(logo).not_to_have_js_property("naturalWidth", 0)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_owner_gives_a_team_its_logo(browser: Browser, stadium: Served, lang: str) -> None:
    """It stands beside the team's name on the page, a TV and a stream; what is no picture is refused in words."""
    table = stadium.table
    assert isinstance(table, OwnersTable)
    name = table.setup.away.name
    with opened(browser, stadium, f"/settings/care?lang={lang}") as page:
        card = page.locator(".card-logos")
        card.locator("#logos-whose").fill(name)
        card.locator("input[type=file]").set_input_files(
            {"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"}
        )
        card.locator("button.offer").tap()
        expect(card.locator(".reply")).to_contain_text("PNG")
        card.locator("input[type=file]").set_input_files([logo()])  # type: ignore[list-item]
        card.locator("button.offer").tap()
        expect(card.locator(".own-files li")).to_contain_text(name)
        expect(page.locator(".logo")).to_have_count(1)
        expect_drawn(page)
        assert [] == barriers(page, within=".card-logos")
        for size in ((390, 844), TABLET, TV):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert [] == small_targets(page, ".card-logos")
            assert [] == spilled(page, ".card-logos")
        for path in ("/", "/tv", "/overlay", "/overlay?style=board"):
            page.goto(stadium.address + path)
            expect(page.locator(".logo").first).to_be_visible()
            expect_drawn(page)
        page.goto(f"{stadium.address}/settings/care?lang={lang}")
        card.locator(".own-files button").tap()
        page.locator("dialog .main").tap()
        expect(card.locator(".own-files li")).to_have_count(0)
        page.goto(stadium.address)
        expect(page.locator(".line-score").first).to_contain_text(name)
        assert 0 == page.locator(".logo").count()


def saved(page: Page, label: str) -> list[list[str]]:
    """What the button of that name saves, row by row."""
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile(f"Save as a spreadsheet: .*{label}")).first.tap()
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def test_all_figures_of_a_game_can_be_saved(browser: Browser) -> None:
    """The line score, each team's batting and pitching, where it hit to, and the chances play by play."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium, "/games/7") as page:
        expect(page.locator(".box-score, .boxes").first).to_be_attached()
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        expect(page.locator(".boxes table").first).to_be_visible()
        head, away, home = saved(page, "Line score")
        assert ("Team", "R", "H") == (head[0], head[-2], head[-1])
        assert len(head) == len(away) == len(home)
        assert int(away[-2]) == sum(int(each or 0) for each in away[1:-2])
        assert 2 < len(saved(page, "batting"))
        zones = saved(page, "Where the ball went")
        assert {"Ospreys", "Herons"} == {row[0] for row in zones[1:]}
        chances = saved(page, "Who will win")
        assert {"100"} == {str(int(row[2]) + int(row[3])) for row in chances[1:] if row[2].isdigit()}
        assert [] == barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_list_of_phones_can_be_saved(browser: Browser, stadium: Served) -> None:
    """Name, role and days; no secret is among them."""
    with opened(browser, stadium, "/settings/phones") as page:
        head, *phones = saved(page, "Phones")
        assert ["Name", "May", "Paired", "Last seen"] == head
        assert "Ana" == phones[0][0]


def test_a_new_table_has_its_button() -> None:
    """A script draws a table by `dataTable`, which makes one with a button, and by nothing else."""
    scripts = {name: file.plain.decode() for name, file in static_files().items() if name.endswith(".js")}
    assert MAKES_A_TABLE == {name for name, text in scripts.items() if re.search(r'el\(\s*"table"', text)}
    assert "csvButton(() => rows" in scripts["watch/spray.js"]
    assert "csvButton(() => lineScore" in scripts["watch/box.js"]
