"""A browser for the tests of the page: Debian's own Chromium, without a window."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from threading import Event

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, sync_playwright
from support.hang import SEEN_S
from support.page_table import Served

from scoreboard.web.http.phone import COOKIE

WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
PROGRAMS = ("chromium-headless-shell", *WITH_WINDOWS)
"""Without what draws windows Chromium shows the same pages in a third less processor time; any other will do."""
PHONE, TABLET, TV = (390, 844), (820, 1180), (1920, 1080)
UNUSED = [
    *("WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"),
    *("AimEnabled", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter"),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("DestroyProfileOnBrowserClose", "ThirdPartyStoragePartitioning"),
]
"""What the browser does without: the list under its address bar, drawn for each window, takes longer than a page of
ours. The others are Playwright's own, whose list gives way to this one."""
ARGUMENTS = ["--no-sandbox", f"--disable-features={','.join(UNUSED)}"]
DOCKED = ("Undo", "Redo")
LAWS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextmanager
def launched(programs: Sequence[str] = PROGRAMS) -> Iterator[Browser]:
    """The first of those programs that is there, while the context lasts; the test is skipped where none can be had."""
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        pytest.skip(f"there is no browser: sudo apt install {programs[0]}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(
    browser: Browser,
    stadium: Served,
    path: str = "/",
    size: tuple[int, int] = PHONE,
    *,
    paired: bool = True,
    asleep: bool = False,
) -> Iterator[Page]:
    """A page in a browser of its own; whatever its script complains of is an error here.

    ``asleep``: its stream is silent, as a phone's is that slept.
    """
    cookie = stadium.cookie if paired else ""
    with phone(browser, stadium.address, path, size, cookie=cookie, asleep=asleep) as page:
        yield page


