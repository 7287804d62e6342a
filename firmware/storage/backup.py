"""Everything the scoreboard keeps, in one file: games, taught dice, packed games and settings.

The file is a zip with a ``manifest.json`` that has each part's name, length and SHA-256. Rules kept here: a backup is
whole, also one made while a game is played; and it holds nothing that `firmware.storage.restore` would refuse.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import IO, Annotated

import msgspec
from msgspec import Meta, Struct

from firmware.config.fallback import SET_HERE
from firmware.errors import StadiumError
from firmware.files.atomic import MEGABYTE, is_roots, written_whole
from firmware.files.staged_replace import GAMES, SETTINGS, DataPaths, is_set_aside
from firmware.paths import old_games
from firmware.storage import archive
from firmware.storage.kept_files import LARGEST_SETTINGS, fault, is_left_out, kind_of, read_games
from firmware.text import shortened
from scoreboard.errors import JournalFullError, NoGameError, ScoreboardError, system_words, why_and_remedy
from scoreboard.journal.scratch import Scratch
from scoreboard.journal.store import Journal
from scoreboard.message import Words, message, renamed

FORMAT = 1
"""Of the file; a later one is refused."""
MANIFEST = "manifest.json"
DATABASE = b"SQLite format 3\0"
"""How a file of SQLite's begins."""
LARGEST = 2 << 30
"""Bytes that a backup may unpack to."""
LARGEST_MANIFEST = 2 << 20
"""Bytes of the manifest: some hundred for each file."""
LARGEST_LISTING = 2 << 20
"""Bytes of the zip's own list, of which `zipfile` makes more than ten times as much in memory: some 20,000 files."""
MOST_FILES = 10_000
"""Files of a backup."""
LISTED = 64
"""Bytes of a file in that list, more or less, and its name."""


class BackupError(StadiumError, ValueError):
    """The file is no backup that can be restored here; nothing was touched."""


Length = Annotated[int, Meta(ge=0, le=LARGEST)]
"""Of a file in bytes. It has a name because msgspec evaluates annotations when it first reads one, not before."""


class BackupFile(Struct, frozen=True):
    """One file of a backup: its length in bytes and its SHA-256."""

    bytes: Length
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Manifest(Struct, frozen=True):
    """The contents of a backup, of the only ``format`` as yet, and the version that made it."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)]
    stadium: str
    made: Annotated[str, Meta(pattern=r"^[0-9T:.+Z-]{16,40}\Z")]
    """ISO 8601 in UTC; it is printed, so nothing else is valid."""
    files: dict[str, BackupFile]
    """By their paths in the folder of the games; ``stadium.toml`` is the owner's settings."""
    games: Annotated[int, Meta(ge=0)] = 0
    """How many lie in the journals; 0 in older backups, which do not say."""

    @property
    def holds(self) -> Words:
        """What is in it, and what never is."""
        kinds = [kind.name for name in self.files if (kind := kind_of(name)) is not None]
        counted = [
            # one of: backup.holds.dice, backup.holds.packed, backup.holds.set-here, backup.holds.settings
            message(f"backup.holds.{what}", count=count)
            for what, count in (("packed", kinds.count("packed")), ("dice", kinds.count("die")))
            if count
        ]
        if "places" in kinds:
            counted.append(message("backup.holds.places"))
        set_in = [message(f"backup.holds.{what}") for what, name in NAMED.items() if name in self.files]
        games = message("backup.holds.games", count=self.games) if self.games else message("backup.holds.no-games")
        settings = set_in or [message("backup.holds.no-settings")]
        return message("backup.holds", parts=(games, *counted, *settings))


NAMED: Mapping[str, str] = {"settings": SETTINGS, "set-here": SET_HERE}
"""The files of settings, by what they are called in `Manifest.holds`."""


def back_up(file: Path, paths: DataPaths, made: str, warn: Callable[[Words], None] = lambda _: None) -> Manifest:
    """Write a backup, whole or not at all; the scoreboard may be playing, and a former file is replaced.

    ``made`` is the moment, ISO 8601 in UTC; ``warn`` is called for each damaged game, and for each file that is left
    out because no restore would take it. Raises BackupError if the file cannot be written, the games cannot be read, or
    there is nothing.
    """
    if file.resolve().is_relative_to(paths.home.resolve()):
        raise BackupError(message("backup.among-games", file=str(file)))
    try:
        neighbours = Path(tempfile.gettempdir()) if is_roots(file) else file.parent
        with Scratch(neighbours) as folder, written_whole(file) as stream:
            parts = dict(_parts(paths, folder, warn))
            if not parts:
                raise BackupError(message("backup.nothing", folder=str(paths.home)))
            games = sum(map(_count, (path for path in parts.values() if path.parent == folder)))
            manifest = _write(stream, parts, made, games)
    except OSError as error:
        raise BackupError(message("backup.unwritten", file=str(file), why=why_and_remedy(error))) from error
    return manifest


