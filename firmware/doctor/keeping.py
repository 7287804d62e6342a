"""What the scoreboard keeps: its games and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from firmware.config import SYSTEM_FILE, load
from firmware.doctor.finding import Finding
from firmware.errors import ConfigError
from firmware.files import MEGABYTE
from firmware.moves import Place, is_set_aside
from firmware.paths import home
from scoreboard.errors import JournalError, NoGameError
from scoreboard.journal import Journal


@dataclass(frozen=True)
class Settings:
    """Whether the owner's settings can be used."""

    file: Path | None
    name: str = "settings"

    def check(self) -> Finding:
        """Read them."""
        try:
            load(self.file)
        except ConfigError as error:
            return Finding(self.name, "amber", "they cannot be used, and others hold instead", str(error))
        if self.file is None and is_set_aside(Place(home(), SYSTEM_FILE)):
            return Finding(self.name, "green", "the shipped ones; a fresh start has set yours aside")
        chosen = self.file or SYSTEM_FILE
        return Finding(self.name, "green", f"{chosen} is sound" if chosen.exists() else "the shipped ones")


@dataclass(frozen=True)
class Games:
    """Whether every game can be read."""

    journal: Path
    name: str = "games"

    def check(self) -> Finding:
        """Look through the whole journal, and at what lies beside it."""
        try:
            with Journal.look(self.journal) as journal:
                journal.verify()
                said = f"{len(journal.games())} games in {journal.size() / MEGABYTE:.1f} MB"
        except NoGameError:
            return Finding(self.name, "green", "none yet")
        except JournalError as error:
            advice = "Start the scoreboard: it puts the file aside and brings over what can be read."
            return Finding(self.name, "red", str(error), advice)
        return self._beside(said)

    def _beside(self, said: str) -> Finding:
        aside = [file.name for file in sorted(self.journal.parent.glob(f"{self.journal.name}.aside-*[0-9]"))]
        if not aside:
            return Finding(self.name, "green", said)
        advice = f"Copy {', '.join(aside)} from {self.journal.parent} for somebody who can mend it, or delete it."
        return Finding(self.name, "amber", f"{said}; damaged ones were put aside", advice)
