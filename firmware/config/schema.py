"""One TOML file -> frozen values, checked once.

Rule kept here: every value that an owner may need to change stands, with its default and a comment, in the shipped
``stadium.toml``; a file of the owner's own is laid over it key by key. Nothing is guessed: an unknown key, or a value
out of its range, is an error that names file and key.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from firmware.config.decks import load_deck
from firmware.config.diagnostics import ConfigMistake, SettingsError, mend, mistake_in, read_toml, shipped_values
from firmware.config.dice_colors import known_dice, taught, unknown_colors
from firmware.config.own_places import misplaced
from firmware.config.parks import load_park
from firmware.config.setting_keys import AT_ONCE, EXPERT, FIRST, OwnPath, SettingKey, expert_within, keys_as_in, keys_of
from firmware.devices.led_layout import Boards, Chain, Layout
from firmware.devices.panel_driver import NO_LIGHTS, BlockOrientation, PanelDriver
from firmware.devices.panels import DRIVERS
from firmware.devices.protocols import CameraSettings
from firmware.errors import ConfigError
from firmware.paths import DICE as DICE_FOLDER
from firmware.paths import LAYOUTS as LAYOUTS_FOLDER
from firmware.paths import SYSTEM_FILE, home
from firmware.text import shortened
from firmware.text_forms import (
    CARD,
    HOST,
    HOST_AND_PORT,
    HOUSE,
    LISTENS,
    LOGIN,
    NIGHT,
    ORIGINS,
    TOPIC,
    TOPIC_LEVEL,
    USB_CAMERA,
)
from scoreboard.commentary import Detail
from scoreboard.display import LAYOUTS, PanelLayouts
from scoreboard.language import ENGLISH, languages
from scoreboard.message import message
from scoreboard.msgspec_errors import PLACE, moved
from scoreboard.opponent import Opponent, Strength
from scoreboard.rules import RulesError, find_rule_set, ruled, start
from scoreboard.rules.events import PARK, RulesName, Setup, Side, Team
from scoreboard.rules.house_rules import Rulings
from scoreboard.rules.options import Option
from scoreboard.rules.parks import Park
from scoreboard.rules.state import CHIP, DICE
from scoreboard.rules.visible import SEEN

CameraSource = Literal["picamera2", "usb", "folder", "video", "recording", "none"]
PixelsDriver = Literal["bluetooth", "simulated", "none"]
BoardReading = Literal["strict", "loose", "off"]
"""Whether helmets and ball are followed on the board: with hints at what stands oddly, without them, or not."""
ButtonsDriver = Literal["gpio", "keys", "mock", "none"]
if TYPE_CHECKING:
    PanelName: TypeAlias = str
else:  # a driver is known by its module alone
    PanelName = Literal[(*DRIVERS, "simulated", "none")]
Pin = Annotated[int, Meta(ge=0, le=27)]
SpiNumber = Annotated[int, Meta(ge=0, le=99)]
SHIPPED = "firmware/stadium.toml (the shipped defaults)"
"""What errors call it: a key that the schema has and this file lacks is to be added there, with a comment."""
LONGEST_COLOR = 40
"""Letters, as of every name in a record."""
LONGEST_USER, LONGEST_TOPIC = 200, 60
"""Letters of the name at a broker, and of a part of its topics."""


DieName = Annotated[str, Meta(pattern=SEEN, max_length=LONGEST_COLOR)]


class Frozen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every section is."""


class RallybirdConfig(Frozen, frozen=True):
    """What a new game of RallyBird is besides."""

    first: Annotated[int, Meta(ge=1, le=99)]
    deck: OwnPath

    def keys(self) -> dict[str, Any]:
        """What the game line says of it; ConfigError if the deck cannot be played with."""
        deck = load_deck(Path(self.deck).expanduser()) if self.deck else UNSET
        return {"first": self.first, "deck": deck}


