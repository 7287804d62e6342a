"""The page in a real browser for everybody: of any size, sight, name and connection."""

from __future__ import annotations

import pytest
from msgspec import structs
from playwright.sync_api import Browser, expect
from support.browser import PHONE, TABLET, TV, WITH_WINDOWS, barriers, cell, launched, opened, small_targets, step
from support.page_table import Served, Table, golden, served
from support.pages import NUMBER
from support.scoring import SETUP

from scoreboard.rules.events import Press, Team
from scoreboard.web.state.live import OpenQuestion

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

LONG_NAMES = {"away": "Ñandúes Águilas Köln", "home": "Wolverhampton Wander"}
FIRST_LOAD = 80_000
"""Bytes over the wire until the page is there."""


def test_names_are_text(browser: Browser) -> None:
    """A team that is called like markup is called so, and runs nothing."""
    away = Team(name="<img src=x onerror=alert(1)>", color="red")
    with served(Table(structs.replace(SETUP, away=away))) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".line-score")).to_contain_text("<img src=x")
        assert 0 == page.locator(".line-score img").count()


@pytest.mark.parametrize("path", ["/", "/tv", "/games", f"/games/{NUMBER}", "/pair", "/new", "/privacy"])
def test_nobody_is_kept_out(browser: Browser, path: str) -> None:
    """WCAG 2.2 AA by axe-core, by day and by night; the sheets too, and what they show before it is done."""
    table = golden("whole-diamante-major", 90)
    table.asked = OpenQuestion("red", (7, 1, 4), 7, None) if path == "/" else None
    size = TV if path == "/tv" else PHONE
    with served(table) as stadium, opened(browser, stadium, path, size) as page:
        page.locator("main :is(.plays-list, .games-list, .paired, .begin, .privacy) >> nth=0").wait_for()
        assert ([], []) == (barriers(page), small_targets(page))
        if path == "/":
            page.locator(".plays-list button").first.tap()
            page.get_by_role("button", name="It never happened").tap()
            page.locator(".preview :is(.would, .refused)").wait_for()
            assert [] == barriers(page)
            page.evaluate("history.go(-2)")  # both sheets
            expect(page.get_by_role("dialog")).to_have_count(0)
            page.get_by_role("button", name="Put the score right").tap()
            step(page, "Outs", -1 if "2" in (cell(page, "Outs").text_content() or "") else 1)
            page.locator("dialog").get_by_text("More", exact=True).tap()
            page.locator(".preview .confirm").wait_for()
            assert [] == barriers(page)
        if path == "/new":
            page.get_by_role("button", name="End this game now").tap()
            page.locator("dialog .offer").first.tap()
            page.locator(".preview .confirm").wait_for()
            assert [] == barriers(page)


def test_every_kind_of_play_can_be_read(browser: Browser) -> None:
    """In a replay the play that is shown is marked: one that was refused or undone, too."""
    with served(golden("put-right", 60)) as stadium, opened(browser, stadium, f"/games/{NUMBER}", TABLET) as page:
        page.locator(".plays-list .fold").first.wait_for()
        for fold in page.locator(".plays-list .fold button").all():
            fold.dispatch_event("click")
        for kind in ("refused", "undone"):
            page.locator(f".plays-list li.{kind} button").first.dispatch_event("click")  # with no finger on it
            expect(page.locator(f".plays-list li.{kind}[aria-current]")).to_have_count(1)
            assert [] == barriers(page)


@pytest.mark.parametrize("path", ["/", "/tv", f"/games/{NUMBER}"])
def test_nothing_is_wider_than_the_screen(browser: Browser, path: str) -> None:
    """No page is scrolled sideways, not on the narrowest phone either (WCAG 1.4.10)."""
    with served(golden("whole-diamante-major", 90)) as stadium, opened(browser, stadium, path, TABLET) as page:
        for width, height in (TABLET, PHONE, (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            page.locator(".plays-list li").nth(3).wait_for()
            page.locator(".percents").wait_for()  # the last that comes
            assert width >= page.evaluate("document.documentElement.scrollWidth")


def test_nine_innings_are_in_sight_on_a_narrow_phone(browser: Browser) -> None:
    """With the runs and the hits, on a phone of 360 px."""
    table = Table(structs.replace(SETUP, innings=9))
    table.play(Press(button="homerun"))
    with served(table) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        expect(page.locator(".line-score thead th")).to_have_count(1 + 9 + 2)
        for seen in page.locator(".line-score thead th").all()[1:]:
            expect(seen).to_be_in_viewport(ratio=1)
        assert 0 == page.get_by_role("region", name="Line score").evaluate(
            "scores => scores.scrollWidth - scores.clientWidth"
        )


AT_ITS_BEGINNING = """() => {
  const scores = document.querySelector(".scores");
  scores.scrollTo(0, 0);
  return scores.className === "scores more-after";
}"""
"""Scrolls the line score there, which a state that comes may scroll back."""


def test_line_score_says_where_there_is_more(browser: Browser) -> None:
    """Of more innings than a phone has room for, an arrow is at the side to which the others are."""
    table = Table(structs.replace(SETUP, innings=9))
    table.play(*[Press(button="out")] * 14 * 6)
    with served(table) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        scores = page.get_by_role("region", name="Line score")
        expect(scores).to_have_class("scores more-before")
        page.wait_for_function(AT_ITS_BEGINNING)


def test_long_game_of_long_names_fits_a_phone(browser: Browser) -> None:
    """The runs and the inning in play are in sight, the others scrolled to, and no name is broken letter by letter."""
    teams = {side: structs.replace(getattr(SETUP, side), name=name) for side, name in LONG_NAMES.items()}
    table = Table(structs.replace(SETUP, innings=9, **teams))
    table.play(*[Press(button="out")] * 9 * 6, Press(button="homerun"))
    with served(table) as stadium, opened(browser, stadium) as page:
        page.locator(".line-score .now").wait_for()
        assert PHONE[0] >= page.evaluate("document.documentElement.scrollWidth")
        for seen in (".line-score .now", ".line-score .runs >> nth=0"):
            expect(page.locator(seen)).to_be_in_viewport(ratio=1)
        assert page.locator(".line-score tbody tr").first.evaluate("row => row.clientHeight") < 4 * page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('.line-score tbody th')).fontSize)"
        )
        assert 0 == page.get_by_role("region", name="Line score").evaluate("scores => scores.tabIndex")
        assert [] == barriers(page)


