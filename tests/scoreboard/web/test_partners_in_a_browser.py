"""Partners in a real browser: each phone tells its own player what to do, and nobody else whose it is."""

from __future__ import annotations

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, Route, expect
from support.browser import TV, barriers, opened, small_targets
from support.page_table import Table, served
from support.scoring import SETUP, blue, red

from scoreboard.rules.events import Press, Set

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
PARTNERS = {"away": ("Ana", "Mia"), "home": ("Leo", "Zoe")}
NARROW = (320, 640)
SPOKEN = """() => {
  window.spoken = [];
  const own = document.querySelector(".yours");
  const keep = () => window.spoken.push(own.textContent);
  new MutationObserver(keep).observe(own, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what the live region says."""


def choose(page: Page, name: str) -> None:
    """Say whose phone it is."""
    page.locator(".whose").wait_for()
    if page.locator(".whose:not([open])").count():
        page.locator(".whose summary").tap()
    page.locator(".whose").get_by_role("button", name=name).tap()


def test_two_phones_of_one_team(browser: Browser) -> None:
    """D53: by one tap each is told his own part, only when it changes; whose phone it is stays on it."""
    teams = {side: structs.replace(getattr(SETUP, side), players=names) for side, names in PARTNERS.items()}
    with (
        served(Table(structs.replace(SETUP, **teams))) as stadium,
        opened(browser, stadium) as ana,
        opened(browser, stadium, "/?theme=dark", NARROW, paired=False) as mia,
    ):
        sent: list[str] = []
        ana.on("request", lambda asked: sent.append(f"{asked.method} {asked.url} {asked.post_data}"))
        choose(ana, "Ana")
        choose(mia, "Mia")
        yours = ana.locator(".yours[aria-live=polite]")
        expect(yours).to_have_text("Ana, you bat. Leo throws now.")
        expect(ana.locator(".whose summary")).to_be_focused()
        ana.evaluate(SPOKEN)
        stadium.tell(blue(9))
        expect(yours).to_have_text("Ana, you throw the red die now.")
        expect(mia.locator(".yours")).to_have_text("Mia, you bat next.")
        stadium.tell(Set(away=1))
        expect(ana.locator("td.runs").first).to_have_text("1")
        for page in (ana, mia):
            page.locator(".whose summary").tap()
            assert ([], []) == (barriers(page), small_targets(page))
        assert NARROW[0] == mia.evaluate("document.documentElement.scrollWidth")
        stadium.tell(red(1), Press(button="out"))
        expect(mia.locator(".yours")).to_have_text("Mia, you bat. Leo throws now.")
        expect(yours).to_have_text("Ana, you bat next.")
        assert [
            "Ana, you throw the red die now.",
            "Ana, you bat. Leo throws now.",
            "Ana, you bat next.",
        ] == ana.evaluate("window.spoken")
        assert [] == [asked for asked in sent if "Ana" in asked or not asked.startswith("GET ")]
        assert [] == stadium.table.sent
        mia.reload()
        expect(mia.locator(".yours")).to_have_text("Mia, you bat. Leo throws now.")
        expect(mia.locator(".whose")).not_to_have_attribute("open", "")
        choose(mia, "nobody")
        expect(mia.locator(".yours")).to_be_hidden()
        stadium.tell(Press(button="out"), Press(button="out"))
        expect(yours).to_have_text("Ana, Mia throws now.")


FIRST_SEEN = """new MutationObserver((_, watching) => {
  const person = document.querySelector(".person");
  if (!person) return;
  watching.disconnect();
  window.firstSeen = getComputedStyle(person).borderRadius;
}).observe(document, { childList: true, subtree: true });"""
"""Notes how round a player's chip is when it is there for the first time."""


def test_partners_are_not_drawn_before_their_style_sheet(browser: Browser) -> None:
    """However late it comes: till then a name would stand anywhere."""
    teams = {side: structs.replace(getattr(SETUP, side), players=names) for side, names in PARTNERS.items()}
    with served(Table(structs.replace(SETUP, **teams))) as stadium, opened(browser, stadium) as page:
        held = list[Route]()
        page.locator(".whose").wait_for()  # the sheet of this load is not to be held
        page.add_init_script(FIRST_SEEN)
        page.route("**/partners.css*", lambda route: held.append(route))  # noqa: PLW0108 - a method of C's takes no mark
        with page.expect_request("**/partners.css*"):
            page.reload()
        expect(page.locator(".awaits")).to_be_visible()
        assert not page.evaluate("window.firstSeen")
        held[0].continue_()
        page.locator(".whose").wait_for()
        assert page.evaluate("window.firstSeen") not in (None, "0px")


def test_a_tv_shows_all_four_and_another_game_loads_nothing(browser: Browser) -> None:
    """Each with what he does; without players no module of theirs is fetched."""
    teams = {side: structs.replace(getattr(SETUP, side), players=names) for side, names in PARTNERS.items()}
    with (
        served(Table(structs.replace(SETUP, **teams))) as stadium,
        opened(browser, stadium, "/tv", TV, paired=False) as page,
    ):
        people = ["Ana bats", "Mia next up", "Leo pitches, throws now", "Zoe waits"]
        expect(page.locator(".person")).to_have_text(people)
        expect(page.locator(".who").first).to_be_hidden()
        assert [] == barriers(page)
    with served(Table()) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".awaits")).to_be_visible()
        expect(page.locator(".dock")).to_be_visible()
        assert page.locator(".partner-slot").is_hidden()
        fetched = "performance.getEntriesByType('resource').filter((each) => each.name.includes('partners')).length"
        assert 0 == page.evaluate(fetched)
