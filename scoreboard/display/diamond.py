"""The bases, the runners and the ball: as a diamond, or as three bases.

The base path has 24 places (D1). Rule kept here: between a runner on his way and every base it is dark, or he would
seem to stand on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from scoreboard.display.fields import DisplayField, Drawn
from scoreboard.display.pixels import Color, Pattern, Point, stamp, stamp_middle
from scoreboard.rules.state import SKIP

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.state import Game

_BASE_DIRECTIONS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Home, first, second, third and home again, seen from the middle of the diamond."""
PATH_LENGTH: Final = 24
_BASES: Final = frozenset({6, 12, 18})
_PLACE_OF_BASE: Final = {"HP": 0, "1B": 6, "2B": 12, "3B": 18}


def changeable_places(game: Game) -> set[int]:
    """The place, 0 for home, of the default answer that NEXT would change (D55); empty without a choice."""
    return _places(game.diamante.choice.chosen) if game.diamante.choice and len(game.options) > 1 else set()


def is_fielders_choice(game: Game) -> bool:
    """Whether a fielder chooses: his targets are names of bases, a runner's places are numbers."""
    return any(isinstance(option, str) and option != SKIP for option in game.options)


def ball_places(game: Game) -> set[int]:
    """The place of the path that the ball lies on, or was thrown to while NEXT may change it; empty if on none."""
    return changeable_places(game) if is_fielders_choice(game) else _places(game.ball)


def _places(target: int | str) -> set[int]:
    place = _PLACE_OF_BASE.get(target) if isinstance(target, str) else target % PATH_LENGTH
    return set() if place is None else {place}


def _stamp(picture: Image.Image, points: Iterable[Point], pattern: Pattern, color: Color) -> None:
    for point in points:
        stamp_middle(picture, pattern, point, color)


class _OnBases(NamedTuple):
    """What is to be seen on the path now. What NEXT would change is missing every other half second (D55).

    Attributes:
        plate: whether home plate is seen.
        empty: bases without a runner.
        runners: the places of all runners.
        balls: the place that the ball lies on.
    """

    plate: bool
    empty: frozenset[int]
    runners: frozenset[int]
    balls: set[int]


def _on_bases(scene: PanelScene) -> _OnBases:
    game = scene.game
    off = changeable_places(game) if scene.is_dark else set()
    target = off if is_fielders_choice(game) else set()
    here = frozenset(game.runners) - off
    return _OnBases(0 not in off, _BASES - here - target, here, ball_places(game) - target)


class Diamond(DisplayField, frozen=True, kw_only=True, tag="diamond"):
    """The base path as pixels, the pitcher's place in the middle of the box.

    Attributes:
        reach: pixels from the middle to first base and to second; multiples of six put every place on a pixel of its
            own.
        plate: home plate.
        empty: a base without a runner.
        taken: a base with a runner; not larger than `empty`.
        runner: a runner between bases.
        between: where his top left corner is, from the middle, one to five steps after home; as in a mirror elsewhere.
            Without it he is a pixel outward of his place.
        ball: the ball on a base, drawn on the way from it to the middle.
    """

    reach: Point
    plate: Drawn
    empty: Drawn
    taken: Drawn
    runner: Drawn
    ball: Drawn
    between: tuple[Point, Point, Point, Point, Point] | None = None

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw the path, the bases, the runners, and the ball where it lies on a base."""
        plate, empty, runners, balls = _on_bases(scene)
        team, chalk = scene.color("batting"), scene.color("chalk")
        _stamp(picture, map(self.place, range(PATH_LENGTH)), ("#",), scene.color("ghost"))
        _stamp(picture, [self.place(0)] * plate, self.plate, chalk)
        _stamp(picture, map(self.place, empty), self.empty, chalk)
        _stamp(picture, map(self.place, runners & _BASES), self.taken, team)
        for place in runners - _BASES:
            stamp(picture, self.runner, self._on_the_way(place), team)
        _stamp(picture, map(self._inside, balls), self.ball, scene.color("amber"))

    def place(self, place: int) -> Point:
        """The pixel of a place, 0 to 24."""
        side, step = divmod(place % 24, 6)
        (x0, y0), (x1, y1) = _BASE_DIRECTIONS[side], _BASE_DIRECTIONS[side + 1]
        (x, y), (across, down) = self.middle, self.reach
        return (
            x + round((x0 * (6 - step) + x1 * step) * across / 6),
            y + round((y0 * (6 - step) + y1 * step) * down / 6),
        )

    def _inside(self, place: int) -> Point:
        """A third of the way from the middle to a place, clear of the base and its runner."""
        x, y = self.place(place)
        return (x + 2 * self.middle[0]) // 3, (y + 2 * self.middle[1]) // 3

    def _on_the_way(self, place: int) -> Point:
        """The top left corner of a runner who is not on a base."""
        width, height = len(self.runner[0]), len(self.runner)
        if self.between is None:
            x, y = self.place(place)
            outward = x + (1 if x > self.middle[0] else -1), y + (1 if y > self.middle[1] else -1)
            return outward[0] - width // 2, outward[1] - height // 2
        side, step = divmod(place % PATH_LENGTH, 6)
        x, y = self.between[(6 - step if side % 2 else step) - 1]
        across = x if side in {0, 1} else 1 - x - width
        down = y if side in {0, 3} else 1 - y - height
        return self.middle[0] + across, self.middle[1] + down


class Bases(DisplayField, frozen=True, kw_only=True, tag="bases"):
    """First, second and third base alone, for panels too low for a diamond: in the corners of the box, second on top.

    Attributes:
        empty: a base without a runner.
        taken: a base with a runner, as large.
    """

    empty: Drawn
    taken: Drawn

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw each."""
        seen = _on_bases(scene)
        (x, y), (width, height), across, down = self.at, self.size, len(self.empty[0]), len(self.empty)
        low = y + height - down
        for base, at in ((6, (x + width - across, low)), (12, (x + (width - across) // 2, y)), (18, (x, low))):
            taken = base in seen.runners
            pattern = self.taken if taken else self.empty
            stamp(picture, pattern, at, scene.color("batting" if taken else "chalk"))
