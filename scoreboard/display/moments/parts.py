"""What a moment is made of: a part is a frozen value that knows when and where it is seen, and paints itself.

Rule kept here: a part paints within its area. Nothing flashes more than three times a second, which can hurt people.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import pi, sin
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from scoreboard.display.fields import AMBER, CHALK, Drawn, Ink
from scoreboard.display.fonts import TINY
from scoreboard.display.letters import CELEBRATED, LARGEST, IconSpot, Page, pages, pages_with_icon
from scoreboard.display.names import short_team
from scoreboard.display.pixels import Box, Pattern, Point, block, magnified, stamp, stamp_middle
from scoreboard.message import Message, Words, message

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.display.pixels import Color

LONGEST_S = 4.0
"""No moment is longer."""
Seconds = Annotated[float, Meta(ge=0, le=LONGEST_S)]
Share = Annotated[float, Meta(ge=0, le=1)]
Rate = Annotated[float, Meta(gt=0, le=3)]
"""Times a second: more than three hurt people who cannot bear flashing light."""
Side = Literal["left", "right", "up", "down"]
Where = Annotated[float, Meta(ge=-1, le=2)]
"""0 to 1 on the panel: at one end, at the other; -1 and 2 are just beyond them."""
DIRECTIONS: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ZONES: dict[int, tuple[float, float]] = {
    1: (0.5, 0.45),
    2: (0.5, 0.8),
    3: (0.8, 0.45),
    4: (0.68, 0.25),
    5: (0.2, 0.45),
    6: (0.32, 0.25),
    7: (0.05, 0.0),
    8: (0.5, 0.0),
    9: (0.95, 0.0),
}
"""Where a ball ends that is hit there: zones are numbered as fielders are."""
MARK = TINY.width("!") + TINY.gap
"""Pixels that a name leaves free, for it may have a mark after it."""
MIDDLE = (0.5, 0.1)
"""Where it ends otherwise."""


class Happening(Struct, frozen=True):
    """What a moment is about.

    Attributes:
        words: it in words.
        bases: how far the batter's light runs round the diamond.
        zone: where the ball is hit; 0 where that is not known.
    """

    words: Message
    bases: int = 0
    zone: int = 0


@dataclass(frozen=True, slots=True)
class Shot:
    """The instant that a part paints.

    Attributes:
        what: it is about.
        scene: teams, colours and language.
        seconds: since the part began.
        share: of its time that is over, 0 to 1.
    """

    what: Happening
    scene: PanelScene
    seconds: float
    share: float

    def color(self, ink: Ink) -> Color:
        """The colour of that name."""
        return self.scene.color(ink)

    def blinks_off(self, rate: float) -> bool:
        """Whether what blinks so often a second is dark now; it begins lit."""
        return int(self.seconds * rate * 2) % 2 == 1


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A part of a moment.

    Attributes:
        begins: when it is first seen, in seconds.
        ends: when it is gone.
        area: left, top, width and height, each as a share of the panel.
        least: width and height of the smallest panel that shows it.
        most: of the largest.
        color: of what it paints.
    """

    begins: Seconds = 0.0
    ends: Seconds = LONGEST_S
    area: tuple[Share, Share, Share, Share] = (0, 0, 1, 1)
    least: tuple[int, int] = (0, 0)
    most: tuple[int, int] = (999, 999)
    color: Ink = CHALK

    def show(self, picture: Image.Image, shot: Shot, until: float) -> None:
        """Paint it, ``shot.seconds`` after the moment began that ends at ``until``; nothing outside its time."""
        ends = min(self.ends, until)
        if not self.begins <= shot.seconds < ends or not self._suits(picture.size):
            return
        since = shot.seconds - self.begins
        x, y, width, height = self._box(picture.size)
        piece = picture.crop((x, y, x + width, y + height))
        self.paint(piece, Shot(shot.what, shot.scene, since, since / (ends - self.begins)))
        picture.paste(piece, (x, y))

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Paint on the part's area."""
        raise NotImplementedError

    def _suits(self, size: tuple[int, int]) -> bool:
        return all(least <= side <= most for least, side, most in zip(self.least, size, self.most, strict=True))

    def _box(self, size: tuple[int, int]) -> Box:
        left, top, width, height = self.area
        x, y = round(left * size[0]), round(top * size[1])
        right, bottom = round((left + width) * size[0]), round((top + height) * size[1])
        return x, y, max(1, min(right, size[0]) - x), max(1, min(bottom, size[1]) - y)