class GameConfig(Frozen, frozen=True):
    """What a new game is, and the language that everything is said in."""

    language: Annotated[str, Meta(extra_json_schema={"enum": list(languages())}), FIRST]
    rules: RulesName
    innings: Annotated[int, Meta(ge=1, le=99)]
    park: Annotated[OwnPath, EXPERT]
    options: tuple[Option, ...]
    away: Annotated[Team, expert_within("lineup")]
    home: Annotated[Team, expert_within("lineup")]
    house: Annotated[dict[str, Any], keys_as_in(Rulings), EXPERT]
    rallybird: Annotated[RallybirdConfig, EXPERT]

    def __post_init__(self) -> None:
        """Refuse an unknown language or ruling, or a game that cannot be played, as with two teams of one colour."""
        if self.language not in languages():
            choices = ", ".join(languages())
            raise ValueError(
                f"there is no language {shortened(self.language)!r}; choose one of: {choices}{PLACE}.language`"
            )
        house = None
        try:
            house = ruled(find_rule_set(self.rules).house, self.house)
            start(self.setup(), house)
        except ConfigError as error:
            key = "park" if self.rules == PARK else "rallybird.deck"
            raise ValueError(f"{str(error).removesuffix(ENGLISH(mend('')))}{PLACE}.{key}`") from error
        except RulesError as error:
            words = ENGLISH(error.message)
            raise ValueError(words if house is not None else moved(words, "house")) from error

    def setup(self) -> Setup:
        """The first line of a new game's record."""
        keys = self.rallybird.keys() if self.rules == "rallybird" else {}
        return Setup(
            rules=self.rules,
            innings=self.innings,
            away=self.away,
            home=self.home,
            options=self.options or UNSET,
            park=self._park(),
            **keys,
        )

    def _park(self) -> Park | UnsetType:
        """The owner's own game, where that is played; ConfigError if it cannot be."""
        if self.rules != PARK:
            return UNSET
        if not self.park:
            raise ConfigError(message("config.unnamed-park"))
        return load_park(Path(self.park).expanduser())


class LensConfig(Frozen, frozen=True):
    """The camera's lens; see `vision.geometry.registration.lens_of_view`."""

    view: Annotated[float, Meta(ge=20, le=150)]
    distortion: Annotated[tuple[Annotated[float, Meta(ge=-5, le=5)], ...], Meta(max_length=5)]

    def __post_init__(self) -> None:
        if len(self.distortion) not in (0, 4, 5):
            raise ValueError("distortion has no, four or five numbers")


class LockedConfig(Frozen, frozen=True):
    """The settings that the camera keeps for every picture; see `firmware.devices.protocols.CameraSettings`."""

    exposure_us: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    gain: Annotated[float, Meta(ge=1, le=64)] | None = None
    white_balance: tuple[Annotated[float, Meta(gt=0, le=32)], Annotated[float, Meta(gt=0, le=32)]] | None = None
    focus: Annotated[float, Meta(ge=0, le=32)] | None = None

    def settings(self) -> CameraSettings:
        """The same for a camera."""
        return CameraSettings(self.exposure_us, self.gain, self.white_balance, self.focus)


class OpponentConfig(Frozen, frozen=True):
    """For which side the box decides, and how well."""

    side: Side | Literal["none"]
    strength: Strength

    def opponent(self) -> Opponent:
        """The same for the game."""
        return Opponent(None if self.side == "none" else self.side, self.strength)


class CameraConfig(Frozen, frozen=True):
    """Where the frames come from."""

    source: CameraSource
    path: Annotated[OwnPath, EXPERT]
    index: Annotated[int, Meta(ge=0, le=999), EXPERT]
    device: Annotated[str, USB_CAMERA, EXPERT]
    turn: Literal[0, 90, 180, 270]
    mirror: bool
    settled: Annotated[bool, EXPERT]
    markers: Annotated[bool, AT_ONCE]
    lens: Annotated[LensConfig, EXPERT, AT_ONCE]
    locked: Annotated[LockedConfig, EXPERT, AT_ONCE]

    def __post_init__(self) -> None:
        """Refuse pictures without a path."""
        if self.source in ("folder", "video", "recording") and not self.path:
            raise ValueError(f"name the {self.source} here - at `$.path`")


class EyesConfig(Frozen, frozen=True):
    """When a reading is accepted, what colours are called, what is kept of taught dice, whether pieces are followed."""

    threshold: Annotated[float, Meta(gt=0.5, le=1), EXPERT, AT_ONCE]
    die_mm: Annotated[float, Meta(ge=10, le=30), AT_ONCE]
    dice: Annotated[OwnPath, EXPERT]
    learn: Annotated[bool, EXPERT, AT_ONCE]
    board: Annotated[BoardReading, AT_ONCE]
    colors: Annotated[dict[str, str], EXPERT, AT_ONCE]

    def __post_init__(self) -> None:
        """Refuse names that the game has for other things."""
        for seen, meant in self.colors.items():
            if not re.fullmatch(SEEN, meant) or meant != meant.strip() or len(meant) > LONGEST_COLOR:
                raise ValueError(f"write a colour or a name of 1 to {LONGEST_COLOR} letters - at `$.colors.{seen}`")
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

    def as_dict(self) -> dict[str, int]:
        """Button -> BCM pin."""
        return {button: getattr(self, button) for button in self.__struct_fields__}


