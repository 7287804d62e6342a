"""Configuration -> devices: every driver is chosen here by its name, never by sniffing what happens to be there.

Rule kept here: a device that the configuration names may be missing at the start and come later, as long as there is
anything to play with, be it a phone; one that the command line names must be there, for its user can fix it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from functools import partial, reduce
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from firmware.config.schema import ButtonsConfig, CameraConfig, Config, PanelConfig, PixelsConfig, SoundConfig
from firmware.console.streams import warn
from firmware.devices import gpio_buttons, pi_camera
from firmware.devices.dial import Dial, DialName
from firmware.devices.dimmer import Dimmer
from firmware.devices.file_cameras import FolderCamera, UsbCamera, VideoCamera
from firmware.devices.health import Health, HealthReporter, Heartbeat, Part, lost
from firmware.devices.keyboard import Keyboard
from firmware.devices.orientation import upright
from firmware.devices.protocols import Buttons, Camera, Devices, Panel, SoundCard, Speaker, SystemClock
from firmware.devices.recording_camera import RecordedCamera
from firmware.devices.smart_dice.bluetooth import BluetoothRadio
from firmware.devices.smart_dice.smart_dice import SmartDice
from firmware.devices.sound.alsa import AlsaCard
from firmware.devices.sound.espeak import Espeak
from firmware.devices.sound.loudspeaker import Loudspeaker
from firmware.devices.sound.mixer import Mixer
from firmware.devices.supervisor import SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.errors import ConfigError, DeviceError
from firmware.paths import default_dice_folder
from firmware.play.faces.announcer import TALK, how_much_talk
from firmware.simulated.peripherals import SimulatedPanel
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.language import ENGLISH
from scoreboard.message import Words, message

LIVE: dict[str, Callable[[CameraConfig], Camera]] = {
    "picamera2": lambda config: pi_camera.PiCamera(settings=config.locked.settings()),
    "usb": lambda config: UsbCamera(Path(config.device) if config.device else config.index),
}
"""Cameras that may be unplugged and plugged in again."""
PICTURES: dict[str, Callable[[CameraConfig], Camera]] = {
    "folder": lambda config: FolderCamera(_path(config.path)),
    "video": lambda config: VideoCamera(_path(config.path), warn),
    "recording": lambda config: RecordedCamera(_path(config.path), warn=warn),
}
"""Pictures that were taken before; a mistake in them is the owner's, and ends the program."""
PINS: dict[str, Literal["gpio", "mock"]] = {"gpio": "gpio", "mock": "mock"}
BRIGHT: tuple[int, ...] = (8, 24, 40, 80, 120, 160, 208, 255)
LOUD: tuple[int, ...] = (0, 1, 2, 4, 6, 8, 10)
"""The levels of light and sound that the menu offers."""
D = TypeVar("D", Camera, Buttons, Panel)


class Supervision(NamedTuple):
    """What a device's supervisor reports to, its clock, and what dims the panel."""

    health: Health
    heartbeat: Heartbeat
    clock: SystemClock
    dimmer: Dimmer


def dials(config: Config) -> dict[DialName, Dial]:
    """What can be turned while the appliance runs."""
    turned: dict[DialName, Dial] = {}
    if config.panel.kind.is_dimmable:
        turned["brightness"] = Dial(config.panel.brightness, BRIGHT)
    if config.sound.driver != "none":
        turned["volume"] = Dial(0 if config.sound.mute else config.sound.volume, LOUD)
        if config.sound.voice != "off":
            turned["talk"] = Dial(how_much_talk(config.sound.talk), TALK)
    return turned


def devices(
    config: Config,
    *,
    pictures: Path | None = None,
    needed: Collection[Part] = (),
    restart: Callable[[], None] = lambda: None,
    dials: Mapping[DialName, Dial] | None = None,
    has_page: bool = False,
) -> Devices:
    """Open every device that the configuration names.

    ``pictures`` is where a simulated panel keeps what it shows, ``needed`` are the devices that cannot come later,
    ``restart`` restarts the dice reader after the camera was lost, ``dials`` are looked at all the time, and
    ``has_page`` says that phones can play, whatever else is missing.

    Raises:
        ConfigError: if there is neither a camera, nor buttons, nor a page whose phones are buttons too.
        DeviceError: if one is missing that is needed, or all are; those opened before are given back.
    """
    supervision = Supervision(Health(), Heartbeat(), SystemClock(), Dimmer())
    with ExitStack() as opened:
        dials = dials or {}
        panel = _kept(opened, _panel(config.panel, pictures, supervision, dials.get("brightness")))
        buttons = _kept(opened, _or_lost("buttons", partial(_buttons, config.buttons, supervision), supervision))
        camera = _kept(opened, _or_lost("camera", partial(_camera, config.camera, supervision, restart), supervision))
        if (config.camera.source, config.buttons.driver, config.web.port) == ("none", "none", "none"):
            raise ConfigError("no camera, no buttons, no page: give one with --camera, --buttons or --port")
        check(supervision.health, camera, needed, has_page=has_page)
        speaker = _speaker(config.sound, supervision, dials.get("volume"))
        dice = _dice(config.pixels, supervision)
        opened.pop_all()
    panels = () if panel is None else (panel,)
    return Devices(
        panels, buttons, camera, speaker, dice, supervision.health, supervision.heartbeat, supervision.dimmer
    )


def check(health: Health, camera: Camera | None, needed: Collection[Part] = (), *, has_page: bool) -> None:
    """Refuse to start without what is needed, or with nothing at all to play with.

    Raises:
        DeviceError: with all that is missing.
    """
    missing, has_pictures = health.troubles, camera is not None and "camera" not in health.devices
    is_idle = missing and missing.keys() == health.devices.keys() and not (has_page or has_pictures)
    if is_idle or missing.keys() & set(needed):
        raise DeviceError(reduce(_both, (trouble.sentence for trouble in missing.values())))


