"""The pictures of docs/panels.md: moments of games on every size of panel, as lights, all pages side by side.

make panels
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from PIL import Image  # noqa: E402 - below the path
from support.faces import pages, states  # noqa: E402 - found on the path above

from scoreboard.display import LAYOUTS, led_picture, monochrome  # noqa: E402 - likewise
from scoreboard.display.fonts import LARGE  # noqa: E402 - likewise
from scoreboard.display.pixels import magnified, stamp  # noqa: E402 - likewise

FOLDER = HERE.parents[1] / "docs" / "panels"
MOMENTS = (
    "two on", "full count", "two digits", "inning 20 of 20", "between bases", "runner may choose",
    "partners with helmets",
    "long names", "Cyrillic and Greek", "gloves are due", "sign", "walk-off",
)  # fmt: skip
ACROSS = 1000
"""Pixels of a sheet."""
INK, PAPER = (90, 90, 90), (255, 255, 255)
CAPTION = 2
"""Pixels of a caption's dot."""
MARGIN = 8


def rows(size: tuple[int, int]) -> Iterator[tuple[str, list[Image.Image]]]:
    """Each moment's name and pages, the last moment once more in one colour."""
    games = states()
    for name in MOMENTS:
        yield name, list(pages(games[name], size).values())
    yield "full count, in one colour", [monochrome(each) for each in pages(games["full count"], size).values()]


def caption(text: str) -> Image.Image:
    """``text`` in our own letters."""
    written = magnified(LARGE.write(text), CAPTION, CAPTION)
    picture = Image.new("RGB", (len(written[0]), len(written)), PAPER)
    stamp(picture, written, (0, 0), INK)
    return picture


def sheet(size: tuple[int, int]) -> Image.Image:
    """All moments of a size, one below the other."""
    drawn = list(rows(size))
    most = max(len(shown) for _, shown in drawn)
    pitch = max(3, min(8, ACROSS // most // (size[0] + 2)))
    tiles = [(caption(name), [led_picture(each, pitch) for each in shown]) for name, shown in drawn]
    high = tiles[0][0].height + tiles[0][1][0].height + 2 * MARGIN
    whole = Image.new("RGB", (most * (tiles[0][1][0].width + MARGIN), len(tiles) * high), PAPER)
    for down, (title, shown) in enumerate(tiles):
        whole.paste(title, (0, down * high))
        for across, each in enumerate(shown):
            whole.paste(each, (across * (each.width + MARGIN), down * high + title.height + MARGIN // 2))
    return whole


def main() -> None:
    """Draw the sheet of every size."""
    FOLDER.mkdir(exist_ok=True)
    for width, height in LAYOUTS:
        colors = sheet((width, height)).quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        colors.save(FOLDER / f"{width}x{height}.png", optimize=True)


if __name__ == "__main__":
    main()