class Text(Part, frozen=True, kw_only=True, tag="text"):
    """Words, as large as they fit; where they do not fit at once, line after line.

    Attributes:
        word: the key of a message; without one it is said what happened.
        motion: it is still, blinks, or slides in that way.
        arrives: seconds that sliding takes.
        rate: how often a second it blinks.
        largest: in the largest letters that break no word, if need be one word after the other.
        icon: pictures of one size, one over the other, before the words where these have room for it.
        icon_colors: of each picture, the last one of all others, too.
    """

    word: str = ""
    motion: Literal["still", "blink", "left", "right", "up", "down"] = "still"
    arrives: Seconds = 0.3
    rate: Rate = 2.0
    largest: bool = False
    icon: tuple[Drawn, ...] = ()
    icon_colors: Annotated[tuple[Ink, ...], Meta(min_length=1)] = (CHALK,)

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Write the page that is due, and the icon before it."""
        if self.motion == "blink" and shot.blinks_off(self.rate):
            return
        spot, written = self.laid_out(self.text(shot, piece.width), piece.size)
        page = written[min(int(shot.share * len(written)), len(written) - 1)]
        across, down = self._off(piece.size, shot.seconds)
        for number, layer in enumerate(self.icon):
            if spot is not None:
                at, color = (spot.at[0] + across, spot.at[1] + down), self.icon_colors[: number + 1][-1]
                stamp(piece, _magnified(layer, spot.times), at, shot.color(color))
        for line in page:
            stamp(piece, line.written, (line.at[0] + across, line.at[1] + down), shot.color(self.color))

    def laid_out(self, text: str, size: Point) -> tuple[IconSpot | None, tuple[Page, ...]]:
        """Where the icon stands, if it has room, and the pages of ``text`` on an area of that size."""
        fonts = LARGEST if self.largest else CELEBRATED
        if not self.icon:
            return None, pages(text, size, fonts, is_largest=self.largest)
        icon = len(self.icon[0][0]), len(self.icon[0])
        return pages_with_icon(icon, text, size, fonts, is_largest=self.largest)

    def text(self, shot: Shot, width: int) -> str:
        """What is written."""
        words = message(self.word) if self.word else shot.what.words
        return shot.scene.say(message(words.key, **named_teams(shot, width), **dict(words.values)), "panel")

    def _off(self, size: tuple[int, int], seconds: float) -> Point:
        """How far it is from its place while it slides in: ever slower."""
        left = max(0.0, 1 - seconds / self.arrives) ** 2 if self.arrives and self.motion in DIRECTIONS else 0.0
        across, down = DIRECTIONS.get(self.motion, (0, 0))
        return -round(across * size[0] * left), -round(down * size[1] * left)


def named_teams(shot: Shot, width: int) -> dict[str, Words]:
    """The values of a moment's words: the teams, shortened to a line, and their runs."""
    game = shot.scene.game
    sides = {"away": "away", "home": "home", "winner": game.winner, "batting": game.batting}
    names = {role: short_team(shot.scene, side, width - MARK, TINY) for role, side in sides.items() if side is not None}
    return {**names, "runs_away": game.away, "runs_home": game.home, "inning": game.inning}


