"""The Raspberry Pi's panels on its SPI bus: a chain of MAX7219 modules, and the wire that WS2812 lights hang on.

Rule kept here: as in `firmware.devices.gpio_buttons`, hardware libraries may be used, and all that they raise leaves as
one line that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from luma.led_matrix.const import max7219 as register
from luma.led_matrix.device import max7219
from PIL import Image, ImageChops

from firmware.devices.dial import Dial, as_dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.led_layout import Boards
from firmware.devices.panel_power import CurrentLimit
from firmware.devices.protocols import check_size
from firmware.errors import DeviceError
from scoreboard.display import monochrome
from scoreboard.message import message

SPI_HZ = 1_000_000
"""Of a MAX7219 chain's bus: slow enough for a metre of ribbon cable, and still hundreds of pictures a second."""


class Max7219Panel:
    """A chain of MAX7219 modules on the SPI bus, in one colour; satisfies `firmware.devices.protocols.Panel`.

    Args:
        size: width and height in pixels, multiples of eight.
        port: of the bus, the first number of ``/dev/spidev0.0``.
        device: on the bus, the second number.
        block_orientation: how each module is soldered: 0, 90, -90 or 180 degrees.
        brightness: 0 to 255, of which the chip makes sixteen steps; a dial may be turned at any time.
        places: the pixel of each light (`firmware.devices.led_layout.Boards`); by default the modules are chained in
            the order of reading.
        spi: a ``spidev.SpiDev`` or the like; None for the Pi's own bus.
        dimmer: dims it.
        limit: dims pictures that would draw too much; None for no limit.
    """

    def __init__(  # noqa: PLR0913 - by name, and all but the first with a default
        self,
        size: tuple[int, int],
        *,
        port: int = 0,
        device: int = 0,
        block_orientation: int = 0,
        brightness: int | Dial = 40,
        places: Sequence[int] = (),
        spi: Any = None,  # noqa: ANN401 - spidev has no types
        dimmer: Dimmer | None = None,
        limit: CurrentLimit | None = None,
    ) -> None:
        self.size = size
        self._dimmer, self._limit = dimmer or Dimmer(), limit
        self._places = np.array(places or Boards().places(size)).reshape(-1, 8, 8)
        self._chain = _chain(size, block_orientation)
        self._brightness = as_dial(brightness)
        self._path = f"/dev/spidev{port}.{device}"
        with _clear_spi_errors(self._path), ExitStack() as opened:
            self._spi = spi or import_module("spidev").SpiDev()
            opened.callback(self._spi.close)  # or each try would leave a descriptor behind
            self._spi.open(port, device)
            self._spi.max_speed_hz = SPI_HZ
            self._lit, self._lit_at = Image.new("1", size), self._brightness.now
            self._write(self._chain.set_up(self._lit_at) + self._chain.lit(self._lit))
            self._write(self._chain.awake())
            opened.pop_all()
        self._is_open = True

    def show(self, picture: Image.Image) -> None:
        """Light every pixel that is bright enough (`scoreboard.display.monochrome`); see `Panel.show`.

        The chips are set up each time: a spike on a long wire can send one to sleep or into its display test, and the
        next picture repairs that. Rows are replaced one by one: until all are, it is as dim as both pictures must be.
        """
        check_size(picture, self.size)
        lit = monochrome(picture)
        brightness = self._within_limit(lit, self._dimmer.of(self._brightness.now))
        meanwhile = self._within_limit(ImageChops.logical_or(lit, self._lit), min(brightness, self._lit_at))
        with _clear_spi_errors(self._path):
            self._write(self._chain.set_up(meanwhile) + self._chain.awake())
            self._write(self._chain.lit(self._arranged(lit)))
            if brightness > meanwhile:
                self._write(self._chain.turned(brightness))
        self._lit, self._lit_at = lit, brightness

    def close(self) -> None:
        """Put the lights out and release the bus."""
        if self._is_open:
            self._is_open = False
            with suppress(OSError), closing(self._spi):
                self._write(self._chain.asleep() + self._chain.lit(Image.new("1", self.size)))

    def _within_limit(self, lit: Image.Image, brightness: int) -> int:
        return brightness if self._limit is None else self._limit.brightness(lit.histogram(), brightness)

    def _arranged(self, picture: Image.Image) -> Image.Image:
        """The picture with its modules in the order of reading, the only one that luma knows."""
        width, height = self.size
        modules = np.asarray(picture).ravel()[self._places]
        rows = modules.reshape(height // 8, width // 8, 8, 8).transpose(0, 2, 1, 3)
        return Image.fromarray(rows.reshape(height, width))

    def _write(self, messages: list[list[int]]) -> None:
        for each in messages:
            self._spi.writebytes(each)


class _Chain:
    """luma's messages to a chain of modules, recorded; it has the methods of luma's serial interfaces.

    luma registers each device that it opens in `atexit`, and so keeps it for ever: each chain is opened once, on no
    bus, however often the panel is opened.
    """

    def __init__(self, size: tuple[int, int], block_orientation: int) -> None:
        self._messages: list[list[int]] = []
        self._luma = max7219(self, *size, block_orientation=block_orientation)

    def data(self, message: list[int]) -> None:
        """Record a message."""
        self._messages.append(list(message))

    def cleanup(self) -> None:
        """Nothing is held."""

    def set_up(self, brightness: int) -> list[list[int]]:
        """All registers but the pixels'."""
        registers = [(register.SCANLIMIT, 7), (register.DECODEMODE, 0), (register.DISPLAYTEST, 0)]
        messages = [[address, value] * self._luma.cascaded for address, value in registers]
        return messages + self.turned(brightness)

    def turned(self, brightness: int) -> list[list[int]]:
        """The brightness alone."""
        return self._recorded(lambda: self._luma.contrast(brightness))

    def lit(self, picture: Image.Image) -> list[list[int]]:
        """A picture of one bit a pixel."""
        return self._recorded(lambda: self._luma.display(picture))

    def awake(self) -> list[list[int]]:
        """Show the pixels."""
        return self._recorded(self._luma.show)

    def asleep(self) -> list[list[int]]:
        """Show nothing."""
        return self._recorded(self._luma.hide)

    def _recorded(self, act: Callable[[], None]) -> list[list[int]]:
        self._messages.clear()
        act()
        messages, self._messages = self._messages, []
        return messages


_chain = cache(_Chain)


@contextmanager
def _clear_spi_errors(path: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise DeviceError(message("panel.no-spidev")) from error
    except FileNotFoundError as error:
        raise DeviceError(message("panel.no-spi", path=path)) from error
    except PermissionError as error:
        raise DeviceError(message("panel.not-ours", path=path)) from error
    except OSError as error:
        raise DeviceError(message("panel.silent", path=path, why=str(error))) from error


SPI_BUFFER = Path("/sys/module/spidev/parameters/bufsiz")
"""How many bytes the kernel sends without a gap: 4096, unless its command line says otherwise."""


class SpiWire:
    """An SPI bus that sends each message in one go.

    Args:
        port: of the bus, the first number of ``/dev/spidev0.0``.
        device: on the bus, the second number.
        hz: how fast.
        longest: the longest message, in bytes.
        spi: a ``spidev.SpiDev`` or the like; None for the Pi's own bus.
        buffer: the file that says how many bytes the kernel sends without a gap.

    Raises:
        DeviceError: if there is no such bus, it may not be used, or it would cut a message in pieces.
    """

    def __init__(
        self,
        port: int,
        device: int,
        hz: int,
        longest: int,
        *,
        spi: Any = None,  # noqa: ANN401 - spidev has no types
        buffer: Path = SPI_BUFFER,
    ) -> None:
        self._path = f"/dev/spidev{port}.{device}"
        with ExitStack() as opened:
            with _clear_spi_errors(self._path):
                self._spi = spi or import_module("spidev").SpiDev()
                opened.callback(self._spi.close)  # or each try would leave a descriptor behind
                self._spi.open(port, device)
                self._spi.max_speed_hz = hz
            if _bytes_without_gap(buffer) < longest:
                raise DeviceError(message("panel.gap", longest=longest))
            opened.pop_all()

    def writebytes2(self, data: bytes) -> None:
        """Send the bytes."""
        with _clear_spi_errors(self._path):
            self._spi.writebytes2(data)

    def close(self) -> None:
        """Release the bus."""
        with suppress(OSError):
            self._spi.close()


def _bytes_without_gap(buffer: Path) -> float:
    """How many bytes the kernel sends at once; where it does not say, any number."""
    try:
        return int(buffer.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return inf
