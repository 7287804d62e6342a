"""What a panel shows that nobody plays at: the score, the line score, the box score, and the clock if it is wanted.

Theory of operation. `idle_pages` lists what there is to see on a panel of that size, each for its time; `page_at` says
what is due so many seconds after play stopped. The score itself is one of them, and the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from PIL import Image

from scoreboard.display.batting_lines import batting_pages
from scoreboard.display.fields import Ink, Ladder, Runs, stamp_centred
from scoreboard.display.fonts import LARGE, SMALL, TINY
from scoreboard.display.initials import team_letters
from scoreboard.display.letters import pages
from scoreboard.display.line_score import LineScore
from scoreboard.display.names import short_team
from scoreboard.display.palette import DARK
from scoreboard.display.panel_scene import PanelScene
from scoreboard.display.pixels import Color, stamp
from scoreboard.message import message
from scoreboard.rules.events import Side
from scoreboard.stats.box_score import BoxScore, TeamBox
from scoreboard.stats.credits import Stat

Size = tuple[int, int]
SCORE_S, LINE_S, TEXT_S, ROW_S, CLOCK_S = 12.0, 6.0, 3.0, 2.0, 6.0
"""For how long each is seen; a page of batters for so long a row."""
STATS: Final[tuple[Stat, ...]] = ("h", "hr", "bb", "k")
"""Of a team's batting those that are told, if there is any."""
SIDES: Final[tuple[Side, Side]] = ("away", "home")


class IdlePage(NamedTuple):
    """A page, and for how long it is seen."""

    seconds: float
    draw: Callable[[], Image.Image]


def idle_pages(
    scene: PanelScene, box: BoxScore, size: Size, score: Callable[[], Image.Image], clock: str = ""
) -> tuple[IdlePage, ...]:
    """The pages of a game on a panel of ``size``.

    Args:
        scene: the game, its language, colours and innings.
        box: its box score.
        size: of the panel in pixels.
        score: draws the score.
        clock: the time of day as it is written; empty where it is not wanted.
    """
    return tuple(_pages(scene, box, size, score, clock))


def page_at(shown: tuple[IdlePage, ...], seconds: float) -> Image.Image:
    """The page that is due."""
    left = seconds % sum(page.seconds for page in shown)
    for page in shown:
        left -= page.seconds
        if left < 0:
            return page.draw()
    return shown[-1].draw()


def _pages(
    scene: PanelScene, box: BoxScore, size: Size, score: Callable[[], Image.Image], clock: str
) -> Iterator[IdlePage]:
    yield IdlePage(SCORE_S, score)
    together = SIDES if size[1] >= 2 * (TINY.height + 1) else None
    for sides in [together] if together else [(side,) for side in SIDES]:
        yield IdlePage(LINE_S, lambda sides=sides: _line_score(scene, size, sides))  # type: ignore[misc] # of this turn
    for side in SIDES:
        color = scene.team_color(side)
        for number in range(len(pages(_team_words(scene, side, getattr(box, side), size), size))):
            text = _team_words(scene, side, getattr(box, side), size)
            yield IdlePage(TEXT_S, lambda text=text, number=number, color=color: _text(text, number, size, color))  # type: ignore[misc] # likewise
        for page in batting_pages(scene, side, getattr(box, side), size):
            yield IdlePage(max(TEXT_S, ROW_S * page.rows), page.draw)
    if clock:
        yield IdlePage(CLOCK_S, lambda: _text(clock, 0, size, scene.color("chalk")))


def _team_words(scene: PanelScene, side: Side, team: TeamBox, size: Size) -> str:
    """A team's box score in a few words."""
    figures = {"r": team.runs, **{stat: team.stats[stat] for stat in STATS if team.stats[stat]}}
    text = tuple(message(f"idle.{stat}", n=number) for stat, number in figures.items())
    name = short_team(scene, side, size[0] - TINY.width(":") - 1, TINY)
    return scene.say((f"{name}:", *text), "panel")


def _text(text: str, number: int, size: Size, color: Color) -> Image.Image:
    picture = Image.new("RGB", size, DARK)
    for line in pages(text, size)[number]:
        stamp(picture, line.written, line.at, color)
    return picture


def _line_score(scene: PanelScene, size: Size, sides: tuple[Side, ...]) -> Image.Image:
    """A row for each of these teams: its letters, its runs by inning, its runs."""
    width, height = size
    picture, row = Image.new("RGB", size, DARK), height // len(sides)
    font = next(font for font in (LARGE, SMALL) if font.height <= row and (font is SMALL or width > 64))  # noqa: PLR2004 - columns for large digits
    letters, digit = (11, 4) if width > 32 else (3, 4)  # noqa: PLR2004 - one letter on the smallest
    if font is LARGE:
        letters, digit = 17, 6
    for number, side in enumerate(sides):
        top = number * row + (row - font.height) // 2
        most = 1 if letters < TINY.width("AA") else 3
        name = team_letters(scene, most)[side == "home"]
        stamp_centred(picture, name, (0, top, letters, font.height), (font, TINY), scene.team_color(side))
        total, fonts = 2 * digit, Ladder((font, TINY))
        line = (letters + 2, top), (width - letters - total - 4, font.height)
        LineScore(at=line[0], size=line[1], fonts=fonts, of=side, pitch=digit).paint(picture, scene)
        Runs(at=(width - total, top), size=(total, font.height), fonts=fonts, side=side, color=Ink(side)).paint(
            picture, scene
        )
    return picture