# -- writing


def _parts(paths: DataPaths, folder: Path, warn: Callable[[Words], None]) -> Iterator[tuple[str, Path]]:
    games = _copied(paths.home / GAMES, folder / GAMES, warn)
    if games is not None:
        yield GAMES, games
    if paths.owners.exists() and not is_set_aside(paths):
        if paths.owners.stat().st_size <= LARGEST_SETTINGS:
            yield SETTINGS, paths.owners
        else:
            warn(message("backup.left-out", name=str(paths.owners), why=message("backup.larger")))
    for why in archive.damaged(old_games(paths.home / GAMES)):
        warn(message("backup.packed-damaged", why=why))
    for number, path in enumerate(sorted(paths.home.rglob("*"))):
        name = path.relative_to(paths.home).as_posix()
        if name in (GAMES, SETTINGS) or is_left_out(name) or path.is_symlink() or not path.is_file():
            continue
        try:
            part = _sound(name, path, folder / f"{number}.sqlite", paths.owners)
        except LeftOutError as error:
            warn(message("backup.left-out", name=shortened(name), why=error.words))
        else:
            yield from () if part is None else [(name, part)]


class LeftOutError(StadiumError):
    """A file is in no backup, for no restore would take it; says why."""


def _sound(name: str, path: Path, copy: Path, owners: Path) -> Path | None:
    """The file, or a copy of one moment if it is games, as ``--journal`` names them.

    None if it is made again at any time, or is gone by now. Raises LeftOutError if no restore would take it.
    """
    if (kind := kind_of(name)) is None:
        raise LeftOutError(message("backup.not-ours"))
    if kind.name == "made-again":
        return None
    try:
        if path.stat().st_size > kind.most:
            raise LeftOutError(message("backup.larger"))
        if kind.name == "games":
            return _copied(path, copy, lambda _: None)
        why = fault(kind.name, path, owners)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ENOSPC:  # no backup is whole that lacks it
            raise
        raise LeftOutError(system_words(error)) from error
    except BackupError as error:
        raise LeftOutError(error.words) from error
    if why:
        raise LeftOutError(renamed(why, str(path), name))
    return path


def _count(copy: Path) -> int:
    with Journal.open_readonly(copy, immutable=True) as journal:
        return len(journal.games())


def _copied(journal: Path, copy: Path, warn: Callable[[Words], None]) -> Path | None:
    """A verified copy of one moment of the games, made by SQLite itself, so that a game may go on; None of no games."""
    try:
        with Journal.open_readonly(journal) as games, _as_the_copys():
            games.copy(copy)
        read_games(copy, lambda why: warn(message("backup.game-damaged", why=why)))
    except NoGameError:
        return None
    except ScoreboardError as error:
        raise BackupError(message("backup.unread-games", file=str(journal), why=error.words)) from error
    return copy


@contextmanager
def _as_the_copys() -> Iterator[None]:
    """Within it a full disk is that of the copy, which lies beside the backup, for the games are only read."""
    try:
        yield
    except JournalFullError as error:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error


def _write(stream: IO[bytes], parts: dict[str, Path], made: str, games: int) -> Manifest:
    """Checksums are taken while writing: a part that is replaced meanwhile is the old one or the new one."""
    with zipfile.ZipFile(stream, "w") as archive:
        files = {name: part for name, path in parts.items() if (part := _put(archive, name, path)) is not None}
        if sum(part.bytes for part in files.values()) > LARGEST:
            raise BackupError(message("backup.too-much"))
        manifest = Manifest(FORMAT, metadata.version("stadium-scoreboard"), made, files, games)
        undated = zipfile.ZipInfo(MANIFEST)  # the clock may say 1970, and zip knows no year before 1980
        written = msgspec.json.format(msgspec.json.encode(manifest))
        listed = sum(LISTED + len(os.fsencode(name)) for name in files)
        if len(files) > MOST_FILES or len(written) > LARGEST_MANIFEST or listed > LARGEST_LISTING:
            raise BackupError(message("backup.too-many"))
        archive.writestr(undated, written)
    return manifest


def _put(archive: zipfile.ZipFile, name: str, path: Path) -> BackupFile | None:
    """Write a file into the archive; returns its length and checksum, None if it is gone by now."""
    try:
        dated, source = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False), path.open("rb")
    except FileNotFoundError:
        return None
    dated.compress_type = zipfile.ZIP_DEFLATED
    length, hashed = 0, hashlib.sha256()
    with source, archive.open(dated, "w") as sink:
        while chunk := source.read(MEGABYTE):
            hashed.update(chunk)
            length += sink.write(chunk)
    return BackupFile(length, hashed.hexdigest())
