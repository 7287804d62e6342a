"""A string of WS2812 lights that decodes the pulses it is sent, to stand where the SPI wire ends.

It has the shape of a `spidev.SpiDev`, as `support.max7219` has. Rule kept here: it believes nothing but the
wire. It measures how long the line is high and how long it is low (WS2812B-V5 data sheet, "Data transfer time"), keeps
the first 24 bits for itself, passes the rest on, and shows them after a pause; whatever was meant.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec import structs
from PIL import Image

from firmware.devices.led_layout import USUAL, Chain, Layout

Mask = npt.NDArray[np.bool_]

ZERO_NS, ONE_NS = (220, 380), (580, 1000)
"""How long the line is high for a 0 and for a 1."""
LOW_NS = (220, 50_000)
"""How long it may be low within a picture."""
LATCH_NS = 280_000
BUFFER = 65536
"""Bytes that the driver sends without a gap (``spidev.bufsiz``)."""
GAP = bytes(200)
"""What the line looks like between two of them: low, for half a millisecond."""


class Ws2812Chain:
    """Lights strung as ``layout`` says.

    Args:
        size: width and height of the whole in pixels.
        layout: how they are strung.
        buffer: how many bytes the driver sends without a gap.
        chain: in which order the tiles are chained.

    Attributes:
        max_speed_hz: set by who opens the bus.
        faults: pulses that no WS2812 would understand.
    """

    def __init__(self, size: tuple[int, int], layout: Layout, buffer: int = BUFFER, chain: Chain = USUAL) -> None:
        self._size, self._layout, self._buffer, self._chain = size, layout, buffer, chain
        self._lights: list[tuple[int, int, int]] = [(0, 0, 0)] * (size[0] * size[1])
        self.max_speed_hz = 0
        self.address: tuple[int, int] | None = None
        self.faults = 0

    def open(self, port: int, device: int) -> None:
        """Take the bus."""
        self.address = (port, device)

    def close(self) -> None:
        """Give the bus back; the lights keep showing what they show."""
        self.address = None

    def writebytes2(self, data: bytes) -> None:
        """Take in what comes along the wire.

        Raises:
            OSError: if the bus is not open.
        """
        if self.address is None:
            raise OSError(9, "the SPI bus is not open")
        pieces = [data[start : start + self._buffer] for start in range(0, len(data), self._buffer)]
        self._take(GAP.join(pieces))

    def picture(self) -> Image.Image:
        """What the lights show, an RGB image of the panel's size."""
        seen = Image.new("RGB", self._size)
        for place, light in zip(walk(self._size, self._layout, self._chain), self._lights, strict=True):
            seen.putpixel(place, light)
        return seen

    def _take(self, wire: bytes) -> None:
        line = np.unpackbits(np.frombuffer(wire, np.uint8)).astype(bool)
        starts = np.flatnonzero(np.diff(line, prepend=~line[:1]))
        high, lengths_ns = line[starts], np.diff(starts, append=len(line)) * (1e9 / self.max_speed_hz)
        begin = 0
        for pause in np.flatnonzero(~high & (lengths_ns >= LATCH_NS)):
            self._latch(self._bits(high[begin:pause], lengths_ns[begin:pause]))
            begin = pause + 1
        self._bits(high[begin:], lengths_ns[begin:])

    def _bits(self, high: Mask, lengths_ns: npt.NDArray[np.float64]) -> Mask:
        """What is heard between two pauses: how often the line was high or low, and how long each time."""
        pulses, lows = lengths_ns[high], lengths_ns[np.maximum.accumulate(high) & ~high]
        self.faults += int(
            (~(_within(pulses, ZERO_NS) | _within(pulses, ONE_NS))).sum() + (~_within(lows, LOW_NS)).sum()
        )
        return np.asarray(pulses > ZERO_NS[1])

    def _latch(self, bits: Mask) -> None:
        """Every light that has got its 24 bits shows them; the others go on as they were."""
        values = np.packbits(bits[: len(bits) // 24 * 24]).reshape(-1, 3)
        shown = values[: len(self._lights), [self._layout.order.index(color) for color in "RGB"]]
        for light, (red, green, blue) in enumerate(shown.tolist()):
            self._lights[light] = (red, green, blue)


def _within(lengths_ns: npt.NDArray[np.float64], limits: tuple[int, int]) -> Mask:
    return np.asarray((limits[0] <= lengths_ns) & (lengths_ns <= limits[1]))


def walk(size: tuple[int, int], layout: Layout, chain: Chain) -> list[tuple[int, int]]:
    """Where each light is, followed along the string from tile to tile as a finger would."""
    across, down = layout.tile if all(layout.tile) else size
    columns, rows = size[0] // across, size[1] // down
    tiles = structs.replace(
        layout, tile=(columns, rows), begins=chain.begins, runs=chain.runs, serpentine=chain.serpentine
    )
    steps = []
    for number, (column, row) in enumerate(_tile(columns, rows, tiles)):
        line = number // (columns if chain.runs == "rows" else rows)
        for dx, dy in _tile(across, down, layout):
            x, y = (across - 1 - dx, down - 1 - dy) if chain.turned and line % 2 else (dx, dy)
            steps.append((column * across + x, row * down + y))
    return steps


def _tile(across: int, down: int, layout: Layout) -> list[tuple[int, int]]:
    lines, length = (down, across) if layout.runs == "rows" else (across, down)
    steps = []
    for line in range(lines):
        turned = layout.serpentine and line % 2 == 1
        for step in range(length):
            along = length - 1 - step if turned else step
            x, y = (along, line) if layout.runs == "rows" else (line, along)
            mirrored = across - 1 - x if "right" in layout.begins else x
            steps.append((mirrored, down - 1 - y if "bottom" in layout.begins else y))
    return steps
