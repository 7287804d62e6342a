"""How much current a panel draws, and how bright it may be for its supply.

The figures are those of `hardware/parts.toml`; a test holds them equal. Currents are worst cases: a real panel draws
less. Rule kept here: this is loaded wherever the configuration is read, so it needs nothing but Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

SUPPLIES_A: Final = (3.0, 5.0, 10.0, 18.0, 40.0, 60.0)
"""Usual 5 V supplies."""
SUPPLY_LOAD: Final = 0.8
"""What share of its current a supply gives for hours on end."""
USUAL_BRIGHTNESS: Final = 40
"""That of the shipped configuration, for which a supply is chosen."""
LIT_SHARE: Final = 0.2
"""What share of its lights the score lights, in white: a typical picture."""
BRIGHTEST: Final = 255
VALUES: Final = 256
"""Values that a colour of a pixel may have."""
GAMMA: Final = 2.2
"""A light half as bright to the eye is lit for a fifth of the time."""
CURVE: Final = tuple(float((value / BRIGHTEST) ** GAMMA) for value in range(VALUES))
"""For what share of the time each value is lit at the greatest brightness."""


@dataclass(frozen=True, slots=True)
class Lights(ABC):
    """A kind of light.

    Attributes:
        dark_ma: of one that is dark, mA.
        color_ma: what each of its colours adds while it is lit all the time, mA.
        colors: how many it has.
    """

    dark_ma: float
    color_ma: float
    colors: int

    @abstractmethod
    def share(self, value: int, brightness: int) -> float:
        """For what share of the time a colour with that value is lit; it never falls when either number rises."""

    def most(self, count: int, brightness: int) -> float:
        """What so many lights draw with all of them white, A."""
        return count * (self.dark_ma + self.colors * self.color_ma * self.share(BRIGHTEST, brightness)) / 1000

    def typical(self, count: int, brightness: int) -> float:
        """What so many lights draw with a score on them, A."""
        white = self.colors * self.color_ma * self.share(BRIGHTEST, brightness)
        return count * (self.dark_ma + LIT_SHARE * white) / 1000


class Max7219Lights(Lights):
    """Lights of one colour at MAX7219 chips, which light one row of eight after the other."""

    def share(self, value: int, brightness: int) -> float:
        """The chip has sixteen steps, from 1/32 to 31/32 of a row's time."""
        return (2 * (brightness >> 4) + 1) / 32 if value else 0.0


class Ws2812Lights(Lights):
    """WS2812 lights in three colours."""

    def share(self, value: int, brightness: int) -> float:
        """The chip has 255 steps."""
        return self.level(value, brightness) / BRIGHTEST

    @staticmethod
    def level(value: int, brightness: int) -> int:
        """What is sent for a value, 0 to 255; what is lit at all stays lit."""
        level = round(brightness * CURVE[value])
        return max(level, 1) if value and brightness else level


MAX7219: Final = Max7219Lights(dark_ma=8.0 / 64, color_ma=45.0 / 8, colors=1)
"""A module's chip takes 8 mA for its 64 lights. A lit light takes 45 mA, for an eighth of the time at most."""
WS2812: Final = Ws2812Lights(dark_ma=1.0, color_ma=20.0, colors=3)


def supply_for(amps: float) -> float:
    """The smallest usual supply that gives so much for hours, A; else the largest."""
    return next((supply for supply in SUPPLIES_A if supply * SUPPLY_LOAD >= amps), SUPPLIES_A[-1])


class CurrentLimit:
    """Dims a picture that would draw more than the panel's supply gives for hours.

    Args:
        lights: their kind.
        count: how many there are.
        max_amps: what is printed on the supply; 0 for the one that carries them all white at the usual brightness.

    Attributes:
        amps: what the lights may draw, A.

    Raises:
        ValueError: if they draw more than that at the least brightness.
    """

    def __init__(self, lights: Lights, count: int, max_amps: float) -> None:
        self.amps = SUPPLY_LOAD * (max_amps or supply_for(lights.most(count, USUAL_BRIGHTNESS)))
        if (least := lights.most(count, 1)) > self.amps:
            needed = ceil(least / SUPPLY_LOAD * 10) / 10
            raise ValueError(f"{count} lights need a supply of {needed:g} A at least: write that, or 0")
        self._lights, self._count = lights, count

    def brightness(self, histogram: Sequence[int], wanted: int) -> int:
        """The greatest brightness up to ``wanted``, 0 to 255, at which a picture stays within the limit.

        ``histogram`` is the picture's as Pillow makes it: for each colour how many pixels have each of the 256 values.
        """
        if self.draw(histogram, wanted) <= self.amps:
            return wanted
        within = bisect_right(range(wanted), self.amps, key=lambda brightness: self.draw(histogram, brightness))
        return max(within - 1, 0)

    def draw(self, histogram: Sequence[int], brightness: int) -> float:
        """What a picture of that histogram draws at that brightness, A."""
        share = self._lights.share
        lit = sum(number * share(index % VALUES, brightness) for index, number in enumerate(histogram) if number)
        return (self._count * self._lights.dark_ma + lit * self._lights.color_ma) / 1000
