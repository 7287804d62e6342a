"""The layout of each size of panel. A size is an entry of `LAYOUTS` and nothing else.

Away is on the left and Home on the right (D6), the bases between them, as on the boards of ballparks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from scoreboard.display.diamond import Diamond
from scoreboard.display.fields import AtBat, Count, DisplayField, HalfMark, Inning, Label, Runs, Told, Winner
from scoreboard.display.fonts import BOLD, LARGE, NARROW, SMALL, TALL, TALL_NARROW, TINY
from scoreboard.display.lineup import Corner, Dugout, HelmetPatterns
from scoreboard.display.palette import AMBER, GREEN, RED
from scoreboard.display.pixels import Pattern, Point, block
from scoreboard.message import message
from scoreboard.rules.state import Phase

LayoutField: TypeAlias = DisplayField | Label | Corner
"""Some are worded besides, in the language of the table."""


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The fields of a panel.

    Attributes:
        always: shown in every situation.
        playing: shown besides during a game.
        over: shown besides once a game is over.
    """

    always: tuple[LayoutField, ...]
    playing: tuple[LayoutField, ...]
    over: tuple[LayoutField, ...]


def _lamps(x: int, y: int, number: int) -> tuple[Point, ...]:
    return tuple((x + 3 * lamp, y) for lamp in range(number))


# Patterns of both layouts.

_UP: Final = ("...#...", "..###..", ".#####.")
_DOWN: Final = _UP[::-1]
_RIGHT: Final = ("#....", "##...", "###..", "####.", "###..", "##...", "#....")
_LEFT: Final = tuple(row[::-1] for row in _RIGHT)
_B: Final = ("##.", "#.#", "##.", "#.#", "##.")

_CARD: Final = (
    ".#######.",
    "#.......#",
    "#...#...#",
    "#..#.#..#",
    "#....#..#",
    "#...#...#",
    "#.......#",
    "#...#...#",
    "#.......#",
    ".#######.",
    ".........",
)
_GLOVE: Final = (
    "...#.#...",
    ".#.#.#.#.",
    ".#.#.#.#.",
    ".#.#.#.#.",
    ".#######.",
    "#########",
    "#########",
    "##.####..",
    "##..##..#",
    "##.....##",
    ".#######.",
)
_TOLD: Final[dict[Phase, Pattern]] = {"card": _CARD, "gloves": _GLOVE}

# 64x16: eight MAX7219 modules above eight others. S and O are cut low, for three letters to stand on sixteen rows.

_LOW_S: Final = (".##", "#..", "..#", "##.")
_LOW_O: Final = (".#.", "#.#", "#.#", ".#.")
_DOT: Final = block(2, 2)
_EMPTY: Final = ("..#..", ".#.#.", "#...#", ".#.#.", "..#..")
_TAKEN: Final = ("..#..", ".###.", "#####", ".###.", "..#..")
_PLATE: Final = ("...", "###", ".#.")
_RUNNER: Final = (".#.", "###", ".#.")

_HELMETS: Final[HelmetPatterns] = {
    "+": ("..###......", ".#####...#.", ".#####..###", ".#####...#.", ".#######..."),
    "": ("....###....", "...#####...", "...#####...", "...#####...", "...#######."),
    "-": ("..###......", ".#####.....", ".#####..###", ".#####.....", ".#######..."),
}

