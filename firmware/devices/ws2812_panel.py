"""WS2812 lights ("NeoPixels") driven over SPI: every Pi has it, and it needs neither root nor a real-time kernel.

A WS2812 takes bits as pulses: a short one is 0, a long one is 1. At 3.2 MHz four SPI bits are one of its bits, 1000 for
a 0 (0.31 µs high) and 1110 for a 1 (0.94 µs), which is within both the WS2812B's data sheet and the V5's. Rule kept
here: a picture is one transfer without a gap, for a pause of 50 µs already ends the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from firmware.devices.dial import Dial, as_dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.led_layout import USUAL, Chain, Layout
from firmware.devices.panel_power import BRIGHTEST, VALUES, WS2812, CurrentLimit
from firmware.devices.protocols import check_size

if TYPE_CHECKING:
    from PIL import Image

    from firmware.devices.spi_panels import SpiWire

HZ: Final = 3_200_000
"""Of the bus: four of its bits are one of a light's, 1.25 µs."""
PULSES: Final = (0b1000, 0b1110)
"""What a 0 and a 1 look like on the wire."""
LATCH: Final = bytes(120)
"""Low for 300 µs: the lights show what they were sent (the V5 asks for 280, older ones for 50)."""
LEAD: Final = bytes(4)
"""Low before the first pulse, for the idle line may be high."""


class Ws2812Panel:
    """A panel of WS2812 lights; satisfies `firmware.devices.protocols.Panel`.

    Args:
        size: width and height in pixels.
        layout: how the lights are strung.
        brightness: 0 to 255; a dial may be turned at any time.
        opener: opens the wire, given how many bytes a picture is; may raise a DeviceError.
        chain: in which order its tiles are chained.
        dimmer: dims it.
        limit: dims pictures that would draw too much; None for no limit.

    Raises:
        ValueError: if the layout does not make a panel of that size.
    """

    def __init__(  # noqa: PLR0913 - what a string of lights is, and what dims it
        self,
        size: tuple[int, int],
        layout: Layout,
        brightness: int | Dial,
        opener: Callable[[int], SpiWire],
        chain: Chain = USUAL,
        dimmer: Dimmer | None = None,
        *,
        limit: CurrentLimit | None = None,
    ) -> None:
        self.size = size
        self._limit = limit
        self._places = np.array(layout.places(size, chain))
        self._channels = ["RGB".index(color) for color in layout.order]
        self._brightness, self._dimmer = as_dial(brightness), dimmer or Dimmer()
        self._wire: SpiWire | None = opener(len(self._sent(np.zeros((size[0] * size[1], 3), np.uint8))))

    def show(self, picture: Image.Image) -> None:
        """Light the panel; see `Panel.show`."""
        check_size(picture, self.size)
        colored = picture.convert("RGB")
        brightness = self._dimmer.of(self._brightness.now)
        if self._limit is not None:
            brightness = self._limit.brightness(colored.histogram(), brightness)
        pixels = np.asarray(colored, np.uint8).reshape(-1, 3)
        if self._wire is not None:
            self._wire.writebytes2(self._sent(levels(brightness)[pixels]))

    def close(self) -> None:
        """Put the lights out and release the bus."""
        wire, self._wire = self._wire, None
        if wire is not None:
            with closing(wire):
                wire.writebytes2(self._sent(np.zeros((len(self._places), 3), np.uint8)))

    def _sent(self, pixels: NDArray[np.uint8]) -> bytes:
        return LEAD + encoded(pixels[self._places][:, self._channels]) + LATCH


@lru_cache(maxsize=BRIGHTEST + 1)
def levels(brightness: int) -> NDArray[np.uint8]:
    """For how much of the time a light is lit, 0 to 255, by a pixel's value; only black is quite dark."""
    return np.array([WS2812.level(value, brightness) for value in range(VALUES)], np.uint8)


def encoded(values: NDArray[np.uint8]) -> bytes:
    """Values as pulses on the wire: four bytes for each, its highest bit first."""
    return _PULSES[values].tobytes()


def _pulses(value: int) -> bytes:
    nibbles = [PULSES[value >> bit & 1] for bit in range(7, -1, -1)]
    return bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))


_PULSES: Final = np.array([list(_pulses(value)) for value in range(256)], np.uint8)
