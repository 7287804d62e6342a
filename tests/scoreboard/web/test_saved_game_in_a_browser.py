"""A game as one HTML file, opened from a disk in a browser that has no network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect
from support.browser import barriers, opened, small_targets
from support.page_table import Table, golden, served
from support.pages import NUMBER
from support.throws import SEVEN, kept

from scoreboard.exports import FORMS
from scoreboard.language import language
from scoreboard.web.watch.saved_game import saved_game

pytestmark = [pytest.mark.newest, pytest.mark.untraced]


@contextmanager
def opened_file(browser: Browser, html: bytes, tmp_path: Path, at: str = "") -> Iterator[Page]:
    """The file in a browser that has no network; whatever it asks for beside the file is an error, as what fails."""
    file = tmp_path / "game.html"
    file.write_bytes(html)
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, offline=True)
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda fault: faults.append(fault.text))
    page.on("request", lambda asked: faults.append(asked.url))
    page.goto(f"{file.as_uri()}{at}")
    try:
        yield page
    finally:
        context.close()
    assert [file.as_uri()] == faults


def test_saved_page_needs_neither_scoreboard_nor_network(browser: Browser, tmp_path: Path) -> None:
    """From the first moment to the end by the keyboard alone; final score, box score and chart are there."""
    html = saved_game(golden("whole-diamante-amateur").history, language("en"))
    with opened_file(browser, html, tmp_path, "#line=2") as page:
        page.get_by_role("slider").focus()
        expect(page.locator(".scoreboard .runs")).to_have_text(["0", "0"])
        expect(page.locator(".finale")).to_be_hidden()
        expect(page.locator(".sprays > div")).to_have_count(2)
        assert [] == barriers(page)
        assert [] == small_targets(page)
        page.keyboard.press("End")
        expect(page.get_by_role("region", name="Final score").locator(".runs")).to_have_text(["0", "1"])
        expect(page.get_by_role("table", name="Herons: batting")).to_contain_text("Total")
        page.locator(".finale").get_by_role("link", name="Top of 4").press("Enter")
        expect(page.locator(".plays-list [aria-current]")).to_contain_text("Three outs")
        expect(page.locator(".finale")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert [] == barriers(page)


MARKUP = "</script><script>document.title=1//\"'&<!--"


def test_names_in_a_saved_page_are_text(browser: Browser, tmp_path: Path) -> None:
    """Of a team and of a player: shown as they were typed, and nothing of them runs."""
    played = golden("whole-diamante-amateur")
    away = structs.replace(played.setup.away, name=MARKUP, players=(MARKUP, "Leo"))
    table = Table(structs.replace(played.setup, away=away))
    table.play(*[recorded.line for recorded in reversed(list(played.history.lines))])
    with opened_file(browser, saved_game(table.history, language("es")), tmp_path) as page:
        expect(page.locator(".finale .name").first).to_have_text(MARKUP)
        expect(page.locator(".sprays").get_by_role("button", name=MARKUP)).to_be_visible()
        expect(page).to_have_title(f"{MARKUP} 0, Herons 1")
        assert 2 == page.locator("script").count()


def test_saved_page_shows_what_the_camera_saw(browser: Browser, tmp_path: Path) -> None:
    """Of the moment that is shown, where a picture was stored with it."""
    html = saved_game(golden("whole-diamante-amateur").history, language("en"), {3: kept(SEVEN).picture})
    with opened_file(browser, html, tmp_path, "#line=3") as page:
        image = page.get_by_role("img", name="As the camera saw it")
        expect(image).to_be_visible()
        assert 48 == image.evaluate("image => image.decode().then(() => image.naturalWidth)")
        page.get_by_role("button", name="One step back").tap()
        expect(image).to_have_count(0)


def test_game_is_saved_from_its_last_page(browser: Browser) -> None:
    """As a file; with the pictures of its throws, if one asks for that."""
    with served(golden("whole-diamante-amateur")) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        page.locator(".finale .best-plays").wait_for()  # it moves what is below it
        with page.expect_download() as saved:
            page.locator(".finale").get_by_role("link", name="Save as a web page").tap()
        assert f"game-{NUMBER}.html" == saved.value.suggested_filename
        assert saved_game(stadium.table.history, language("en")) == saved.value.path().read_bytes()
        pictured = page.locator(".finale").get_by_role("link", name="Web page with pictures of the throws")
        assert f"/api/games/{NUMBER}/game.html?pictures=1&lang=en" == pictured.get_attribute("href")


def test_a_finished_game_is_had_in_every_form(browser: Browser) -> None:
    """Behind one word, so that they are in nobody's way; the stadium names the file."""
    with served(golden("whole-diamante-amateur")) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        page.locator(".finale .best-plays").wait_for()
        link = page.get_by_role("link", name="Scorecard (A4)")
        expect(link).to_be_hidden()
        page.get_by_text("More forms").tap()
        expect(page.locator(".forms a")).to_have_count(len(FORMS))
        with page.expect_download() as saved:
            link.tap()
        assert f"game-{NUMBER}-pdf.pdf" == saved.value.suggested_filename
        assert saved.value.path().read_bytes().startswith(b"%PDF")
