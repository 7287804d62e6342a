"""`make lab-guides`: the guides at `/help`, as `make docs` has built them, are searched in a browser.

The page's own policy holds for them. `make test` does not run this, for it builds no guides.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browser import PHONE, TV, opened
from support.page_table import Table, served

SITE = Path(__file__).parents[3] / "build/site"


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "desk"])
@pytest.mark.parametrize(
    ("front", "word", "page"),
    [("index.html", "UNDO", "hardware/wiring.html"), ("es/index.html", "soldar", "es/build.html")],
    ids=["English", "Spanish"],
)
def test_the_guides_can_be_searched(browser: Browser, front: str, word: str, page: str, size: tuple[int, int]) -> None:
    """A word leads to the guide that has it. No script, worker or style is refused; nothing comes from elsewhere."""
    asked = set[str]()
    with served(Table(guides=SITE)) as stadium, opened(browser, stadium, "/", size, paired=False) as shown:
        shown.on("request", lambda request: asked.add(request.url))
        shown.goto(f"{stadium.address}/help/{front}")
        if size == PHONE:
            shown.locator("label[for=__search].md-header__button").first.click()
        shown.locator(".md-search__input").fill(word)
        found = shown.locator(f".md-search-result__link[href*='{page.rpartition('/')[2]}']").first
        found.wait_for()
        found.click()
        shown.wait_for_url(f"{stadium.address}/help/{page}**")
        assert word.lower() in shown.locator("article").inner_text().lower()
        address = stadium.address
    assert {url for url in asked if not url.startswith((address, "data:", "blob:"))} == set()
