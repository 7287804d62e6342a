"""The pictures of the page in the README and in docs/stream.md: on a phone by day, on a TV by night, on a stream.

    make page-pictures

makes them anew. Look at them before you commit them.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser
from support.browser import PHONE, TV, launched, opened
from support.page_table import Table, served

from scoreboard.record import decode
from scoreboard.rules.events import Expect, Press, Setup

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests/golden/games/whole-diamante-major.jsonl"
LINES = 87
"""Of the game: two runs are in, and runners are on."""
FRESH = 72
"""Likewise: a batter comes up with two on."""
COLORS = 220
"""Of a picture: enough for a drawing, and few bytes."""

SHEET = 1920, 620
GREEN = "#5d8a52"
OVERLAYS = {"bug": ((560, 198), (20, 40)), "board": ((1280, 380), (620, 20)), "bar": ((1920, 160), (0, 430))}
"""The size of each, and where it is seen in the picture."""


def table(most: int = LINES) -> Table:
    """A table in the middle of a game."""
    setup, *lines = (decode(raw) for raw in GAME.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup)
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:most])
    return table


def picture(browser: Browser, path: str, size: tuple[int, int], name: str, height: int) -> None:
    """Keep the page as it is shown there."""
    with served(table()) as stadium, opened(browser, stadium, path, size) as page:
        page.locator(".line-score .now").wait_for()
        shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    small = shot.resize((round(shot.width * height / shot.height), height), Image.Resampling.LANCZOS)
    small.convert("RGB").quantize(COLORS).save(ROOT / "docs" / name, optimize=True)


def overlays(browser: Browser) -> None:
    """Keep the three overlays, each with a play, on the green of a field."""
    sheet = Image.new("RGB", SHEET, GREEN)
    for style, (size, at) in OVERLAYS.items():
        with (
            served(table(FRESH)) as stadium,
            opened(browser, stadium, f"/overlay?style={style}", size, paired=False) as page,
        ):
            page.locator(".team.up b, .line-score .now").first.wait_for()
            stadium.tell(Press(button="homerun"))
            page.locator(".news.open .moment strong").wait_for()
            page.locator(".moment:empty").wait_for(state="attached")
            shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
        sheet.paste(shot, at, shot)
    small = sheet.resize((SHEET[0] // 2, SHEET[1] // 2), Image.Resampling.LANCZOS)
    small.save(ROOT / "docs/overlay.png", optimize=True)


def main() -> None:
    """Make them all."""
    with launched() as browser:
        picture(browser, "/?theme=light", PHONE, "page-phone.png", 844)
        picture(browser, "/tv?theme=dark", TV, "page-tv.png", 700)
        overlays(browser)


if __name__ == "__main__":
    main()
