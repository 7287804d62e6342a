"""Draws the moments anew, as `docs/panels.md` shows them.

    python tests/golden/redraw_moments.py

For each size of panel one GIF with all moments, one after the other, and one contact sheet of their key frames in
English, and of their words in Spanish. Look at the sheets before you commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PIL import Image

from scoreboard.display import LAYOUTS, led_picture, monochrome
from scoreboard.display.moments import NAMES, SHIPPED_MOMENTS, Celebration, Happening, Name, Text, frame
from scoreboard.display.panel_scene import Say
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.rules import start
from scoreboard.rules.events import Setup, Team
from scoreboard.rules.state import Game

HERE: Final = Path(__file__).parents[2] / "docs/moments"
FRAMES_A_SECOND: Final = 10
"""Of a GIF; the panel shows twice as many."""
KEYS, WORDS = 7, 2
"""Frames of each moment on a sheet: in English, and of its words in Spanish."""
ABOUT: Final = {
    "ball": Happening(message("moment.ball", digit=2)),
    "strike-called": Happening(message("moment.strike-called", digit=1)),
    "strike-swinging": Happening(message("moment.strike-swinging", digit=2)),
    "hit": Happening(message("moment.hit-zone", digit=7), bases=1, zone=7),
    "helmet": Happening(message("moment.helmet", value=3, helmet="+", more=1, counts=4)),
}
"""What some moments are about, as an example."""
WIDE: Final = 256
"""Pixels of a GIF from left to right."""
GAP: Final = 4
GRAY: Final = (70, 70, 70)


def game(*, over: bool = False) -> Game:
    """A game in the bottom of an extra inning, which Home has just won if it is over."""
    teams = Team(name="Reds", color="red"), Team(name="Tecolotes", color="blue")
    begun = start(Setup(rules="diamante-amateur", innings=3, away=teams[0], home=teams[1]))
    played = replace(begun, inning=4, half="bottom", away=3, home=3)
    return replace(played, home=4, winner="home", phase="over") if over else played


def moment(name: Name) -> Celebration:
    """That moment, as an example."""
    return Celebration(name, ABOUT.get(name, Happening(message(f"moment.{name}"), bases=4)))


def shown(name: Name, size: tuple[int, int], at: float, say: Say) -> Image.Image:
    """The frame of a moment, ``at`` seconds after it began."""
    picture = frame(moment(name), size, at, game(), game(over=True), say)
    if picture is None:
        raise ValueError(f"{name} is over by {at} s")
    return picture


def key_times(name: Name, most: int) -> list[float]:
    """When a moment's key frames are: in the middle and late in each of its parts."""
    animation = SHIPPED_MOMENTS[name]
    spans = {(part.begins, min(part.ends, animation.seconds)) for part in animation.parts}
    times = sorted({round(begin + share * (end - begin), 2) for begin, end in spans for share in (0.45, 0.9)})
    return [times[round(number * (len(times) - 1) / (most - 1))] for number in range(most)]


def word_times(name: Name, most: int) -> list[float]:
    """When a moment's words are seen."""
    animation = SHIPPED_MOMENTS[name]
    spans = [(part.begins, min(part.ends, animation.seconds)) for part in animation.parts if isinstance(part, Text)]
    times = [begin + share * (end - begin) for begin, end in spans[-2:] for share in (0.2, 0.7)]
    return [times[round(number * (len(times) - 1) / (most - 1))] for number in range(most)]


def film() -> Iterator[tuple[Name, float | None]]:
    """All moments one after the other: of each frame its moment and its second; None: it is dark."""
    for name in NAMES:
        for number in range(int(SHIPPED_MOMENTS[name].seconds * FRAMES_A_SECOND)):
            yield name, number / FRAMES_A_SECOND
        yield from [(name, None)] * (FRAMES_A_SECOND // 3)


def filmed(name: Name, at: float | None, size: tuple[int, int]) -> Image.Image:
    """A frame of the film; square lights, of which a GIF is small."""
    picture = Image.new("RGB", size) if at is None else shown(name, size, at, language("en").say)
    whole = WIDE, size[1] * WIDE // size[0]
    return picture.resize(whole, Image.Resampling.NEAREST).quantize(16)


def rows(size: tuple[int, int], *, color: bool) -> Iterator[list[Image.Image]]:
    """The key frames of every moment in English, and its words in Spanish."""
    english, spanish = language("en").say, language("es").say
    for name in NAMES:
        frames = [shown(name, size, at, english) for at in key_times(name, KEYS)]
        frames += [shown(name, size, at, spanish) for at in word_times(name, WORDS)]
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
        sheet(size).quantize(255).save(HERE / f"{called}.png", optimize=True)
        first, *others = [filmed(name, at, size) for name, at in film()]
        first.save(
            HERE / f"{called}.gif", save_all=True, append_images=others, duration=1000 // FRAMES_A_SECOND, loop=0
        )


if __name__ == "__main__":
    main()
