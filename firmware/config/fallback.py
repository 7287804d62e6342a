"""The configuration that the appliance starts with, whatever has become of its file.

Rule kept here: a bad file never keeps the panel dark. The owner's file is used if it is sound; if it is not, the last
one that was, of which a copy lies with the games; failing that, the sections of it that are sound, over the shipped
defaults. What the menu set is laid over a sound one (`SET_HERE`). The bad file is left as it is, for its owner to
correct, and panel and terminal say which settings hold.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from firmware.config.diagnostics import read_toml
from firmware.config.dice_colors import taught
from firmware.config.schema import Config, check, laid_over, load, shipped, sound_sections
from firmware.errors import ConfigError
from firmware.files.atomic import write_whole
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.notice import Notice, notice
from firmware.paths import DICE, SYSTEM_FILE

LAST_GOOD = "stadium.toml.last-good"
"""The copy's name, in the folder of the games."""
SET_HERE = "set-here.toml"
"""What the menu set where the owner's file is not ours to write, in the folder of the games."""


class LoadedConfig(NamedTuple):
    """A configuration that can be used, warnings about it, and what of the menu's is left out of it."""

    config: Config
    warnings: tuple[Notice, ...] = ()
    left_out: Mapping[str, Any] = MappingProxyType({})
    """The sections of what the menu set that cannot be used."""


def settings(
    home: Path, file: Path | None = None, owners: Path = SYSTEM_FILE, overruled: Collection[str] = ()
) -> LoadedConfig:
    """Find a configuration to start with, with those sections overruled; ``home`` is the folder of the games.

    Raises ConfigError only if ``file``, named on the command line, cannot be used.
    """
    if file is not None:
        return LoadedConfig(load(file, overruled))
    if not _holds(owners, home):
        return _with_what_is_set_here(shipped(), None, home, overruled)
    try:
        return _with_what_is_set_here(load(owners, overruled), owners, home, overruled)
    except ConfigError as error:
        return _last_good(home / LAST_GOOD, owners, error, overruled)


def loaded(
    home: Path, file: Path | None = None, owners: Path = SYSTEM_FILE, *, taught_elsewhere: Collection[str] = ()
) -> Config:
    """`firmware.config.schema.load`; without ``file`` the owner's, or the shipped defaults if there is none."""
    if file is not None:
        return load(file, taught_elsewhere=taught_elsewhere)
    held = owners if _holds(owners, home) else None
    config = shipped() if held is None else load(held, taught_elsewhere=taught_elsewhere)
    return _with_what_is_set_here(config, held, home).config


def as_it_stands(home: Path, file: Path | None = None) -> Config:
    """As `loaded`; a ``file`` that is yet to be made has the shipped defaults."""
    return shipped() if file is not None and not file.exists() else loaded(home, file)


def keep_last_good(home: Path, owners: Path = SYSTEM_FILE) -> None:
    """Copy the owner's file to the games, if it is sound and has changed; a faulty card has a warning of its own."""
    with suppress(OSError, ConfigError):
        if _holds(owners, home):
            load(owners)
            content, good = owners.read_bytes(), home / LAST_GOOD
            if not good.exists() or good.read_bytes() != content:
                write_whole(good, content)


def _holds(owners: Path, home: Path) -> bool:
    """Whether there is an owner's file, and no reset has set it aside."""
    return owners.exists() and not is_set_aside(DataPaths(home, owners))


def _with_what_is_set_here(
    config: Config, held: Path | None, home: Path, overruled: Collection[str] = ()
) -> LoadedConfig:
    """The configuration with what the menu set: of that and the owner's file the one that was written last goes first.

    A section that cannot be used, or does not go with the file, is left out with a warning: the file is the owner's
    word.
    """
    here, accepted, warnings = home / SET_HERE, dict[str, Any](), list[Notice]()
    try:
        if not here.is_file():
            return LoadedConfig(config)
        values, ours = {} if held is None else read_toml(held), read_toml(here)
        is_newer = held is None or here.stat().st_mtime_ns >= held.stat().st_mtime_ns
    except (ConfigError, OSError):
        return LoadedConfig(config)
    taught_elsewhere = () if held is None else taught(held.parent / DICE)
    places = (home,) if held is None else (home, held.parent)
    for sections in (ours, *({section: value} for section, value in ours.items())):  # all at once, else one by one
        tried = accepted | sections
        both = laid_over(values, tried) if is_newer else laid_over(tried, values)
        try:
            config = check(both, str(here), overruled, taught_elsewhere=taught_elsewhere, places=places)
        except ConfigError as error:
            warnings = warnings or [notice("start.wrong-here", why=error.words)]
            continue
        accepted = tried
        if sections is ours:
            break
    left_out = {section: value for section, value in ours.items() if section not in accepted}
    return LoadedConfig(config, tuple(warnings), left_out)


def _last_good(good: Path, owners: Path, error: ConfigError, overruled: Collection[str]) -> LoadedConfig:
    try:
        old = load(good, overruled)
        return LoadedConfig(old, (notice("start.old-settings", why=error.words),))
    except ConfigError:  # after an update that is stricter, the copy is as bad as the file
        return LoadedConfig(sound_sections(owners, overruled), (notice("start.broken-settings", why=error.words),))