NAMES = [
    ("Nordrheinwestfalensportvereinsgemeinscha", "W" * 40),
    ("הפועל תל אביב", "فريق الشمس"),
    ("Maximiliano", "Bartholomäus"),
]
OUTSIDE = """(chips) => [...document.querySelectorAll(chips)].flatMap((chip) => {
  const outer = chip.getBoundingClientRect();
  const words = document.createRange();
  if (getComputedStyle(chip).overflowX === "hidden" || !chip.checkVisibility()) return []; // it ends with an ellipsis
  return [...chip.querySelectorAll("bdi")].filter((name) => {
    words.selectNodeContents(name);
    const inner = words.getBoundingClientRect(), seen = name.getBoundingClientRect();
    return Math.min(inner.right, seen.right) > outer.right + 1 || Math.max(inner.left, seen.left) < outer.left - 1;
  }).map((name) => name.textContent);
})"""
"""The names that leave the part of the page where they stand."""
CHIPS = ".person, .who, .line-score th, .side, .situation"
SIDES = """() => [...document.querySelectorAll(".games-list .side")].map((side) =>
  [...side.children].map((part) => part.getBoundingClientRect().left))"""
"""Where the name of each side of the past games begins, and its runs."""


@pytest.mark.parametrize("names", NAMES, ids=["long", "from the right", "of a player"])
def test_names_fit_and_turn_nothing(browser: Browser, names: tuple[str, str]) -> None:
    """On the narrowest phone, a TV and a stream they stay where they stand, and each score beside its team."""
    away, home = (
        structs.replace(getattr(SETUP, side), name=name, players=(name, "Maximiliano"))
        for side, name in zip(("away", "home"), names, strict=True)
    )
    with served(Table(structs.replace(SETUP, away=away, home=home))) as stadium, opened(browser, stadium) as page:
        stadium.tell(Press(button="homerun"))
        for path, size in (("/", (360, 640)), ("/tv", TV), ("/overlay?style=board", (960, 300)), ("/games", TV)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(stadium.address + path)
            page.locator("main bdi:visible").nth(1).wait_for()
            assert size[0] >= page.evaluate("document.documentElement.scrollWidth"), path
            if path == "/":
                page.locator(".whose summary").click()
                page.locator(".person").first.wait_for()
            assert [] == page.evaluate(OUTSIDE, CHIPS), path
        sides = page.evaluate(SIDES)
        assert [2, 2] == [len(lefts) for lefts in sides]
        assert [sorted(lefts) for lefts in sides] == sides


def test_first_load_is_small(browser: Browser) -> None:
    """All that comes over the wire until a whole game is on the page; its manifest is then found, and is in order."""
    with served(golden("whole-diamante-major")) as stadium:
        page = browser.new_page()
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Page.enable")
        loaded = list[int]()
        wire.on("Network.dataReceived", lambda event: loaded.append(event["encodedDataLength"]))
        page.goto(stadium.address)
        page.locator(".plays-list li").nth(3).wait_for()
        total, found = sum(loaded), wire.send("Page.getAppManifest")
        assert (f"{stadium.address}/manifest.webmanifest?lang=en", []) == (found["url"], found["errors"])
        page.close()
    assert 5_000 < total < FIRST_LOAD


@pytest.mark.slow
def test_home_screen_takes_it(stadium: Served) -> None:
    """A browser that can put pages there, as one without windows cannot, has nothing against it."""
    with launched(WITH_WINDOWS) as browser, opened(browser, stadium) as page:
        faults = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert ["in-incognito"] == [each["errorId"] for each in faults]  # as every test is


FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"


def test_half_inning_by_the_keyboard_alone(browser: Browser, stadium: Served) -> None:
    """What is drawn anew under the keyboard keeps its place; the list of plays is one stop, its arrow keys go on."""

    def at(words: str) -> None:
        page.wait_for_function(f"(words) => ({FOCUSED}).startsWith(words)", arg=words)

    with opened(browser, stadium, size=TABLET) as page:
        last_play, keys = page.locator(".told"), page.keyboard
        page.locator(".pad").get_by_role("button", name="9", exact=True).focus()
        keys.press("Enter")
        expect(page.locator(".awaits")).to_contain_text("Swing higher than 9")
        at("9")
        for outs in ("One out", "Two outs", "Three outs"):
            page.get_by_role("button", name="More").focus()
            keys.press("Enter")
            page.get_by_role("button", name="Out", exact=True).focus()
            keys.press("Enter")
            expect(last_play).to_contain_text(outs)
            at("More")
        page.locator(".plays-list button").first.focus()
        keys.press("ArrowDown")
        keys.press("End")
        at("9")
        stadium.tell(Press(button="ball"))
        expect(last_play).to_contain_text("Ball")
        at("9")
        keys.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        keys.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        at("9")
        keys.press("Tab")
        assert not page.evaluate("document.activeElement.closest('.plays-list')")
        keys.press("Shift+Tab")
        at("9")
        keys.press("Home")
        at("■")
