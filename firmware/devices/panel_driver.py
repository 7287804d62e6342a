"""What a panel driver is: how it is opened, and what can be done with it.

A driver is a module in `firmware.devices.panels`. Rule kept here: it is loaded wherever the configuration is read, so
what is heavy, such as numpy or a library of the hardware, it imports when it is opened.
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from firmware.devices.dial import Dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.led_layout import Chain
from firmware.devices.panel_power import CurrentLimit, Lights
from firmware.devices.protocols import Panel

BlockOrientation = Literal[0, 90, -90, 180]
OwnOptions = TypeVar("OwnOptions", bound=Struct | None)
BUSES: Final = {0: (10, 11, (8, 7), "7 to 11"), 1: (20, 21, (18, 17, 16), "16 to 21")}
"""SPI port -> BCM pins of data, clock and chip selects, and all of them; an overlay chooses those of other ports."""


class PanelSettings(Protocol):
    """What the configuration says of every panel."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def max_amps(self) -> float:
        """What is printed on the supply of its lights, A; 0: what is usual for such a panel."""

    @property
    def chain(self) -> Chain:
        """In which order its parts are chained."""

    @property
    def spi_port(self) -> int:
        """The first number of ``/dev/spidev0.0``."""

    @property
    def spi_device(self) -> int:
        """The second one."""

    @property
    def block_orientation(self) -> BlockOrientation:
        """How each module is soldered."""


class UsedPins(NamedTuple):
    """BCM pins that a panel takes, and as whoever looks for others is told to avoid them."""

    pins: tuple[int, ...] = ()
    named: str = ""


class PanelDriver(Generic[OwnOptions]):
    """One kind of panel. By default it has no lights, pins or options, as where there is no panel.

    Attributes:
        options: what its own table of the configuration has, ``[panel.NAME]``; None if it has none. Where that is
            `firmware.devices.led_layout.Boards` or `Layout`, the lights are strung: `stadium panel --orient` finds out
            how.
        is_lit: whether people at the table see its lights, so that the score and codes need no terminal.
        is_mono: whether its lights have one colour.
        is_dimmable: whether it follows the brightness that is set in the menu.
        lights: what its lights draw, where that is known: then `limit` keeps them within their supply.
    """

    options: ClassVar[type[Struct] | None] = None
    is_lit: ClassVar[bool] = False
    is_mono: ClassVar[bool] = False
    is_dimmable: ClassVar[bool] = False
    lights: ClassVar[Lights | None] = None

    def open(self, settings: PanelSettings, options: OwnOptions, brightness: Dial, dimmer: Dimmer) -> Panel:
        """Open the panel; ``brightness`` may be turned at any time, and ``dimmer`` dims it.

        Raises:
            DeviceError: it is not there, or may not be used.
        """
        raise NotImplementedError

    def limit(self, settings: PanelSettings) -> CurrentLimit | None:
        """What keeps the lights within their supply; ValueError if that is too weak for so many (`CurrentLimit`)."""
        if self.lights is None:
            return None
        return CurrentLimit(self.lights, settings.size[0] * settings.size[1], settings.max_amps)

    def device_file(self, settings: PanelSettings) -> str:  # noqa: ARG002 - here it has none
        """The file in ``/dev`` that it needs; empty if none."""
        return ""

    def used_pins(self, settings: PanelSettings) -> UsedPins:  # noqa: ARG002 - here it has none
        """The pins that no button may be on."""
        return UsedPins()


class SpiPanelDriver(PanelDriver[OwnOptions]):
    """Lights on the SPI bus that the configuration names."""

    is_lit = True
    is_dimmable = True

    def device_file(self, settings: PanelSettings) -> str:
        """The bus."""
        return f"/dev/spidev{settings.spi_port}.{settings.spi_device}"

    def used_pins(self, settings: PanelSettings) -> UsedPins:
        """Those of the bus."""
        if settings.spi_port not in BUSES:
            return UsedPins()
        data, clock, selects, named = BUSES[settings.spi_port]
        return UsedPins((data, clock, *selects[settings.spi_device : settings.spi_device + 1]), named)


NO_LIGHTS: Final = PanelDriver[None]()
"""For a configuration without a panel, or with a simulated one."""