class ButtonsConfig(Frozen, frozen=True):
    """The scorer's nine buttons."""

    driver: ButtonsDriver
    bounce_ms: Annotated[int, Meta(ge=0, le=500)]
    pins: Pins


class PanelConfig(Frozen, frozen=True):
    """The LED matrix; sizes in pixels. In a `Config` it has a table for each driver too, such as ``max7219``."""

    driver: Annotated[PanelName, EXPERT]
    width: Annotated[int, Meta(ge=8, le=256, multiple_of=8), EXPERT]
    height: Annotated[int, Meta(ge=8, le=128, multiple_of=8), EXPERT]
    spi_port: Annotated[SpiNumber, EXPERT]
    spi_device: Annotated[SpiNumber, EXPERT]
    block_orientation: Annotated[BlockOrientation, EXPERT]
    max_amps: Annotated[float, Meta(ge=0, le=500), EXPERT]
    brightness: Annotated[int, Meta(ge=0, le=255), FIRST, AT_ONCE]
    moments: Annotated[bool, AT_ONCE]
    clock: Annotated[bool, AT_ONCE]
    night: Annotated[str, NIGHT, FIRST, AT_ONCE]
    chain: Annotated[Chain, EXPERT]

    def __post_init__(self) -> None:
        """Refuse a size that the tiles do not fill, and a supply that is too weak for so many lights."""
        for name in DRIVERS:
            options = getattr(self, name, None)
            try:
                if isinstance(options, Boards | Layout):
                    options.check(self.size)
            except ValueError as error:
                raise ValueError(f"{error} - at `$.{name}.tile`") from error
        try:
            self.kind.limit(self)
        except ValueError as error:
            raise ValueError(f"{error} - at `$.max_amps`") from error

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height

    @property
    def kind(self) -> PanelDriver[Any]:
        """Its driver."""
        return DRIVERS.get(self.driver, NO_LIGHTS)

    @property
    def options(self) -> Struct | None:
        """What the driver's own table has."""
        options: Struct | None = getattr(self, self.driver, None)
        return options

    def with_options(self, options: Struct) -> PanelConfig:
        """The same with others."""
        return msgspec.structs.replace(self, **{self.driver: options})


if not TYPE_CHECKING:
    TABLES = [(name, Annotated[each.options, EXPERT]) for name, each in DRIVERS.items() if each.options is not None]
    PanelConfig = msgspec.defstruct(
        "PanelConfig", TABLES, bases=(PanelConfig,), module=__name__, frozen=True, kw_only=True
    )


class SoundConfig(Frozen, frozen=True):
    """The speaker, and whether it speaks."""

    driver: Annotated[Literal["alsa", "none"], EXPERT]
    device: Annotated[str, CARD, EXPERT]
    volume: Annotated[int, Meta(ge=0, le=10), FIRST, AT_ONCE]
    mute: Annotated[bool, FIRST, AT_ONCE]
    voice: Literal["auto", "off"]
    talk: Annotated[Detail, FIRST, AT_ONCE]


class WebConfig(Frozen, frozen=True):
    """The pages for browsers and for collectors of metrics."""

    port: Annotated[int, Meta(ge=1, le=65535)] | Literal["none"]
    address: Annotated[str, Meta(max_length=253), LISTENS]
    framed_by: Annotated[str, Meta(max_length=253), ORIGINS] = ""


class JournalConfig(Frozen, frozen=True):
    """How much of the card the games may take."""

    limit_mb: Annotated[int, Meta(ge=1, le=2000)]


class PicturesConfig(Frozen, frozen=True):
    """What is kept of what the camera saw."""

    keep: bool
    games: Annotated[int, Meta(ge=1, le=10_000), EXPERT]
    limit_mb: Annotated[int, Meta(ge=1, le=10_000), EXPERT]


class NetworkConfig(Frozen, frozen=True):
    """The network that has the page."""

    driver: Literal["system", "simulated"]


