"""The page in a real browser: what a family sees, taps and hears of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, TABLET, TV, barriers, launched, opened
from support.page_table import Served, Table, served
from support.pages import NUMBER
from support.scoring import SETUP, blue, red

from scoreboard.record import decode
from scoreboard.rules.events import Chip, Expect, Setup, Team
from scoreboard.web.live import OpenQuestion

pytestmark = pytest.mark.newest

expect.set_options(timeout=20_000)  # a bound and no measure: where it is reached something is wrong
GOLDEN = Path(__file__).parents[2] / "golden/games"
PARTNERS = {"away": ("Ana", "Mia"), "home": ("Leo", "Zoe")}
FIRST_LOAD = 80_000
"""Bytes over the wire until the page is there."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests here and for no others: while it is open Playwright's loop runs, and `asyncio.run` fails."""
    with launched() as browser:
        yield browser


@pytest.fixture
def stadium() -> Iterator[Served]:
    """A game at its first pitch, and a phone that may score."""
    with served(Table()) as stadium:
        yield stadium


def golden(name: str, most: int = 10_000) -> Table:
    """A table in the middle of that game, or at its end."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup)
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:most])
    return table


def press(page: Page, name: str) -> None:
    """Tap one of the scorer's buttons."""
    page.locator(".controls").get_by_role("button", name=name, exact=True).tap()


def throw(page: Page, die: str, value: str) -> None:
    """Enter a throw by hand."""
    page.locator(".throws").get_by_role("button", name=die).tap()
    page.get_by_role("dialog").get_by_role("button", name=value, exact=True).tap()


def test_page_shows_the_game_live(browser: Browser, stadium: Served) -> None:
    """Score, count, what is awaited; a play arrives by itself, is told, and is spoken to who cannot see it."""
    stadium.table.play(blue(9))
    with opened(browser, stadium) as page:
        expect(page.locator(".awaits")).to_contain_text("Swing higher than 9")
        expect(page.get_by_role("img", name="strikes: 0")).to_be_visible()
        press(page, "Strike")
        expect(page.get_by_role("img", name="strikes: 1")).to_be_visible()
        expect(page.locator(".told[aria-live=polite]")).to_contain_text("Strike")
        expect(page.locator(".plays-list li").nth(1)).to_contain_text("Strike")


def test_partners_are_named_beside_their_die(browser: Browser) -> None:
    """D53: who pitches and who bats, each for his team, and which of them throws now."""
    teams = {side: structs.replace(getattr(SETUP, side), players=names) for side, names in PARTNERS.items()}
    with served(Table(structs.replace(SETUP, **teams))) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".who.due")).to_have_text(re.compile("Blues, pitcher: Leo .* throws now"))
        expect(page.locator(".who").first).to_have_text("Reds, batter: Ana")
        stadium.table.play(blue(9))
        stadium.table.tell()
        expect(page.locator(".who.due")).to_have_text(re.compile("Reds, batter: Ana .* throws now"))


def test_half_inning_by_taps(browser: Browser, stadium: Served) -> None:
    """Dice entered by hand and buttons: what is sent is lines of the record, and play moves on to the other side."""
    with opened(browser, stadium) as page:
        throw(page, "The blue die", "9")
        expect(page.locator(".plays-list")).to_contain_text("pitch 9")
        for outs in ("One out", "Two outs", "Three outs"):
            press(page, "Out")
            expect(page.locator(".told")).to_contain_text(outs)
        expect(page.locator(".inning")).to_contain_text("Bottom of 1")
    assert {"type": "die", "color": "blue", "value": 9} == stadium.table.sent[0]
    assert [{"type": "press", "button": "out"}] * 3 == stadium.table.sent[1:]


def test_only_what_is_lawful_is_offered(browser: Browser, stadium: Served) -> None:
    """A button that the law would refuse cannot be pressed; there is nothing to redo before anything was undone."""
    with opened(browser, stadium) as page:
        expect(page.get_by_role("button", name="Redo")).to_be_disabled()
        press(page, "Ball")
        press(page, "Undo")
        expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_button_tells_what_it_would_do(browser: Browser, stadium: Served) -> None:
    """Reached by the keyboard it says so, and nothing is sent; Enter then does it."""
    with opened(browser, stadium, size=TABLET) as page:
        page.get_by_role("button", name="Put the score right").wait_for()
        page.get_by_role("button", name="Ball", exact=True).focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(page.locator(".controls > .hint")).to_contain_text("Ball: ")
        assert [] == stadium.table.sent
        page.keyboard.press("Enter")
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()


