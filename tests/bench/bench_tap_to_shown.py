"""How soon a tap on the dock is seen in the score. Run by ``make bench``.

Chromium is a paired phone at a server of this machine. Throws of a whole game of each kind are tapped, a key a die;
what is no throw is told by the server. Taken is the time from the tap of a throw's last key, by the browser's own stamp
of it, to the first drawing after the dock has the new state. Bar: 95 of 100 within 100 ms, in each game; of it a
machine with more work than processors can say nothing.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from support.browser import PHONE, launched, opened
from support.page_table import GOLDEN, Table, served

from scoreboard.record import decode
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Chip, Die, Expect, Roll, Setup

THROWS = 60
"""That are tapped in a game."""
BAR_MS = 100.0
WATCH = """
window.took = [];
addEventListener("pointerdown", ({ timeStamp }) => (window.tapped = timeStamp), true);
new MutationObserver(() => {
  if (!window.tapped || document.querySelector(".pad [aria-pressed]")) return;
  const tapped = window.tapped;
  window.tapped = 0;
  requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - tapped)));
}).observe(document.querySelector(".dock .standing"), { childList: true });
"""
"""Notes how long it took from each tap until the dock's new state had been drawn."""


def tap(page: Page, throw: Die | Chip | Roll) -> None:
    """Tap that throw."""
    page.locator(".dock .pad:not([aria-disabled=true])").wait_for()
    keys = page.locator(".dock .pad button")
    if isinstance(throw, Roll):
        for die, value in enumerate(throw.values):
            keys.nth(6 * die + value - 1).tap()
        return
    keys.nth(throw.value - 1 if isinstance(throw, Die) else ("hit", "out").index(throw.face)).tap()


def measured(browser: Browser, name: str) -> list[float]:
    """The milliseconds of each tap, in a game of these rules."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"whole-{name}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table, thrown = Table(setup), 0
    with served(table) as stadium, opened(browser, stadium, size=PHONE) as page:
        page.locator(".plays-list li").first.wait_for()
        page.evaluate(WATCH)
        for line in lines:
            if thrown == THROWS or isinstance(line, Expect | Setup):
                continue
            game = table.history.game
            if not isinstance(line, Die | Chip | Roll) or (isinstance(line, Die) and line.color != game.awaits):
                before = page.locator(".dock .standing > span").element_handle()
                stadium.tell(line)
                page.wait_for_function("before => !before.isConnected", arg=before)
                continue
            thrown += 1
            tap(page, line)
            page.wait_for_function("most => window.took.length === most", arg=thrown)
        took: list[float] = page.evaluate("window.took")
    return took


def main() -> int:
    """Print the figures; 1 if a bar is missed."""
    missed = 0
    try:
        with launched() as browser:
            for name in RULE_SETS:
                took = measured(browser, name)
                p95 = float(np.percentile(took, 95))
                missed += p95 > BAR_MS
                print(f"tap to shown, {name}: {len(took)} throws, median {np.median(took):.0f} ms, p95 {p95:.0f} ms")
    except pytest.skip.Exception as no_browser:
        print(f"tap to shown: {no_browser}")
        return 0
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"bar: p95 {BAR_MS:g} ms in each game; load {busy:.1f} a processor")
    return int(missed > 0 and busy <= 1)


if __name__ == "__main__":
    sys.exit(main())
