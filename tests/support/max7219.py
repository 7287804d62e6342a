"""A chain of MAX7219 chips that decodes what it is sent, to stand where the SPI wire ends.

It has the shape of a `spidev.SpiDev`, so that everything up to the wire is the real thing: what it shows is what a
real chain would light. Rule kept here: it believes nothing but the bytes. Each chip shifts sixteen bits and acts on
them when chip select rises (MAX7219 data sheet, "Serial-Addressing Modes"), whatever was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image

_FIRST_DIGIT: Final = 1
_DECODE_MODE: Final = 9
_INTENSITY: Final = 10
_SCAN_LIMIT: Final = 11
_SHUTDOWN: Final = 12
_DISPLAY_TEST: Final = 15
_REGISTERS: Final = 16


_FROM_LOWEST = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""A byte with its bits in the other order: in a 1-bit picture the first pixel is the highest bit."""


class Module(NamedTuple):
    """Where a module of the chain hangs.

    Attributes:
        column: from the left, in modules.
        row: from the top.
        headlong: whether it stands on its head.
    """

    column: int
    row: int
    headlong: bool = False


class Max7219Chain:
    """Modules of eight by eight LEDs.

    Args:
        size: width and height of the whole in pixels, multiples of eight.
        block_orientation: how each module is soldered, as luma counts it: 0, 90, -90 or 180 degrees.
        modules: along the chain; without them they hang from the top left one to the right and then row by row.
        mirrored: whether each shows everything mirrored.

    Attributes:
        max_speed_hz: set by who opens the bus.
        address: the port and device it was opened with; None while it is closed.
    """

    def __init__(
        self,
        size: tuple[int, int] = (64, 16),
        block_orientation: int = 0,
        modules: Sequence[Module] = (),
        *,
        mirrored: bool = False,
    ) -> None:
        self._size = size
        self._turn = -block_orientation
        chips, across = size[0] * size[1] // 64, size[0] // 8
        self._modules = modules or [Module(number % across, number // across) for number in range(chips)]
        self._mirrored = mirrored
        self._shifted = bytes(2 * chips)
        self._chips = [bytearray(_REGISTERS) for _ in range(chips)]
        self.max_speed_hz = 0
        self.address: tuple[int, int] | None = None

    def open(self, port: int, device: int) -> None:
        """Take the bus."""
        self.address = (port, device)

    def close(self) -> None:
        """Give the bus back; the chips keep showing what they show."""
        self.address = None

    def writebytes(self, data: Iterable[int]) -> None:
        """Shift ``data`` in at the first chip, then let every chip act on the sixteen bits it holds.

        Raises:
            OSError: if the bus is not open.
        """
        if self.address is None:
            raise OSError(9, "the SPI bus is not open")
        self._shifted = (self._shifted + bytes(data))[-len(self._shifted) :]
        for number, chip in enumerate(reversed(self._chips)):
            register, value = self._shifted[2 * number : 2 * number + 2]
            chip[register % _REGISTERS] = value

    def intensities(self) -> set[int]:
        """The brightness steps the chips are set to, 0 to 15; one when they agree."""
        return {chip[_INTENSITY] & 15 for chip in self._chips}

    def picture(self) -> Image.Image:
        """What the LEDs show, a 1-bit image of the chain's size."""
        seen = Image.new("1", self._size)
        for chip, module in zip(self._chips, self._modules, strict=True):
            shown = _module(chip).rotate(self._turn)
            if self._mirrored:
                shown = shown.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            seen.paste(shown.rotate(180 * module.headlong), (module.column * 8, module.row * 8))
        return seen


def _module(chip: bytearray) -> Image.Image:
    """What one module shows by its registers: a digit is a column, its lowest bit the top pixel."""
    columns = bytes(map(_FROM_LOWEST.__getitem__, _columns(chip)))
    return Image.frombytes("1", (8, 8), columns).transpose(Image.Transpose.TRANSPOSE)


def _columns(chip: bytearray) -> bytes:
    """The lit bits of its eight digits."""
    if chip[_DISPLAY_TEST] & 1:
        return bytes([255] * 8)
    if not chip[_SHUTDOWN] & 1 or chip[_DECODE_MODE]:
        return bytes(8)
    scanned = (chip[_SCAN_LIMIT] & 7) + 1
    return bytes(chip[_FIRST_DIGIT : _FIRST_DIGIT + scanned]).ljust(8, b"\0")
