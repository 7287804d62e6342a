"""WS2812 lights over SPI: the pulses on the wire are decoded back to a picture, by their lengths."""

from __future__ import annotations

import errno
import sys
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PIL import Image
from support.stadium import SPI_FAULTS
from support.ws2812 import Ws2812Chain

from firmware.config.schema import load, shipped
from firmware.devices.led_layout import Corner, Layout, Order
from firmware.devices.protocols import Panel
from firmware.devices.spi_panels import SpiWire
from firmware.devices.ws2812_panel import HZ, Ws2812Panel, encoded, levels
from firmware.errors import ConfigError, DeviceError
from scoreboard import display
from scoreboard.display import message_picture

SIZE = (64, 16)
PLAIN = Layout(tile=(0, 0), begins="top-left", runs="rows", serpentine=False, order="GRB")
GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "pictures").glob("*.png"))
LAYOUTS = [
    Layout(tile=tile, begins=begins, runs=runs, serpentine=serpentine, order="GRB")
    for tile, begins, runs, serpentine in product(
        [(0, 0), (32, 8), (8, 16)], get_args(Corner), ["rows", "columns"], [True, False]
    )
]


def panel_on(chain: Ws2812Chain, layout: Layout = PLAIN, brightness: int = 255, **faults: Any) -> Ws2812Panel:  # noqa: ANN401 - passed on
    """A panel at the end of whose wire ``chain`` listens."""
    size = chain.picture().size
    return Ws2812Panel(
        size, layout, brightness, lambda longest: SpiWire(0, 0, HZ, longest, spi=chain, **{"buffer": NOWHERE, **faults})
    )


NOWHERE = Path("/nowhere")


def dimmed(picture: Image.Image, brightness: int) -> Image.Image:
    """What lights of that brightness show of a picture."""
    return Image.fromarray(levels(brightness)[np.asarray(picture.convert("RGB"))])


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_the_pulses_decode_back_to_the_golden_picture(file: Path) -> None:
    """Every light of every golden picture is lit in its colour, and every pulse is within the data sheet."""
    golden = Image.open(file)
    chain = Ws2812Chain(golden.size, PLAIN)
    panel_on(chain, brightness=40).show(golden)
    assert dimmed(golden, 40).tobytes() == chain.picture().tobytes()
    assert 0 == chain.faults


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda each: f"{each.tile}-{each.begins}-{each.runs}-{each.serpentine}")
def test_lights_may_be_strung_in_any_way(layout: Layout) -> None:
    """From any corner, by rows or columns, to and fro or not, in one tile or in several."""
    chain = Ws2812Chain(SIZE, layout)
    panel_on(chain, layout).show(message_picture("Play ball!"))
    assert dimmed(message_picture("Play ball!"), 255).tobytes() == chain.picture().tobytes()


def test_wrongly_strung_lights_are_seen() -> None:
    """The decoder is no mirror of the encoder: a wrong layout gives a wrong picture."""
    chain = Ws2812Chain(SIZE, structs.replace(PLAIN, serpentine=True))
    panel_on(chain, PLAIN).show(message_picture("Play ball!"))
    assert dimmed(message_picture("Play ball!"), 255).tobytes() != chain.picture().tobytes()


@pytest.mark.parametrize("order", get_args(Order))
def test_any_color_order_of_a_light(order: Order) -> None:
    """Red stays red on every make of light."""
    layout = structs.replace(PLAIN, order=order)
    chain = Ws2812Chain((8, 8), layout)
    panel_on(chain, layout).show(Image.new("RGB", (8, 8), (255, 0, 0)))
    assert {(255, 0, 0)} == {color for _, color in chain.picture().getcolors() or []}


@given(pixels=st.binary(min_size=8 * 8 * 3, max_size=8 * 8 * 3))
def test_any_colour_arrives(pixels: bytes) -> None:
    """Whatever is drawn, each light gets its own three numbers."""
    chain, picture = Ws2812Chain((8, 8), PLAIN), Image.frombytes("RGB", (8, 8), pixels)
    panel_on(chain).show(picture)
    assert (dimmed(picture, 255).tobytes(), 0) == (chain.picture().tobytes(), chain.faults)


def test_a_bit_is_four_bits_on_the_wire() -> None:
    """The golden bytes of 0b10100000: long, short, long, and five short ones."""
    assert bytes([0b11101000, 0b11101000, 0b10001000, 0b10001000]) == encoded(np.array([0b10100000], np.uint8))


