"""A picture to send on: the score of a game as a board of lights, of its end or of a play.

Rule kept here: everything is written in the panel's own fonts, so a name in any script, or with any sign, is written as
the panel writes it. What is longer than its place is written smaller, and in the last resort cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from PIL import Image

from scoreboard.display.fonts import BOLD, HIGH, HUGE, LARGE, NARROW, SMALL, TINY, Font, fitting, plain
from scoreboard.display.initials import team_letters
from scoreboard.display.leds import led_picture
from scoreboard.display.palette import AMBER, CHALK, DARK, GHOST
from scoreboard.display.pixels import Box, Color, Pattern, block, magnified, stamp
from scoreboard.display.text_layout import evenly_wrapped, wrapped
from scoreboard.rules.events import Side

if TYPE_CHECKING:
    from scoreboard.display.panel_scene import PanelScene

Shape: TypeAlias = Literal["square", "wide"]
"""1080 by 1080, or 1200 by 630 pixels."""
SHAPES: Final = get_args(Shape)
PITCH: Final = 6
"""Pixels from one light to the next."""
SIZES: Final[dict[Shape, tuple[int, int]]] = {"square": (178, 178), "wide": (198, 103)}
"""In lights, without the dark one at each edge."""
EDGE: Final = 4
TIMES: Final[dict[Shape, int]] = {"square": 5, "wide": 3}
"""How many times as large as on the panel the runs are."""
NAMES: Final = (HUGE, HIGH, LARGE, SMALL, TINY)
TEXT: Final = (HUGE, LARGE, SMALL, TINY)
MOST_WORDS: Final = 300
"""Characters of what is said."""
COLUMN: Final = 13
"""Lights from one inning of the line score to the next."""
DIAMOND: Final = (39, 31)
"""Lights across and down that the bases and the outs take."""
BASES: Final = ((13, 0), (0, 13), (26, 13))
"""Where second, third and first base are drawn, from the top left corner of the diamond."""
ON_BASE: Final = (12, 18, 6)
"""Their places on the path, likewise."""
BAG: Final[Pattern] = tuple(f"{'#' * (13 - 2 * abs(row)):.^13}" for row in range(-6, 7))
EMPTY: Final[Pattern] = tuple(re.sub("(?<=#)#+(?=#)", lambda found: "." * len(found[0]), row) for row in BAG)


def share_picture(scene: PanelScene, shape: Shape, title: str, words: str) -> Image.Image:
    """The state of ``scene``, what it is, such as ``Final score``, and words about it; RGB, as `Shape` has it."""
    picture = Image.new("RGB", SIZES[shape], DARK)
    width, height = picture.size
    _write(picture, title, (EDGE, EDGE, width - 2 * EDGE, 7), (LARGE, SMALL, TINY), AMBER)
    top, times = EDGE + 11, TIMES[shape]
    high = 8 * times + 14 + 10
    half = (width - 3 * EDGE) // 2
    longest = max((scene.game.team(side).name for side in get_args(Side)), key=LARGE.width)
    names = fitting(longest, half - 8, NAMES)
    _team(picture, scene, "away", (EDGE, top, half, high), times, names)
    _team(picture, scene, "home", (2 * EDGE + half, top, half, high), times, names)
    below = top + high + 5
    game = scene.game
    left = EDGE
    if not game.over:
        _diamond(picture, scene, (EDGE, (below + height - EDGE - DIAMOND[1]) // 2))
        left += DIAMOND[0] + 6
    elif shape == "square":
        below = _line_score(picture, scene, below)
    _write_all(picture, plain(words[:MOST_WORDS]), (left, below, width - left - EDGE, height - below - EDGE))
    return led_picture(picture, PITCH)


def _team(picture: Image.Image, scene: PanelScene, side: Side, box: Box, times: int, font: Font) -> None:
    """A frame in the team's colour, with its name and its runs; the winner's is amber."""
    x, y, width, height = box
    game, color = scene.game, scene.team_color(side)
    frame = AMBER if game.over and game.winner == side else color
    for bar, at in (
        (block(width, 2), (x, y)),
        (block(width, 2), (x, y + height - 2)),
        (block(2, height), (x, y)),
        (block(2, height), (x + width - 2, y)),
    ):
        stamp(picture, bar, at, frame)
    _write(picture, game.team(side).name, (x + 4, y + 4, width - 8, 14), (font,), color)
    runs = str(game.home if side == "home" else game.away)
    written = magnified(fitting(runs, (width - 8) // times, (BOLD, NARROW)).write(runs), times, times)
    stamp(picture, written, (x + (width - len(written[0])) // 2, y + 20), CHALK)


def _line_score(picture: Image.Image, scene: PanelScene, y: int) -> int:
    """The runs by inning, of as many of the last as there is room for; gives where it ends."""
    away, home = scene.innings()
    room = (picture.width - 2 * EDGE - 26 - 20) // COLUMN
    letters, figures = (LARGE, SMALL, TINY), (SMALL, TINY)
    first = max(0, len(away) - room)
    numbers = [str(scene.game.first + first + index) for index in range(len(away[first:]))]
    initials = team_letters(scene)
    rows: Sequence[tuple[str, Sequence[str], str, Color]] = (
        ("", numbers, "", CHALK),
        (initials[0], _cells(away[first:]), str(scene.game.away), scene.team_color("away")),
        (initials[1], _cells(home[first:]), str(scene.game.home), scene.team_color("home")),
    )
    for row, (name, cells, runs, color) in enumerate(rows):
        top = y + (0, 8, 18)[row]
        height = 5 if row == 0 else 7
        _write(picture, name, (EDGE, top, 24, height), letters, color)
        for column, cell in enumerate(cells):
            where = (EDGE + 26 + column * COLUMN, top, COLUMN - 1, height)
            _write(picture, cell, where, letters if row else figures, CHALK)
        _write(picture, runs, (picture.width - EDGE - 18, top, 18, height), letters, AMBER)
    return y + 18 + 7 + 6


def _cells(runs: Sequence[int | None]) -> list[str]:
    return ["" if each is None else str(each) for each in runs]


def _diamond(picture: Image.Image, scene: PanelScene, at: tuple[int, int]) -> None:
    """The bases, those lit on which somebody stands, and the outs below."""
    for (x, y), place in zip(BASES, ON_BASE, strict=True):
        taken = any(runner == place for runner in scene.game.runners)
        stamp(picture, BAG if taken else EMPTY, (at[0] + x, at[1] + y), AMBER if taken else CHALK)
    for out in range(2):
        is_lit = out < scene.game.outs
        stamp(picture, block(4, 4), (at[0] + 14 + 7 * out, at[1] + 27), scene.color("red") if is_lit else GHOST)


def _write(picture: Image.Image, text: str, box: Box, fonts: tuple[Font, ...], color: Color) -> None:
    """In the middle of the box, in the largest font that fits, and cut where none does."""
    x, y, width, height = box
    written_as, font = plain(text), fitting(text, width, tuple(font for font in fonts if font.height <= height))
    while written_as and font.width(written_as) > width:
        written_as = written_as[:-1]
    if written_as.strip():
        pattern = font.write(written_as)
        stamp(picture, pattern, (x + (width - len(pattern[0])) // 2, y + (height - font.height) // 2), color)


def _write_all(picture: Image.Image, text: str, box: Box) -> None:
    """As large as all of it fits on the box, in lines of about equal length; its end is cut where it does not."""
    x, y, width, height = box
    font = next((font for font in TEXT if _fits(text, width, height, font)), TINY)
    lines = evenly_wrapped(text, width, font) if _fits(text, width, height, font) else wrapped(text, width, font)
    pitch = font.height + _between(font)
    lines = lines[: (height + _between(font)) // pitch]
    top = y + (height - len(lines) * pitch + _between(font)) // 2
    for row, line in enumerate(lines):
        _write(picture, line, (x, top + row * pitch, width, font.height), (font,), CHALK)


def _fits(text: str, width: int, height: int, font: Font) -> bool:
    if any(font.width(word) > width for word in text.split()):
        return False
    return len(wrapped(text, width, font)) * (font.height + _between(font)) - _between(font) <= height


def _between(font: Font) -> int:
    """Dark rows between two lines."""
    return max(1, font.height // 7)
