"""One TOML file -> frozen values, checked once.

Rule kept here: every value that an owner may need to change stands, with its default and a comment, in
``stadium.toml`` beside this module; a file of the owner's own is laid over it key by key. Nothing is guessed: a key
that is not known, or a value out of its range, is named with its file, and the program says so and stops.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, inspect

from firmware.devices import Settings
from firmware.errors import ConfigError
from firmware.names import NAMES
from firmware.strung import Boards, Chain, Layout
from scoreboard.face import LAYOUTS
from scoreboard.rules import RULE_SETS, RulesError, ruled, start
from scoreboard.rules.events import Name, RulesName, Setup, Team
from scoreboard.rules.state import CHIP, DICE

SYSTEM_FILE = Path("/etc/stadium/stadium.toml")

CameraSource = Literal["picamera2", "usb", "folder", "video", "recording", "none"]
ButtonsDriver = Literal["gpio", "keys", "mock", "none"]
PanelDriver = Literal["max7219", "ws2812", "simulated", "none"]
Pin = Annotated[int, Meta(ge=0, le=27)]
SpiNumber = Annotated[int, Meta(ge=0, le=99)]
DATA, CLOCK, SELECTS = 10, 11, (8, 7)
"""BCM pins of SPI port 0, its devices' chip selects in order. The other select and MISO (9) can be switched off."""
ON_SPI = ("max7219", "ws2812")
"""Panels that hang on SPI."""
NOTHING = ("none", "none")
"""Camera and buttons with which there is nothing to keep a score from."""


class Frozen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every section is."""


class GameConfig(Frozen, frozen=True):
    """What a new game is."""

    rules: RulesName
    innings: Annotated[int, Meta(ge=1, le=99)]
    away: Team
    home: Team
    house: dict[str, Any]

    def __post_init__(self) -> None:
        """Refuse a ruling that there is not, or a game that cannot be played, as with two teams of one colour."""
        if self.rules not in RULE_SETS:  # a record may name it, for another version plays it
            raise ValueError(
                f"this version does not play {self.rules}; choose one of: {', '.join(RULE_SETS)} - at `$.rules`"
            )
        try:
            house = ruled(RULE_SETS[self.rules].house, self.house)
        except RulesError as error:
            raise ValueError(str(error).replace("`$", "`$.house")) from error
        try:
            start(self.setup(), house)
        except RulesError as error:
            raise ValueError(str(error)) from error

    def setup(self) -> Setup:
        """The first line of a new game's record."""
        return Setup(rules=self.rules, innings=self.innings, away=self.away, home=self.home)


class LensConfig(Frozen, frozen=True):
    """How the camera's lens draws; see `vision.board.lens_of_view`."""

    view: Annotated[float, Meta(ge=20, le=150)]
    distortion: Annotated[tuple[Annotated[float, Meta(ge=-5, le=5)], ...], Meta(max_length=5)]

    def __post_init__(self) -> None:
        """Refuse what OpenCV knows no model for."""
        if len(self.distortion) not in (0, 4, 5):
            raise ValueError("distortion has no, four or five numbers")


class LockedConfig(Frozen, frozen=True):
    """How the camera is told to take every picture; see `firmware.devices.Settings`."""

    exposure_us: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    gain: Annotated[float, Meta(ge=1, le=64)] | None = None
    white_balance: tuple[Annotated[float, Meta(gt=0, le=32)], Annotated[float, Meta(gt=0, le=32)]] | None = None
    focus: Annotated[float, Meta(ge=0, le=32)] | None = None

    def settings(self) -> Settings:
        """The same for a camera."""
        return Settings(self.exposure_us, self.gain, self.white_balance, self.focus)


class CameraConfig(Frozen, frozen=True):
    """Where the frames come from."""

    source: CameraSource
    path: str
    index: Annotated[int, Meta(ge=0, le=999)]
    device: str
    turn: Literal[0, 90, 180, 270]
    mirror: bool
    settled: bool
    markers: bool
    lens: LensConfig
    locked: LockedConfig

    def __post_init__(self) -> None:
        """Refuse pictures that lie nowhere: they would be looked for wherever the program was started."""
        if self.source in ("folder", "video", "recording") and not self.path:
            raise ValueError(f"name the {self.source} here - at `$.path`")
        if self.device and not self.device.startswith("/"):
            raise ValueError("write the whole path, such as /dev/v4l/by-id/usb-… - at `$.device`")
        _check_home(self.path, "path")


class EyesConfig(Frozen, frozen=True):
    """How sure is sure enough, what the colours are called, and what is kept of taught dice."""

    threshold: Annotated[float, Meta(gt=0.5, le=1)]
    die_mm: Annotated[float, Meta(ge=10, le=30)]
    dice: str
    learn: bool
    colors: dict[str, Name]

    def __post_init__(self) -> None:
        """Refuse names that the game has for other things, and a folder that is nowhere."""
        _check_home(self.dice, "dice")
        for seen, meant in self.colors.items():
            if meant in {CHIP, DICE}:
                raise ValueError(f"a die that is called {meant} would be taken for it - at `$.colors.{seen}`")