_WIDE: Final = PanelLayout(
    always=(
        Corner("away", (0, 0, 11, 5), (SMALL, TINY), _HELMETS),
        AtBat("away", (0, 6, 11, 1)),
        Runs("away", (0, 8, 11, 8), (BOLD, NARROW)),
        Corner("home", (53, 0, 11, 5), (SMALL, TINY), _HELMETS),
        AtBat("home", (53, 6, 11, 1)),
        Runs("home", (53, 8, 11, 8), (BOLD, NARROW)),
    ),
    playing=(
        HalfMark("top", (13, 0), _UP, AMBER),
        Inning((13, 4, 7, 8), (LARGE, NARROW)),
        HalfMark("bottom", (13, 13), _DOWN, AMBER),
        Diamond((29, 8), 6, _PLATE, _EMPTY, _TAKEN, _RUNNER, block(1, 1)),
        Count("balls", (39, 0), _B, _lamps(44, 1, 3), _DOT, GREEN),
        Count("strikes", (39, 6), _LOW_S, _lamps(44, 7, 2), _DOT, AMBER),
        Count("outs", (39, 12), _LOW_O, _lamps(44, 13, 2), _DOT, RED),
        Told((45, 5), _TOLD, LARGE),
    ),
    over=(
        Label(message("panel.final"), (13, 0, 38, 7), (LARGE,)),
        Winner({"away": _LEFT, "home": _RIGHT}, tuple((17 + 10 * number, 9) for number in range(3))),
    ),
)

# 64x32: the inning and the count in the corners that a large diamond leaves.

_S: Final = (".##", "#..", ".#.", "..#", "##.")
_O: Final = (".#.", "#.#", "#.#", "#.#", ".#.")
_STROKE: Final = block(2, 5)
_BIG_EMPTY: Final = ("...#...", "..#.#..", ".#...#.", "#.....#", ".#...#.", "..#.#..", "...#...")
_BIG_TAKEN: Final = ("...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#...")
_BIG_PLATE: Final = (".....", ".....", "#####", "#####", ".###.", "..#..", ".....")
_BIG_BALL: Final = (".#.", "###", ".#.")

_BIG_HELMETS: Final[HelmetPatterns] = {
    "+": ("..###......", ".#####...#.", ".#####..###", ".#####...#.", ".#####.....", ".#######...", "..........."),
    "": ("....###....", "...#####...", "...#####...", "...#####...", "...#####...", "...#######.", "..........."),
    "-": ("..###......", ".#####.....", ".#####..###", ".#####.....", ".#####.....", ".#######...", "..........."),
}
_SIGNS: Final[HelmetPatterns] = {"+": (".#.", "###", ".#."), "": ("###", "#.#", "###"), "-": ("...", "###", "...")}

_HIGH: Final = PanelLayout(
    always=(
        Corner("away", (0, 1, 11, 7), (LARGE, SMALL, TINY), _BIG_HELMETS),
        AtBat("away", (0, 10, 11, 2)),
        Runs("away", (0, 15, 11, 16), (TALL, TALL_NARROW)),
        Corner("home", (53, 1, 11, 7), (LARGE, SMALL, TINY), _BIG_HELMETS),
        AtBat("home", (53, 10, 11, 2)),
        Runs("home", (53, 15, 11, 16), (TALL, TALL_NARROW)),
    ),
    playing=(
        Inning((12, 0, 7, 8), (LARGE, NARROW)),
        HalfMark("top", (20, 0), _UP, AMBER),
        HalfMark("bottom", (20, 4), _DOWN, AMBER),
        Diamond((32, 16), 12, _BIG_PLATE, _BIG_EMPTY, _BIG_TAKEN, block(3, 3), _BIG_BALL),
        Dugout((13, 22), _SIGNS, 4, 3),
        Count("balls", (13, 26), _B, _lamps(17, 26, 3), _STROKE, GREEN),
        Count("strikes", (39, 26), _S, _lamps(43, 26, 2), _STROKE, AMBER),
        Count("outs", (41, 1), _O, _lamps(45, 1, 2), _STROKE, RED),
        Told((17, 26), _TOLD, LARGE),
    ),
    over=(
        Label(message("panel.final"), (13, 4, 38, 7), (LARGE,)),
        Winner({"away": _LEFT, "home": _RIGHT}, tuple((17 + 10 * number, 18) for number in range(3))),
    ),
)

LAYOUTS: Final[dict[tuple[int, int], PanelLayout]] = {(64, 16): _WIDE, (64, 32): _HIGH}
