"""The bases and everybody between them.

The base path has 24 places (D1). On a diamond six pixels from its middle to each base every place is a pixel of its
own, so that a runner is shown exactly where his helmet stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoreboard.face.palette import AMBER, CHALK, GHOST, dye
from scoreboard.face.pixels import Pattern, Point, stamp_middle

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.rules.state import Game

_CORNERS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Home, first, second, third and home again, seen from the middle of the diamond."""
_BASES: Final = (6, 12, 18)
_NAMED: Final = {"HP": 0, "1B": 6, "2B": 12, "3B": 18}


def offered(game: Game) -> int | str | None:
    """What NEXT would change: the place a runner was put, 0 for home, or the ball's; None when there is no choice.

    A runner is never offered a place that another one holds (D30), so his is the only one among the options.
    """
    if len(game.options) < 2:  # noqa: PLR2004 — a choice is between two or more
        return None
    if any(isinstance(option, str) for option in game.options):
        return game.ball
    return next((place for place in game.runners if place in game.options), 0)


@dataclass(frozen=True, slots=True)
class Diamond:
    """The base path as pixels.

    Attributes:
        middle: the pitcher's place.
        reach: pixels from the middle to each base; a multiple of six puts every place on a pixel of its own.
        plate: home plate.
        empty: a base nobody stands on.
        taken: a base somebody stands on; not larger than `empty`.
        runner: somebody between bases.
        ball: the ball on a base, drawn on the way from it to the middle.
    """

    middle: Point
    reach: int
    plate: Pattern
    empty: Pattern
    taken: Pattern
    runner: Pattern
    ball: Pattern

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:
        """Draw the path, the bases, the runners, and the ball where it lies on a base.

        The choice that NEXT would change blinks (D55).
        """
        blinking = {offered(game)} if tick % 2 else set()
        here = set(game.runners) - blinking
        team = dye(getattr(game.setup, game.batting).color)
        self._stamp(picture, range(24), ("#",), GHOST)
        self._stamp(picture, {0} - blinking, self.plate, CHALK)
        self._stamp(picture, set(_BASES) - here, self.empty, CHALK)
        self._stamp(picture, here - set(_BASES), self.runner, team)
        self._stamp(picture, here & set(_BASES), self.taken, team)
        if game.ball in _NAMED and game.ball not in blinking:
            self._paint_ball(picture, _NAMED[str(game.ball)])

    def _paint_ball(self, picture: Image.Image, place: int) -> None:
        x, y = self.at(place)
        toward = ((x + 2 * self.middle[0]) // 3, (y + 2 * self.middle[1]) // 3)
        stamp_middle(picture, self.ball, toward, AMBER)

    def _stamp(
        self, picture: Image.Image, places: Iterable[int], pattern: Pattern, color: tuple[int, int, int]
    ) -> None:
        for place in places:
            stamp_middle(picture, pattern, self.at(place), color)

    def at(self, place: int) -> Point:
        """The pixel of a place, 0 to 24."""
        side, step = divmod(place % 24, 6)
        (x0, y0), (x1, y1) = _CORNERS[side], _CORNERS[side + 1]
        across = (x0 * (6 - step) + x1 * step) * self.reach // 6
        down = (y0 * (6 - step) + y1 * step) * self.reach // 6
        return self.middle[0] + across, self.middle[1] + down
