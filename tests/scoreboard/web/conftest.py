"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect
from support.browser import launched
from support.hang import SEEN_S
from support.page_table import Served, Table, served

expect.set_options(timeout=1000 * SEEN_S)  # a bound and no measure: where it is reached something is wrong


OPEN = pytest.StashKey[tuple[Browser, ExitStack]]()
"""The browser of this worker, and what ends it."""


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Browser:
    """One for all tests in a browser that follow one another: to start one takes as long as to open three pages."""
    stash = request.config.stash
    if OPEN not in stash:
        with ExitStack() as ends:
            browser = ends.enter_context(launched())
            stash[OPEN] = browser, ends.pop_all()
    return stash[OPEN][0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Close the browser before any other test: while it is open Playwright's loop runs, and `asyncio.run` fails."""
    try:
        return (yield)
    finally:
        if OPEN in item.config.stash and not is_in_a_browser(nextitem):
            _, ends = item.config.stash[OPEN]
            del item.config.stash[OPEN]
            ends.close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the tests in a browser follow one another."""
    items.sort(key=is_in_a_browser)


def is_in_a_browser(item: pytest.Item | None) -> bool:
    """Whether that test asks for the browser."""
    return "browser" in getattr(item, "fixturenames", ())


@pytest.fixture
def stadium() -> Iterator[Served]:
    """A game at its first pitch, and a phone that may score."""
    with served(Table()) as stadium:
        yield stadium
