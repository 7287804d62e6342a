"""One thing has one name on the page: what keeps the score there is the stadium, and never the box."""

from __future__ import annotations

import re

import pytest
from catalogues import catalogue

from scoreboard.language.catalogue import CATALOGUES

OF_THE_PAGE = re.compile(r"(page|setting|setting-choice|put-right)\.")
OTHER_NAME = {"en": re.compile(r"\bbox\b(?! score)", re.IGNORECASE), "es": re.compile(r"\bcaja\b", re.IGNORECASE)}


@pytest.mark.parametrize("code", OTHER_NAME)
def test_the_page_calls_what_keeps_the_score_the_stadium(code: str) -> None:
    """A box score is another thing."""
    entries = [each for each in catalogue(CATALOGUES / code) if each.id]
    worded = [(each.id if isinstance(each.id, str) else each.id[0], each.string) for each in entries]
    ours = [(key, text) for key, text in worded if OF_THE_PAGE.match(key)]
    assert len(ours) > 300
    assert [] == [key for key, text in ours if key != "page.ui.box" and OTHER_NAME[code].search(str(text))]
