"""Draws the moments anew, as `docs/moments.md` shows them.

    python docs/moments/redraw.py

For each size of panel one GIF with all moments, one after the other, and one contact sheet of their key frames, in
English and below it in Spanish. Look at the sheets before you commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PIL import Image

from scoreboard.display import LAYOUTS, led_picture, monochrome
from scoreboard.display.moments import NAMES, SHIPPED_MOMENTS, Happening, Moment, Name, frame
from scoreboard.display.panel_scene import Say
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.rules import start
from scoreboard.rules.events import Setup, Team
from scoreboard.rules.state import Game

HERE: Final = Path(__file__).parent
FRAMES_A_SECOND: Final = 12
"""Of a GIF; the panel shows twice as many."""
KEYS: Final = 4
"""Frames of each moment on a sheet."""
ABOUT: Final = {
    "ball": Happening(message("moment.ball", number=2)),
    "strike-called": Happening(message("moment.strike-called", number=1)),
    "strike-swinging": Happening(message("moment.strike-swinging", number=2)),
    "hit": Happening(message("moment.hit.zone", number=7), bases=1, zone=7),
}
"""What some moments are about, as an example."""
GAP: Final = 4
GRAY: Final = (70, 70, 70)


def game(*, over: bool = False) -> Game:
    """A game in the bottom of an extra inning, which Home has just won if it is over."""
    teams = Team(name="Reds", color="red"), Team(name="Tecolotes", color="blue")
    begun = start(Setup(rules="diamante-amateur", innings=3, away=teams[0], home=teams[1]))
    played = replace(begun, inning=4, half="bottom", away=3, home=3)
    return replace(played, home=4, winner="home", phase="over") if over else played


def moment(name: Name) -> Moment:
    """That moment, as an example."""
    return Moment(name, ABOUT.get(name, Happening(message(f"moment.{name}"), bases=4)))


def shown(name: Name, size: tuple[int, int], at: float, say: Say) -> Image.Image:
    """The frame of a moment, ``at`` seconds after it began."""
    picture = frame(moment(name), size, at, game(), game(over=True), say)
    if picture is None:
        raise ValueError(f"{name} is over by {at} s")
    return picture


def key_times(name: Name) -> list[float]:
    """When a moment's key frames are: late in each part of it, and evenly where it has few."""
    animation = SHIPPED_MOMENTS[name]
    ends = sorted({min(part.ends, animation.seconds) for part in animation.parts})
    begins = sorted({part.begins for part in animation.parts})
    marks = {round(end - 0.15, 2) for end in ends} | {round(each + 0.3, 2) for each in begins}
    times = sorted(each for each in marks if 0 <= each < animation.seconds)
    return [times[round(number * (len(times) - 1) / (KEYS - 1))] for number in range(KEYS)]


def film(size: tuple[int, int]) -> list[Image.Image]:
    """All moments one after the other, as lights."""
    pitch = 5 if size[0] == 32 else 3  # noqa: PLR2004 - the GIFs are about as wide
    say, unlit = language("en").say, Image.new("RGB", size)
    pictures = []
    for name in NAMES:
        for number in range(int(SHIPPED_MOMENTS[name].seconds * FRAMES_A_SECOND)):
            pictures.append(shown(name, size, number / FRAMES_A_SECOND, say))
        pictures += [unlit] * (FRAMES_A_SECOND // 3)
    return [led_picture(picture, pitch) for picture in pictures]


def rows(size: tuple[int, int], *, color: bool) -> Iterator[list[Image.Image]]:
    """The key frames of every moment, in both languages side by side."""
    for name in NAMES:
        frames = [shown(name, size, at, language(code).say) for code in ("en", "es") for at in key_times(name)]
        yield frames if color else [monochrome(each) for each in frames]


def sheet(size: tuple[int, int], *, color: bool = True) -> Image.Image:
    """The contact sheet of a size."""
    pitch = {32: 4, 64: 3, 128: 2}[size[0]]
    tiles = [[led_picture(each, pitch) for each in row] for row in rows(size, color=color)]
    width, height = tiles[0][0].size
    whole = Image.new("RGB", (len(tiles[0]) * (width + GAP), len(tiles) * (height + GAP)), GRAY)
    for down, row in enumerate(tiles):
        for across, tile in enumerate(row):
            whole.paste(tile, (across * (width + GAP), down * (height + GAP)))
    return whole


def main() -> None:
    """Draw everything anew."""
    for size in LAYOUTS:
        called = f"{size[0]}x{size[1]}"
        sheet(size).quantize(64).save(HERE / f"{called}.png", optimize=True)
        first, *others = [each.quantize(32) for each in film(size)]
        first.save(
            HERE / f"{called}.gif", save_all=True, append_images=others, duration=1000 // FRAMES_A_SECOND, loop=0
        )


if __name__ == "__main__":
    main()
