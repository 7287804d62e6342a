"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.browser import launched
from support.hang import SEEN_S
from support.page_table import Served, Table, served

expect.set_options(timeout=1000 * SEEN_S)  # a bound and no measure: where it is reached something is wrong


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a file and no others: while it is open Playwright's loop runs, and `asyncio.run` fails."""
    with launched() as browser:
        yield browser


@pytest.fixture
def stadium() -> Iterator[Served]:
    """A game at its first pitch, and a phone that may score."""
    with served(Table()) as stadium:
        yield stadium
