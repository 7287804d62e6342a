"""Games of the owner's own from his TOML files, each checked once.

Rule kept here: every mistake is named with its file and key, several at once. A file that cannot be played costs itself
alone: all others are played, and nothing of it is run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from firmware.config.diagnostics import in_one_line, mistake_in, read_toml
from firmware.errors import ConfigError
from firmware.notice import Notice, notice
from firmware.paths import GAMES, SYSTEM_FILE
from firmware.text import shortened
from scoreboard.message import message
from scoreboard.rules.events import PARK, RulesName
from scoreboard.rules.parks import Park, chart_of
from scoreboard.rules.parks.park import SLUG, ByStand, ParkResult

ENDING = ".toml"
MOST_BYTES = 32 * 1024
"""Of a file: a record has the whole game in a line, which may be twice as long."""
MOST_FILES = 50
"""That are looked at."""
MOST_UNFINISHED = 1 / 1000
"""Of half-innings, how many may be so long."""
ABSENT = message("config.no-park")


def load_park(file: Path) -> Park:
    """The game of that file.

    Raises:
        ConfigError: it cannot be read, or cannot be played.
    """
    values = read_toml(file, ABSENT, largest=MOST_BYTES)
    try:
        park = msgspec.convert(values, Park)
    except (msgspec.ValidationError, RecursionError) as error:
        mistakes = list(_mistakes(values)) or [str(mistake_in("", Park, str(error), values)).removeprefix(": ")]
        raise ConfigError(in_one_line(str(file), [mistake.removeprefix(".") for mistake in mistakes])) from error
    if faults := [f"{fault.key}: {fault.why}" for fault in chart_of(park).faults] or _unplayable(park):
        raise ConfigError(in_one_line(str(file), faults))
    return park


def _mistakes(values: dict[str, Any]) -> Iterator[str]:
    """Those of all results, so that one mistake does not hide another."""
    whole = dict(values)
    for table, kind, sound in (("results", ParkResult, {}), ("table", ByStand, {"else": "out"})):
        listed = values.get(table)
        parts = (
            {key: each for key, each in listed.items() if isinstance(each, dict)} if isinstance(listed, dict) else {}
        )
        faults = [each for key, part in parts.items() for each in _of_part(f'{table}["{key}"]', kind, part)]
        yield from faults
        whole |= {table: sound} if faults else {}
    yield from _of_part("", Park, whole)


def _of_part(where: str, kind: type[Struct], part: object) -> Iterator[str]:
    try:
        msgspec.convert(part, kind)
    except msgspec.ValidationError as error:
        yield str(mistake_in(where, kind, str(error), part)).removeprefix(": ")


@lru_cache
def _unplayable(park: Park) -> tuple[str, ...]:
    """Why a game without a fault cannot be played all the same."""
    from scoreboard.stats.table_chain import MOST_THROWS, unfinished  # with numpy, which every command would load

    if park.name in get_args(RulesName):
        return (f'name: "{park.name}" is a game of ours: choose another name',)
    if unfinished(park) > MOST_UNFINISHED:
        return (f"table: of a thousand half-innings more than one takes over {MOST_THROWS} throws: add outs",)
    return ()


def file_of(name: str, config_file: Path | None) -> Path:
    """The file beside that configuration that has the game of this name.

    Raises:
        ConfigError: there is none, or it cannot be played.
    """
    folder = (config_file or SYSTEM_FILE).parent / GAMES
    for file in _files(folder):
        if _name_in(file) == name:
            load_park(file)
            return file
    games = (*sorted({*get_args(RulesName)} - {PARK}), *park_names(config_file))
    raise ConfigError(message("config.no-such-park", name=shortened(name), folder=shortened(folder), games=games))


def park_names(config_file: Path | None) -> tuple[str, ...]:
    """What the files beside that configuration call their games, which may yet be unplayable."""
    found = (_name_in(file) for file in _files((config_file or SYSTEM_FILE).parent / GAMES))
    return tuple(sorted({name for name in found if re.match(SLUG, name)}))


def _name_in(file: Path) -> str:
    with suppress(ConfigError):
        return str(read_toml(file, ABSENT, largest=MOST_BYTES).get("name", ""))
    return ""


def owners_parks(config_file: Path | None) -> tuple[tuple[Park, ...], tuple[Notice, ...]]:
    """The games beside that configuration, the system's for None, by their names; and a notice for each bad file."""
    parks, notices = dict[str, Park](), list[Notice]()
    for file in _files((config_file or SYSTEM_FILE).parent / GAMES):
        try:
            park = _load_another(file, parks)
        except ConfigError as error:
            notices.append(notice("start.bad-park", why=error.words))
        else:
            parks[park.name] = park
    return tuple(parks[name] for name in sorted(parks)), tuple(notices)


def _load_another(file: Path, others: Collection[str]) -> Park:
    """The game of that file; ConfigError if one of the others has its name, too."""
    park = load_park(file)
    if park.name in others:
        raise ConfigError(in_one_line(str(file), [f'name: another file has a game called "{park.name}"']))
    return park


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ENDING and file.is_file())[:MOST_FILES]
    except OSError:  # there is none, or it may not be looked into
        return []
