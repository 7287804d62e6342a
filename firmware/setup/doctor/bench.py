"""The devices to look at: those that the configuration names, or a simulated stadium's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.config.schema import Config
from firmware.devices.protocols import Buttons, Camera, Frame, Panel
from firmware.setup.calibration import Plan
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.throw_reader import field
from firmware.wiring import buttons_of, camera_of, panel_of

SEED, THROWN = 4, (("red", 7), ("blue", 3))
"""Of the simulated stadium, and what lies in it."""


@dataclass(frozen=True)
class Bench:
    """What opens each device; None for one that the configuration does without.

    Attributes:
        camera: opens the camera.
        buttons: opens the buttons.
        panel: opens the panel.
        plan: what the camera is looked at for.
        source: what the configuration calls the camera.
    """

    camera: Callable[[], Camera | None]
    buttons: Callable[[], Buttons | None]
    panel: Callable[[], Panel | None]
    plan: Plan
    source: str


def configured(config: Config) -> Bench:
    """The devices that the configuration names."""
    return Bench(
        lambda: camera_of(config.camera),
        lambda: buttons_of(config.buttons),
        lambda: panel_of(config.panel),
        _plan(config),
        config.camera.source,
    )


def simulated(config: Config) -> Bench:
    """A simulated stadium in which two dice were thrown."""
    return Bench(_ballpark, SimulatedButtons, lambda: SimulatedPanel(config.panel.size), Plan(()), "simulated")


def _plan(config: Config) -> Plan:
    """The field and the light; dice are for a calibration, which has somebody who lays them down."""
    return Plan((), die_mm=config.eyes.die_mm, field=field(config), view=config.camera.lens.view)


def _ballpark() -> StillLife:
    stadium, over = SimulatedStadium(SEED), 0.5
    for color, value in THROWN:
        over = stadium.throw(over, color, value)
    return StillLife(stadium, over)


class StillLife:
    """A simulated camera that shows one moment of a stadium for ever; satisfies `firmware.devices.protocols.Camera`.

    Args:
        stadium: the scene.
        moment: in seconds.
    """

    def __init__(self, stadium: SimulatedStadium, moment: float) -> None:
        self._frame = stadium.watch(moment)
        self._still = stadium.still(moment)

    def frame(self) -> Frame:
        """The small stream."""
        return self._frame

    def still(self) -> Frame:
        """The large stream."""
        return self._still

    def close(self) -> None:
        """Nothing is held."""
