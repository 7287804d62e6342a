"""WS2812 lights ("NeoPixels") on the SPI bus, in all colours."""

from __future__ import annotations

from functools import partial
from typing import Final

from firmware.devices.dial import Dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.led_layout import Layout
from firmware.devices.panel_driver import PanelSettings, SpiPanelDriver
from firmware.devices.panel_power import WS2812
from firmware.devices.protocols import Panel


class Ws2812Driver(SpiPanelDriver[Layout]):
    """Opens `firmware.devices.ws2812_panel.Ws2812Panel`."""

    options = Layout
    lights = WS2812

    def open(self, settings: PanelSettings, options: Layout, brightness: Dial, dimmer: Dimmer) -> Panel:
        """Open it; see `PanelDriver.open`."""
        from firmware.devices.spi_panels import SpiWire
        from firmware.devices.ws2812_panel import HZ, Ws2812Panel

        wire = partial(SpiWire, settings.spi_port, settings.spi_device, HZ)
        limit = self.limit(settings)
        return Ws2812Panel(settings.size, options, brightness, wire, settings.chain, dimmer, limit=limit)


DRIVER: Final = Ws2812Driver()
