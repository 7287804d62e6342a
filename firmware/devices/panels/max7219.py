"""A chain of MAX7219 modules on the SPI bus, in one colour."""

from __future__ import annotations

from typing import Final

from firmware.devices.dial import Dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.led_layout import Boards
from firmware.devices.panel_driver import PanelSettings, SpiPanelDriver
from firmware.devices.panel_power import MAX7219
from firmware.devices.protocols import Panel


class Max7219Driver(SpiPanelDriver[Boards]):
    """Opens `firmware.devices.spi_panels.Max7219Panel`."""

    options = Boards
    is_mono = True
    lights = MAX7219

    def open(self, settings: PanelSettings, options: Boards, brightness: Dial, dimmer: Dimmer) -> Panel:
        """Open it; see `PanelDriver.open`."""
        from firmware.devices.spi_panels import Max7219Panel

        return Max7219Panel(
            settings.size,
            port=settings.spi_port,
            device=settings.spi_device,
            block_orientation=settings.block_orientation,
            brightness=brightness,
            places=options.places(settings.size, settings.chain),
            dimmer=dimmer,
            limit=self.limit(settings),
        )


DRIVER: Final = Max7219Driver()
