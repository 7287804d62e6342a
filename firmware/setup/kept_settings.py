"""Where what is measured and chosen at the table is kept: in the owner's file, which a rehearsal leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware.config import owners_file
from firmware.config.overrides import RunOptions
from firmware.config.toml_edit import Changes
from firmware.errors import StadiumError
from firmware.notice import Notice, notice
from firmware.paths import home
from firmware.setup.game_calibration import KeepChanges


def written_file(overrides: RunOptions, journal: Path) -> Path | None:
    """Where settings are written, unless it is the owner's file: a rehearsal changes none of those."""
    return overrides.config_file or (journal.with_suffix(".toml") if overrides.simulate else None)


def keeps_measured(overrides: RunOptions, journal: Path) -> KeepChanges:
    """What keeps that which a calibration measured; see `owners_file.keep_here`."""
    return lambda changes: owners_file.keep_here(home(), changes, written_file(overrides, journal))


def keeps_chosen(overrides: RunOptions) -> Callable[[Changes], Notice | None]:
    """What keeps that which was set in the menu, unless all is simulated, and says so if it cannot be kept."""

    def keep(changes: Changes) -> Notice | None:
        if overrides.simulate:
            return None
        try:
            owners_file.keep_here(home(), changes, overrides.config_file)
        except StadiumError as error:
            return notice("settings.not-kept", "amber", why=error.words)
        return None

    return keep
