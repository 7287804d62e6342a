"""Where everything stands, for each size of panel. A size is an entry of `LAYOUTS` and nothing else.

Away is on the left and Home on the right (D6), the bases between them, as on the boards of ballparks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoreboard.face.diamond import Diamond
from scoreboard.face.fields import AtBat, Count, Field, HalfMark, Initials, Inning, Runs, Winner, Words
from scoreboard.face.fonts import BOLD, LARGE, NARROW, SMALL, TINY
from scoreboard.face.palette import AMBER, GREEN, RED
from scoreboard.face.pixels import Point, block


@dataclass(frozen=True, slots=True)
class Layout:
    """A panel's face.

    Attributes:
        always: the fields that are shown whatever happens.
        playing: those of a game under way.
        over: those of a finished game, in their place.
    """

    always: tuple[Field, ...]
    playing: tuple[Field, ...]
    over: tuple[Field, ...]


_UP: Final = ("...#...", "..###..", ".#####.")
_DOWN: Final = _UP[::-1]
_B: Final = ("##.", "#.#", "##.", "#.#", "##.")
_S: Final = (".##", "#..", "..#", "##.")
_O: Final = (".#.", "#.#", "#.#", ".#.")
_LAMP: Final = block(2, 2)
_EMPTY: Final = ("..#..", ".#.#.", "#...#", ".#.#.", "..#..")
_TAKEN: Final = ("..#..", ".###.", "#####", ".###.", "..#..")
_PLATE: Final = ("...", "###", ".#.")
_RUNNER: Final = (".#.", "###", ".#.")
_RIGHT: Final = ("#....", "##...", "###..", "####.", "###..", "##...", "#....")
_LEFT: Final = tuple(row[::-1] for row in _RIGHT)


def _lamps(x: int, y: int, number: int) -> tuple[Point, ...]:
    return tuple((x + 3 * lamp, y) for lamp in range(number))


_WIDE: Final = Layout(
    always=(
        Initials("away", (0, 0, 11, 5), (SMALL, TINY)),
        AtBat("away", (0, 6, 11, 1)),
        Runs("away", (0, 8, 11, 8), (BOLD, NARROW)),
        Initials("home", (53, 0, 11, 5), (SMALL, TINY)),
        AtBat("home", (53, 6, 11, 1)),
        Runs("home", (53, 8, 11, 8), (BOLD, NARROW)),
    ),
    playing=(
        HalfMark("top", (13, 0), _UP, AMBER),
        Inning((13, 4, 7, 8), (LARGE, NARROW)),
        HalfMark("bottom", (13, 13), _DOWN, AMBER),
        Diamond((29, 8), 6, _PLATE, _EMPTY, _TAKEN, _RUNNER, ("#",)),
        Count("balls", (39, 0), _B, _lamps(44, 1, 3), _LAMP, GREEN),
        Count("strikes", (39, 6), _S, _lamps(44, 7, 2), _LAMP, AMBER),
        Count("outs", (39, 12), _O, _lamps(44, 13, 2), _LAMP, RED),
    ),
    over=(
        Words("FINAL", (13, 0, 38, 7), (LARGE,)),
        Winner({"away": _LEFT, "home": _RIGHT}, tuple((17 + 10 * number, 9) for number in range(3))),
    ),
)

LAYOUTS: Final[dict[tuple[int, int], Layout]] = {(64, 16): _WIDE}