class MovingPicture(Part, frozen=True, kw_only=True, tag="sprite"):
    """A small picture, or a few that take turns, on its way over the panel.

    Attributes:
        sets: pictures that take turns, the largest first; the first that fits is taken, as many times as large as drawn
            as it fits.
        room: the share of the panel's height that they may take.
        track: the places that it passes, each across and down.
        to_zone: it ends in the zone that the ball is hit to.
        arc: how high it flies, as a share of the panel.
        rate: pictures a second.
        repeats: they begin again; else the last one stays.
    """

    sets: Annotated[tuple[Annotated[tuple[Drawn, ...], Meta(min_length=1)], ...], Meta(min_length=1)]
    room: Annotated[float, Meta(gt=0, le=1)] = 1.0
    track: Annotated[tuple[tuple[Where, Where], ...], Meta(min_length=1)] = ((0.5, 0.5),)
    to_zone: bool = False
    arc: Annotated[float, Meta(ge=0, le=2)] = 0.0
    rate: Annotated[float, Meta(gt=0, le=25)] = 8.0
    repeats: bool = True

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Stamp the picture that is due where it is by now."""
        within = piece.width, int(piece.height * self.room)
        pictures = next((each for each in self.sets if _times(each, within)), self.sets[-1])
        number = int(shot.seconds * self.rate)
        pattern = pictures[number % len(pictures) if self.repeats else min(number, len(pictures) - 1)]
        stamped = _magnified(pattern, max(1, _times(pictures, within)))
        across, down = self._place(shot)
        down -= self.arc * sin(pi * shot.share)
        room = piece.width - len(stamped[0]), piece.height - len(stamped)
        at = _along(across, room[0], len(stamped[0])), _along(down, room[1], len(stamped))
        stamp(piece, stamped, at, shot.color(self.color))

    def _place(self, shot: Shot) -> tuple[float, float]:
        track = (*self.track, ZONES.get(shot.what.zone, MIDDLE)) if self.to_zone else self.track
        legs = len(track) - 1
        if not legs:
            return track[0]
        leg = min(int(shot.share * legs), legs - 1)
        (x0, y0), (x1, y1), part = track[leg], track[leg + 1], shot.share * legs - leg
        return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part


def _times(pictures: tuple[Drawn, ...], size: tuple[int, int]) -> int:
    """How many times as large as drawn all of them fit; 0: they do not."""
    return min(min(size[0] // len(each[0]), size[1] // len(each)) for each in pictures)


@cache
def _magnified(pattern: Pattern, times: int) -> Pattern:
    return magnified(pattern, times, times)


def _along(share: float, room: int, length: int) -> int:
    """The pixel at that share of the room; beyond an end, of the picture's own length."""
    return round(min(max(share, 0), 1) * room + (share - min(max(share, 0), 1)) * length)


class Lap(Part, frozen=True, kw_only=True, tag="lap"):
    """A light that runs round the diamond and lights the bases that it passes.

    Attributes:
        leaves: the base where it begins; 0 is home.
        reaches: the base where it stops, 4 for home; 0: as far as the hit goes.
        runs: the share of its time that it takes; then the bases stay.
        runner: the colour of the light.
    """

    leaves: Annotated[int, Meta(ge=0, le=3)] = 0
    reaches: Annotated[int, Meta(ge=0, le=4)] = 0
    runs: Annotated[float, Meta(gt=0, le=1)] = 0.85
    runner: Ink = AMBER

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Draw the path, the bases, and the light."""
        middle = piece.width // 2, (piece.height - 1) // 2
        small = piece.height < 24  # noqa: PLR2004 - rows for bases of five by five
        down = middle[1] - (1 if small else 2)
        across = min(middle[0] - 2, 2 * down if piece.height < 16 else down)  # noqa: PLR2004 - a low panel has a wide diamond
        corners = [(0, down), (across, 0), (0, -down), (-across, 0), (0, down)]
        points = [(middle[0] + x, middle[1] + y) for x, y in corners]
        reached = self.leaves + ((self.reaches or shot.what.bases) - self.leaves) * min(1.0, shot.share / self.runs)
        for tenth in range(41):
            stamp(piece, ("#",), _between(points, tenth / 10), shot.color(Ink("ghost")))
        side = 3 if small else 5
        for number, point in enumerate(points[:4]):
            stamp_middle(piece, _base(side, full=number < reached and number > self.leaves), point, self._ink(shot))
        if reached >= len(points) - 1:
            stamp_middle(piece, block(side, side), points[0], self._ink(shot))
        elif shot.share < self.runs:
            stamp_middle(piece, block(side, side), _between(points, reached), shot.color(self.runner))
        if self.leaves < reached == int(reached) and reached < len(points) - 1:
            stamp_middle(piece, block(side, side), points[int(reached)], self._ink(shot))

    def _ink(self, shot: Shot) -> Color:
        return shot.color(self.color)


def _between(points: list[Point], along: float) -> Point:
    """The point between two bases: 1.5 is halfway from first to second."""
    base = min(int(along), len(points) - 2)
    (x0, y0), (x1, y1), part = points[base], points[base + 1], along - base
    return round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)


def _base(side: int, *, full: bool) -> tuple[str, ...]:
    """A base, a rhomb of that side; hollow where nobody has passed it."""
    half = side // 2
    return tuple(
        "".join(
            "#" if (abs(x - half) + abs(y - half) <= half if full else abs(x - half) + abs(y - half) == half) else "."
            for x in range(side)
        )
        for y in range(side)
    )
