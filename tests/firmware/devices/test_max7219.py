"""The real panel's bytes, tapped where the SPI wire would begin and decoded back to a picture."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from support.max7219 import Max7219Chain
from support.stadium import SPI_FAULTS

from firmware.devices.protocols import Panel
from firmware.devices.spi_panels import Max7219Panel
from firmware.errors import DeviceError
from scoreboard.display import message_picture, monochrome

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "pictures").glob("*.png"))
NO_OP, DECODE_MODE, SHUTDOWN, DISPLAY_TEST = 0, 9, 12, 15


class FaultySpi:
    """A bus that fails in one way."""

    def __init__(self, opening: OSError | None = None, writing: OSError | None = None) -> None:
        self.opening = opening
        self.writing = writing
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:  # noqa: ARG002 - as spidev has it
        """Open, or fail."""
        if self.opening is not None:
            raise self.opening

    def writebytes(self, data: Iterable[int]) -> None:  # noqa: ARG002 - as spidev has it
        """Write, or fail."""
        if self.writing is not None:
            raise self.writing

    def close(self) -> None:
        """Close."""


def panel_on(chain: Max7219Chain, block_orientation: int = 0) -> Max7219Panel:
    """A panel of the shipped size at the end of whose wire ``chain`` listens."""
    return Max7219Panel((64, 16), block_orientation=block_orientation, spi=chain)


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_the_bytes_decode_back_to_the_golden_picture(file: Path) -> None:
    """What arrives at the LEDs is the picture, each pixel lit or dark as its brightness says."""
    golden = Image.open(file)
    chain = Max7219Chain(golden.size)
    Max7219Panel(golden.size, spi=chain).show(golden)
    assert monochrome(golden).tobytes() == chain.picture().tobytes()


@pytest.mark.parametrize("turn", [0, 90, -90, 180])
def test_modules_may_be_soldered_any_way_round(turn: int) -> None:
    """The picture stands upright, however each module is turned."""
    chain = Max7219Chain((64, 16), turn)
    panel_on(chain, turn).show(message_picture("Play ball!"))
    assert monochrome(message_picture("Play ball!")).tobytes() == chain.picture().tobytes()


def test_wrongly_soldered_module_is_seen() -> None:
    """The decoder is no mirror of luma: a wrong orientation gives a wrong picture."""
    chain = Max7219Chain((64, 16), 90)
    panel_on(chain, 0).show(message_picture("Play ball!"))
    assert monochrome(message_picture("Play ball!")).tobytes() != chain.picture().tobytes()


@given(pixels=st.binary(min_size=128, max_size=128))
@pytest.mark.untraced
def test_any_picture_arrives(pixels: bytes) -> None:
    """Whatever is drawn, every one of the 1024 LEDs is the one that was meant."""
    chain, picture = Max7219Chain((64, 16)), Image.frombytes("1", (64, 16), pixels)
    panel_on(chain).show(picture)
    assert picture.tobytes() == chain.picture().tobytes()


def test_given_bus_is_opened() -> None:
    """The port and the device are the configuration's."""
    chain = Max7219Chain((64, 16))
    panel: Panel = Max7219Panel((64, 16), port=1, device=2, spi=chain)
    assert ((1, 2), (64, 16)) == (chain.address, panel.size)


@pytest.mark.parametrize(("brightness", "step"), [(0, 0), (40, 2), (255, 15)])
def test_brightness_is_set(brightness: int, step: int) -> None:
    """The chip's sixteen steps share 0 to 255."""
    chain = Max7219Chain((64, 16))
    Max7219Panel((64, 16), brightness=brightness, spi=chain)
    assert {step} == chain.intensities()


def test_it_is_dark_until_something_is_shown() -> None:
    """No chip lights at power-up with what it happened to hold."""
    chain = Max7219Chain((64, 16))
    panel_on(chain)
    assert chain.picture().getbbox() is None


@pytest.mark.parametrize("spike", [(SHUTDOWN, 0), (DISPLAY_TEST, 1), (DECODE_MODE, 255), (1, 255)])
def test_the_next_picture_heals_what_a_spike_did(spike: tuple[int, int]) -> None:
    """A chip sent to sleep, into its test or into another mode by noise on the wire is back half a second later."""
    chain = Max7219Chain((64, 16))
    panel = panel_on(chain)
    panel.show(message_picture("Play ball!"))
    chain.writebytes([*spike] * 16)
    assert monochrome(message_picture("Play ball!")).tobytes() != chain.picture().tobytes()
    panel.show(message_picture("Play ball!"))
    assert monochrome(message_picture("Play ball!")).tobytes() == chain.picture().tobytes()


def test_closed_it_is_dark_and_the_bus_is_free() -> None:
    """The lights go out, the bus is given back, and closing twice is harmless."""
    chain = Max7219Chain((64, 16))
    panel = panel_on(chain)
    panel.show(message_picture("Play ball!"))
    panel.close()
    panel.close()
    assert (None, None) == (chain.picture().getbbox(), chain.address)


@pytest.mark.parametrize(("fault", "advice"), SPI_FAULTS)
def test_a_bus_that_cannot_be_opened_says_what_to_do(fault: OSError, advice: str) -> None:
    """The owner reads one line that says how to put it right."""
    with pytest.raises(DeviceError, match=advice):
        Max7219Panel((64, 16), spi=FaultySpi(opening=fault))


def test_without_spidev_the_owner_learns_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the library is missing its package is named."""
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceError, match="sudo apt install python3-spidev"):
        Max7219Panel((64, 16))


def test_panel_that_fails_in_play_is_reported_and_closes() -> None:
    """A wire that comes loose is an error of the device, and closing does not fail over it again."""
    spi = FaultySpi()
    panel = Max7219Panel((64, 16), spi=spi)
    spi.writing = OSError(errno.EIO, "I/O error")
    with pytest.raises(DeviceError, match="does not answer"):
        panel.show(message_picture("Play ball!"))
    panel.close()


def test_a_picture_of_another_size_is_refused() -> None:
    """A picture made for another panel is a mistake of ours, and says so."""
    with pytest.raises(ValueError, match=r"a picture of \(32, 8\) is not for a panel of \(64, 16\)"):
        panel_on(Max7219Chain((64, 16))).show(Image.new("RGB", (32, 8)))


def test_chips_shift_what_is_too_short_for_the_chain() -> None:
    """The decoder believes the wire: a word too few moves the others along by one chip, as on a real chain."""
    chain = Max7219Chain((24, 8))
    chain.open(0, 0)
    for set_up in ((SHUTDOWN, 1), (11, 7)):
        chain.writebytes([*set_up] * 3)
    chain.writebytes([1, 255, NO_OP, 0, NO_OP, 0])
    assert (16, 0, 17, 8) == chain.picture().getbbox()
    chain.writebytes([1, 0, 1, 255])
    assert (8, 0, 9, 8) != chain.picture().getbbox()


def test_a_closed_bus_takes_no_bytes() -> None:
    """Writing without opening fails, as it does on a real one."""
    with pytest.raises(OSError, match="not open"):
        Max7219Chain((64, 16)).writebytes([0, 0])
