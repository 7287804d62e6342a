"""Every sheet of a game and of a new one, in a real browser: who can use it, whether it fits, how it is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.browser import PHONE, barriers, cell, opened, small_targets, spilled, step
from support.page_table import Served, golden, served

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

LINES = {"diamante-major": 72, "four-dice": 40}
"""Of the golden game of those rules: a pitch is due."""
NARROW, ACROSS = (320, 640), (844, 390)
SHEETS = [
    ("diamante-major", "/", ["More"]),
    ("diamante-major", "/", ["Put the score right", "Inning"]),
    ("diamante-major", "/", ["Put the score right", "Third base: nobody"]),
    ("diamante-major", "/", ["swing", "9"]),
    ("diamante-major", "/", ["swing", "It was another die", "the white die"]),
    ("diamante-major", "/", ["swing", "It never happened"]),
    ("diamante-major", "/", ["swing", "Something before it was missed", "the white die"]),
    ("diamante-major", "/", ["The ball is caught", "Something before it was missed", "the chip"]),
    ("diamante-major", "/new", ["End this game now", "The game is called"]),
    ("diamante-major", "/new", ["Play ball!"]),
    ("diamante-major", "/new", ["Which game?"]),
    ("diamante-major", "/new", ["How many innings?"]),
    ("diamante-major", "/new", ["Who plays?"]),
    ("diamante-major", "/new", ["Who is Home?"]),
    ("diamante-major", "/new", ["Does the stadium play?"]),
    ("diamante-major", "/new", ["Line-up"]),
    ("diamante-major", "/new", ["Partners"]),
    ("diamante-major", "/new", ["House rules"]),
    ("four-dice", "/", ["roll", "6"]),
    ("four-dice", "/new", ["Other ways to play it"]),
]
"""The game, the page, and the buttons that are tapped one after another."""
UPPERMOST = "dialog:last-of-type"
PageOf = Callable[[str, str], Page]


@pytest.fixture(scope="module")
def page_of(browser: Browser) -> Iterator[PageOf]:
    """A page of a game of these rules, opened once for all tests of the file."""
    tables, pages = dict[str, Served](), dict[tuple[str, str], Page]()
    with ExitStack() as stack:

        def page_of(rules: str, path: str) -> Page:
            if rules not in tables:
                tables[rules] = stack.enter_context(served(golden(f"whole-{rules}", LINES[rules])))
            if (rules, path) not in pages:
                page = stack.enter_context(opened(browser, tables[rules], path))
                if path == "/new":
                    page.get_by_role("button", name="Change something").tap()
                pages[rules, path] = page
            return pages[rules, path]

        yield page_of


def button(page: Page, words: str) -> Locator:
    """The first button of these words on the page."""
    return page.locator("body").get_by_role("button", name=words).first


def in_sheet(page: Page, words: str) -> Locator:
    """The first button of these words in the sheet that lies uppermost."""
    return page.locator("dialog").last.get_by_role("button", name=words).first


@pytest.mark.parametrize(("rules", "path", "taps"), SHEETS, ids=lambda each: each[-1] if isinstance(each, list) else "")
def test_a_sheet_is_open_to_all_and_left_by_back(page_of: PageOf, rules: str, path: str, taps: list[str]) -> None:
    """By the rules of WCAG 2.2 AA, by day and by night, with a finger, on a narrow phone and on one that is turned."""
    page = page_of(rules, path)
    first = button(page, taps[0])
    first.tap()
    for words in taps[1:]:
        in_sheet(page, words).tap()
    sheet = page.locator("dialog").last
    sheet.get_by_role("button").nth(1).wait_for()
    expect(sheet.locator(".preview .hint")).to_have_count(0)  # what it would do has been asked
    assert [] == barriers(page, within=UPPERMOST)
    for width, height in (ACROSS, NARROW, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert ([], []) == (small_targets(page, UPPERMOST), spilled(page, UPPERMOST))
        assert 0 == sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth")
    page.evaluate("(sheets) => history.go(-sheets)", page.locator("dialog").count())
    expect(page.locator("dialog")).to_have_count(0)
    expect(first).to_be_focused()
    page.evaluate("sessionStorage.clear()")  # what was put in would be there again


def test_a_phone_that_is_turned_keeps_what_was_put_in(page_of: PageOf) -> None:
    """In the score that is put right: what was stepped, and what would come of it."""
    page = page_of("diamante-major", "/")
    button(page, "Put the score right").tap()
    before = cell(page, "Outs").inner_text()
    step(page, "Outs", -1)
    page.locator(".preview .confirm").wait_for()
    after = cell(page, "Outs").inner_text()
    assert after != before
    for width, height in (ACROSS, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".preview .confirm")).to_be_in_viewport(ratio=1)
        assert after == cell(page, "Outs").inner_text()
    step(page, "Outs", 1)
    page.keyboard.press("Escape")


def test_the_keyboard_stays_in_the_sheet_that_puts_the_score_right(page_of: PageOf) -> None:
    """On the base where a runner comes, and beside it once he is gone."""
    page = page_of("diamante-major", "/")
    button(page, "Put the score right").focus()
    page.keyboard.press("Enter")
    in_sheet(page, "Third base: nobody").focus()
    page.keyboard.press("Enter")
    expect(in_sheet(page, "Third base: a runner")).to_be_focused()
    in_sheet(page, "No runner here").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.score-ask')")
    page.keyboard.press("Escape")
    expect(button(page, "Put the score right")).to_be_focused()