@contextmanager
def phone(
    browser: Browser,
    address: str,
    path: str = "/",
    size: tuple[int, int] = PHONE,
    *,
    cookie: str = "",
    asleep: bool = False,
) -> Iterator[Page]:
    """A page of any scoreboard; ``cookie`` is that of a phone that was paired before."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size is not TV)
    if cookie:
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    context.set_default_timeout(1000 * SEEN_S)
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda fault: faults.append(fault.text) if fault.type == "error" else None)
    if asleep:
        fall_asleep(page)
    page.goto(address + path)
    try:
        yield page
    finally:
        context.close()
    assert [] == [fault for fault in faults if "Failed to load resource" not in fault]  # a refusal, shown on the page


STATE, STREAM = "**/api/state*", "**/api/stream*"


def fall_asleep(page: Page) -> None:
    """Have the page know the first state that it asks for, and hear nothing after it."""
    asked = list[Route]()

    def answer_once(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.route(STATE, answer_once)
    page.route(STREAM, lambda _: None)


def wake(page: Page) -> None:
    """Have it hear the server again, as a phone that is taken up."""
    page.unroute(STATE)
    page.unroute(STREAM)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@contextmanager
def unanswered(page: Page, address: str) -> Iterator[None]:
    """What the page asks of that address has no answer before the context ends; what it sends there goes on."""
    held, is_over = list[Route](), Event()

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not is_over.is_set():
            held.append(route)
        else:
            route.fallback()

    page.route(address, hold)
    yield
    is_over.set()  # first, for while one is answered another may be asked
    for each in held:
        each.continue_()
    page.unroute(address, hold)


def stand_still(page: Page) -> None:
    """Load the page anew on a clock that stands still, so that to it no server is ever silent, however busy it is.

    A page that hears nothing for seconds asks for the whole state, and what was played meanwhile is no news to it.
    """
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.reload()


AXE = """([within, rules]) => axe.run(document.querySelector(within), {
  runOnly: rules, resultTypes: ["violations"],
})"""
"""What is in order is counted only: to describe it takes longer than to find it."""


def barriers(page: Page, *, themes: tuple[str, ...] = ("light", "dark"), within: str = "html") -> list[str]:
    """What keeps somebody out of the page, by the rules of WCAG 2.2 AA; by day and by night, or in those ``themes``.

    ``within``: the selector of the part that is looked at.
    """
    html = page.locator("html")
    shown = html.get_attribute("data-theme")
    found = list[str]()
    page.evaluate(Axe().axe_script)
    for theme in themes:
        html.evaluate("(html, theme) => { html.dataset.theme = theme; }", theme)
        rules = LAWS if theme == themes[0] else ["color-contrast"]  # all but the colours is the same
        for each in page.evaluate(AXE, [within, rules])["violations"]:
            found += [f"{theme}, {each['id']}: {node['html'][:120]}" for node in each["nodes"]]
    html.evaluate("(html, theme) => { html.dataset.theme = theme; }", shown)
    return found


SMALL = """(within) => [...document.querySelector(within).querySelectorAll(
  "a, button, input, select, summary")].filter((each) => {
  const label = each.matches("[type=checkbox], [type=radio]") && each.closest("label");
  const { width, height } = (label || each).getBoundingClientRect();
  return width && (width < 43.5 || height < 43.5) && !each.matches("p a");
}).map((each) => each.outerHTML.slice(0, 120))"""


def small_targets(page: Page, within: str = "html") -> list[str]:
    """What within that selector is too small for a finger: under 44 pixels, but for a link in a sentence."""
    found: list[str] = page.evaluate(SMALL, within)
    return found


SPILLED = """(within) => [...document.querySelector(within).querySelectorAll(
  "button, label, summary, .main")].filter((each) => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), words = document.createRange();
  const outer = each.getBoundingClientRect(), most = 1.5; // pixels: a letter may hang over so far
  if (getComputedStyle(each).overflowX !== "visible") return false;
  while (texts.nextNode()) {
    if (texts.currentNode.parentNode.closest(".unseen, option")) continue;
    words.selectNodeContents(texts.currentNode);
    const inner = words.getBoundingClientRect();
    if (!inner.width) continue;
    if (inner.left < outer.left - most || inner.right > outer.right + most) return true;
    if (inner.top < outer.top - most || inner.bottom > outer.bottom + most) return true;
  }
  return false;
}).map((each) => each.outerHTML.slice(0, 120))"""


def spilled(page: Page, within: str = "html") -> list[str]:
    """The buttons and fields within that selector whose words leave them, and run into what stands beside."""
    found: list[str] = page.evaluate(SPILLED, within)
    return found


def press(page: Page, name: str) -> None:
    """Tap one of the table's buttons: those that the dock always has, or that its More has."""
    if name not in DOCKED:
        page.get_by_role("button", name="More").tap()
    within = page.locator(".dock" if name in DOCKED else "dialog .presses")
    within.get_by_role("button", name=name, exact=True).tap()


def throw(page: Page, *values: str) -> None:
    """Enter the throw that is due: a die's value, each of a roll, or a side of the chip."""
    pad = page.locator(".dock .pad")
    pad.get_by_role("button").first.wait_for()
    rows = pad.locator(".die-row")
    for die, value in enumerate(values):
        row = rows.nth(die) if rows.count() else pad
        row.get_by_role("button", name=value, exact=True).tap()


@contextmanager
def question(page: Page, title: str) -> Iterator[Locator]:
    """The sheet of a new game that asks this, open while the context lasts."""
    page.locator(".rows").get_by_role("button", name=re.compile(f"^{re.escape(title)}")).tap()
    sheet = page.get_by_role("dialog", name=title)
    yield sheet
    sheet.get_by_role("button", name="Done").tap()
    sheet.wait_for(state="detached")


def cell(page: Page, what: str) -> Locator:
    """What stands on the scoreboard that is put right."""
    return page.locator(".score-cells").get_by_role("button", name=re.compile(f"^{what} "))


def step(page: Page, what: str, by: int) -> None:
    """Tap what is wrong on that scoreboard, and step it."""
    cell(page, what).tap()
    for _ in range(abs(by)):
        page.locator(".score-ask").get_by_role("button", name=f"{what}: one {'more' if by > 0 else 'less'}").tap()


def pixel(picture: bytes, at: tuple[int, int]) -> tuple[int, ...]:
    """Red, green, blue and opacity of a picture's pixel."""
    with Image.open(BytesIO(picture)) as shown:
        found = shown.convert("RGBA").getpixel(at)
    return found if isinstance(found, tuple) else ()
