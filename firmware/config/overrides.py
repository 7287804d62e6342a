"""The command line's options, laid over the configuration: they go first.

Rule kept here: what is asked for is done or refused, never left out in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from msgspec import structs

from firmware.config.dice_colors import taught
from firmware.config.parks import file_of
from firmware.config.schema import (
    ButtonsDriver,
    CameraConfig,
    Config,
    EyesConfig,
    GameConfig,
    OpponentConfig,
    PanelName,
    PixelsConfig,
    PixelsDriver,
    color_mistakes,
    panels_pins,
)
from firmware.devices.image_files import is_picture
from firmware.devices.panels import DRIVERS
from firmware.devices.recording_camera import is_recording
from firmware.errors import ConfigError
from firmware.paths import DICE, REPLAYED, SIMULATED, default_journal, home
from scoreboard.opponent import Strength, decides_in
from scoreboard.rules import RULE_SETS, find_rule_set
from scoreboard.rules.events import PARK, RulesName, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceOptions:
    """What may be asked of every command that plays or teaches; None leaves it to the configuration."""

    config_file: Path | None
    camera: str | None
    settled: bool
    buttons: ButtonsDriver | None
    panel: PanelName | None
    simulate: bool
    seed: int
    speed: str
    save_pictures: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions(DeviceOptions):
    """What may be asked of `stadium run`."""

    lang: str | None
    rules: str | None
    journal: Path | None
    game: int | None
    begin_new: bool
    innings: int | None
    opponent: Side | Literal["none"] | None
    strength: Strength | None
    headless: bool
    record: Path | None
    record_limit: int
    port: int | None
    fault: tuple[str, ...]
    untidy: str | None
    pixels: PixelsDriver | None = None


def configured(overrides: RunOptions, config: Config) -> Config:
    """The configuration with the overrides laid over it; ConfigError if they do not go together, or with it."""
    # 1. The game, checked as a whole: what is sound for one game may not be for another.
    rules, park = _game(overrides, config)
    innings = overrides.innings or config.game.innings
    lang = overrides.lang or config.game.language
    try:  # constructed again, for the replace of msgspec 0.19 checks nothing
        options = tuple(option for option in config.game.options if option in find_rule_set(rules).options)
        game = GameConfig(
            **structs.asdict(config.game)
            | {"language": lang, "rules": rules, "park": park, "innings": innings, "options": options}
        )
    except ValueError as error:
        raise ConfigError(f"--rules {rules} does not go with the configuration: {error}") from error
    # 2. Options that do not go together are refused, for neither may be left out in silence.
    if overrides.fault and not overrides.simulate:
        raise ConfigError("--fault is for --simulate: to see what a real device does, pull its plug.")
    if overrides.pixels == "simulated" and not overrides.simulate:
        raise ConfigError("--pixels simulated is for --simulate: a real table's dice are heard by bluetooth.")
    if overrides.untidy is not None and not overrides.simulate:
        raise ConfigError("--untidy is for --simulate: at a real table hands move the pieces as they like.")
    if overrides.game is not None and overrides.begin_new:
        raise ConfigError(f"--game {overrides.game} goes on with a game, and --new begins one: leave out one of them.")
    if overrides.opponent not in (None, "none") and overrides.game is None and not decides_in(rules):
        raise ConfigError(
            f"--opponent {overrides.opponent}: nobody decides anything in {rules}, the dice do: leave it out, or name "
            "another game with --rules."
        )
    if overrides.simulate:
        _check_simulated(overrides)
    # 3. The devices, and the dice that are read: a recording has its own, and learns nothing, or it would change.
    config = with_devices(overrides, config)
    config = structs.replace(config, pixels=_pixels(overrides, config))
    eyes = _eyes(overrides, config)
    # 4. A simulated game is on the network only if --port asks for it.
    port = overrides.port if overrides.port is not None else "none" if overrides.simulate else config.web.port
    config = structs.replace(config, game=game, eyes=eyes, web=structs.replace(config.web, port=port or "none"))
    # 5. What is sound in the file may not be with what the command line chooses.
    taught_elsewhere = () if overrides.config_file is None else taught(overrides.config_file.parent / DICE)
    mistakes = color_mistakes(config.game, config.eyes, taught_elsewhere)
    mistakes += () if overrides.simulate else panels_pins(config.buttons, config.panel)
    if mistakes:
        raise ConfigError(f"The command line does not go with the configuration: {'; '.join(map(str, mistakes))}.")
    return structs.replace(config, opponent=_opponent(overrides, config.opponent))


def _game(overrides: RunOptions, config: Config) -> tuple[RulesName, str]:
    """Which game, and the file of an owner's own: the command line calls one by the name that its file says."""
    if overrides.rules is None:
        return config.game.rules, config.game.park
    ours = next((name for name in RULE_SETS if name == overrides.rules), None)
    if ours is not None:
        return cast("RulesName", ours), config.game.park
    return PARK, str(file_of(overrides.rules, overrides.config_file))


