"""The parts of a moment that draw nothing in particular: what fills, wipes, flashes, runs round the edge and sparks.

Rule kept here: half of the lights at most are lit at once, for a panel that is lit all over draws what its supply may
not give.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin
from typing import Annotated

from msgspec import Meta
from PIL import Image

from scoreboard.display.fields import Ink
from scoreboard.display.moments.parts import Part, Rate, Seconds, Shot, Side
from scoreboard.display.palette import DARK
from scoreboard.display.pixels import Box, Color, block, stamp

GOLDEN = 2.399963
"""The golden angle: sparks that go so much farther round one after the other never lie in rows."""
RISES, TWINKLES = 0.25, 0.6
"""The share of its time that a rocket rises, and of the burst's after which the sparks twinkle."""
HIGH_PANEL = 24
"""Rows from which a spark has four lights."""


class Fill(Part, frozen=True, kw_only=True, tag="fill"):
    """Every second light, more and more of them from one side.

    Attributes:
        toward: the side that it grows to.
        arrives: seconds until all is filled.
    """

    toward: Side = "right"
    arrives: Seconds = 0.5

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Fill as far as it has come."""
        share = min(1.0, shot.seconds / self.arrives) if self.arrives else 1.0
        box = _share_of(piece.size, share, self.toward)
        piece.paste(shot.color(self.color), box, _checkered(piece.size, odd=False).crop(box))


class Wipe(Part, frozen=True, kw_only=True, tag="wipe"):
    """A band that sweeps over the panel, and leaves it dark behind it.

    Attributes:
        toward: the side that it sweeps to.
        band: how wide it is, as a share of the panel.
    """

    toward: Side = "right"
    band: Annotated[float, Meta(gt=0, le=0.5)] = 0.2

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Draw the band where it is."""
        whole = (1 + self.band) * shot.share
        piece.paste(shot.color(self.color), _share_of(piece.size, min(1.0, whole), self.toward))
        piece.paste(DARK, _share_of(piece.size, max(0.0, whole - self.band), self.toward))


class Flash(Part, frozen=True, kw_only=True, tag="flash"):
    """Every second light, and then the others."""

    rate: Rate = 2.0

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Light those whose turn it is."""
        piece.paste(shot.color(self.color), (0, 0), _checkered(piece.size, odd=shot.blinks_off(self.rate)))


class Border(Part, frozen=True, kw_only=True, tag="border"):
    """Lights that run round the edge.

    Attributes:
        gap: from one light to the next.
        rate: steps a second.
    """

    gap: Annotated[int, Meta(ge=2, le=16)] = 3
    rate: Annotated[float, Meta(gt=0, le=25)] = 10.0

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Light every so many along the edge."""
        width, height = piece.size
        top, right = [(x, 0) for x in range(width)], [(width - 1, y) for y in range(1, height)]
        bottom, left = [(x, height - 1) for x in range(width - 2, -1, -1)], [(0, y) for y in range(height - 2, 0, -1)]
        step = int(shot.seconds * self.rate)
        for number, place in enumerate([*top, *right, *bottom, *left]):
            if (number - step) % self.gap == 0:
                piece.putpixel(place, shot.color(self.color))


class Fireworks(Part, frozen=True, kw_only=True, tag="fireworks"):
    """Rockets that burst into sparks, one after the other.

    Attributes:
        bursts: how many.
        sparks: of each.
        colors: of the bursts, in turn.
    """

    bursts: Annotated[int, Meta(ge=1, le=12)] = 5
    sparks: Annotated[int, Meta(ge=3, le=48)] = 24
    colors: Annotated[tuple[Ink, ...], Meta(min_length=1)] = (Ink("amber"), Ink("chalk"), Ink("red"))

    def paint(self, piece: Image.Image, shot: Shot) -> None:
        """Draw every rocket and burst that is in the air."""
        for number in range(self.bursts):
            begins = number / (self.bursts + 1)
            age = (shot.share - begins) * (self.bursts + 1) / 2
            if 0 <= age < 1:
                self._burst(piece, number, age, shot.color(self.colors[number % len(self.colors)]))

    def _burst(self, piece: Image.Image, number: int, age: float, color: Color) -> None:
        """A rocket for a quarter of its time, then sparks that fly apart and fall."""
        width, height = piece.size
        x, y = width * (0.15 + 0.7 * (number * 0.618 % 1)), height * (0.3 + 0.25 * (number * 0.414 % 1))
        if age < RISES:
            return _dot(piece, x, height - (height - y) * age / RISES, color)
        burst = (age - RISES) / (1 - RISES)
        reach = min(width / 3, height) * (1 - (1 - burst) ** 3)
        for spark in range(self.sparks):
            far, angle = reach * (0.4 + 0.6 * (spark % 3) / 2), spark * GOLDEN + number
            if burst < TWINKLES or (spark + int(burst * 12)) % 3:
                _dot(piece, x + far * cos(angle), y + far * sin(angle) * 0.7 + burst**2 * height * 0.2, color)
        return None


def _dot(piece: Image.Image, x: float, y: float, color: Color) -> None:
    """A spark, of four lights on a high panel."""
    side = 2 if piece.height >= HIGH_PANEL else 1
    stamp(piece, block(side, side), (round(x), round(y)), color)


def _share_of(size: tuple[int, int], share: float, toward: Side) -> Box:
    """The edges of that share of a panel, from the side opposite to ``toward``."""
    (width, height), (across, down) = size, (round(size[0] * share), round(size[1] * share))
    return {
        "right": (0, 0, across, height),
        "left": (width - across, 0, width, height),
        "down": (0, 0, width, down),
        "up": (0, height - down, width, height),
    }[toward]


@lru_cache(maxsize=16)
def _checkered(size: tuple[int, int], *, odd: bool) -> Image.Image:
    """Every second light of a panel."""
    mask = Image.new("1", size)
    mask.putdata([255 * ((x + y) % 2 == odd) for y in range(size[1]) for x in range(size[0])])
    return mask
