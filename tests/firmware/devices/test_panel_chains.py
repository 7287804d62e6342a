"""However a panel's modules or tiles are chained, there are settings with which it shows the picture."""

from __future__ import annotations

import re
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from PIL import Image
from support.faces import states
from support.max7219 import Max7219Chain, Module
from support.ws2812 import Ws2812Chain

from firmware.config import schema
from firmware.config.schema import Config, check
from firmware.devices.led_layout import Boards, Chain, Corner, Layout, Runs
from firmware.devices.spi_panels import Max7219Panel, SpiWire
from firmware.devices.ws2812_panel import HZ, Ws2812Panel, levels
from firmware.errors import ConfigError
from firmware.setup.doctor.devices import pattern
from scoreboard.display import LAYOUTS, draw, monochrome

SIZE = (64, 16)
ROWS = [[Module(column, row) for column in range(8)] for row in range(2)]
"""Two rows of eight modules."""


def headlong(row: list[Module]) -> list[Module]:
    """The same, standing on their heads."""
    return [module._replace(headlong=True) for module in row]


CHAINS: dict[str, tuple[list[Module], dict[str, Any], dict[str, Any]]] = {
    "as one reads": (ROWS[0] + ROWS[1], {}, {}),
    "each row from right to left": (ROWS[0][::-1] + ROWS[1][::-1], {"begins": "top-right"}, {}),
    "the second row runs back": (ROWS[0] + ROWS[1][::-1], {"serpentine": True}, {}),
    "the second row runs back on its head": (
        ROWS[0] + headlong(ROWS[1][::-1]),
        {"serpentine": True, "turned": True},
        {},
    ),
    "lower row first": (ROWS[1] + ROWS[0], {"begins": "bottom-left"}, {}),
    "lower row first, from right to left, and back": (
        ROWS[1][::-1] + ROWS[0],
        {"begins": "bottom-right", "serpentine": True},
        {},
    ),
    "column by column": ([module for column in zip(*ROWS, strict=True) for module in column], {"runs": "columns"}, {}),
    "to and fro by columns, from the right": (
        [
            module
            for column in range(7, -1, -1)
            for module in [ROWS[0][column], ROWS[1][column]][:: 1 if column % 2 else -1]
        ],
        {"runs": "columns", "serpentine": True, "begins": "top-right"},
        {},
    ),
    "boards of four, each from right to left": (
        [module for row in ROWS for board in (row[:4], row[4:]) for module in board[::-1]],
        {},
        {"tile": [32, 8], "begins": "top-right"},
    ),
    "boards of four, folded back, each from right to left": (
        [*ROWS[0][3::-1], *ROWS[0][:3:-1], *headlong(ROWS[1][4:]), *headlong(ROWS[1][:4])],
        {"serpentine": True, "turned": True},
        {"tile": [32, 8], "begins": "top-right"},
    ),
    "boards of two by two, in a circle": (
        [module for left in range(0, 8, 2) for module in (*ROWS[1][left : left + 2], *ROWS[0][left : left + 2][::-1])],
        {},
        {"tile": [16, 16], "begins": "bottom-left", "serpentine": True},
    ),
}
"""The modules along a chain, and what is to be set under [panel.chain] and [panel.max7219]."""


def configured(**panel: Any) -> Config:  # noqa: ANN401 - settings are of any type
    """A configuration with such a panel."""
    return check({"panel": panel}, "stadium.toml")


def shown_by(chain: Max7219Chain, config: Config, picture: Image.Image) -> Image.Image:
    """What is lit at the end of the wire."""
    panel = config.panel
    places = panel.max7219.places(panel.size, panel.chain)
    Max7219Panel(panel.size, block_orientation=panel.block_orientation, places=places, spi=chain).show(picture)
    return chain.picture()


@pytest.mark.parametrize("turn", [0, 90, -90, 180])
@pytest.mark.parametrize("name", CHAINS)
def test_modules_may_be_chained_in_any_order(name: str, turn: int) -> None:
    """The wire's bytes, decoded at modules that hang so, are the picture, however each module is soldered."""
    modules, chain, boards = CHAINS[name]
    config = configured(chain=chain, max7219=boards, block_orientation=turn)
    assert (
        monochrome(pattern(SIZE)).tobytes()
        == shown_by(Max7219Chain(SIZE, turn, modules), config, pattern(SIZE)).tobytes()
    )


@pytest.mark.parametrize("name", [name for name in CHAINS if name != "as one reads"])
def test_wrong_chain_order_is_seen(name: str) -> None:
    """The test picture shows it: no two chains show the same."""
    modules, _, _ = CHAINS[name]
    shown = shown_by(Max7219Chain(SIZE, 0, modules), configured(block_orientation=0), pattern(SIZE))
    assert monochrome(pattern(SIZE)).tobytes() != shown.tobytes()


def test_modules_may_show_everything_mirrored() -> None:
    """Some are wired so, and no turning repairs that."""
    chain = Max7219Chain(SIZE, 0, mirrored=True)
    config = configured(block_orientation=0, max7219={"mirrored": True})
    assert monochrome(pattern(SIZE)).tobytes() == shown_by(chain, config, pattern(SIZE)).tobytes()


