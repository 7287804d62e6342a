"""A whole game on a phone, from its pairing to the final score, with a scoreboard that has nothing but its page."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import phone, press, throw
from support.running import Running, running

pytestmark = [pytest.mark.newest, pytest.mark.once]
INNINGS = 3
MOST_TAPS = 300
"""Far more than a game takes."""
THROWN = cycle((3, 8, 5, 0, 9, 6, 2, 7))
"""What the dice show, in turn."""


def pair(page: Page, scoreboard: Running) -> None:
    """Pair the phone by the digits that the box shows."""
    page.get_by_role("link", name="Score from this phone").tap()
    page.get_by_role("button", name="Show the digits").tap()
    page.get_by_label("Six digits").fill(scoreboard.digits())
    page.get_by_role("button", name="Pair", exact=True).tap()
    page.get_by_role("link", name="To the game").tap()


def enter_a_throw(page: Page) -> None:
    """The first of those that are due, whatever it is."""
    keys = page.locator(".pad button")
    values = keys.all_inner_texts()
    wanted = str(next(THROWN))
    throw(page, wanted if wanted in values else values[0])


def play_on(page: Page, half: str, *, is_new: bool) -> None:
    """Dice by hand in the first inning; then a home run for the visitors in each half of theirs, and outs."""
    if half.endswith("1"):
        enter_a_throw(page)
    else:
        press(page, "Home run" if is_new and half.startswith("▲") else "Out")


def test_whole_game_by_taps(browser: Browser, tmp_path: Path) -> None:
    """The page alone says what may be done, from the digits to the last out; the game is kept as it was played."""
    with running(tmp_path, "--rules", "diamante-amateur") as scoreboard, phone(browser, scoreboard.address) as page:
        pair(page, scoreboard)
        expect(page.get_by_role("button", name="7", exact=True)).to_be_enabled()
        expect(page.get_by_text("What the camera sees")).to_have_count(0)  # there is none
        began = page.request.post(
            f"{scoreboard.address}/api/jobs", data={"job": "calibrate"}, headers={"Origin": scoreboard.address}
        )
        assert (409, True) == (began.status, "There is no camera" in began.json()["error"])
        page.locator(".plays-list .play").first.wait_for()
        final, halves = page.locator(".finale .outcome"), list[str]()
        for _ in range(MOST_TAPS):
            if page.locator(".dock .pad.offered").count():
                break
            before, half = page.locator(".plays-list").inner_text(), page.locator(".inning").inner_text()
            play_on(page, half, is_new=half not in halves)
            halves += [half] if half not in halves else []
            page.wait_for_function("before => document.querySelector('.plays-list').innerText !== before", arg=before)
        expect(final).to_contain_text("Winner")
        assert 2 * INNINGS == len(halves)
        kept = page.request.get(f"{scoreboard.address}/api/games").json()[-1]
        assert 0 == scoreboard.stop()
    assert kept["summary"]["over"], kept
    assert INNINGS - 1 <= kept["summary"]["score"][0] > kept["summary"]["score"][1]