class MqttConfig(Frozen, frozen=True):
    """The broker that is told of the game, and what may be done through it. Passwords and keys are no settings."""

    broker: Annotated[str, Meta(max_length=253), HOST]
    port: Annotated[int, Meta(ge=1, le=65535)]
    tls: bool
    user: Annotated[str, Meta(max_length=LONGEST_USER), LOGIN]
    box: Annotated[str, Meta(max_length=LONGEST_TOPIC), TOPIC_LEVEL, EXPERT]
    base: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOPIC), TOPIC, EXPERT]
    discovery: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOPIC), TOPIC, EXPERT]
    commands: Literal["none", "scorer", "owner"]
    house: Annotated[str, Meta(max_length=LONGEST_TOPIC), HOUSE]
    protocol: Annotated[Literal["mqtt5", "mqtt311"], EXPERT]


class PixelsConfig(Frozen, frozen=True):
    """Dice that say by Bluetooth what they show, and which die of the game each is: its name or number = colour."""

    driver: PixelsDriver
    dice: dict[DieName, DieName]


class WledConfig(Frozen, frozen=True):
    """Lights that celebrate with the stadium."""

    address: Annotated[str, Meta(max_length=253), HOST_AND_PORT]


class Config(Frozen, frozen=True):
    """The whole configuration, and the teams' names that the owner wrote: no language words those, not even REDS."""

    game: Annotated[GameConfig, AT_ONCE]
    opponent: Annotated[OpponentConfig, AT_ONCE]
    camera: CameraConfig
    eyes: EyesConfig
    buttons: Annotated[ButtonsConfig, EXPERT]
    panel: PanelConfig
    journal: Annotated[JournalConfig, EXPERT]
    pictures: Annotated[PicturesConfig, AT_ONCE]
    web: Annotated[WebConfig, EXPERT]
    sound: SoundConfig
    network: Annotated[NetworkConfig, EXPERT]
    mqtt: MqttConfig
    wled: WledConfig
    pixels: PixelsConfig
    named: frozenset[str] = frozenset()


@cache
def _sections() -> Mapping[str, type[Struct]]:
    """Each section and its type."""
    return {field.name: field.type for field in msgspec.structs.fields(Config) if field.required}


@cache
def setting_keys() -> Mapping[str, SettingKey]:
    """Every key, such as ``panel.width``, in the order of the schema."""
    return {f"{key.table}.{key.name}": key for key in keys_of(Config)}


def color_mistakes(game: GameConfig, eyes: EyesConfig, others: Collection[str] = ()) -> list[ConfigMistake]:
    """What is wrong with the colours of a configuration; ``others`` are dice of other folders."""
    teams: dict[Side, str] = {"away": game.away.color, "home": game.home.color}
    return unknown_colors(game.rules, teams, eyes.colors, known_dice(eyes.dice, others))


def load(
    file: Path,
    overruled: Collection[str] = (),
    *,
    taught_elsewhere: Collection[str] = (),
    places: Collection[Path] = (),
) -> Config:
    """The shipped defaults with ``file`` laid over them, checked by `check`, also with what lies beside the file."""
    others = {*taught_elsewhere, *taught(file.parent / DICE_FOLDER)}
    layouts, places = owners_layouts(file), (file.parent, *places)
    return check(read_toml(file), str(file), overruled, taught_elsewhere=others, layouts=layouts, places=places)


def owners_layouts(file: Path, *, mono: bool = False) -> PanelLayouts:
    """The layouts of panels, those of the owner's that lie beside that configuration before ours."""
    return PanelLayouts(file.parent / LAYOUTS_FOLDER, mono=mono)


def sound_sections(file: Path, overruled: Collection[str] = ()) -> Config:
    """Of a faulty file, each section that is sound and goes with those before it."""
    sound, values = dict[str, Any](), dict[str, Any]()
    tried = partial(check, name=str(file), overruled=overruled, layouts=owners_layouts(file), places=(file.parent,))
    with suppress(ConfigError):
        values = read_toml(file)
    for section, value in values.items():
        with suppress(ConfigError):
            tried(sound | {section: value})
            sound[section] = value
    return tried(sound)


def shipped() -> Config:
    """The configuration without a file of the owner's."""
    return check({}, SHIPPED)