def test_amendment_shows_what_no_longer_fits(browser: Browser, stadium: Served) -> None:
    """Tap a past throw, say what it was, see which later lines fall out, confirm: then it counts so."""
    stadium.table.play(blue(5), red(7), Chip(face="hit"))
    with opened(browser, stadium) as page:
        page.locator(".plays-list button", has_text="pitch").first.tap()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("group", name="It really was").get_by_role("button", name="8", exact=True).tap()
        expect(dialog.locator(".unfit")).to_contain_text("Line 4")
        dialog.get_by_role("button", name="Do it").tap()
        expect(dialog).to_have_count(0)
    assert [{"type": "amend", "line": 2, "value": 8}] == stadium.table.sent


def test_score_is_put_right(browser: Browser, stadium: Served) -> None:
    """Only what was changed is sent, after it was shown what it does."""
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        page.get_by_role("spinbutton", name="Outs").fill("2")
        page.get_by_label("Runner 1").select_option("12")
        page.get_by_role("button", name="See what it does").tap()
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 2")).to_be_visible()
        expect(page.locator("svg.field")).to_have_attribute("aria-label", re.compile("second base"))
    assert [{"type": "set", "outs": 2, "runners": [12]}] == stadium.table.sent


def test_unsure_die_is_asked_about(browser: Browser, stadium: Served) -> None:
    """The likely values are big buttons, the likeliest first; who is not paired is told to wait."""
    stadium.table.asked = OpenQuestion("red", (7, 1, 4), 7, None)
    with opened(browser, stadium) as page:
        question = page.get_by_role("alertdialog", name="What does the red die show?")
        assert ["7", "1", "4"] == question.get_by_role("button").all_inner_texts()
        question.get_by_role("button", name="1", exact=True).tap()
        expect(question).to_be_hidden()
    assert [{"value": 1, "what": "red"}] == stadium.table.sent


