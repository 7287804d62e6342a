"""Configuration -> devices: every driver is chosen here by its name, never by sniffing what happens to be there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from firmware import pi
from firmware.app import Devices, Look
from firmware.cameras import FolderCamera, UsbCamera, VideoCamera
from firmware.clock import SystemClock
from firmware.config import ButtonsConfig, CameraConfig, Config, PanelConfig
from firmware.devices import Buttons, Camera, Panel
from firmware.errors import ConfigError
from firmware.keyboard import Keyboard
from firmware.recording import RecordedCamera
from firmware.simulated.panel import SimulatedPanel
from vision import Eyes
from vision.board import Board
from vision.reports import Thrown
from vision.settle import Watcher

CAMERAS: dict[str, Callable[[CameraConfig], Camera | None]] = {
    "picamera2": lambda _: pi.PiCamera(),
    "usb": lambda config: UsbCamera(config.index),
    "folder": lambda config: FolderCamera(Path(config.path)),
    "video": lambda config: VideoCamera(Path(config.path)),
    "recording": lambda config: RecordedCamera(Path(config.path)),
    "none": lambda _: None,
}
BUTTONS: dict[str, Callable[[ButtonsConfig], Buttons | None]] = {
    "gpio": lambda config: _pins(config, "gpio"),
    "mock": lambda config: _pins(config, "mock"),
    "keys": lambda _: Keyboard(),
    "none": lambda _: None,
}
D = TypeVar("D", Camera, Buttons, Panel)


def devices(config: Config, pictures: Path | None = None) -> Devices:
    """Open every device that the configuration names.

    Args:
        config: which they are.
        pictures: where a simulated panel keeps what it shows.

    Raises:
        ConfigError: if there is nothing to see or hear a game with.
        DeviceError: if one is missing; those opened before it are given back.
    """
    with ExitStack() as opened:
        panel = _kept(opened, panel_of(config.panel, pictures))
        buttons = _kept(opened, BUTTONS[config.buttons.driver](config.buttons))
        camera = _kept(opened, CAMERAS[config.camera.source](config.camera))
        if camera is None and buttons is None:
            raise ConfigError("neither a camera nor buttons: give one with --camera or --buttons")
        opened.pop_all()
    return Devices(() if panel is None else (panel,), buttons, camera)


class Sight(NamedTuple):
    """The eyes as the loop wants them: what looks, and whom to tell that a throw was undone."""

    look: Look
    ignore: Callable[[str], None]


def sight(config: Config) -> Sight:
    """The eyes, as the configuration wants them: every frame a throw, or watched until a throw lies still."""
    see = partial(Eyes().see, threshold=config.eyes.threshold)
    if config.camera.settled:
        return Sight(lambda _, still: tuple(Thrown(reading, None) for reading in see(still())), lambda _: None)
    watcher = Watcher(see, Board() if config.camera.markers else None)
    return Sight(lambda frame, still: watcher.see(frame, still) or None, watcher.ignore_until_lifted)


def _pins(config: ButtonsConfig, driver: Literal["gpio", "mock"]) -> Buttons:
    factory = pi.pin_factory(driver)
    return pi.GpioButtons(config.pins.as_dict(), config.bounce_ms / 1000, factory=factory, clock=SystemClock())


def panel_of(config: PanelConfig, pictures: Path | None = None) -> Panel | None:
    """Open the panel; None for none.

    Raises:
        DeviceError: if it is missing.
    """
    if config.driver == "max7219":
        return pi.Max7219Panel(
            config.size,
            port=config.spi_port,
            device=config.spi_device,
            block_orientation=config.block_orientation,
            brightness=config.brightness,
        )
    return SimulatedPanel(config.size, pictures) if config.driver == "simulated" else None


def _kept(opened: ExitStack, device: D | None) -> D | None:
    """Have ``device`` given back should a later one be missing."""
    if device is not None:
        opened.callback(device.close)
    return device
