"""What the scoreboard keeps: its games and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.config.schema import SYSTEM_FILE, load
from firmware.errors import ConfigError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import Place, is_set_aside
from firmware.paths import home, old_games
from firmware.setup.doctor.finding import Finding
from firmware.storage import archive
from scoreboard.errors import GameDamagedError, JournalError, NoGameError
from scoreboard.journal.store import Journal


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
    """Whether every game can be read, to its last line."""

    journal: Path
    name: str = "games"

    def check(self) -> Finding:
        """Look through the whole journal, every line of every game, and at what lies beside it."""
        try:
            with Journal.look(self.journal) as journal:
                damage = tuple(journal.damage())
                journal.verify()
                said = f"{len(journal.games())} games in {journal.size() / MEGABYTE:.1f} MB"
        except NoGameError:
            return self._beside("none yet")
        except JournalError as error:
            advice = "Start the scoreboard: it puts the file aside and brings over what can be read."
            return Finding(self.name, "red", str(error), advice)
        return self._damaged(said, damage) if damage else self._beside(said)

    def _damaged(self, said: str, damage: Sequence[GameDamagedError]) -> Finding:
        named = "; ".join(f"game {error.game} {error.at}".strip() for error in damage)
        first = damage[0].game
        advice = (
            "Restore a backup that has them whole (stadium restore FILE), or keep what comes before the damage: "
            f"stadium export {first} FILE --damaged. Then stadium clean-up --damaged takes them out."
        )
        return Finding(self.name, "red", f"{said}; damaged: {named}", advice)

    def _beside(self, said: str) -> Finding:
        packed = tuple(archive.damaged(old_games(self.journal)))
        if packed:
            advice = f"Take them out of a backup again, or delete them from {old_games(self.journal)}."
            return Finding(self.name, "red", f"{said}; packed ones are damaged: {'; '.join(packed)}", advice)
        aside = sorted({_whole_name(file) for file in self.journal.parent.glob(f"{self.journal.name}.aside-*")})
        if not aside:
            return Finding(self.name, "green", said)
        advice = f"Copy {', '.join(aside)} from {self.journal.parent} for somebody who can mend it, or delete it."
        return Finding(self.name, "amber", f"{said}; damaged ones were put aside", advice)


def _whole_name(part: Path) -> str:
    """The name of what was put aside, of which a part may be all there is."""
    return part.name.removesuffix("-wal").removesuffix("-shm")
