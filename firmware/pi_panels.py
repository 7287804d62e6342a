"""The Raspberry Pi's panels on its SPI bus: a chain of MAX7219 modules, and the wire that WS2812 lights hang on.

Rule kept here: as in `firmware.pi`, this is a module that may touch hardware libraries, and whatever they raise leaves
here as one line that says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import noop
from luma.core.interface.serial import spi as luma_spi
from luma.led_matrix.const import max7219 as register
from luma.led_matrix.device import max7219

from firmware.errors import DeviceError
from firmware.panel import check_size
from scoreboard.face import lit

if TYPE_CHECKING:
    from PIL import Image

SPI_HZ = 1_000_000
"""Of a MAX7219 chain's bus: slow enough for a metre of ribbon cable, and still hundreds of pictures a second."""


class Max7219Panel:
    """A chain of MAX7219 modules on the SPI bus, in one colour; satisfies `firmware.devices.Panel`.

    The modules are chained from the top left one to the right and then row by row.

    Args:
        size: width and height in pixels, multiples of eight.
        port: of the bus, the first number of ``/dev/spidev0.0``.
        device: on the bus, the second number.
        block_orientation: how each module is soldered: 0, 90, -90 or 180 degrees.
        brightness: 0 to 255; the chip knows sixteen steps.
        spi: what is written to, shaped like a ``spidev.SpiDev``; None for the Pi's own bus.

    Raises:
        DeviceError: if there is no such bus, or we may not use it.
    """

    def __init__(
        self,
        size: tuple[int, int],
        *,
        port: int = 0,
        device: int = 0,
        block_orientation: int = 0,
        brightness: int = 40,
        spi: Any = None,  # noqa: ANN401 - spidev has no types
    ) -> None:
        self._size = size
        self._brightness = brightness
        self._path = f"/dev/spidev{port}.{device}"
        with _clear_spi_errors(self._path):
            wire = luma_spi(spi=spi, gpio=noop(), port=port, device=device, bus_speed_hz=SPI_HZ)
            self._chain = max7219(wire, *size, block_orientation=block_orientation, contrast=brightness)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def show(self, picture: Image.Image) -> None:
        """Light every pixel that is bright enough (`scoreboard.face.lit`), and set the chips up anew.

        Long wires catch spikes, and a spike can send a chip to sleep or into its display test: the next picture heals
        it.

        Raises:
            ValueError: if the picture is not of the panel's size.
            DeviceError: if the bus has failed.
        """
        check_size(picture, self._size)
        with _clear_spi_errors(self._path):
            self._set_up()
            self._chain.display(lit(picture))

    def close(self) -> None:
        """Put the lights out and give the bus back; on a bus that is gone there is nothing to put out."""
        with suppress(OSError):
            self._chain.cleanup()

    def _set_up(self) -> None:
        for address, value in ((register.SCANLIMIT, 7), (register.DECODEMODE, 0), (register.DISPLAYTEST, 0)):
            self._chain.data([address, value] * self._chain.cascaded)
        self._chain.contrast(self._brightness)
        self._chain.show()


@contextmanager
def _clear_spi_errors(path: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise DeviceError(
            "the panel needs spidev: sudo apt install python3-spidev; without a Pi: --panel simulated"
        ) from error
    except (DeviceNotFoundError, FileNotFoundError) as error:
        what_to_do = "switch SPI on with sudo raspi-config (Interface Options) and restart"
        raise DeviceError(f"no panel: {path} is not there; {what_to_do}") from error
    except PermissionError as error:
        what_to_do = "sudo usermod -aG spi $USER, then log in again"
        raise DeviceError(f"may not use the panel at {path}: {what_to_do}") from error
    except OSError as error:
        raise DeviceError(f"the panel at {path} does not answer ({error}); check its wiring") from error


SPI_BUFFER = Path("/sys/module/spidev/parameters/bufsiz")
"""How many bytes the kernel sends without a gap: 4096, unless its command line says otherwise."""


class SpiWire:
    """An SPI bus that sends each message in one go; satisfies `firmware.ws2812.Wire`.

    Args:
        port: of the bus, the first number of ``/dev/spidev0.0``.
        device: on the bus, the second number.
        hz: how fast.
        longest: the longest message, in bytes.
        spi: what is written to; None for the Pi's own bus.
        buffer: the file that says how many bytes the kernel sends without a gap.

    Raises:
        DeviceError: if there is no such bus, we may not use it, or it would cut a message in pieces.
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
        with _clear_spi_errors(self._path):
            self._spi = spi or import_module("spidev").SpiDev()
            self._spi.open(port, device)
            self._spi.max_speed_hz = hz
        if buffer.exists() and int(buffer.read_text(encoding="ascii")) < longest:
            self._spi.close()
            what_to_do = "add spidev.bufsiz=65536 to the line in /boot/firmware/cmdline.txt and restart"
            raise DeviceError(f"the panel's {longest} bytes must be sent without a gap; {what_to_do}")

    def writebytes2(self, data: bytes) -> None:
        """Send the bytes.

        Raises:
            DeviceError: if the bus has failed.
        """
        with _clear_spi_errors(self._path):
            self._spi.writebytes2(data)

    def close(self) -> None:
        """Give the bus back."""
        with suppress(OSError):
            self._spi.close()
