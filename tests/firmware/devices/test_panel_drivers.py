"""A panel driver is one module: what it does not say of itself is not so, whatever else is configured."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from msgspec import structs
from support.strung import panel_config

from firmware import wiring
from firmware.config.schema import Config, PanelConfig, panels_pins, shipped
from firmware.devices import panels
from firmware.devices.dial import Dial
from firmware.devices.dimmer import Dimmer
from firmware.devices.panel_driver import NO_LIGHTS, PanelDriver, PanelSettings
from firmware.devices.panels import DRIVERS
from firmware.setup.doctor import devices as doctor
from firmware.setup.doctor.machine import Machine
from firmware.setup.panel_orientation import is_strung
from firmware.simulated.peripherals import SimulatedPanel

MODULES = {path.stem for path in Path(str(panels.__file__)).parent.glob("*.py")} - {"__init__"}


class NetworkDriver(PanelDriver[None]):
    """A panel somewhere on the network, of which nothing else is known."""

    opened: ClassVar[list[PanelSettings]] = []

    def open(self, settings: PanelSettings, options: None, brightness: Dial, dimmer: Dimmer) -> SimulatedPanel:  # noqa: ARG002 - it needs none
        """Open it."""
        self.opened.append(settings)
        return SimulatedPanel(settings.size)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Config:
    """A configuration of such a panel, with a button on a pin of the SPI bus."""
    monkeypatch.setitem(DRIVERS, "network", NetworkDriver())
    pins = structs.replace(shipped().buttons.pins, ok=10)
    buttons = structs.replace(shipped().buttons, pins=pins)
    return structs.replace(shipped(), panel=panel_config((64, 16), "network"), buttons=buttons)


def test_every_module_is_a_driver() -> None:
    """By its name, and with a table of its own in the configuration where it has options."""
    assert MODULES == DRIVERS.keys()
    for name, driver in DRIVERS.items():
        assert driver.options is None or isinstance(getattr(shipped().panel, name), driver.options)
    page = (Path(__file__).parents[3] / "docs/devices.md").read_text(encoding="utf-8")
    assert [] == [name for name in DRIVERS if f'"{name}"' not in page], "add a row for these to docs/devices.md"


def test_qualities_that_a_driver_does_not_claim_are_off(network: Config, tmp_path: Path) -> None:
    """Neither on SPI nor strung nor dimmable nor lit at the table; the panel is opened all the same."""
    kind = network.panel.kind
    assert (False, False, False) == (kind.is_lit, kind.is_dimmable, is_strung(network.panel))
    assert "brightness" not in wiring.dials(network)
    assert panels_pins(network.buttons, network.panel) == []
    assert "skipped" == doctor.spi(Machine(tmp_path), network).severity
    panel = wiring.panel_of(network.panel)
    assert isinstance(panel, SimulatedPanel)
    assert [network.panel] == NetworkDriver.opened


@pytest.mark.parametrize("driver", ["max7219", "ws2812"])
def test_lights_on_spi_are_all_of_it(driver: str) -> None:
    """Each of what the other lacks."""
    config = structs.replace(shipped(), panel=panel_config((64, 16), driver))
    kind = config.panel.kind
    assert (True, True, True) == (kind.is_lit, kind.is_dimmable, is_strung(config.panel))
    assert (driver == "max7219") == kind.is_mono
    assert "brightness" in wiring.dials(config)
    assert ((10, 11, 8), "7 to 11") == kind.used_pins(config.panel)
    assert "/dev/spidev0.0" == kind.device_file(config.panel)


@pytest.mark.parametrize("driver", ["simulated", "none"])
def test_without_a_driver_there_are_no_lights(driver: str) -> None:
    """A simulated panel is drawn."""
    panel: PanelConfig = panel_config((64, 16), driver)
    assert NO_LIGHTS is panel.kind
    assert panel.options is None
