"""Sheets and forms in a real browser: Back closes what is open, and nothing that was typed is lost."""

from __future__ import annotations

import re

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect
from support.browser import TABLET, cell, opened, press, question, stand_still, step
from support.page_table import Served, Table, served
from support.scoring import SETUP

from scoreboard.rules.events import Press, Roll

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

NEW = 'a[href="/new"]'
LISTEN = """() => {
  window.spoken = [];
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const live = (node) => element(node)?.closest("[aria-live], [role=status], [role=alert]");
  new MutationObserver((all) => {
    for (const each of new Set(all.map((one) => live(one.target)).filter(Boolean))) {
      if (each.textContent) window.spoken.push(each.textContent.trim());
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""What a screen reader is given to read."""


def back(page: Page) -> None:
    """The browser's Back, which does not wait for a page to load: there may be none."""
    page.evaluate("history.back()")


def test_back_closes_what_is_open(browser: Browser, stadium: Served) -> None:
    """A sheet first, then the one below it; then, and after a sheet that was closed by hand, it leaves the page."""
    with opened(browser, stadium, "/privacy") as page:
        page.goto(f"{stadium.address}/")
        page.get_by_role("button", name="More").tap()
        expect(page.get_by_role("dialog", name="More")).to_be_visible()
        back(page)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="9", exact=True)).to_be_enabled()  # it is the page still
        page.get_by_role("button", name="More").tap()
        page.get_by_role("button", name="Close").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
        press(page, "Run")
        expect(page.locator("h1")).to_contain_text("Reds 1")
        expect(page.get_by_role("dialog")).to_have_count(0)
        back(page)
        expect(page).to_have_url(re.compile("/privacy$"))


def test_what_was_typed_survives(browser: Browser, stadium: Served) -> None:
    """Back and a reload, in the sheet that puts the score right and in the form of a new game; not once it was done."""
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        step(page, "Outs", 2)
        page.locator("dialog").get_by_text("More", exact=True).tap()
        page.get_by_label("Home team's name").fill("Azules")
        back(page)
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.reload()
        page.get_by_role("button", name="Put the score right").tap()
        page.locator("dialog").get_by_text("More", exact=True).tap()
        expect(page.get_by_label("Home team's name")).to_have_value("Azules")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 2")).to_be_visible()
        page.get_by_role("button", name="Put the score right").tap()
        expect(cell(page, "Outs")).to_contain_text("2")
        expect(page.get_by_role("button", name="Do it")).to_have_count(0)
        back(page)
        page.get_by_role("button", name="More").tap()
        page.locator(NEW).tap()
        page.get_by_role("button", name="Change something").tap()
        with question(page, "Which game?") as sheet:
            sheet.get_by_role("radio", name=re.compile("^Two Dice")).check()
        page.get_by_role("button", name="Who plays?").tap()
        page.locator("[name=away-name]").fill("Tigres")
        back(page)  # closes the sheet, and what was typed in it stays
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Who plays?")).to_contain_text("Tigres")
        page.locator("header").get_by_role("link", name="Live").tap()
        page.get_by_role("button", name="More").tap()
        page.locator(NEW).tap()
        expect(page.get_by_role("button", name="Who plays?")).to_contain_text("Tigres")
        page.reload()
        expect(page.get_by_role("button", name="Which game?")).to_contain_text("Two Dice")
        with question(page, "Who plays?"):
            expect(page.locator("[name=away-name]")).to_have_value("Tigres")
        page.get_by_role("button", name="Play ball!").tap()
        page.get_by_role("dialog").get_by_role("button", name="Leave").tap()
        expect(page.locator("h1")).to_contain_text("Tigres 0")
        assert page.evaluate("sessionStorage.getItem('typed new game')") is None


def test_what_was_done_is_not_typed_any_longer(browser: Browser, stadium: Served) -> None:
    """Once it is undone the score stands as before, and nothing of what was put right is offered again."""
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        step(page, "Outs", 2)
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 2")).to_be_visible()
        stadium.tell(Press(button="undo"))
        expect(page.get_by_role("img", name="outs: 0")).to_be_visible()
        page.get_by_role("button", name="Put the score right").tap()
        expect(cell(page, "Outs")).to_contain_text("0")


def test_each_play_is_read_aloud_once(browser: Browser) -> None:
    """Also the second of two in the same words; what a button would do is not said again after each."""
    table = Table(structs.replace(SETUP, rules="two-dice"))
    with served(table) as stadium, opened(browser, stadium, size=TABLET) as page:
        stand_still(page)
        page.locator(".told", has_text="Play ball!").wait_for()
        page.locator(".dock .last", has_text="Play ball!").wait_for()
        page.evaluate(LISTEN)
        for plays, line in enumerate((Roll(values=(1, 3)), Roll(values=(1, 3)), Press(button="run"))):
            stadium.tell(line)
            page.wait_for_function("most => window.spoken.length > most", arg=plays)
        single = "Reds roll 1 3. A single! (1B)"
        assert [single, single] == page.evaluate("window.spoken")[:2]
        assert 3 == len(page.evaluate("window.spoken"))