def _or_lost(part: Part, opener: Callable[[], D | None], supervision: Supervision) -> D | None:
    """The device, or None where it has no supervisor and is not there: that is told, and what else there is plays."""
    try:
        return opener()
    except DeviceError as error:
        supervision.health.reporter(part)(lost(part, error.words))
        return None


def _both(one: Words, other: Words) -> Words:
    return message("device.both", one=one, other=other)


def dice_store(config: Config, *, simulate: bool = False) -> TaughtDiceStore:
    """The folder of the taught dice; the simulation has its own."""
    folder = _path(config.eyes.dice) if config.eyes.dice else default_dice_folder()
    return TaughtDiceStore(folder.with_name(f"{folder.name}-simulated") if simulate else folder, warn)


def _path(configured: str) -> Path:
    """The path that the configuration names; ``~`` is this account's home."""
    return Path(configured).expanduser()


def _speaker(config: SoundConfig, supervision: Supervision, volume: Dial | None) -> Speaker | None:
    """The speaker; one that is silent now may be turned up later."""
    is_silent = config.mute or not config.volume
    if config.driver == "none" or (is_silent and volume is None):
        return None
    report, opener = supervision.health.reporter("sound"), partial(AlsaCard, config.device)
    voice = Espeak() if config.voice == "auto" else None
    mixer = Mixer(volume or Dial(config.volume))
    return Loudspeaker(opener, report, supervision.clock, mixer, voice, lambda why: warn(ENGLISH(why)))


def _dice(config: PixelsConfig, supervision: Supervision) -> SmartDice | None:
    """The dice that are heard by Bluetooth; whoever has none loads no library for it."""
    if config.driver != "bluetooth":
        return None
    dice = SmartDice(config.dice, supervision.clock.monotonic, supervision.health.reporter("pixels"))
    dice.listen(BluetoothRadio(dice.hear, dice.receives))
    return dice


def _camera(config: CameraConfig, supervision: Supervision, restart: Callable[[], None]) -> Camera | None:
    if config.source == "recording":
        lost = partial(_was_gone, supervision.health.reporter("camera"), restart)
        return RecordedCamera(_path(config.path), lost, warn)
    if config.source not in LIVE:
        return camera_of(config)
    health, heartbeat, clock, _ = supervision
    report, tick = health.reporter("camera"), heartbeat.register("camera")
    camera = SupervisedCamera(partial(_upright, config), report, clock, tick=tick, restart=restart)
    camera.open()
    return camera


def _was_gone(report: HealthReporter, restart: Callable[[], None]) -> None:
    """Replay a loss of the camera as `SupervisedCamera` reported it."""
    report(lost("camera", message("camera.was-gone")))
    restart()
    report(None)


def _buttons(config: ButtonsConfig, supervision: Supervision) -> Buttons | None:
    if config.driver == "keys":
        return Keyboard(report=supervision.health.reporter("buttons"))
    if config.driver not in PINS:
        return None
    buttons = SupervisedButtons(partial(_pins, config), supervision.health.reporter("buttons"), supervision.clock)
    buttons.open()
    return buttons


def _pins(config: ButtonsConfig) -> Buttons:
    factory = gpio_buttons.pin_factory(PINS[config.driver])
    pins = config.pins.as_dict()
    return gpio_buttons.GpioButtons(pins, config.bounce_ms / 1000, factory=factory, clock=SystemClock())


def _panel(
    config: PanelConfig, pictures: Path | None, supervision: Supervision, brightness: Dial | None
) -> Panel | None:
    if config.driver == "none":
        return None
    report, tick = supervision.health.reporter("panel"), supervision.heartbeat.register("panel")
    dial = brightness or Dial(config.brightness)
    opener = partial(_opened_panel, config, supervision.dimmer, dial, pictures)
    panel = SupervisedPanel(opener, config.size, report, supervision.clock, tick)
    panel.open()
    return panel


def camera_of(config: CameraConfig) -> Camera | None:
    """The camera itself, without a supervisor; None for none. Raises `DeviceError` if it is missing."""
    return _upright(config) if config.source in LIVE | PICTURES else None


def _upright(config: CameraConfig) -> Camera:
    """The camera with its pictures set right; a recording was made of such."""
    camera = (LIVE | PICTURES)[config.source](config)
    return camera if config.source == "recording" else upright(camera, config.turn, mirror=config.mirror)


def buttons_of(config: ButtonsConfig) -> Buttons | None:
    """The buttons on pins themselves; None where they are not on pins. Raises `DeviceError` if they cannot be used."""
    return _pins(config) if config.driver in PINS else None


def panel_of(config: PanelConfig) -> Panel | None:
    """The panel itself; None for none. Raises `DeviceError` if it is missing."""
    return None if config.driver == "none" else _opened_panel(config, Dimmer(), Dial(config.brightness), None)


def _opened_panel(config: PanelConfig, dimmer: Dimmer, brightness: Dial, pictures: Path | None) -> Panel:
    if config.driver == "simulated":
        return SimulatedPanel(config.size, pictures)
    return config.kind.open(config, config.options, brightness, dimmer)


def card_of(config: SoundConfig) -> SoundCard | None:
    """The sound card itself; None for none. Raises `DeviceError` if it plays nothing."""
    return AlsaCard(config.device) if config.driver == "alsa" else None


def _kept(opened: ExitStack, device: D | None) -> D | None:
    """The device, which is given back should a later one be missing."""
    if device is not None:
        opened.callback(device.close)
    return device
