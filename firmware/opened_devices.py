"""The devices of a run, opened: those that the configuration names, or simulated ones with players at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from firmware import wiring
from firmware.config.overrides import RunOptions
from firmware.config.schema import Config
from firmware.devices.dial import Dial, DialName
from firmware.devices.health import Part
from firmware.devices.protocols import Devices
from firmware.rehearsal import Rehearsal, Rehearsed, rehearse
from firmware.service import systemd
from firmware.simulated.scenario import device_fault, hands
from scoreboard.rules.events import Setup


class OpenedDevices(NamedTuple):
    """The devices, what is turned on them while they run, and the rehearsal where they are simulated."""

    devices: Devices
    dials: Mapping[DialName, Dial]
    rehearsed: Rehearsed | None = None


def open_devices(
    config: Config,
    overrides: RunOptions,
    setup: Setup,
    restart: Callable[[], None],
    loop: asyncio.AbstractEventLoop,
) -> OpenedDevices:
    """Open them.

    Args:
        config: names them.
        overrides: the command line's; devices that it names must be there.
        setup: of the game that simulated players play.
        restart: restarts the dice reader after the camera was lost.
        loop: in which simulated players act.

    Raises:
        ConfigError, DeviceError: in words for the person at the table.
    """
    dials = wiring.dials(config)
    if overrides.simulate:
        faults = [device_fault(text) for text in overrides.fault]
        manners = hands(overrides.untidy)
        rehearsal = Rehearsal(setup, overrides.seed, overrides.speed, faults, overrides.save_pictures, manners)
        rehearsed = rehearse(config, rehearsal, restart, loop)
        return OpenedDevices(rehearsed.devices, dials, rehearsed)
    parts: tuple[Part, ...] = () if systemd.supervises() else ("camera", "buttons", "panel")
    opened = wiring.devices(
        config,
        pictures=overrides.save_pictures,
        needed=[part for part in parts if getattr(overrides, part) is not None],
        restart=restart,
        dials=dials,
        has_page=config.web.port != "none",
    )
    return OpenedDevices(opened, dials)
