"""What the scoreboard keeps: its games and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.config.schema import SYSTEM_FILE, load
from firmware.errors import ConfigError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.messages import Message, finding
from firmware.paths import home, old_games
from firmware.storage import archive
from scoreboard.errors import GameDamagedError, JournalError, NoGameError
from scoreboard.journal.store import Journal


def settings(file: Path | None) -> Message:
    """Whether the owner's settings can be used."""
    try:
        load(file)
    except ConfigError as error:
        return finding("amber", "they cannot be used, and others hold instead", str(error))
    if file is None and is_set_aside(DataPaths(home(), SYSTEM_FILE)):
        return finding("green", "the shipped ones; a fresh start has set yours aside")
    chosen = file or SYSTEM_FILE
    return finding("green", f"{chosen} is sound" if chosen.exists() else "the shipped ones")


def games(path: Path) -> Message:
    """Look through the whole journal, every line of every game, and at what lies beside it."""
    try:
        with Journal.open_readonly(path) as journal:
            damage = tuple(journal.damage())
            journal.verify()
            said = f"{len(journal.games())} games in {journal.size() / MEGABYTE:.1f} MB"
    except NoGameError:
        return _beside(path, "none yet")
    except JournalError as error:
        advice = "Start the scoreboard: it puts the file aside and brings over what can be read."
        return finding("red", str(error), advice)
    return _damaged(said, damage) if damage else _beside(path, said)


def _damaged(said: str, damage: Sequence[GameDamagedError]) -> Message:
    named = "; ".join(f"game {error.game} {error.at}".strip() for error in damage)
    first = damage[0].game
    advice = (
        "Restore a backup that has them whole (stadium restore FILE), or keep what comes before the damage: "
        f"stadium export {first} FILE --damaged. Then stadium clean-up --damaged takes them out."
    )
    return finding("red", f"{said}; damaged: {named}", advice)


def _beside(path: Path, said: str) -> Message:
    packed = tuple(archive.damaged(old_games(path)))
    if packed:
        advice = f"Take them out of a backup again, or delete them from {old_games(path)}."
        return finding("red", f"{said}; packed ones are damaged: {'; '.join(packed)}", advice)
    aside = sorted({_whole_name(file) for file in path.parent.glob(f"{path.name}.aside-*")})
    if not aside:
        return finding("green", said)
    advice = f"Copy {', '.join(aside)} from {path.parent} for somebody who can mend it, or delete it."
    return finding("amber", f"{said}; damaged ones were put aside", advice)


def _whole_name(part: Path) -> str:
    """The name of what was put aside, of which a part may be all there is."""
    return part.name.removesuffix("-wal").removesuffix("-shm")
