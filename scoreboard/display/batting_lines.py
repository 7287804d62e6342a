"""The batting of a team's players and helmets, a row for each, on as few pages as can be.

Rule kept here: hits and times at bat are always seen; of the rest as much as has room, and a name is shortened before
figures are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from PIL import Image

from scoreboard.display.fonts import LARGE, SMALL, TINY, Font
from scoreboard.display.initials import player_initials
from scoreboard.display.names import are_alike, short_team, writable
from scoreboard.display.palette import DARK
from scoreboard.display.panel_scene import PanelScene
from scoreboard.display.pixels import stamp
from scoreboard.message import message
from scoreboard.rules.events import Side
from scoreboard.stats.box_score import TeamBox
from scoreboard.stats.credits import Stat

Size = tuple[int, int]
FONTS: Final = (LARGE, SMALL, TINY)
MORE: Final[tuple[Stat, ...]] = ("hr", "rbi", "bb", "k", "sb")
"""What is told besides hits and times at bat, if there is any."""
ROWS_WITH_TITLE: Final = 3
"""Of so many rows on a page one names the team."""
NAMES_SHARE: Final = 3
"""Names are shortened that take more than one of so many parts of the panel."""
COLUMN_GAP: Final = 3
"""Dark columns between names and figures."""


class BattingPage(NamedTuple):
    """A page of rows."""

    rows: int
    draw: Callable[[], Image.Image]


class _BatterRow(NamedTuple):
    """A batter: what he is called where there is room and where there is none, his hits of times at bat, the rest."""

    name: str
    short: str
    hits: str
    more: tuple[str, ...]

    def figures(self, font: Font, room: int) -> tuple[str, ...]:
        """As many of them as have room; the first always."""
        shown = (self.hits, *self.more)
        while len(shown) > 1 and font.width(" ".join(shown)) > room:
            shown = shown[:-1]
        return shown


class _BattingTable(NamedTuple):
    """The rows as one font writes them.

    Attributes:
        font: of all.
        title: of every page; empty where there is no row for it.
        names: those of the rows.
        figures: those of the rows.
        each: how many rows a page has.
        dropped: how many figures have no room.
    """

    font: Font
    title: str
    names: list[str]
    figures: list[tuple[str, ...]]
    each: int
    dropped: int

    @property
    def pages(self) -> int:
        """How many there are."""
        return -(-len(self.names) // self.each)


def batting_pages(scene: PanelScene, side: Side, team: TeamBox, size: Size) -> tuple[BattingPage, ...]:
    """The pages of who has batted for that side: its players where it names them, then its helmets."""
    pages = (_pages(scene, side, rows, size) for rows in (_players(scene, team), _helmets(scene, team)) if rows)
    return tuple(chain.from_iterable(pages))


def _pages(scene: PanelScene, side: Side, rows: Sequence[_BatterRow], size: Size) -> Iterator[BattingPage]:
    tables = [table for font in FONTS if (table := _table(scene, side, rows, size, font)) is not None]
    if tables:
        table = min(tables, key=lambda table: (table.pages, table.dropped))
        even = -(-len(rows) // table.pages)
        for at in range(0, len(rows), even):
            shown = slice(at, at + even)
            yield BattingPage(len(rows[shown]), partial(_draw, scene, side, table, size, shown))


def _table(scene: PanelScene, side: Side, rows: Sequence[_BatterRow], size: Size, font: Font) -> _BattingTable | None:
    """The rows in that font; None if it is too large."""
    width, height = size
    lines = (height + 1) // (font.height + 1)
    has_title = lines >= ROWS_WITH_TITLE
    names = [row.name for row in rows]
    if NAMES_SHARE * max(map(font.width, names)) > width or are_alike(names):
        names = [row.short for row in rows]
    column = max(map(font.width, names)) + COLUMN_GAP
    if not lines or any(column + font.width(row.hits) > width for row in rows):
        return None
    figures = [row.figures(font, width - column) for row in rows]
    dropped = sum(1 + len(row.more) - len(shown) for row, shown in zip(rows, figures, strict=True))
    title = short_team(scene, side, width, font) if has_title else ""
    return _BattingTable(font, title, names, figures, lines - has_title, dropped)


def _players(scene: PanelScene, team: TeamBox) -> list[_BatterRow]:
    names = [partner.name for partner in team.players]
    return [
        _row(scene, writable(partner.name), player_initials(partner.name, names), partner.stats)
        for partner in team.players
        if partner.stats["pa"]
    ]


def _helmets(scene: PanelScene, team: TeamBox) -> list[_BatterRow]:
    worn = [(f"{number}{batting.helmet}", batting.stats) for number, batting in enumerate(team.batting, start=1)]
    return [
        _row(scene, scene.say(message("idle.helmet", helmet=helmet), "panel"), f"{helmet}:", stats)
        for helmet, stats in worn
        if stats["pa"]
    ]


def _row(scene: PanelScene, name: str, short: str, stats: dict[Stat, int]) -> _BatterRow:
    hits = scene.say(message("idle.hits", hits=stats["h"], at_bats=stats["ab"]), "panel")
    # one of: idle.bb, idle.h, idle.hr, idle.k, idle.r, idle.rbi, idle.sb
    more = (scene.say(message(f"idle.{stat}", n=stats[stat]), "panel") for stat in MORE if stats[stat])
    return _BatterRow(name, short, hits, tuple(more))


def _draw(scene: PanelScene, side: Side, table: _BattingTable, size: Size, shown: slice) -> Image.Image:
    picture, font = Image.new("RGB", size, DARK), table.font
    names, figures = table.names[shown], table.figures[shown]
    column = max(map(font.width, table.names)) + COLUMN_GAP
    lines = len(names) + bool(table.title)
    pitch = min((size[1] + 1) // lines, font.height + 2)
    top = max(0, (size[1] - lines * pitch + pitch - font.height) // 2)
    if table.title:
        stamp(picture, font.write(table.title), (0, top), scene.team_color(side))
        top += pitch
    for name, titles in zip(names, figures, strict=True):
        stamp(picture, font.write(name), (0, top), scene.team_color(side))
        stamp(picture, font.write(" ".join(titles)), (column, top), scene.color("chalk"))
        top += pitch
    return picture
