"""Which files lie with the games, how large each may be, and whether it can be used: one table for backup and restore.

Rule kept here: what a backup takes in by this table, a restore puts back by it; all else is left out, or refused by its
name. Nothing is unpacked that is larger than its kind, and nothing is put back that its own reader refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Final, Literal, NamedTuple

import msgspec

from firmware.config.decks import load_deck
from firmware.config.diagnostics import fault_alone, read_toml
from firmware.config.dice_colors import COLORS, ENDING, NAMES, taught
from firmware.config.fallback import LAST_GOOD, SET_HERE
from firmware.config.parks import MOST_BYTES, load_park
from firmware.config.schema import check, laid_over, load, owners_layouts
from firmware.config.teams import NAME as TEAMS
from firmware.config.teams import load_roster
from firmware.errors import ConfigError, StadiumError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import ASIDE, IGNORED, SETTINGS
from firmware.paths import (
    BOX_KEY,
    CACHE,
    DICE,
    GAMES,
    LAYOUTS,
    LOGO,
    LOGOS,
    MOMENTS,
    MQTT,
    PHONES,
    PICTURES,
    PLACES,
    REPLAYED,
    REPORT_PICTURE,
    SEASON_NAMES,
    SIMULATED,
    WALK_UP,
    WALK_UPS,
)
from firmware.storage.named_files import LARGEST, name_of
from firmware.storage.next_game import Remembered
from firmware.storage.version_file import ENDING as VERSION
from scoreboard.display.layout_files import CALLED, THEME, LayoutError, PanelLayouts, size_called
from scoreboard.display.moments import NAMES as MOMENT_NAMES
from scoreboard.display.moments.moment_files import animation
from scoreboard.journal.store import Journal
from scoreboard.message import Words, message
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules import RulesError, start
from scoreboard.rules.errors import words_of
from scoreboard.rules.visible import INVISIBLE
from scoreboard.season.names import SeasonNames

LEFT_OUT: Final = (
    *(".*", "*.lock", "*-wal", "*-shm", "*.aside-*", "*.part", "*.ready", "before-*", f"*{ENDING}.damaged*"),
    *(SIMULATED, REPLAYED, IGNORED),
    f"*{BOX_KEY}",
    f"*{PHONES}",  # whoever has a copy of a secret can sign with it
    f"*{MQTT}",  # likewise; and another box, restored from a backup, is another one to a broker
    f"*{PICTURES}",  # they leave the box only where somebody asks for them by name
)
"""Parts of paths that are in no backup, without a word: leavings, locks, games that are played again, secrets."""
LARGEST_SETTINGS: Final = MEGABYTE // 4
"""Bytes of a file of settings, or of anything else that is written by hand."""
KindName = Literal[
    "games",
    "made-again",
    "teams",
    "places",
    "settings",
    "die",
    "packed",
    "house",
    "lines",
    "next-game",
    "season-names",
    "layout",
    "moment",
    "logo",
    "walk-up",
    "park",
]


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        name: of the kind.
        path: the paths, in the folder of the games, that such a file may have.
        most: bytes that it may have.
    """

    name: KindName
    path: re.Pattern[str]
    most: int


_PACKED = r"old-games/game-\d{4,9}(-\d{1,4})?\.jsonl\.gz"
KINDS: Final = (
    Kind("games", re.compile(r"[^/]+\.(sqlite3?|db)"), 2 << 30),
    Kind("made-again", re.compile(rf"{CACHE}/[^/]+|[^/]+{VERSION}|{LAST_GOOD}|{REPORT_PICTURE}"), 32 * MEGABYTE),
    Kind("teams", re.compile(TEAMS), LARGEST_SETTINGS),
    Kind("places", re.compile(re.escape(PLACES)), LARGEST_SETTINGS),
    Kind("settings", re.compile(r"[^/]+\.toml"), LARGEST_SETTINGS),
    Kind("die", re.compile(rf"([^/]+/){{1,2}}{NAMES.pattern}{ENDING}"), 16 * MEGABYTE),
    Kind("packed", re.compile(_PACKED), 4 * MEGABYTE),
    Kind("house", re.compile(rf"{_PACKED}\.house"), 16 << 10),
    Kind("lines", re.compile(rf"{_PACKED}\.damaged"), 16 * MEGABYTE),
    Kind("next-game", re.compile(r"[^/]+\.next\.json"), LARGEST_SETTINGS),
    Kind("season-names", re.compile(rf"[^/]+{re.escape(SEASON_NAMES)}"), LARGEST_SETTINGS),
    Kind("layout", re.compile(rf"{LAYOUTS}/({CALLED.pattern}|{Path(THEME).stem})\.toml"), LARGEST_SETTINGS),
    Kind("logo", re.compile(rf"{LOGOS}/[A-Za-z0-9_-]{{2,240}}{re.escape(LOGO)}"), LARGEST),
    Kind("walk-up", re.compile(rf"{WALK_UPS}/[A-Za-z0-9_-]{{2,240}}{re.escape(WALK_UP)}"), LARGEST),
    Kind("park", re.compile(rf"{GAMES}/[^/]+\.toml"), MOST_BYTES),
    Kind("moment", re.compile(rf"{MOMENTS}/({'|'.join(MOMENT_NAMES)})\.toml"), LARGEST_SETTINGS),
)
"""Every kind; the first that fits a path is meant. What is *made again* at any time is in no backup, and one that an
older version has put into one is not put back."""
_CAN_BE_READ: Final = re.compile(f"[^{INVISIBLE}]+").fullmatch
"""A path of text without controls, and nothing that turns it around: it is printed. No zip can name other bytes."""
_HOUSE: Final = re.compile(rf"stadium import -( --house '[a-z_-]{{1,40}}=[^'{INVISIBLE}]{{1,200}}')*\n").fullmatch