def _eyes(overrides: RunOptions, config: Config) -> EyesConfig:
    """A simulated stadium's board is followed: it is known to be read. An owner's own is once he says so."""
    eyes = config.eyes
    if config.camera.source == "recording":
        if overrides.game is not None:
            raise ConfigError(f"--game {overrides.game}: a recording is a game of its own, and plays no other on.")
        dice = Path(config.camera.path).expanduser() / DICE
        return structs.replace(eyes, learn=False, dice=str(dice) if dice.is_dir() else eyes.dice)
    if overrides.simulate and eyes.board == "off":
        return structs.replace(eyes, board="strict")
    return eyes


def _pixels(overrides: RunOptions, config: Config) -> PixelsConfig:
    """A simulated stadium's dice are heard if somebody asks for it."""
    driver = overrides.pixels or ("none" if overrides.simulate else config.pixels.driver)
    return structs.replace(config.pixels, driver=driver)


def _opponent(overrides: RunOptions, opponent: OpponentConfig) -> OpponentConfig:
    return OpponentConfig(side=overrides.opponent or opponent.side, strength=overrides.strength or opponent.strength)


def with_devices(options: DeviceOptions, config: Config) -> Config:
    """The configuration with the devices that the command line names; ConfigError if it names no camera."""
    name = "none" if options.simulate and options.camera is None else options.camera
    camera = camera_named(config.camera, name)
    return structs.replace(
        config,
        camera=structs.replace(camera, settled=not options.simulate and (options.settled or camera.settled)),
        buttons=structs.replace(config.buttons, driver=options.buttons or config.buttons.driver),
        panel=structs.replace(config.panel, driver=options.panel or config.panel.driver),
    )


def overruled(overrides: RunOptions) -> set[str]:
    """The sections whose devices the command line chooses."""
    named = {"camera": overrides.camera, "buttons": overrides.buttons, "panel": overrides.panel}
    return {section for section, name in named.items() if overrides.simulate or name is not None}


def _check_simulated(overrides: RunOptions) -> None:
    """Refuse to leave out in silence a real device that was asked for."""
    real = {
        "--camera": overrides.camera not in (None, "none"),
        "--buttons": overrides.buttons in ("gpio", "keys"),
        "--panel": overrides.panel in DRIVERS,
        "--pixels": overrides.pixels == "bluetooth",
    }
    if any(fault.startswith("pixels@") for fault in overrides.fault) and overrides.pixels in (None, "none"):
        raise ConfigError("--fault pixels@…: nobody listens to dice; add --pixels simulated.")
    if named := " and ".join(option for option, is_real in real.items() if is_real):
        raise ConfigError(f"--simulate has devices of its own: leave out {named}, or --simulate.")


def camera_named(camera: CameraConfig, name: str | None) -> CameraConfig:
    """The camera that ``--camera`` names; ConfigError if that is no camera, folder or file."""
    if name is None:
        return camera
    if name in ("picamera2", "none"):
        return structs.replace(camera, source=name)
    if name.isdecimal():
        return structs.replace(camera, source="usb", index=int(name), device="")
    if name.startswith("/dev/") and not (Path(name).is_dir() or Path(name).is_file()):  # it may be unplugged now
        return structs.replace(camera, source="usb", device=name)
    path = Path(name)
    if not path.exists():
        raise ConfigError(f"--camera {name}: there is no such folder or file, and no camera of that name.")
    pictures = "folder" if path.is_dir() or is_picture(path) else "video"
    return structs.replace(camera, source="recording" if is_recording(path) else pictures, path=name)


def journal_of(overrides: RunOptions, config: Config) -> Path:
    """The journal of the games; simulated ones, and recordings that are played again, are kept apart."""
    if overrides.journal is not None:
        return overrides.journal
    if overrides.simulate:
        return home() / SIMULATED
    return home() / REPLAYED if config.camera.source == "recording" else default_journal()
