"""Contact sheets of all that a panel says in words, for each size and language, all pages of each side by side.

make panels

All are drawn into build/panels, a selection into docs/panels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path += [str(HERE.parent), str(HERE.parents[1] / "packaging")]

from panel_sheets import INK, MARGIN, PAPER  # noqa: E402 - below the path
from PIL import Image  # noqa: E402 - likewise
from support.panel_words import Shown, every_text  # noqa: E402 - likewise

from scoreboard.display import led_picture  # noqa: E402 - likewise
from scoreboard.display.fonts import LARGE  # noqa: E402 - likewise
from scoreboard.display.pixels import stamp  # noqa: E402 - likewise
from scoreboard.language import languages  # noqa: E402 - likewise

ROOT = HERE.parents[1]
BUILT, KEPT = ROOT / "build/panels", ROOT / "docs/panels"
SIZES = ((32, 8), (64, 8), (32, 16), (64, 16), (64, 32), (128, 32))
SELECTED_SIZE = (64, 16)
SELECTED = (
    "choice.new-game", "choice.language", "new.play", "new.innings", "new.who-is-home", "new.partners", "new.options",
    "set.outs", "set.runner", "correction.count", "menu.line", "ask.bunt", "ask.hit-and-run", "menu.move-gloves",
    "default.taken", "due.swing", "due.run-or-skip", "throw-off.throw", "box.chose", "notice.leans", "notice.whose-die",
    "not-saved.full", "lost.camera", "teach.not-laid", "teach.known", "calibrate.ask.settle", "check.summary",
    "help.ok-held", "asked.numbers", "network.invitation", "start.broken-settings", "reset.counting", "wizard.kept",
)  # fmt: skip
"""What the sheets of the documents have."""
ACROSS = 1400
"""Pixels of a sheet."""
PITCH = 3


def tile(name: str, shown: Shown) -> Image.Image:
    """The pages of a text side by side, its key above."""
    lights = [led_picture(page, PITCH) for page in shown.pages]
    title = LARGE.write(name)
    width = max(len(title[0]), len(lights) * (lights[0].width + 2))
    whole = Image.new("RGB", (width, LARGE.height + 2 + lights[0].height), PAPER)
    stamp(whole, title, (0, 0), INK)
    for number, each in enumerate(lights):
        whole.paste(each, (number * (each.width + 2), LARGE.height + 2))
    return whole


def rows(tiles: Iterable[Image.Image]) -> Iterator[list[Image.Image]]:
    """As many side by side as there is room for."""
    row, width = list[Image.Image](), 0
    for each in tiles:
        if row and width + each.width > ACROSS:
            yield row
            row, width = [], 0
        row.append(each)
        width += each.width + MARGIN
    yield row


def sheet(texts: Iterable[tuple[str, Shown]]) -> Image.Image:
    """All of them, one row below the other."""
    laid = list(rows(tile(name, shown) for name, shown in texts))
    pitch = laid[0][0].height + MARGIN
    across = max(ACROSS, *(each.width for row in laid for each in row))
    whole = Image.new("RGB", (across, len(laid) * pitch), PAPER)
    for down, row in enumerate(laid):
        left = 0
        for each in row:
            whole.paste(each, (left, down * pitch))
            left += each.width + MARGIN
    return whole


def selection(code: str) -> Image.Image:
    """The sheet of docs/panels in that language."""
    texts = every_text(SELECTED_SIZE, code, most=1)
    return sheet([(name, shown) for name, shown in texts if name in SELECTED])


def save(picture: Image.Image, file: Path, colors: int) -> None:
    """As a picture with few colours."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(colors, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> None:
    """Draw the sheets of every size and language."""
    for code in languages():
        for size in SIZES:
            save(sheet(every_text(size, code)), BUILT / f"words-{code}-{size[0]}x{size[1]}.png", 255)
        save(selection(code), KEPT / f"words-{code}.png", 32)


if __name__ == "__main__":
    main()
