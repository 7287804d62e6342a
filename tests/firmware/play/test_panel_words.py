"""Whatever a panel says in words, in every language: short enough to be read at arm's length."""

from __future__ import annotations

import pytest
from support.panel_words import PARTS, every_text, on_panels, panel_keys, walked

from scoreboard.language import languages

SIX_SECONDS = 4
"""Pages of a panel, for a second and a half each."""
FACTS = {"correction"}
"""What lists all that changes, and takes the pages that it takes."""


@pytest.mark.untraced
@pytest.mark.parametrize("code", languages())
@pytest.mark.newest
def test_nothing_scrolls_for_long(code: str) -> None:
    """On 64 x 16 everything is read within six seconds, with the longest values that there are."""
    long = {name: shown.text for name, shown in every_text((64, 16), code) if len(shown.pages) > SIX_SECONDS}
    assert FACTS >= long.keys(), long


@pytest.mark.parametrize("code", languages())
@pytest.mark.untraced
@pytest.mark.newest
def test_no_item_of_a_menu_scrolls(code: str) -> None:
    """On 64 x 16 each is one page: what OK takes is seen at once."""
    menus = {key for key in walked() if not key.startswith(("due.", "default."))} - FACTS
    scrolled = {shown.text for name, shown in every_text((64, 16), code) if name in menus and len(shown.pages) > 1}
    assert set() == scrolled


@pytest.mark.once
def test_everything_is_looked_at() -> None:
    """The sheets have every message that has words for a panel, but parts of others."""
    assert [key for key in panel_keys() if key.partition(".")[0] not in PARTS and key not in on_panels()] == ["due.who"]
