"""The pictures of the page in the README: on a phone by day, and on a TV by night.

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
from scoreboard.rules.events import Expect, Setup

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests/golden/games/whole-diamante-major.jsonl"
LINES = 87
"""Of the game: two runs are in, and runners are on."""
COLORS = 220
"""Of a picture: enough for a drawing, and few bytes."""


def table() -> Table:
    """A table in the middle of a game."""
    setup, *lines = (decode(raw) for raw in GAME.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup)
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:LINES])
    return table


def picture(browser: Browser, path: str, size: tuple[int, int], name: str, height: int) -> None:
    """Keep the page as it is shown there."""
    with served(table()) as stadium, opened(browser, stadium, path, size) as page:
        page.locator(".line-score .now").wait_for()
        shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    small = shot.resize((round(shot.width * height / shot.height), height), Image.Resampling.LANCZOS)
    small.convert("RGB").quantize(COLORS).save(ROOT / "docs" / name, optimize=True)


def main() -> None:
    """Make both."""
    with launched() as browser:
        picture(browser, "/?theme=light", PHONE, "page-phone.png", 844)
        picture(browser, "/tv?theme=dark", TV, "page-tv.png", 700)


if __name__ == "__main__":
    main()
