"""A string of WS2812 lights that decodes the pulses it is sent, to stand where the SPI wire ends.

It has the shape of a `spidev.SpiDev`, as `max7219_kit` has. Rule kept here: it believes nothing but the
wire. It measures how long the line is high and how long it is low (WS2812B-V5 data sheet, "Data transfer time"), keeps
the first 24 bits for itself, passes the rest on, and shows them after a pause; whatever was meant.
"""

from __future__ import annotations

from itertools import groupby

from PIL import Image

from firmware.ws2812 import Layout

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

    Attributes:
        max_speed_hz: set by who opens the bus.
        faults: pulses that no WS2812 would understand.
    """

    def __init__(self, size: tuple[int, int], layout: Layout, buffer: int = BUFFER) -> None:
        self._size, self._layout, self._buffer = size, layout, buffer
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
        for place, light in zip(_walk(self._size, self._layout), self._lights, strict=True):
            seen.putpixel(place, light)
        return seen

    def _take(self, wire: bytes) -> None:
        line = "".join(f"{byte:08b}" for byte in wire)
        tick_ns = 1e9 / self.max_speed_hz
        bits: list[int] = []
        for level, run in groupby(line):
            length_ns = len(list(run)) * tick_ns
            if level == "1":
                bits.append(self._bit(length_ns))
            elif length_ns >= LATCH_NS:
                self._latch(bits)
                bits = []
            elif bits and not LOW_NS[0] <= length_ns <= LOW_NS[1]:
                self.faults += 1

    def _bit(self, length_ns: float) -> int:
        self.faults += not any(low <= length_ns <= high for low, high in (ZERO_NS, ONE_NS))
        return int(length_ns > ZERO_NS[1])

    def _latch(self, bits: list[int]) -> None:
        """Every light that has got its 24 bits shows them; the others go on as they were."""
        values = [int("".join(map(str, bits[start : start + 8])), 2) for start in range(0, len(bits) - 7, 8)]
        red, green, blue = (self._layout.order.index(color) for color in "RGB")
        for light in range(min(len(values) // 3, len(self._lights))):
            of = values[3 * light : 3 * light + 3]
            self._lights[light] = (of[red], of[green], of[blue])


def _walk(size: tuple[int, int], layout: Layout) -> list[tuple[int, int]]:
    """Where each light is, followed along the string from tile to tile as a finger would."""
    across, down = layout.tile if all(layout.tile) else size
    corners = [(x, y) for y in range(0, size[1], down) for x in range(0, size[0], across)]
    return [(x + dx, y + dy) for x, y in corners for dx, dy in _tile(across, down, layout)]


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