@pytest.mark.parametrize("hz", [2_000_000, 5_000_000])
def test_a_bus_at_another_pace_is_not_understood(hz: int) -> None:
    """The decoder measures: pulses that are too long or too short are faults."""
    chain = Ws2812Chain((8, 8), PLAIN)
    panel = panel_on(chain)
    chain.max_speed_hz = hz
    panel.show(Image.new("RGB", (8, 8), (170, 85, 1)))
    assert 0 < chain.faults


def test_a_gap_in_the_middle_spoils_the_picture() -> None:
    """Which is why a kernel that sends too little in one go is refused."""
    chain = Ws2812Chain(SIZE, PLAIN, buffer=4096)
    panel_on(chain).show(message_picture("Play ball!"))
    assert dimmed(message_picture("Play ball!"), 255).tobytes() != chain.picture().tobytes()


def test_a_kernel_that_would_cut_the_picture_says_what_to_do(tmp_path: Path) -> None:
    """One line names the setting and the file, and the bus is given back."""
    (tmp_path / "bufsiz").write_text("4096\n", encoding="ascii")
    chain = Ws2812Chain(SIZE, PLAIN)
    with pytest.raises(DeviceError, match=r"spidev\.bufsiz=65536 .* /boot/firmware/cmdline\.txt"):
        panel_on(chain, buffer=tmp_path / "bufsiz")
    assert chain.address is None
    (tmp_path / "bufsiz").write_text("65536\n", encoding="ascii")
    panel_on(chain, buffer=tmp_path / "bufsiz").close()


def test_brightness_dims_every_colour_and_loses_none() -> None:
    """At 40 white is 40, and what is barely there stays barely there; at 0 all is dark."""
    assert (40, 1, 0) == (levels(40)[255], levels(40)[38], levels(40)[0])
    assert 0 == levels(0).max()


def test_closed_it_is_dark_and_the_bus_is_free() -> None:
    """The lights go out, the bus is given back, and closing twice is harmless."""
    chain = Ws2812Chain(SIZE, PLAIN)
    panel = panel_on(chain)
    panel.show(message_picture("Play ball!"))
    panel.close()
    panel.close()
    assert (None, None) == (chain.picture().getbbox(), chain.address)


def test_a_picture_of_another_size_is_refused() -> None:
    """A picture made for another panel is a mistake of ours."""
    panel: Panel = panel_on(Ws2812Chain(SIZE, PLAIN))
    with pytest.raises(ValueError, match="not for a panel"):
        panel.show(Image.new("RGB", (32, 8)))


class Broken(Ws2812Chain):
    """A bus that fails when it is opened or written to."""

    opening: OSError | None = None
    writing: OSError | None = None

    def open(self, port: int, device: int) -> None:
        """Open, or fail."""
        if self.opening is not None:
            raise self.opening
        super().open(port, device)

    def writebytes2(self, data: bytes) -> None:
        """Write, or fail."""
        if self.writing is not None:
            raise self.writing
        super().writebytes2(data)


@pytest.mark.parametrize(("fault", "advice"), SPI_FAULTS)
def test_a_bus_that_cannot_be_opened_says_what_to_do(fault: OSError, advice: str) -> None:
    """The owner reads one line that says how to put it right."""
    chain = Broken(SIZE, PLAIN)
    chain.opening = fault
    with pytest.raises(DeviceError, match=advice):
        panel_on(chain)


def test_failing_bus_is_reported_and_can_be_closed() -> None:
    """A wire that comes loose is an error of the device, also when it is given back."""
    chain = Broken(SIZE, PLAIN)
    panel = panel_on(chain)
    chain.writing = OSError(errno.EIO, "I/O error")
    for touch in (lambda: panel.show(message_picture("Play ball!")), panel.close):
        with pytest.raises(DeviceError, match="does not answer"):
            touch()
    panel.close()


def test_without_spidev_the_owner_learns_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the library is missing its package is named."""
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceError, match="sudo apt install python3-spidev"):
        SpiWire(0, 0, HZ, 1000)


@pytest.mark.parametrize("tile", [(24, 8), (-8, 8), (-8, -8), (0, 8)])
def test_tiles_that_make_no_panel_are_a_config_error(tmp_path: Path, tile: tuple[int, int]) -> None:
    """It is told as any other, so that the last good settings hold instead, and not by a dark panel."""
    file = tmp_path / "stadium.toml"
    file.write_text(f"[panel]\ndriver = 'ws2812'\n[panel.ws2812]\ntile = {list(tile)}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"panel\.ws2812\.tile: .*{tile[0]} x {tile[1]}"):
        load(file)


def test_the_shipped_layout_makes_the_shipped_panel() -> None:
    """Every light has a pixel and every pixel a light."""
    config = shipped()
    assert set(range(64 * 16)) == set(config.panel.ws2812.places(config.panel.size))
    assert config.panel.size in display.LAYOUTS