def check(
    values: dict[str, Any],
    name: str,
    overruled: Collection[str] = (),
    *,
    taught_elsewhere: Collection[str] = (),
    layouts: PanelLayouts = LAYOUTS,
    places: Collection[Path] = (),
) -> Config:
    """Turn nested dictionaries, laid over the shipped defaults, into a configuration.

    Args:
        values: the dictionaries.
        name: of the file, for errors.
        overruled: sections whose device the command line chooses; the others need not go together with them.
        taught_elsewhere: names of dice that are or will be taught, and lie in another folder than that configured.
        layouts: of panels, with those that lie beside the file.
        places: folders where paths may lie besides those of the games and of the owner's file.

    Raises:
        SettingsError: names the file and every section's first bad key.
    """
    # 1. Each section by itself, so that one mistake does not hide those of the others.
    owners, values = values, laid_over(shipped_values(), values)
    sections = _sections()
    mistakes = [ConfigMistake((key,), "there is no such section") for key in values.keys() - sections.keys()]
    paths = [key for key, each in setting_keys().items() if each.is_path]
    elsewhere = list(misplaced(values, paths, tuple(dict.fromkeys((home(), *places, SYSTEM_FILE.parent)))))
    mistakes += elsewhere
    checked: dict[str, Any] = {}
    for section, kind in sections.items():
        if any(key.startswith(f"{section}.") for mistake in elsewhere for key in mistake.keys):
            continue  # a file that lies elsewhere is not even opened
        try:
            checked[section] = msgspec.convert(values.get(section, {}), kind)
        except msgspec.ValidationError as error:
            mistakes.append(mistake_in(section, kind, str(error), values.get(section)))
    # 2. Those that must go together, unless the command line replaces one of them.
    if {"game", "eyes"} <= checked.keys():
        mistakes += color_mistakes(checked["game"], checked["eyes"], taught_elsewhere)
    chosen = checked.keys() - set(overruled)
    if {"camera", "buttons", "web"} <= chosen and _is_idle(checked["camera"], checked["buttons"], checked["web"]):
        idle = message("setting-wrong.idle")
        keys = ("camera.source", "buttons.driver", "web.port")
        mistakes.append(ConfigMistake(keys, "all are none, so no play would ever count", idle))
    if "panel" in checked:
        mistakes += faceless(checked["panel"], layouts)
    if "buttons" in checked:
        mistakes += twice_taken(checked["buttons"].pins)
    if {"buttons", "panel"} <= chosen:
        mistakes += panels_pins(checked["buttons"], checked["panel"])
    if mistakes:
        raise SettingsError(name, mistakes)
    teams = (owners.get("game", {}).get(side, {}) for side in ("away", "home"))
    return Config(**checked, named=frozenset(team["name"] for team in teams if "name" in team))


def _is_idle(camera: CameraConfig, buttons: ButtonsConfig, page: WebConfig) -> bool:
    """Whether nothing is left that could tell a play: neither a camera, nor buttons, nor a phone on the page."""
    return camera.source == buttons.driver == page.port == "none"


def faceless(panel: PanelConfig, layouts: PanelLayouts) -> list[ConfigMistake]:
    """A mistake for a panel of a size that nothing is drawn for."""
    if panel.size in layouts:
        return []
    known = " or ".join(f"{width} x {height}" for width, height in layouts)
    return [ConfigMistake(("panel.width",), f"no face is drawn for {panel.width} x {panel.height}: set {known}")]


def twice_taken(pins: Pins) -> Iterator[ConfigMistake]:
    """A mistake for each button on the pin of another."""
    taken: dict[int, str] = {}
    for button, pin in pins.as_dict().items():
        if (other := taken.setdefault(pin, button)) != button:
            words = message("setting-wrong.pin", pin=str(pin))
            yield ConfigMistake(("buttons.pins",), f"{other} and {button} are both on pin {pin}", words)


def panels_pins(buttons: ButtonsConfig, panel: PanelConfig) -> list[ConfigMistake]:
    """A mistake for each button on a pin of the panel's: neither would work."""
    if buttons.driver != "gpio":
        return []
    taken = panel.kind.used_pins(panel)
    return [
        ConfigMistake(
            (f"buttons.pins.{button}", "panel.driver"),
            f"pin {pin} is the {panel.driver} panel's; take another, not {taken.named}",
            message("setting-wrong.pin", pin=str(pin)),
        )
        for button, pin in buttons.pins.as_dict().items()
        if pin in taken.pins
    ]


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """``above`` laid over ``below``, table by table; neither is changed."""
    both = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            both[key] = laid_over(below[key], above[key])
    return both