def test_a_high_panel_may_be_chained_in_any_order_too() -> None:
    """Four rows that run to and fro from the bottom right."""
    rows = [[Module(column, row) for column in range(8)] for row in (3, 2, 1, 0)]
    modules = [module for number, row in enumerate(rows) for module in row[:: 1 if number % 2 else -1]]
    config = configured(height=32, block_orientation=0, chain={"begins": "bottom-right", "serpentine": True})
    picture = pattern((64, 32))
    assert monochrome(picture).tobytes() == shown_by(Max7219Chain((64, 32), 0, modules), config, picture).tobytes()


@pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("turn", [0, -90])
def test_every_size_with_a_face_is_lit_right(size: tuple[int, int], turn: int) -> None:
    """On modules chained to and fro and on tiles of lights, through the settings, from the face to the wire's bytes."""
    width, height = size
    config = configured(width=width, height=height, block_orientation=turn, chain={"serpentine": True})
    rows = [[Module(column, row) for column in range(width // 8)] for row in range(height // 8)]
    modules = [module for number, row in enumerate(rows) for module in row[:: -1 if number % 2 else 1]]
    face = draw(states()["full count"], size, tick=8)
    assert monochrome(face).tobytes() == shown_by(Max7219Chain(size, turn, modules), config, face).tobytes()
    panel = config.panel
    lights = Ws2812Chain(size, panel.ws2812, chain=panel.chain)
    opener = partial(SpiWire, 0, 0, HZ, spi=lights)
    Ws2812Panel(size, panel.ws2812, 255, opener, panel.chain).show(face)
    assert levels(255)[np.asarray(face)].tobytes() == lights.picture().tobytes()


WAYS = [
    Chain(begins=begins, runs=runs, serpentine=serpentine, turned=turned)
    for begins, runs, serpentine, turned in product(get_args(Corner), get_args(Runs), [False, True], [False, True])
]


@pytest.mark.parametrize("chain", WAYS, ids=lambda way: f"{way.begins}-{way.runs}-{way.serpentine}-{way.turned}")
def test_tiles_of_lights_are_chained_in_the_same_words(chain: Chain) -> None:
    """WS2812 tiles, too: the string is followed from tile to tile as a finger would."""
    layout = Layout(tile=(16, 8), begins="top-right", runs="columns", serpentine=True, order="GRB")
    lights = Ws2812Chain(SIZE, layout, chain=chain)
    Ws2812Panel(SIZE, layout, 255, lambda longest: SpiWire(0, 0, HZ, longest, spi=lights), chain).show(pattern(SIZE))
    dimmed = levels(255)[np.asarray(pattern(SIZE))]
    assert dimmed.tobytes() == lights.picture().tobytes()


@pytest.mark.parametrize("chain", WAYS, ids=lambda way: f"{way.begins}-{way.runs}-{way.serpentine}-{way.turned}")
@pytest.mark.parametrize("tile", [(8, 8), (32, 8), (16, 16)])
def test_every_light_is_lit_once(chain: Chain, tile: tuple[int, int]) -> None:
    """No setting leaves a pixel out or lights another twice."""
    for begins, runs in product(get_args(Corner), get_args(Runs)):
        boards = Boards(tile=tile, begins=begins, runs=runs, serpentine=True, mirrored=True)
        assert sorted(boards.places(SIZE, chain)) == list(range(64 * 16))


@pytest.mark.parametrize(
    ("panel", "expected"),
    [
        ({"max7219": {"tile": [12, 8]}}, r"panel\.max7219\.tile: a board of 12 x 8 there is none"),
        ({"max7219": {"tile": [0, 0]}}, r"panel\.max7219\.tile: a board of 0 x 0 there is none"),
        ({"max7219": {"tile": [24, 8]}}, r"panel\.max7219\.tile: a panel of 64 x 16 cannot be made of tiles of 24 x 8"),
        ({"chain": {"begins": "left"}}, r"panel\.chain\.begins: .*choose one of: .*bottom-left"),
        ({"chain": {"snake": True}}, r"panel\.chain: there is no such key as `snake`"),
        ({"spi_device": 10**22}, r"panel\.spi_device: "),
    ],
)
def test_a_chain_that_cannot_be_is_refused_by_its_key(panel: dict[str, Any], expected: str) -> None:
    """The owner learns what to fix before anything is lit."""
    with pytest.raises(ConfigError, match=expected):
        configured(**panel)


def test_the_drawing_in_the_settings_is_true() -> None:
    """What `stadium.toml` draws is the order in which the wire goes from module to module."""
    text = (Path(schema.__file__).parents[1] / "stadium.toml").read_text(encoding="utf-8")
    drawn = [re.findall(r"(?:\d ){3}\d", line) for line in text.splitlines() if re.match(r"#   (\d ){3}\d", line)]
    upper, lower = ([[int(number) for number in each.split()] for each in line] for line in drawn)
    changes: list[dict[str, Any]] = [
        {},
        {"begins": "top-right"},
        {"begins": "bottom-left"},
        {"serpentine": True},
        {"runs": "columns"},
    ]
    for above, below, change in zip(upper, lower, changes, strict=True):
        order = Chain(**change).pixels((4, 2), (1, 1), [(0, 0)])
        assert [*above, *below] == [order.index(pixel) + 1 for pixel in range(8)]
