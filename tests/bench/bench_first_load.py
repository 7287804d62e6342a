"""How much a phone fetches before it can keep score, and how soon it can. Run by ``make bench``.

Chromium opens `/` with a processor made four times slower, as a paired phone with an empty cache, in the middle of a
game. Taken are all bytes that come over the wire, heads and bodies, but for the stream that goes on; and the time from
opening the page to the first drawing with every button in place, the best of the loads. A page of two words, loaded in
between, tells what the machine itself takes for it. Bars: 80 KB; and a second, of which a machine with more work than
processors can say nothing.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from playwright.sync_api import Browser
from support.browser import PHONE, launched
from support.page_table import Served, Table, served
from support.scoring import blue, red

from scoreboard.web.http.phone import COOKIE

LOADS, SLOWER = 7, 4
BAR_KB, BAR_S = 80.0, 1.0
READY = """
new MutationObserver((_, watching) => {
  if (!document.querySelector(".dock .pad button") || !document.querySelector(".awaits")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the buttons have been drawn."""


def load(browser: Browser, stadium: Served, path: str, ready: str) -> tuple[float, float]:
    """The bytes that came, and the milliseconds until ``ready`` is known."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    context.add_cookies([{"name": COOKIE, "value": stadium.cookie, "url": stadium.address}])
    page, came = context.new_page(), list[float]()
    wire = context.new_cdp_session(page)
    wire.on("Network.loadingFinished", lambda done: came.append(done["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(READY)
    page.goto(stadium.address + path)
    while not (took := float(page.evaluate(ready) or 0)):
        page.wait_for_timeout(20)
    page.wait_for_timeout(500)  # what still comes after the buttons belongs to the first load
    context.close()
    return sum(came), took


def main() -> int:
    """Print the figures; 1 if a bar is missed."""
    try:
        return measured()
    except pytest.skip.Exception as no_browser:
        print(f"first load: {no_browser}")
        return 0


def measured() -> int:
    """The figures, where there is a browser."""
    ours, plain = list[tuple[float, float]](), list[tuple[float, float]]()
    with launched() as browser:
        table = Table()
        table.play(blue(6), red(8))
        with served(table) as stadium:
            for _ in range(LOADS):
                ours.append(load(browser, stadium, "/", "window.ready"))
                plain.append(load(browser, stadium, "/api/me", "performance.timing && performance.now()"))
    fetched = max(bytes_ for bytes_, _ in ours) / 1000
    seconds, least = (min(took for _, took in loads) / 1000 for loads in (ours, plain))
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"first load: {fetched:.1f} KB over the wire, buttons after {seconds:.2f} s at {SLOWER}x slower")
    print(f"a page of two words: {least:.2f} s; load {busy:.1f} a processor; bars {BAR_KB:g} KB, {BAR_S:g} s")
    is_soon = seconds <= BAR_S or busy > 1
    return int(fetched > BAR_KB or not is_soon)


if __name__ == "__main__":
    sys.exit(main())