class Pins(Frozen, frozen=True):
    """Which BCM pin each button is on."""

    ball: Pin
    strike: Pin
    out: Pin
    run: Pin
    homerun: Pin
    batter: Pin
    undo: Pin
    next: Pin
    ok: Pin

    def __post_init__(self) -> None:
        """Refuse two buttons on one pin."""
        taken: dict[int, str] = {}
        for button, pin in self.as_dict().items():
            if pin in taken:
                raise ValueError(f"{taken[pin]} and {button} are both on pin {pin}")
            taken[pin] = button

    def as_dict(self) -> dict[str, int]:
        """Button -> BCM pin."""
        return {button: getattr(self, button) for button in self.__struct_fields__}


class ButtonsConfig(Frozen, frozen=True):
    """The scorer's nine buttons."""

    driver: ButtonsDriver
    bounce_ms: Annotated[int, Meta(ge=0, le=500)]
    pins: Pins


class PanelConfig(Frozen, frozen=True):
    """The LED matrix; sizes in pixels."""

    driver: PanelDriver
    width: Annotated[int, Meta(ge=8, le=256, multiple_of=8)]
    height: Annotated[int, Meta(ge=8, le=128, multiple_of=8)]
    spi_port: SpiNumber
    spi_device: SpiNumber
    block_orientation: Literal[0, 90, -90, 180]
    brightness: Annotated[int, Meta(ge=0, le=255)]
    chain: Chain
    max7219: Boards
    ws2812: Layout

    def __post_init__(self) -> None:
        """Refuse a panel that no face is drawn for."""
        if self.size not in LAYOUTS:
            known = " or ".join(f"{width} x {height}" for width, height in LAYOUTS)
            raise ValueError(f"no face is drawn for {self.width} x {self.height}: set {known} - at `$.width`")
        tiled: dict[str, Boards | Layout] = {"max7219": self.max7219, "ws2812": self.ws2812}
        for name, tiles in tiled.items():
            try:
                tiles.places(self.size, self.chain)
            except ValueError as error:
                raise ValueError(f"{error} - at `$.{name}.tile`") from error

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


class SoundConfig(Frozen, frozen=True):
    """What the stadium sounds like."""

    driver: Literal["alsa", "none"]
    device: str
    volume: Annotated[int, Meta(ge=0, le=100)]
    mute: bool


class WebConfig(Frozen, frozen=True):
    """The pages for browsers and for whoever collects figures."""

    port: Annotated[int, Meta(ge=1, le=65535)] | Literal["none"]
    address: str


class JournalConfig(Frozen, frozen=True):
    """How much of the card the games may take."""

    limit_mb: Annotated[int, Meta(ge=1, le=2000)]


class NetworkConfig(Frozen, frozen=True):
    """The network that the page is found on."""

    driver: Literal["system", "simulated"]


class Config(Frozen, frozen=True):
    """The whole configuration."""

    game: GameConfig
    camera: CameraConfig
    eyes: EyesConfig
    buttons: ButtonsConfig
    panel: PanelConfig
    journal: JournalConfig
    web: WebConfig
    sound: SoundConfig
    network: NetworkConfig


def load(file: Path | None = None, owners: Path = SYSTEM_FILE, overruled: Collection[str] = ()) -> Config:
    """Read the configuration: the shipped defaults with ``file`` laid over them.

    Args:
        file: the file to use; without one ``owners`` if it is there.
        owners: the owner's file.
        overruled: as for `check`.

    Raises:
        ConfigError: if the file cannot be read, or anything in it is unknown or out of range; names file and key.
    """
    if file is None and not owners.exists():
        return shipped()
    chosen = file or owners
    return check(_read(chosen), str(chosen), overruled)


def sound_sections(file: Path, overruled: Collection[str] = ()) -> Config:
    """Of a file that cannot be used as it is, what can: each section that is sound and goes with those before it."""
    sound: dict[str, Any] = {}
    try:
        values = _read(file)
    except ConfigError:
        values = {}
    for section, value in values.items():
        with suppress(ConfigError):
            check(sound | {section: value}, str(file), overruled)
            sound[section] = value
    return check(sound, str(file), overruled)


def shipped() -> Config:
    """The configuration that needs no file of the owner's."""
    return check({}, "the shipped defaults")


