"""What the scoreboard keeps: its games and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.config.schema import load
from firmware.errors import ConfigError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import DataPaths, is_set_aside, pending
from firmware.notice import Notice, finding
from firmware.paths import SYSTEM_FILE, home, old_games
from firmware.storage import archive
from scoreboard.errors import GameDamagedError, JournalError, NoGameError
from scoreboard.journal.store import Journal
from scoreboard.message import Message, Words, message


def settings(file: Path | None) -> Notice:
    """Whether the owner's settings can be used."""
    chosen = file or SYSTEM_FILE
    there = file is not None or chosen.exists()
    try:
        if there:
            load(chosen)
    except ConfigError as error:
        return finding("amber", message("doctor.settings.bad"), error.words)
    if file is None and is_set_aside(DataPaths(home(), SYSTEM_FILE)):
        return finding("green", message("doctor.settings.aside"))
    sound = message("doctor.settings.well", file=str(chosen))
    return finding("green", sound if there else message("doctor.settings.shipped"))


def games(path: Path) -> Notice:
    """Verify the whole journal, every line of every game, and the files beside it."""
    try:
        with Journal.open_readonly(path) as journal:
            damage = tuple(journal.damage())
            journal.verify()
            held = message("doctor.games.held", count=len(journal.games()), size=f"{journal.size() / MEGABYTE:.1f}")
    except NoGameError:
        return _waiting_files(path, message("doctor.games.none"))
    except JournalError as error:
        return finding("red", error.words, message("doctor.games.unreadable.remedy"))
    return _damaged(held, damage) if damage else _waiting_files(path, held)


def _damaged(held: Words, damage: Sequence[GameDamagedError]) -> Notice:
    games = message("doctor.games.damaged", held=held, games=tuple(map(_named, damage)))
    return finding("red", games, message("doctor.games.damaged.remedy", id=damage[0].game))


def _named(damage: GameDamagedError) -> Message:
    if damage.number is None:
        return message("doctor.games.game", id=damage.game)
    return message("doctor.games.line", id=damage.game, line=damage.number)


def _waiting_files(path: Path, held: Words) -> Notice:
    packed = tuple(archive.damaged(old_games(path)))
    if (waiting := pending(DataPaths(path.parent, SYSTEM_FILE))) is not None:
        waits = message("doctor.games.pending", held=held, made=waiting.made[:16])
        return finding("amber", waits, message("doctor.games.pending.remedy"))
    if packed:
        faults = message("doctor.games.packed", held=held, faults=packed)
        return finding("red", faults, message("doctor.games.packed.remedy", folder=str(old_games(path))))
    # Of a journal that was put aside, its log or index may be all that is left.
    parts = (file.name for file in path.parent.glob(f"{path.name}.aside-*"))
    aside = tuple(sorted({part.removesuffix("-wal").removesuffix("-shm") for part in parts}))
    if not aside:
        return finding("green", held)
    advice = message("doctor.games.aside.remedy", files=aside, folder=str(path.parent))
    return finding("amber", message("doctor.games.aside", held=held), advice)
