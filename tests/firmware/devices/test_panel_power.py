"""A panel never draws more than its supply gives: seen at the chips, after every write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from support.max7219 import Max7219Chain
from support.strung import panel_config
from support.ws2812 import Ws2812Chain

from firmware.config.schema import load, shipped
from firmware.devices.dial import Dial
from firmware.devices.panel_power import MAX7219, SUPPLIES_A, WS2812, CurrentLimit, Lights, supply_for
from firmware.devices.spi_panels import Max7219Panel, SpiWire
from firmware.devices.ws2812_panel import HZ, Ws2812Panel
from firmware.errors import ConfigError
from scoreboard.display import LAYOUTS

SIZE = (32, 8)
COUNT = SIZE[0] * SIZE[1]
LAYOUT = shipped().panel.ws2812

brightnesses = st.integers(0, 255)
kinds = st.sampled_from([MAX7219, WS2812])


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    """Pixels in any colours, few of them or all."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    lit = rng.random((SIZE[1], SIZE[0], 1)) < draw(st.sampled_from([0, 0.1, 0.5, 1]))
    darkest = draw(st.sampled_from([0, 128, 255]))
    return Image.fromarray((lit * rng.integers(darkest, 256, (SIZE[1], SIZE[0], 3))).astype(np.uint8))


class MeteredModules(Max7219Chain):
    """A chain that keeps the most it ever drew: 8 mA a chip, and 45 mA a lit light for an eighth of the time, A."""

    most = 0.0

    def writebytes(self, data: list[int]) -> None:  # type: ignore[override] # as a spidev
        """Take in what is sent, and measure."""
        super().writebytes(data)
        (step, *others) = self.intensities()
        assert not others
        lit = np.count_nonzero(np.asarray(self.picture()))
        self.most = max(self.most, COUNT / 64 * 0.008 + lit * 0.045 / 8 * (2 * step + 1) / 32)


class MeteredLights(Ws2812Chain):
    """Lights that keep the most they ever drew: 1 mA each, and 20 mA a colour that is lit all the time, A."""

    most = 0.0

    def writebytes2(self, data: bytes) -> None:
        """Take in what is sent, and measure."""
        super().writebytes2(data)
        self.most = max(self.most, COUNT * 0.001 + np.asarray(self.picture(), float).sum() / 255 * 0.020)


def drawn_by(kind: Lights, shown: list[tuple[Image.Image, int]], supply: float | None) -> tuple[float, Image.Image]:
    """The most that lights drew while pictures were shown on them, each at its brightness, and what they show then."""
    limit = None if supply is None else CurrentLimit(kind, COUNT, supply)
    dial = Dial(shown[0][1])
    if kind is MAX7219:
        modules = MeteredModules(SIZE)
        panel = Max7219Panel(SIZE, brightness=dial, spi=modules, limit=limit)
        show(panel.show, shown, dial)
        return modules.most, ImageChops.multiply(modules.picture().convert("L"), gray(modules.intensities().pop()))
    lights = MeteredLights(SIZE, LAYOUT)
    string = Ws2812Panel(SIZE, LAYOUT, dial, lambda longest: SpiWire(0, 0, HZ, longest, spi=lights), limit=limit)
    show(string.show, shown, dial)
    return lights.most, lights.picture()


def gray(step: int) -> Image.Image:
    """A picture of one value."""
    return Image.new("L", SIZE, step)


def show(on: Callable[[Image.Image], None], shown: list[tuple[Image.Image, int]], dial: Dial) -> None:
    """Show pictures, each at its brightness."""
    for picture, brightness in shown:
        dial.now = brightness
        on(picture)


@given(kinds, st.lists(st.tuples(pictures(), brightnesses), min_size=1, max_size=4), st.sampled_from([0.5, 1, 2, 6, 0]))
def test_no_picture_draws_more_than_the_supply_gives(
    kind: Lights, shown: list[tuple[Image.Image, int]], supply: float
) -> None:
    """At no moment, also while one picture takes the place of another, row by row."""
    most, _ = drawn_by(kind, shown, supply)
    allowed = CurrentLimit(kind, COUNT, supply).amps
    assert allowed == pytest.approx(0.8 * (supply or {MAX7219: 3, WS2812: 5}[kind]))
    assert most <= allowed + 1e-9


