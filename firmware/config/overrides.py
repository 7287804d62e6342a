"""What the command line asks for, laid over the configuration: who is named there goes first.

Rule kept here: what is asked for is done or refused, never left out in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import structs

from firmware.config.dice_colors import nobodys_colors, taught
from firmware.config.schema import (
    ButtonsDriver,
    CameraConfig,
    CameraSource,
    Config,
    EyesConfig,
    GameConfig,
    PanelDriver,
    panels_pins,
)
from firmware.devices.image_files import is_picture
from firmware.devices.recording_camera import is_recording
from firmware.errors import ConfigError
from firmware.paths import DICE, REPLAYED, SIMULATED, default_journal, home
from scoreboard.rules.events import RulesName


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None leaves it to the configuration."""

    config_file: Path | None
    rules: RulesName | None
    camera: str | None
    settled: bool
    buttons: ButtonsDriver | None
    panel: PanelDriver | None
    journal: Path | None
    game: int | None
    anew: bool
    innings: int | None
    simulate: bool
    seed: int
    speed: str
    headless: bool
    save_pictures: Path | None
    record: Path | None
    port: int | None
    fault: tuple[str, ...]


def configured(wishes: Wishes, config: Config) -> Config:
    """The configuration with the command line's wishes laid over it.

    Raises:
        ConfigError: if the camera named cannot be used, or what is wished does not go together.
    """
    rules, innings = wishes.rules or config.game.rules, wishes.innings or config.game.innings
    try:  # made anew, for the replace of msgspec 0.19 checks nothing
        game = GameConfig(**structs.asdict(config.game) | {"rules": rules, "innings": innings})
    except ValueError as error:  # what is sound for a table game may not be for another
        raise ConfigError(f"--rules {rules} does not go with the configuration: {error}") from error
    if wishes.fault and not wishes.simulate:
        raise ConfigError("--fault is for --simulate: to see what a real device does, pull its plug.")
    if wishes.game is not None and wishes.anew:
        raise ConfigError(f"--game {wishes.game} goes on with a game, and --new begins one: leave out one of them.")
    if wishes.simulate:
        _check_simulated(wishes)
    camera, eyes = camera_named(config.camera, "none" if wishes.simulate else wishes.camera), config.eyes
    if camera.source == "recording":
        if wishes.game is not None:
            raise ConfigError(f"--game {wishes.game}: a recording is a game of its own, and plays no other on.")
        eyes = _as_recorded(eyes, Path(camera.path).expanduser())
    config = structs.replace(
        config,
        game=game,
        eyes=eyes,
        camera=structs.replace(camera, settled=not wishes.simulate and (wishes.settled or camera.settled)),
        buttons=structs.replace(config.buttons, driver=wishes.buttons or config.buttons.driver),
        panel=structs.replace(config.panel, driver=wishes.panel or config.panel.driver),
        # A simulated game is nobody's scoreboard: it is on the network only if somebody asks for it.
        web=structs.replace(config.web, port=_port(wishes, config) or "none"),
    )
    beside = () if wishes.config_file is None else taught(wishes.config_file.parent / DICE)
    errors = nobodys_colors(config.game, config.eyes, beside)
    errors += () if wishes.simulate else panels_pins(config.buttons, config.panel)
    if errors:  # what is sound in the file may not be with what the command line chooses
        raise ConfigError(f"The command line does not go with the configuration: {'; '.join(errors)}.")
    return config


def _as_recorded(eyes: EyesConfig, folder: Path) -> EyesConfig:
    """The eyes with the dice that were taught when it was recorded; they learn nothing, or it would not play twice."""
    dice = folder / DICE
    return structs.replace(eyes, learn=False, dice=str(dice) if dice.is_dir() else eyes.dice)


def overruled(wishes: Wishes) -> set[str]:
    """The sections whose devices the command line chooses."""
    named = {"camera": wishes.camera, "buttons": wishes.buttons, "panel": wishes.panel}
    return {section for section, name in named.items() if wishes.simulate or name is not None}


def _check_simulated(wishes: Wishes) -> None:
    """Refuse to leave out in silence a real device that was asked for."""
    real = {
        "--camera": wishes.camera not in (None, "none"),
        "--buttons": wishes.buttons in ("gpio", "keys"),
        "--panel": wishes.panel in ("max7219", "ws2812"),
    }
    if any(real.values()):
        named = " and ".join(option for option, is_real in real.items() if is_real)
        raise ConfigError(f"--simulate has devices of its own: leave out {named}, or --simulate.")


def _port(wishes: Wishes, config: Config) -> int | Literal["none"]:
    if wishes.port is not None:
        return wishes.port
    return "none" if wishes.simulate else config.web.port


def camera_named(camera: CameraConfig, name: str | None) -> CameraConfig:
    """The camera that ``--camera`` names.

    Raises:
        ConfigError: if it is no camera, folder or file.
    """
    if name is None:
        return camera
    if name in ("picamera2", "none"):
        return structs.replace(camera, source=name)
    if name.isdecimal():
        return structs.replace(camera, source="usb", index=int(name), device="")
    if name.startswith("/dev/") and not (Path(name).is_dir() or Path(name).is_file()):  # it may be unplugged now
        return structs.replace(camera, source="usb", device=name)
    if not Path(name).exists():
        raise ConfigError(f"--camera {name}: there is no such folder or file, and no camera of that name.")
    return structs.replace(camera, source=_kind(Path(name)), path=name)


def _kind(path: Path) -> CameraSource:
    if is_recording(path):
        return "recording"
    return "folder" if path.is_dir() or is_picture(path) else "video"


def journal_of(wishes: Wishes, config: Config) -> Path:
    """Where the games are kept; simulated ones, and recordings that are played again, are kept apart."""
    if wishes.journal is not None:
        return wishes.journal
    if wishes.simulate:
        return home() / SIMULATED
    return home() / REPLAYED if config.camera.source == "recording" else default_journal()