def check(values: dict[str, Any], name: str, overruled: Collection[str] = ()) -> Config:
    """Turn nested dictionaries, laid over the shipped defaults, into a configuration.

    Args:
        values: the dictionaries.
        name: of the file that they stand in.
        overruled: sections whose device the command line chooses; with it they need not go together.

    Raises:
        ConfigError: naming ``name`` and every section's first bad key.
    """
    values = laid_over(_defaults(), values)
    sections = {field.name: field.type for field in msgspec.structs.fields(Config)}
    errors = [f"{key}: there is no such section" for key in values.keys() - sections.keys()]
    checked: dict[str, Any] = {}
    for key, kind in sections.items():
        try:
            checked[key] = msgspec.convert(values.get(key, {}), kind)
        except msgspec.ValidationError as error:
            errors.append(_readable(key, kind, str(error)))
    if {"game", "eyes"} <= checked.keys():
        errors += nobodys_colors(checked["game"], checked["eyes"])
    chosen = checked.keys() - set(overruled)
    if {"camera", "buttons"} <= chosen and (checked["camera"].source, checked["buttons"].driver) == NOTHING:
        errors.append("camera.source and buttons.driver: both are none, so no play would ever count")
    if {"buttons", "panel"} <= chosen:
        errors += panels_pins(checked["buttons"], checked["panel"])
    if errors:
        told = "; ".join(error.removesuffix(".") for error in errors)
        raise ConfigError(f"{name}: {_printable(told)}. Mend it and start again.")
    return Config(**checked)


def panels_pins(buttons: ButtonsConfig, panel: PanelConfig) -> list[str]:
    """Buttons on pins that the panel's bus has: neither would work."""
    if buttons.driver != "gpio" or panel.driver not in ON_SPI or panel.spi_port != 0:
        return []
    taken = (DATA, CLOCK, *SELECTS[panel.spi_device : panel.spi_device + 1])
    return [
        f"buttons.pins.{button} and panel.driver: pin {pin} is the {panel.driver} panel's; take another, not 7 to 11"
        for button, pin in buttons.pins.as_dict().items()
        if pin in taken
    ]


def nobodys_colors(game: GameConfig, eyes: EyesConfig) -> list[str]:
    """Teams' colours that no die is ever called by: its throws would never count, and nobody would hear why.

    In the table games a renamed one is no matter, for any die is anybody's.
    """
    errors = []
    anybodys = start(game.setup()).awaits == DICE
    for side, color in {"away": game.away.color, "home": game.home.color}.items():
        if color in eyes.colors.values() or (anybodys and color in eyes.colors):
            continue
        if color in eyes.colors:
            meant = eyes.colors[color]
            errors.append(f"game.{side}.color: [eyes.colors] calls {color} dice {meant}; write {meant} here as well")
        elif not NAMES.fullmatch(color):
            told = "a colour is written in small letters, such as red"
            errors.append(f"game.{side}.color: {told}, not {color!r}")
    return errors


def _check_home(path: str, key: str) -> None:
    """Refuse the home of somebody whom this computer does not know."""
    try:
        Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{path} is in nobody's home here: write the whole path - at `$.{key}`") from error


def laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """``above`` laid over ``below``, table by table; neither is changed."""
    both = below | above
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            both[key] = laid_over(below[key], above[key])
    return both


def _defaults() -> dict[str, Any]:
    return tomllib.loads(resources.files("firmware").joinpath("stadium.toml").read_text(encoding="utf-8"))


def _read(file: Path) -> dict[str, Any]:
    with faults_named(file):
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))  # some editors put a mark before it


@contextmanager
def faults_named(file: Path | str) -> Iterator[None]:
    """Within it a file that cannot be read, or is no TOML, is a ConfigError that names it."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror}). Give a file with --config.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: is not text in UTF-8 (byte {error.start}). Save it as UTF-8.") from error
    except (ValueError, RecursionError) as error:  # tomllib's own error is a ValueError, and not the only one
        raise ConfigError(f"{file}: is not TOML: {error}. Mend it and start again.") from error


def _readable(section: str, kind: type[Struct], message: str) -> str:
    """Put the key first in a message such as "Expected `int` - at `$.width`", and what is valid last."""
    what, _, path = message.rpartition(" - at `$")
    path = path.strip("`")
    valid = _choices(kind, path) if what.startswith("Invalid enum value") else ""
    return f"{section}{path}: {what}{valid}" if what else f"{section}: {message}"


def _choices(kind: type[Struct], path: str) -> str:
    """The words that may stand there; of games those that this version plays."""
    found: Any = inspect.type_info(kind)
    for key in path.split(".")[1:]:
        found = next((field.type for field in getattr(found, "fields", ()) if field.name == key), None)
    words = [str(word) for each in getattr(found, "types", (found,)) for word in getattr(each, "values", ("a number",))]
    played = RULE_SETS if (kind, path) == (GameConfig, ".rules") else words
    return f"; choose one of: {', '.join(played)}" if found else ""


def _printable(text: str) -> str:
    """The text with what would move a terminal's cursor, or colour it, spelt out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