def kind_of(name: str) -> Kind | None:
    """The kind of the file of that path in the folder of the games; None where no file of ours has it."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or ".." in path.parts or path.as_posix() != name or "\\" in name
    if outside or _CAN_BE_READ(name) is None or path.parts[0] == ASIDE:
        return None
    kind = next((kind for kind in KINDS if kind.path.fullmatch(name)), None)
    return None if is_left_out(name) else kind


def is_left_out(name: str) -> bool:
    """Whether it is in no backup on purpose."""
    return any(fnmatch(part, left) for part in PurePosixPath(name).parts for left in LEFT_OUT)


def fault(kind: KindName, path: Path, owners: Path | None = None) -> Words:
    """Why that file cannot be used here, by its own reader; empty if it can.

    ``owners`` is the file of settings over which others are laid. Games are read by `read_games`; of a packed game
    what can be read is kept, so that is told and never refused.
    """
    try:
        _read(kind, path, owners)
    except ConfigError as error:
        return fault_alone(error.words)
    except (LayoutError, _UnusableDieError, *DECODE_ERRORS) as error:
        return str(error)
    except RulesError as error:
        return words_of(error)
    return ""


def read_games(path: Path, warn: Callable[[Words], None]) -> int:
    """Read the games of that file, which no other program has open, to their last line; returns how many there are.

    ``warn`` is called for each that is damaged. Raises `ScoreboardError` if the file cannot be used.
    """
    with Journal.open_readonly(path, immutable=True) as journal:
        journal.verify()
        for error in journal.damage():
            warn(error.words)
        return len(journal.games())


def _read(kind: KindName, path: Path, owners: Path | None) -> None:
    match kind:
        case "settings" if path.name == SET_HERE:
            _read_set_here(path, owners)
        case "settings" if path.name == SETTINGS:
            load(path)
        case "settings":
            _read_settings_or_cards(path)
        case "teams":
            load_roster(path, (*COLORS, *taught(path.parent / DICE)))
        case "die" | "places":
            _read_by_vision(kind, path)
        case "house" if _HOUSE(path.read_text(encoding="utf-8")) is None:
            raise ConfigError(message("backup.house"))
        case "next-game" | "season-names":
            _read_json(kind, path)
        case "layout" | "moment" | "logo" | "walk-up":
            _read_shown(kind, path)
        case "park":
            load_park(path)


def _read_shown(kind: Literal["layout", "moment", "logo", "walk-up"], path: Path) -> None:
    from firmware.storage.team_logos import is_logo  # what makes pictures and sounds takes long to load
    from firmware.storage.walk_ups import samples_of

    if kind == "layout":
        layouts = PanelLayouts(path.parent)
        _ = layouts[size_called(path.stem) or next(iter(layouts))]
    elif kind == "moment":
        animation(path)
    elif kind == "logo" and (name_of(path.stem) is None or not is_logo(path.read_bytes())):
        raise ConfigError(message("logo.damaged"))
    elif kind == "walk-up" and (name_of(path.stem) is None or samples_of(path.read_bytes()) is None):
        raise ConfigError(message("walk-up.damaged"))


def _read_json(kind: Literal["next-game", "season-names"], path: Path) -> None:
    if kind == "next-game":
        start(msgspec.json.decode(path.read_bytes(), type=Remembered).chosen.setup)
    else:
        msgspec.json.decode(path.read_bytes(), type=SeasonNames)


class _UnusableDieError(StadiumError):
    """The file of a taught die cannot be used."""


def _read_by_vision(kind: Literal["die", "places"], path: Path) -> None:
    from firmware.storage.board_places import owners_board  # what reads dice and boards takes long to load
    from vision.enrolled.storage import DieFileError, decode

    if kind == "places":
        owners_board(path.parent)
        return
    try:
        decode(path.read_bytes())
    except DieFileError as error:
        raise _UnusableDieError(str(error)) from error


def _read_set_here(path: Path, owners: Path | None) -> None:
    """What the menu and the page set stands by itself, or over the owner's file; neither ever turns the page off."""
    values, neighbours = read_toml(path), taught(path.parent / DICE)
    try:
        config = check(values, str(path), taught_elsewhere=neighbours)
    except ConfigError:
        if owners is None or not owners.exists():
            raise
        config = check(
            laid_over(read_toml(owners), values), str(path), taught_elsewhere=neighbours, layouts=owners_layouts(owners)
        )
    _check_page(config.web.port, values)


def _read_settings_or_cards(path: Path) -> None:
    """Settings under another name, as of a simulation, or a set of cards and gloves."""
    try:
        config = load(path)
    except ConfigError:
        if "tiles" not in (values := read_toml(path)) and "cards" not in values:
            raise
        load_deck(path)
        return
    if path.stem == Path(SIMULATED).stem:
        _check_page(config.web.port, read_toml(path))


def _check_page(port: object, values: dict[str, object]) -> None:
    """Refuse settings of the page's own that turn the page off: no page writes those, and no phone could mend it."""
    if port == "none" and "web" in values:
        raise ConfigError(message("setting-wrong.no-page"))
