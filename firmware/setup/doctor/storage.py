"""What the scoreboard keeps: its games and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.config.schema import SYSTEM_FILE, load
from firmware.errors import ConfigError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.notice import Notice, finding
from firmware.paths import home, old_games
from firmware.storage import archive
from scoreboard.errors import GameDamagedError, JournalError, NoGameError
from scoreboard.journal.store import Journal


def settings(file: Path | None) -> Notice:
    """Whether the owner's settings can be used."""
    chosen = file or SYSTEM_FILE
    there = file is not None or chosen.exists()
    try:
        if there:
            load(chosen)
    except ConfigError as error:
        return finding("amber", "they cannot be used, and others hold instead", str(error))
    if file is None and is_set_aside(DataPaths(home(), SYSTEM_FILE)):
        return finding("green", "the shipped ones; a fresh start has set yours aside")
    return finding("green", f"{chosen} is sound" if there else "the shipped ones")


def games(path: Path) -> Notice:
    """Verify the whole journal, every line of every game, and the files beside it."""
    try:
        with Journal.open_readonly(path) as journal:
            damage = tuple(journal.damage())
            journal.verify()
            held = f"{len(journal.games())} games in {journal.size() / MEGABYTE:.1f} MB"
    except NoGameError:
        return _beside(path, "none yet")
    except JournalError as error:
        advice = "Start the scoreboard: it puts the file aside and brings over what can be read."
        return finding("red", str(error), advice)
    return _damaged(held, damage) if damage else _beside(path, held)


def _damaged(held: str, damage: Sequence[GameDamagedError]) -> Notice:
    named = "; ".join(f"game {error.game} {error.at}".strip() for error in damage)
    advice = (
        "Restore a backup that has them whole (stadium restore FILE), or keep what comes before the damage: "
        f"stadium export {damage[0].game} FILE --damaged. Then stadium clean-up --damaged takes them out."
    )
    return finding("red", f"{held}; damaged: {named}", advice)


def _beside(path: Path, held: str) -> Notice:
    packed = tuple(archive.damaged(old_games(path)))
    if packed:
        advice = f"Take them out of a backup again, or delete them from {old_games(path)}."
        return finding("red", f"{held}; packed ones are damaged: {'; '.join(packed)}", advice)
    # Of a journal that was put aside, its log or index may be all that is left.
    parts = (file.name for file in path.parent.glob(f"{path.name}.aside-*"))
    aside = sorted({part.removesuffix("-wal").removesuffix("-shm") for part in parts})
    if not aside:
        return finding("green", held)
    advice = f"Copy {', '.join(aside)} from {path.parent} for somebody who can mend it, or delete it."
    return finding("amber", f"{held}; damaged ones were put aside", advice)
