"""Where what is measured and chosen at the table is kept: in the owner's file, which a rehearsal leaves alone."""

from __future__ import annotations

from pathlib import Path

from firmware.config import owners_file
from firmware.config.overrides import RunOptions
from firmware.config.toml_edit import Changes
from firmware.errors import StadiumError
from firmware.notice import Notice, notice
from firmware.paths import home


class KeptSettings:
    """Keeps them.

    Attributes:
        file: where, unless it is the owner's file: a rehearsal changes none of those.
    """

    def __init__(self, overrides: RunOptions, journal: Path) -> None:
        self._is_rehearsal = overrides.simulate
        self.file = overrides.config_file or (journal.with_suffix(".toml") if overrides.simulate else None)

    def keep_measured(self, changes: Changes) -> Path:
        """Keep what a calibration measured; see `owners_file.keep_here`."""
        return owners_file.keep_here(home(), changes, self.file)

    def keep_chosen(self, changes: Changes) -> Notice | None:
        """Keep what was set in the menu, unless all is simulated; what to say if it cannot be kept."""
        if self._is_rehearsal:
            return None
        try:
            owners_file.keep_here(home(), changes, self.file)
        except StadiumError as error:
            return notice("settings.not-kept", "amber", why=error.words)
        return None
