"""The page in a real browser while the server is silent, and where many pages or an old browser watch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, expect
from support.browser import PHONE, TV, cell, opened, press, throw
from support.hang import SEEN_S
from support.page_table import Served, Table, golden, served
from support.scoring import UNDO

from scoreboard.rules.events import Press
from scoreboard.web.http.phone import COOKIE
from scoreboard.web.watch.watchers import Limits

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

NO_SCRIPT = "class Page { #old() {} } this is no script"
"""What an engine makes of a script that is written in a later language."""
AGAIN_MS = 3_500
"""After that an old browser has asked again."""
NO_CHANNEL = "delete window.BroadcastChannel"
"""Has a page know of no other."""
BETWEEN_MS = 100
"""From one page to the next: the first reads the stream."""
TAKEN_OVER_MS = 3_100
"""After that another page reads the stream; at 4.4 seconds of silence each would say that it is not live."""
LIVE = "body[data-script=shown]:not(.stale)"
HIDE = """(how) => {
  Object.defineProperty(document, "visibilityState", { value: how, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@contextmanager
def context(browser: Browser, stadium: Served, size: tuple[int, int] = PHONE) -> Iterator[BrowserContext]:
    """A browser of its own with a phone's cookie, for several pages."""
    own = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    own.set_default_timeout(1000 * SEEN_S)
    own.add_cookies([{"name": COOKIE, "value": stadium.cookie, "url": stadium.address}])
    try:
        yield own
    finally:
        own.close()


@dataclass
class Asked:
    """What the pages of a browser ask for.

    Attributes:
        all: the requests, as they begin.
        streams: those for a stream that go on.
    """

    browser: BrowserContext
    all: list[Request] = field(default_factory=list)
    streams: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.browser.on("request", self._begin)
        for name in ("requestfinished", "requestfailed"):
            self.browser.on(name, self._end)

    def _begin(self, asked: Request) -> None:
        self.all.append(asked)
        if "/api/stream" in asked.url:
            self.streams.append(asked)

    def _end(self, asked: Request) -> None:
        if asked in self.streams:
            self.streams.remove(asked)

    def reader(self) -> Page:
        """The page that reads; of two that have begun at the same moment one gives way."""
        if not self.streams:
            self.browser.wait_for_event("request", lambda asked: "/api/stream" in asked.url)
        if len(self.streams) > 1:
            self.browser.wait_for_event("requestfailed", lambda _: len(self.streams) == 1)
        return self.streams[0].frame.page

    def by(self, page: Page) -> list[str]:
        """What a page has asked for."""
        return [each.url for each in self.all if each.frame.page == page]


@pytest.mark.parametrize(
    ("game", "script", "part"), [("diamante-major", "chances", ".graph"), ("rallybird", "hands", ".zones-board")]
)
def test_a_late_part_that_could_not_be_fetched_is_asked_for_again(
    browser: Browser, game: str, script: str, part: str
) -> None:
    """With the next state; what one plays with is there meanwhile."""
    with served(golden(f"whole-{game}", 18)) as stadium, opened(browser, stadium) as page:
        page.route(address := f"**/{script}.js*", lambda route: route.abort())
        with page.expect_event("requestfailed", lambda request: f"/{script}.js" in request.url):
            page.reload()
        expect(page.locator(".dock")).to_be_visible()
        expect(page.locator(part)).to_have_count(0)
        page.unroute(address)
        stadium.tell(UNDO)
        page.locator(part).first.wait_for()


def test_silent_server_is_seen(browser: Browser, stadium: Served) -> None:
    """A stopped process closes no connection: page, sheet, TV and overlay show it, a tap says so and counts once.

    So does a TV whose browser has no channel between its pages.
    """
    with context(browser, stadium) as own, context(browser, stadium, TV) as simple:
        simple.add_init_script(NO_CHANNEL)
        page, tv, overlay = own.new_page(), simple.new_page(), own.new_page()
        for each, path in ((page, "/"), (tv, "/tv"), (overlay, "/overlay")):
            each.goto(stadium.address + path)
            each.locator(LIVE).wait_for()
        page.get_by_role("button", name="9", exact=True).wait_for()
        with stadium.frozen():
            throw(page, "9")
            expect(page.locator(".dock .reply")).to_contain_text("your tap is kept")
            expect(page.locator(".not-live").first).to_contain_text("Not live since")
            page.get_by_role("button", name="More").tap()
            expect(page.locator("dialog .not-live")).to_be_in_viewport()
            page.get_by_role("button", name="Close").tap()
            expect(tv.locator(".not-live")).to_contain_text("Not live since")
            expect(overlay.locator("body.stale")).to_have_count(1)
        for each in (page, tv, overlay):
            expect(each.locator("body.stale")).to_have_count(0)
        expect(page.locator(".told")).to_contain_text("pitch 9")
        expect(page.locator(".dock .reply")).to_be_empty()
        expect(tv.locator(".told")).to_contain_text("pitch 9")
    assert [{"type": "die", "color": "blue", "value": 9}] == stadium.table.sent


def test_silence_is_seen_beside_the_game(browser: Browser, stadium: Served) -> None:
    """Every other view says so, too; and what a sheet asked meanwhile is asked again until it is answered."""
    with context(browser, stadium) as own:
        page = own.new_page()
        page.goto(stadium.address)
        page.get_by_role("button", name="Put the score right").tap()
        cell(page, "Outs").tap()
        others = []
        for path in ("/games", "/pair", "/new", "/settings"):
            others.append(own.new_page())
            others[-1].goto(stadium.address + path)
            others[-1].locator(LIVE).wait_for()
        with stadium.frozen():
            page.get_by_role("button", name="Outs: one more").tap()
            for each in others:
                expect(each.locator(".not-live")).to_contain_text("does not answer")
            expect(page.locator(".preview")).to_contain_text("does not answer")
        for each in others:
            expect(each.locator(".not-live")).to_be_hidden()
        expect(page.locator(".preview .confirm")).to_be_visible()


def test_view_whose_script_did_not_come_is_fetched_again(browser: Browser, stadium: Served) -> None:
    """It is said in the page's language, not in the browser's words."""
    with context(browser, stadium) as own:
        page = own.new_page()
        page.route("**/static/watch/games.js", lambda route: route.abort())
        page.goto(f"{stadium.address}/games?lang=es")
        expect(page.locator(".sorry")).to_contain_text("El estadio no responde")
        page.unroute("**/static/watch/games.js")
        expect(page.locator(".games-list")).to_be_visible()


def test_lost_network_is_seen(browser: Browser, stadium: Served) -> None:
    """A phone that leaves the Wi-Fi says so at once, and catches up when it is back."""
    with opened(browser, stadium) as page:
        page.locator(LIVE).wait_for()
        page.context.set_offline(True)
        expect(page.locator(".not-live").first).to_be_visible()
        stadium.tell(Press(button="ball"))
        page.context.set_offline(False)
        expect(page.locator(".not-live").first).to_be_hidden()
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()


def test_all_pages_of_a_browser_share_a_stream(browser: Browser) -> None:
    """Ten tabs and sources of a mixer watch in one place of the server's; each shows the next play, and taps count."""
    paths = ["/", "/tv", "/overlay", "/overlay?style=bar", "/", "/overlay?style=board", "/tv", "/", "/overlay", "/"]
    with served(Table(), Limits(streams=1)) as stadium, context(browser, stadium) as own:
        pages, asked = [], Asked(own)
        for path in paths:
            pages.append(own.new_page())
            pages[-1].goto(stadium.address + path)
            pages[-1].locator("body[data-script=shown]").wait_for()
        for page in (pages[0], pages[-1]):
            press(page, "Run")
            for each in pages:
                expect(each.locator("h1").first).to_contain_text("Reds 1" if page is pages[0] else "Reds 2")
            expect(page.locator(".dock .reply")).to_be_empty()
        assert pages[0] == asked.reader()


@contextmanager
def three_pages(browser: Browser, stadium: Served, *, timed: bool = False) -> Iterator[tuple[Page, Page, Page]]:
    """Of one browser, the first of which reads the stream for all; ``timed``: on a clock that only a test moves."""
    with context(browser, stadium) as own:
        pages = own.new_page(), own.new_page(), own.new_page()
        if timed:
            own.clock.install(time=0)
            own.clock.pause_at(1_000)
        for page, path in zip(pages, ("/", "/tv", "/overlay"), strict=True):
            page.goto(stadium.address + path)
            page.locator(LIVE).wait_for()
            if path != "/overlay":
                page.locator(".plays-list li").first.wait_for()  # it comes after the score
            if timed:
                own.clock.run_for(BETWEEN_MS)
        yield pages


def stop(page: Page) -> None:
    """Have it do nothing any more, as one that is stopped in a debugger."""
    wire = page.context.new_cdp_session(page)
    wire.send("Debugger.enable")
    wire.send("Debugger.pause")


LEAVE: dict[str, Callable[[Page], object]] = {
    "closed": lambda page: page.close(),
    "elsewhere": lambda page: page.goto("about:blank"),
    "hidden": lambda page: page.evaluate(HIDE, "hidden"),
    "frozen": lambda page: page.evaluate("document.dispatchEvent(new Event('freeze'))"),
    "crashed": lambda page: page.goto("chrome://crash"),
    "stopped": stop,
}


@pytest.mark.parametrize("how", LEAVE)
def test_another_page_reads_on(browser: Browser, stadium: Served, how: str) -> None:
    """No page misses a play that is made meanwhile, or loads again what it has; one stream is read."""
    with three_pages(browser, stadium) as (reader, *others):
        asked = Asked(reader.context)
        with suppress(Error):  # a page that crashes is not loaded
            LEAVE[how](reader)
        stadium.tell(Press(button="run"))
        for page in others:
            expect(page.locator("h1").first).to_contain_text("Reds 1")
            expect(page.locator(".told")).to_contain_text("One run scores")
            expect(page.locator("body.stale")).to_have_count(0)
            assert not [url for url in asked.by(page) if url == page.url or "/states?" in url]
        assert asked.reader() in others


def test_page_that_is_shown_again_gets_the_present_state(browser: Browser, stadium: Served) -> None:
    """The page that reads the stream meanwhile keeps reading it."""
    with three_pages(browser, stadium) as (page, *others):
        asked = Asked(page.context)
        page.evaluate(HIDE, "hidden")
        stadium.tell(Press(button="run"))
        for each in others:
            expect(each.locator("h1").first).to_contain_text("Reds 1")
        page.evaluate(HIDE, "visible")
        expect(page.locator("h1")).to_contain_text("Reds 1")
        stadium.tell(Press(button="run"))
        for each in (page, *others):
            expect(each.locator("h1").first).to_contain_text("Reds 2")
        assert asked.reader() in others


def test_page_that_dies_without_a_word_is_followed_in_time(browser: Browser, stadium: Served) -> None:
    """Another one reads before any page would say that it is not live."""
    with three_pages(browser, stadium, timed=True) as (reader, *others):
        own = reader.context
        stadium.tell(Press(button="ball"))
        for page in others:  # they hear it now, by the clock that stands
            expect(page.get_by_role("img", name="balls: 1").first).to_be_visible()
        reader.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
        own.clock.run_for(TAKEN_OVER_MS)
        stadium.tell(Press(button="run"))
        for page in others:
            expect(page.locator("h1").first).to_contain_text("Reds 1")
            expect(page.locator("body.stale")).to_have_count(0)


def test_hidden_page_gives_its_stream_up(browser: Browser) -> None:
    """Its place is free for another phone; it catches up when it is seen again."""
    with (
        served(Table(), Limits(streams=1)) as stadium,
        opened(browser, stadium, "/tv", TV, paired=False) as tv,
        opened(browser, stadium) as page,
    ):
        tv.locator(LIVE).wait_for()
        asked = Asked(tv.context)
        tv.evaluate(HIDE, "hidden")
        page.locator(LIVE).wait_for()
        press(page, "Run")
        expect(page.locator("h1")).to_contain_text("Reds 1")
        expect(tv.locator("h1")).to_contain_text("Reds 0")
        page.goto("about:blank")
        tv.evaluate(HIDE, "visible")
        expect(tv.locator("h1")).to_contain_text("Reds 1")
        tv.locator("body:not(.stale)").wait_for()
        assert tv == asked.reader()


def test_browser_without_sheets_is_an_old_one(browser: Browser, stadium: Served) -> None:
    """A browser of before 2022 could score, but a tap that opens a sheet would do nothing: it gets the score."""
    with context(browser, stadium) as own:
        page = own.new_page()
        page.add_init_script("delete HTMLDialogElement.prototype.showModal")
        page.goto(stadium.address)
        expect(page.locator(".old", has_text="too old")).to_be_visible()


@pytest.mark.parametrize(("path", "notice"), [("/?lang=es", "demasiado antiguo"), ("/tv", "too old"), ("/overlay", "")])
def test_old_browser_gets_the_score(browser: Browser, stadium: Served, path: str, notice: str) -> None:
    """Its engine cannot parse the script: what the server writes is renewed. A line says so, but on a stream."""
    with context(browser, stadium) as own:
        page, score = own.new_page(), re.compile("Reds.1")
        page.route(re.compile("static/pages/(main|overlay).js"), lambda route: route.fulfill(
            content_type="text/javascript", body=NO_SCRIPT))  # fmt: skip
        page.clock.install()
        page.goto(stadium.address + path)
        expect(page.locator(".plain h1")).to_have_text(re.compile("Reds.0"))
        stadium.stop()
        page.clock.run_for(AGAIN_MS)
        expect(page.locator(".not-live:visible")).to_have_count(1 if notice else 0)
        stadium.table.play(Press(button="run"))
        stadium.start()
        page.clock.run_for(AGAIN_MS)
        expect(page.locator(".plain h1")).to_have_text(score)
        expect(page.locator(".not-live:visible")).to_have_count(0)
        expect(page.locator(".old:visible", has_text=notice)).to_have_count(1 if notice else 0)


def test_script_that_did_not_come_is_fetched_again(browser: Browser, stadium: Served) -> None:
    """A TV that loads while the server begins anew is not called old: it becomes live by itself."""
    with context(browser, stadium, TV) as own:
        page = own.new_page()
        page.route("**/static/watch/board.js", lambda route: route.abort())
        page.clock.install()
        page.goto(f"{stadium.address}/tv")
        page.wait_for_load_state()
        page.unroute("**/static/watch/board.js")
        page.clock.run_for(AGAIN_MS)
        expect(page.locator("body[data-script=shown] .line-score")).to_be_visible()
