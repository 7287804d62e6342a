"""The devices to look at: those that the configuration names, or a simulated stadium's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.config.schema import Config
from firmware.devices.protocols import Buttons, Camera, Frame, Panel, SoundCard
from firmware.setup.calibration.steps import Plan
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.throw_reader import field
from firmware.wiring import buttons_of, camera_of, card_of, panel_of


@dataclass(frozen=True)
class Bench:
    """Opens each device, None where the configuration does without; ``plan`` is what the camera is looked at for."""

    camera: Callable[[], Camera | None]
    buttons: Callable[[], Buttons | None]
    panel: Callable[[], Panel | None]
    plan: Plan
    source: str
    """The configuration's name for the camera."""
    card: Callable[[], SoundCard | None] = lambda: None


def configured(config: Config) -> Bench:
    """The devices that the configuration names; dice are for a calibration, which asks a person to lay them down."""
    return Bench(
        lambda: camera_of(config.camera),
        lambda: buttons_of(config.buttons),
        lambda: panel_of(config.panel),
        Plan((), die_mm=config.eyes.die_mm, field=field(config), view=config.camera.lens.view),
        config.camera.source,
        lambda: card_of(config.sound),
    )


def simulated(config: Config) -> Bench:
    """A simulated stadium in which two dice were thrown."""
    return Bench(_two_dice, SimulatedButtons, lambda: SimulatedPanel(config.panel.size), Plan(()), "simulated")


def _two_dice() -> StillCamera:
    stadium, over = SimulatedStadium(4), 0.5
    for color, value in (("red", 7), ("blue", 3)):
        over = stadium.throw(over, color, value)
    return StillCamera(stadium, over)


class StillCamera:
    """A simulated camera that shows one moment of a stadium, in seconds, for ever; a `devices.protocols.Camera`."""

    def __init__(self, stadium: SimulatedStadium, moment: float) -> None:
        self._frame, self._still = stadium.watch(moment), stadium.still(moment)

    def frame(self) -> Frame:
        """The small stream."""
        return self._frame

    def still(self) -> Frame:
        """The large stream."""
        return self._still

    def close(self) -> None:
        """Nothing is held."""