@pytest.mark.parametrize("kind", [MAX7219, WS2812])
def test_a_bright_picture_may_take_the_place_of_a_dim_one(kind: Lights) -> None:
    """The full picture before it is never lit as brightly as the sparse one that comes, nor the other way about."""
    full, sparse, other = (Image.new("RGB", SIZE, color) for color in ("white", "black", "black"))
    sparse.paste("white", (0, 0, 8, 1))
    other.paste("white", (0, 1, 32, 5))
    for shown in ([full, sparse], [sparse, full], [other, sparse, other]):
        most, seen = drawn_by(kind, [(picture, 255) for picture in shown], 0.5)
        assert most <= 0.4 + 1e-9
        assert seen.getextrema() != drawn_by(kind, [(full, 255)], 0.5)[1].getextrema() or shown[-1] is full


@given(kinds, pictures(), brightnesses)
def test_a_strong_supply_changes_nothing(kind: Lights, picture: Image.Image, brightness: int) -> None:
    """Pictures are as without a limit."""
    shown = [(picture, brightness)]
    assert drawn_by(kind, shown, None)[1].tobytes() == drawn_by(kind, shown, 500)[1].tobytes()


@given(kinds, pictures(), brightnesses, st.floats(0.5, 20))
def test_it_dims_no_more_than_it_must(kind: Lights, picture: Image.Image, wanted: int, supply: float) -> None:
    """One more step of brightness would be too much for the supply; a stronger one gives no less light."""
    limit, histogram = CurrentLimit(kind, COUNT, supply), picture.histogram()
    allowed = limit.brightness(histogram, wanted)
    assert allowed <= wanted
    assert allowed == wanted or limit.draw(histogram, allowed + 1) > limit.amps
    assert allowed <= CurrentLimit(kind, COUNT, supply + 1).brightness(histogram, wanted)


@given(kinds, pictures(), pictures(), brightnesses, st.floats(0.5, 20))
def test_more_light_is_dimmed_more(
    kind: Lights, one: Image.Image, other: Image.Image, wanted: int, supply: float
) -> None:
    """A picture that is nowhere darker than another draws no less, and is given no higher brightness."""
    limit, brighter = CurrentLimit(kind, COUNT, supply), ImageChops.lighter(one, other)
    assert limit.draw(brighter.histogram(), wanted) >= limit.draw(one.histogram(), wanted)
    assert limit.brightness(brighter.histogram(), wanted) <= limit.brightness(one.histogram(), wanted)


@pytest.mark.parametrize("size", [*LAYOUTS, (256, 128)])
@pytest.mark.parametrize("driver", ["max7219", "ws2812"])
def test_every_panel_has_a_usual_supply(driver: str, size: tuple[int, int]) -> None:
    """Of any size; the panels we have a face for show a score at the usual brightness without being dimmed."""
    panel = panel_config(size, driver)
    limit = panel.kind.limit(panel)
    assert limit is not None
    if size in LAYOUTS:
        assert panel.kind.lights is not None
        assert panel.kind.lights.typical(size[0] * size[1], panel.brightness) < limit.amps


@pytest.mark.parametrize(
    ("text", "needed"),
    [("max_amps = 0.2", "1024 lights need a supply of 0.4 A"), ('driver = "ws2812"\nmax_amps = 1', "1.6 A")],
)
def test_a_supply_that_is_too_weak_for_the_lights_is_refused(tmp_path: Path, text: str, needed: str) -> None:
    """With its key, and with what is needed; that is taken."""
    file = tmp_path / "stadium.toml"
    file.write_text(f"[panel]\n{text}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"panel\.max_amps") as error:
        load(file)
    assert needed in str(error.value)
    file.write_text(f"[panel]\n{text.rpartition('=')[0]}= {needed.split()[-2]}\n", encoding="utf-8")
    assert load(file).panel.max_amps > 0


def test_the_strongest_supply_is_named_where_none_is_enough() -> None:
    """And else the weakest that is."""
    assert (3, 5, SUPPLIES_A[-1]) == (supply_for(2.4), supply_for(2.41), supply_for(1000))


def test_a_driver_that_knows_no_lights_has_no_limit() -> None:
    """As where nothing is lit."""
    panel = panel_config((64, 16), "none")
    assert panel.kind.limit(panel) is None
