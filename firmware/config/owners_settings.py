"""The owner's settings, read and changed for the page: on a thread, for a card may take its time.

Rule kept here: all changes are made or none, and nothing is written that would not be a sound configuration.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from firmware.config import owners_file, toml_edit
from firmware.config.diagnostics import NAMELESS, SettingsError, fault_alone, faults_named
from firmware.config.fallback import SET_HERE, LoadedConfig, settings
from firmware.config.schema import Config, check, laid_over, owners_layouts, shipped
from firmware.config.settings_form import changes_of, emptied, fields_of, first_of, form, is_among, over_owners
from firmware.config.still_reached import lost_by
from firmware.config.toml_edit import Changes
from firmware.errors import ConfigError
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.paths import SYSTEM_FILE
from scoreboard.message import Message
from scoreboard.web.http.disk_words import not_kept
from scoreboard.web.http.guard import ChangeError
from scoreboard.web.owner.setting_routes import ChangedMeanwhileError, UnwrittenError, WrongSettingError, tag_of
from scoreboard.web.owner.setting_words import Settings


class SettingsPlace(NamedTuple):
    """Where they are: the folder of the games, the file of the command line if it names one, else the owner's."""

    home: Path
    file: Path | None = None
    owners: Path = SYSTEM_FILE

    @property
    def written(self) -> Path:
        """The file that changes are written to."""
        return self.file or self.owners


class OwnersSettings:
    """Reads and changes them; satisfies `SettingsAccess`.

    Args:
        place: where they are.
        apply: key, or table -> what makes a change of it hold at once.
    """

    def __init__(self, place: SettingsPlace, apply: Mapping[str, Callable[[Config], None]]) -> None:
        self._place, self._apply = place, apply
        self._changing = asyncio.Lock()

    async def read(self) -> Settings:
        """All of them."""
        return form((await asyncio.to_thread(self._held)).config)

    async def change(self, wanted: Mapping[str, Any], seen: str | None = None) -> Settings:
        """Change those, unless the sender has ``seen`` others than there are, and apply what needs no restart."""
        async with self._changing:
            if seen is not None and seen != tag_of(await self.read()):
                raise ChangedMeanwhileError
            with _as_unwritten():
                config = await asyncio.to_thread(self._write, wanted)
        for named, applied in self._apply.items():
            if any(is_among(key, {named}) for key in wanted):
                applied(config)
        return form(config)

    def _held(self) -> LoadedConfig:
        file = self._place.file
        with _as_unwritten():
            return LoadedConfig(shipped()) if file is not None and not file.exists() else settings(*self._place)

    def _write(self, wanted: Mapping[str, Any]) -> Config:
        """Check what would be, and write it: into the owner's file, or beside the games where that is not ours."""
        place = self._place
        held = self._held()
        changes = changes_of(wanted, held.config)
        if not owners_file.is_ours(place.file, place.owners):
            return self._write_to_games_folder(changes, wanted, emptied(held.left_out))
        with _as_unwritten():
            after = tomllib.loads(toml_edit.edited(self._text(), changes, str(place.written)))
        config = self._checked(after, wanted)
        with _as_unwritten():
            owners_file.keep(place.home, changes, place.file, place.owners)
        return config

    def _write_to_games_folder(self, changes: Changes, wanted: Mapping[str, Any], unusable: Changes) -> Config:
        """Where what the menu sets is kept, which is laid over the owner's file; what is unusable there goes."""
        file = self._place.home / SET_HERE
        with _as_unwritten():
            owners = tomllib.loads(self._text())
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            text = toml_edit.edited(before, laid_over(unusable, over_owners(changes, owners)), str(file))
        config = self._checked(laid_over(owners, tomllib.loads(text)), wanted)
        with _as_unwritten():
            toml_edit.replace(file, text)
        owners_file.put_first(file, self._place.owners)
        return config

    def _checked(self, values: dict[str, Any], wanted: Mapping[str, Any]) -> Config:
        """The configuration with these values; WrongSettingError says beside which setting it cannot be."""
        try:
            layouts, places = owners_layouts(self._place.written), (self._place.home, self._place.written.parent)
            config = check(values, NAMELESS, layouts=layouts, places=places)
        except SettingsError as error:
            if fields := fields_of(error.mistakes, wanted):
                raise first_of(fields) from error
            raise WrongSettingError(fault_alone(error.words)) from error
        if lost := lost_by(config.web, wanted):
            raise first_of(lost)
        return config

    def _text(self) -> str:
        """What stands in the file; nothing where there is none, or a reset has set it aside."""
        file, place = self._place.written, self._place
        is_gone = place.file is None and is_set_aside(DataPaths(place.home, place.owners))
        with faults_named(file):
            return file.read_bytes().decode("utf-8-sig") if file.exists() and not is_gone else ""


@contextmanager
def _as_unwritten() -> Iterator[None]:
    """Within it an error of the configuration or the disk is one of the page's, without what only a terminal says."""
    try:
        yield
    except ConfigError as error:
        why = fault_alone(error.words)
        if isinstance(why, Message) and why.key == "config.unwritten":
            raise ChangeError(503, not_kept(why.value("why"))) from error
        raise UnwrittenError(why) from error
    except OSError as error:  # of a card that does not even tell what lies on it
        raise ChangeError(503, not_kept(error)) from error