def test_phone_is_paired_by_the_digits(browser: Browser, stadium: Served) -> None:
    """It may only look; the stadium shows digits; wrong ones are refused with a reason, right ones let it score."""
    with opened(browser, stadium, paired=False) as page:
        expect(page.get_by_role("button", name="Out", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Score from this phone").tap()
        page.get_by_role("button", name="Show the digits").tap()
        page.get_by_label("Six digits").wait_for()
        digits = stadium.table.code
        page.get_by_label("Six digits").fill(f"{(int(digits) + 1) % 10**6:06}")
        page.get_by_role("button", name="Pair", exact=True).tap()
        expect(page.get_by_role("alert")).to_contain_text("not the code")
        page.get_by_label("Six digits").fill(f"{digits[:3]} {digits[3:]}")
        page.get_by_role("button", name="Pair", exact=True).tap()
        page.get_by_role("link", name="To the game").tap()
        expect(page.get_by_role("button", name="Out", exact=True)).to_be_enabled()
    assert "" == stadium.table.code


def test_language_and_theme_are_kept(browser: Browser, stadium: Served) -> None:
    """Chosen once they hold on every page, in the script's words as in the server's."""
    with opened(browser, stadium) as page:
        page.get_by_role("link", name="Español").tap()
        page.get_by_role("link", name="Noche").tap()
        page.get_by_role("link", name="Juegos").tap()
        expect(page.get_by_role("heading", name="Juegos")).to_be_visible()
        assert ("es", "dark") == (
            page.locator("html").get_attribute("lang"),
            page.locator("html").get_attribute("data-theme"),
        )


def test_page_comes_back_after_the_server_was_gone(browser: Browser, stadium: Served) -> None:
    """It says since when it is not live; what is tapped meanwhile is not lost."""
    with opened(browser, stadium) as page:
        expect(page.locator(".awaits")).to_be_visible()
        page.wait_for_function("document.body.classList.contains('stale') === false")
        stadium.stop()
        expect(page.locator(".not-live")).to_contain_text("Not live since")
        press(page, "Ball")
        expect(page.get_by_role("alert")).to_contain_text("your tap is kept")
        stadium.start()
        expect(page.locator(".not-live")).to_be_hidden(timeout=10_000)
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()


def test_phone_that_slept_asks_for_the_whole_state(browser: Browser, stadium: Served) -> None:
    """A stream that ended in silence is not waited for: the page becomes visible, and shows what is so now."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.locator(".awaits")).to_be_visible()
        stadium.table.play(blue(9))
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator(".plays-list")).to_contain_text("pitch 9")


def test_two_phones_do_not_fight(browser: Browser, stadium: Served) -> None:
    """Who taps on what is no longer so is told, and nothing is done twice."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.get_by_role("button", name="Out", exact=True)).to_be_enabled()
        stadium.table.play(blue(9))
        press(page, "Out")
        expect(page.get_by_role("alert")).to_contain_text("Play went on meanwhile")
    assert [] == stadium.table.sent


def test_past_game_is_replayed(browser: Browser) -> None:
    """A slider, a step at a time, and an address that shows another the same moment."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium, "/games") as page:
        page.get_by_role("link", name="Ospreys").tap()
        expect(page.locator(".outcome")).to_contain_text("Winner")
        page.get_by_role("slider").fill("30")
        moment = page.locator(".share").get_attribute("href")
        told = page.locator(".told").inner_text()
        page.get_by_role("button", name="One step back").tap()
        assert moment != page.locator(".share").get_attribute("href")
        assert moment is not None
        assert moment.startswith(f"/games/{NUMBER}?line=")
        page.goto(stadium.address + moment)
        expect(page.locator(".told")).to_have_text(told)


def test_box_score_is_on_the_page(browser: Browser) -> None:
    """Batting and pitching of both teams, with what each head stands for."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium) as page:
        page.get_by_text("Box score").tap()
        expect(page.get_by_role("region", name="Ospreys: batting")).to_be_visible()
        expect(page.get_by_role("region", name="Herons: pitching")).to_be_visible()


def test_names_are_text(browser: Browser) -> None:
    """A team that is called like markup is called so, and runs nothing."""
    away = Team(name="<img src=x onerror=alert(1)>", color="red")
    with served(Table(structs.replace(SETUP, away=away))) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".line-score")).to_contain_text("<img src=x")
        assert 0 == page.locator(".line-score img").count()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/tv", "/games", f"/games/{NUMBER}", "/pair"])
def test_nobody_is_kept_out(browser: Browser, path: str, theme: str) -> None:
    """WCAG 2.2 AA by axe-core, in both themes; the dialogs too."""
    table = golden("whole-diamante-major", 90)
    table.asked = OpenQuestion("red", (7, 1, 4), 7, None) if path == "/" else None
    size = TV if path == "/tv" else PHONE
    with served(table) as stadium, opened(browser, stadium, f"{path}?theme={theme}", size) as page:
        page.locator("main :is(.plays-list, .games-list, .pair) >> nth=0").wait_for()
        assert [] == barriers(page)
        if path == "/":
            page.locator(".plays-list button").first.tap()
            assert [] == barriers(page)
            page.get_by_role("button", name="Close").tap()
            page.get_by_role("button", name="Put the score right").tap()
            assert [] == barriers(page)


@pytest.mark.parametrize("path", ["/", "/tv", f"/games/{NUMBER}"])
@pytest.mark.parametrize("size", [PHONE, TABLET, (320, 640)])
def test_nothing_is_wider_than_the_screen(browser: Browser, path: str, size: tuple[int, int]) -> None:
    """No page is scrolled sideways, not on the narrowest phone either (WCAG 1.4.10)."""
    with served(golden("whole-diamante-major", 90)) as stadium, opened(browser, stadium, path, size) as page:
        page.locator(".plays-list li").nth(3).wait_for()
        assert size[0] >= page.evaluate("document.documentElement.scrollWidth")


def test_first_load_is_small(browser: Browser) -> None:
    """All that comes over the wire until a whole game is on the page."""
    with served(golden("whole-diamante-major")) as stadium:
        page = browser.new_page()
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        loaded = list[int]()
        wire.on("Network.dataReceived", lambda event: loaded.append(event["encodedDataLength"]))
        page.goto(stadium.address)
        page.locator(".plays-list li").nth(3).wait_for()
        page.close()
    assert 5_000 < sum(loaded) < FIRST_LOAD
