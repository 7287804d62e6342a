"""What the command line asks for, laid over the configuration: the command line goes first.

Rule kept here: what is asked for is done or refused, never left out in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import structs

from firmware.config.dice_colors import taught, unknown_colors
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
class RunOptions:
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


def configured(overrides: RunOptions, config: Config) -> Config:
    """The configuration with the command line's overrides laid over it.

    Raises:
        ConfigError: if the camera named cannot be used, or the options do not go together.
    """
    # 1. The game, checked as a whole: what is sound for one game may not be for another.
    rules, innings = overrides.rules or config.game.rules, overrides.innings or config.game.innings
    try:  # made anew, for the replace of msgspec 0.19 checks nothing
        game = GameConfig(**structs.asdict(config.game) | {"rules": rules, "innings": innings})
    except ValueError as error:
        raise ConfigError(f"--rules {rules} does not go with the configuration: {error}") from error
    # 2. Options that do not go together are refused, for neither may be left out in silence.
    if overrides.fault and not overrides.simulate:
        raise ConfigError("--fault is for --simulate: to see what a real device does, pull its plug.")
    if overrides.game is not None and overrides.anew:
        raise ConfigError(f"--game {overrides.game} goes on with a game, and --new begins one: leave out one of them.")
    if overrides.simulate:
        _check_simulated(overrides)
    # 3. The camera, and the dice that it is read with: a recording has its own.
    camera, eyes = camera_named(config.camera, "none" if overrides.simulate else overrides.camera), config.eyes
    if camera.source == "recording":
        if overrides.game is not None:
            raise ConfigError(f"--game {overrides.game}: a recording is a game of its own, and plays no other on.")
        eyes = _as_recorded(eyes, Path(camera.path).expanduser())
    # 4. The devices that the command line names take the place of the configured ones.
    config = structs.replace(
        config,
        game=game,
        eyes=eyes,
        camera=structs.replace(camera, settled=not overrides.simulate and (overrides.settled or camera.settled)),
        buttons=structs.replace(config.buttons, driver=overrides.buttons or config.buttons.driver),
        panel=structs.replace(config.panel, driver=overrides.panel or config.panel.driver),
        # A simulated game is on the network only if --port asks for it.
        web=structs.replace(config.web, port=_port(overrides, config) or "none"),
    )
    # 5. What is sound in the file may not be with what the command line chooses.
    beside = () if overrides.config_file is None else taught(overrides.config_file.parent / DICE)
    errors = unknown_colors(config.game, config.eyes, beside)
    errors += () if overrides.simulate else panels_pins(config.buttons, config.panel)
    if errors:
        raise ConfigError(f"The command line does not go with the configuration: {'; '.join(errors)}.")
    return config


def _as_recorded(eyes: EyesConfig, folder: Path) -> EyesConfig:
    """The eyes with the dice that were taught when it was recorded; they learn nothing, or it would not play twice."""
    dice = folder / DICE
    return structs.replace(eyes, learn=False, dice=str(dice) if dice.is_dir() else eyes.dice)


def overruled(overrides: RunOptions) -> set[str]:
    """The sections whose devices the command line chooses."""
    named = {"camera": overrides.camera, "buttons": overrides.buttons, "panel": overrides.panel}
    return {section for section, name in named.items() if overrides.simulate or name is not None}


def _check_simulated(overrides: RunOptions) -> None:
    """Refuse to leave out in silence a real device that was asked for."""
    real = {
        "--camera": overrides.camera not in (None, "none"),
        "--buttons": overrides.buttons in ("gpio", "keys"),
        "--panel": overrides.panel in ("max7219", "ws2812"),
    }
    if any(real.values()):
        named = " and ".join(option for option, is_real in real.items() if is_real)
        raise ConfigError(f"--simulate has devices of its own: leave out {named}, or --simulate.")


def _port(overrides: RunOptions, config: Config) -> int | Literal["none"]:
    if overrides.port is not None:
        return overrides.port
    return "none" if overrides.simulate else config.web.port


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


def journal_of(overrides: RunOptions, config: Config) -> Path:
    """Where the games are kept; simulated ones, and recordings that are played again, are kept apart."""
    if overrides.journal is not None:
        return overrides.journal
    if overrides.simulate:
        return home() / SIMULATED
    return home() / REPLAYED if config.camera.source == "recording" else default_journal()
