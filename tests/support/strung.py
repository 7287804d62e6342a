"""Panels that are strung in any way, and a player who looks at their lights and answers truthfully.

The string is followed as a finger would follow it (`support.ws2812`), not as the drivers count it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, get_args

from msgspec import structs
from PIL import Image, ImageChops
from support.english import on_panel
from support.max7219 import Max7219Chain, Module
from support.ws2812 import Ws2812Chain, walk

from firmware.config.schema import PanelConfig, shipped
from firmware.devices.led_layout import Boards, Chain, Corner, Layout, Order, Runs
from firmware.devices.protocols import Panel
from firmware.devices.spi_panels import Max7219Panel, SpiWire
from firmware.devices.ws2812_panel import HZ, Ws2812Panel
from firmware.setup.panel_orientation import CLOCKWISE
from firmware.setup.panel_wizard import PanelWizard, upright_picture
from scoreboard.display import monochrome
from scoreboard.message import Message, Words

Size = tuple[int, int]
Peer = Max7219Chain | Ws2812Chain
LINES = tuple(product(get_args(Corner), get_args(Runs), (False, True)))
MOST = 200
"""Presses after which a player gives up."""


def panel_config(size: Size, driver: str = "max7219", **settings: Any) -> PanelConfig:  # noqa: ANN401 - of any type
    """The shipped settings with others."""
    return structs.replace(shipped().panel, width=size[0], height=size[1], driver=driver, **settings)


def tiles(size: Size) -> list[Size]:
    """Every tile of whole modules that fills the panel."""
    return [
        (across, down)
        for across, down in product(range(8, size[0] + 1, 8), range(8, size[1] + 1, 8))
        if size[0] % across == size[1] % down == 0
    ]


def peer(panel: PanelConfig) -> Peer:
    """Lights that are strung as these settings say, and believe nothing but the wire."""
    if panel.driver == "ws2812":
        return Ws2812Chain(panel.size, panel.ws2812, chain=panel.chain)
    modules = _modules(panel.size, panel.max7219, panel.chain)
    return Max7219Chain(panel.size, panel.block_orientation, modules, mirrored=panel.max7219.mirrored)


def _modules(size: Size, boards: Boards, chain: Chain) -> list[Module]:
    (wide, high), (across, down) = ((side // 8 for side in sides) for sides in (size, boards.tile))
    inside = Layout(
        tile=(across, down), begins=boards.begins, runs=boards.runs, serpentine=boards.serpentine, order="RGB"
    )
    a_line = across * down * (wide // across if chain.runs == "rows" else high // down)
    return [
        Module(column, row, headlong=chain.turned and number // a_line % 2 == 1)
        for number, (column, row) in enumerate(walk((wide, high), inside, chain))
    ]


def opened(panel: PanelConfig, lights: Peer) -> Panel:
    """The real driver of such a panel at these lights."""
    if panel.driver == "ws2812":
        wire: Callable[[int], SpiWire] = lambda longest: SpiWire(0, 0, HZ, longest, spi=lights)  # noqa: E731 - short
        return Ws2812Panel(panel.size, panel.ws2812, panel.brightness, wire, panel.chain)
    return Max7219Panel(
        panel.size,
        block_orientation=panel.block_orientation,
        places=panel.max7219.places(panel.size, panel.chain),
        spi=lights,
    )


def shows(lights: Peer, picture: Image.Image) -> bool:
    """Whether these are lit and no others, in whatever colour."""
    seen = lights.picture().convert("RGB").point(lambda level: 255 * (level > 0)).convert("L")
    seen = seen.point(lambda level: 255 * (level > 0)).convert("1")
    return ImageChops.logical_xor(seen, monochrome(picture)).getbbox() is None


class Player:
    """Looks at the lights, hears what is asked, and presses."""

    def __init__(self, lights: Peer, size: Size) -> None:
        self._lights, self._size = lights, size
        width, height = size
        corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
        self.corners = dict(zip(CLOCKWISE, corners, strict=True))
        self.answers = self.presses = 0

    def sees_it(self, request: Words) -> bool:
        """Whether the lights are as is asked for."""
        parts = request if isinstance(request, tuple) else (request,)
        asked = [each for each in parts if isinstance(each, Message)][-1]
        if corner := asked.value("corner"):
            return self.lit(str(corner))
        if color := asked.value("color"):
            return self._is_colored(["red", "green", "blue"].index(str(color)))
        return asked.key == "wizard.picture" and shows(self._lights, upright_picture(self._size))

    def lit(self, corner: str) -> bool:
        """Whether the light there is lit."""
        return self._lights.picture().convert("RGB").getpixel(self.corners[corner]) != (0, 0, 0)

    def _is_colored(self, channel: int) -> bool:
        extremes = self._lights.picture().convert("RGB").getextrema()
        return [high > 0 for _, high in extremes] == [each == channel for each in range(3)]  # type: ignore[operator,misc] # three pairs

    def play(self, wizard: PanelWizard, panel: Panel) -> None:
        """Press until the wizard has a result."""
        for _ in range(MOST):
            if wizard.result is not None:
                return
            panel.show(wizard.picture(panel.size, 0))
            is_it = self.sees_it(wizard.words)
            wizard.press("ok" if is_it else "next")
            self.presses += 1
            self.answers += is_it
        raise AssertionError(f"The panel never shows what it asks for: {on_panel(wizard.words)}")


__all__ = ["LINES", "Layout", "Order", "Player", "opened", "panel_config", "peer", "shows", "tiles"]
