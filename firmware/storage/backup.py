"""Everything the scoreboard keeps, in one file, and back: games, taught dice, packed games and settings.

The file is a zip with a ``manifest.json`` that has each part's name, length and SHA-256. Rule kept here: a backup is
whole, also one made while a game is played; and nothing at all is touched before all of a backup was unpacked, checked
and found to be readable by this version.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from fnmatch import fnmatch
from functools import partial
from importlib import metadata
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from firmware.config.diagnostics import fault_alone
from firmware.config.schema import load
from firmware.errors import ConfigError, StadiumError
from firmware.files.atomic import MEGABYTE, fsync_folder, make_folder, written_whole
from firmware.files.staged_replace import (
    ASIDE,
    GAMES,
    IGNORED,
    RESTORING,
    SETTINGS,
    DataPaths,
    chown_all_like,
    finish_pending,
    free_name,
    is_set_aside,
)
from firmware.paths import PHONES, PICTURES, REPLAYED, SIMULATED, old_games, unusable
from firmware.storage import archive
from firmware.storage.zip_listing import listing_bytes
from firmware.text import shortened
from scoreboard.errors import NoGameError, ScoreboardError, says_full, system_words
from scoreboard.journal.lock import claim
from scoreboard.journal.store import PARTS, Journal
from scoreboard.message import Words, message, renamed
from scoreboard.rules.events import INVISIBLE

FORMAT = 1
"""Of the file; a later one is refused."""
MANIFEST = "manifest.json"
LEFT_OUT = (
    *(".*", "*.lock", "*-wal", "*-shm", "*.aside-*", "*.part", "*.ready", "before-*"),
    *(SIMULATED, REPLAYED, GAMES, IGNORED),
    f"*{PHONES}",  # whoever has a copy of a secret can sign with it
    f"*{PICTURES}",  # they leave the box only where somebody asks for them by name
)
"""Files beside the games that are not backed up: leavings, locks, and the games, which SQLite copies."""
DATABASE = b"SQLite format 3\0"
"""How a file of SQLite's begins."""
LARGEST = 2 << 30
"""Bytes that a backup may unpack to."""
LARGEST_MANIFEST = 4 << 20
"""Bytes of the manifest: some hundred for each file."""
LARGEST_LISTING = 2 << 20
"""Bytes of the zip's own list, of which `zipfile` makes more than ten times as much in memory: some 20,000 files."""
LISTED = 64
"""Bytes of a file in that list, more or less, and its name."""
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""What `zipfile` raises over a file that is no zip, is damaged, or is locked by a password."""
_CAN_BE_READ = re.compile(f"[^{INVISIBLE}]+").fullmatch
"""A path of text without controls, and nothing that turns it around: it is printed. No zip can name other bytes."""


class BackupError(StadiumError, ValueError):
    """The file is no backup that can be restored here; nothing was touched."""


class UnusableSettingsError(BackupError):
    """The settings in the backup cannot be used here; the rest could be."""


class Sent(NamedTuple):
    """A backup to be restored: where it lies, and what it is called to who sent it."""

    file: Path
    name: Words

    def refused(self, key: str, **values: Words) -> BackupError:
        """The error that says so."""
        return BackupError(message(key, file=self.name, **values))


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


def back_up(file: Path, paths: DataPaths, made: str, warn: Callable[[Words], None] = lambda _: None) -> Manifest:
    """Write a backup, whole or not at all; the scoreboard may be playing, and a former file is replaced.

    ``made`` is the moment, ISO 8601 in UTC; ``warn`` is called for each damaged game. Raises BackupError if the file
    cannot be written, the games cannot be read, or there are none.
    """
    if file.resolve().is_relative_to(paths.home.resolve()):
        raise BackupError(message("backup.among-games", file=str(file)))
    try:
        with TemporaryDirectory(dir=file.parent) as folder, written_whole(file) as stream:
            parts = dict(_parts(paths, Path(folder), warn))
            if not parts:
                raise BackupError(message("backup.nothing", folder=str(paths.home)))
            manifest = _write(stream, parts, made)
    except OSError as error:
        raise BackupError(message("backup.unwritten", file=str(file), why=system_words(error))) from error
    return manifest


def restore(
    file: Path, paths: DataPaths, warn: Callable[[Words], None] = lambda _: None, *, with_settings: bool = True
) -> tuple[Manifest, Path]:
    """Put back the contents of a backup, and move aside what they replace.

    ``warn`` is called for each damaged game in it. Returns what was in it, and the folder that has what was replaced.

    Raises:
        BackupError: if the backup cannot be used, or something cannot be written; nothing was touched.
        JournalInUseError: if a scoreboard is playing.
    """
    sent = Sent(file, str(file))
    _may_read(sent)
    try:
        paths.home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(message("backup.no-home", folder=str(paths.home), why=system_words(error))) from error
    with closing(claim(paths.home / GAMES)):
        finish_pending(paths)
        try:
            manifest, aside = _stage(sent, paths, warn, with_settings=with_settings)
            finish_pending(paths)
        except UnusableSettingsError as error:
            raise BackupError(message("backup.without-settings", why=error.words)) from error
        except OSError as error:
            raise BackupError(message("backup.run-again", why=_unwritable(error, paths))) from error
    return manifest, aside


def stage(sent: Sent, paths: DataPaths, warn: Callable[[Words], None] = lambda _: None) -> Manifest:
    """Check a backup while a scoreboard plays, and have it put back at the next start, as `restore` does at once.

    The owner's file stays as it is where it is not ours to write, as the service's is; what was set on the page lies
    with the games and comes back. ``warn`` is called where another one was left, and for each damaged game in it.
    Raises BackupError if it cannot be used; nothing was touched.
    """
    _may_read(sent)
    try:
        manifest, _ = _stage(sent, paths, warn, with_settings=None)
    except OSError as error:
        helps = "backup.make-room" if says_full(system_words(error)) else "backup.worn"
        raise BackupError(message(helps, why=_unwritable(error, paths))) from error
    return manifest


def _unwritable(error: OSError, paths: DataPaths) -> Words:
    return message("backup.unwritable", file=str(error.filename or paths.home), why=system_words(error))


# -- writing


def _parts(paths: DataPaths, folder: Path, warn: Callable[[Words], None]) -> Iterator[tuple[str, Path]]:
    games = _copied(paths.home / GAMES, folder / GAMES, warn)
    if games is not None:
        yield GAMES, games
    if paths.owners.exists() and not is_set_aside(paths):
        yield SETTINGS, paths.owners
    for why in archive.damaged(old_games(paths.home / GAMES)):
        warn(message("backup.packed-damaged", why=why))
    for number, path in enumerate(sorted(paths.home.rglob("*"))):
        name = path.relative_to(paths.home).as_posix()
        if path.is_file() and name not in (MANIFEST, SETTINGS) and _has_a_place(name):
            yield name, _of_one_moment(path, folder / f"{number}.sqlite", warn)


def _has_a_place(name: str) -> bool:
    """Whether a file of that path belongs in a backup; files of other programs may lie with the games."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or ".." in path.parts or path.as_posix() != name or "\\" in name
    left_out = any(fnmatch(part, left) for part in path.parts for left in LEFT_OUT)
    return _CAN_BE_READ(name) is not None and not outside and not left_out and path.parts[0] != ASIDE


def _of_one_moment(path: Path, copy: Path, warn: Callable[[Words], None]) -> Path:
    """The file; of games under another name, as ``--journal`` gives them, a copy, for a log has their newest lines."""
    try:
        with path.open("rb") as stream:
            if stream.read(len(DATABASE)) != DATABASE:
                return path
        return _copied(path, copy, warn) or path
    except (FileNotFoundError, BackupError):  # it is gone by now, or a stranger's: as it stands
        return path


def _copied(journal: Path, copy: Path, warn: Callable[[Words], None]) -> Path | None:
    """A verified copy of one moment of the games, made by SQLite itself, so that a game may go on; None of no games."""
    try:
        with Journal.open_readonly(journal) as games:
            games.copy(copy)
        _verify(copy, warn)
    except NoGameError:
        return None
    except ScoreboardError as error:
        raise BackupError(message("backup.unread-games", file=str(journal), why=error.words)) from error
    return copy


def _verify(games: Path, warn: Callable[[Words], None]) -> None:
    """Read the games to their last line; warn of each that is damaged."""
    with Journal.open_readonly(games, immutable=True) as journal:
        journal.verify()
        for error in journal.damage():
            warn(message("backup.game-damaged", why=error.words))


def _write(stream: IO[bytes], parts: dict[str, Path], made: str) -> Manifest:
    """Checksums are taken while writing: a part that is replaced meanwhile is the old one or the new one."""
    with zipfile.ZipFile(stream, "w") as archive:
        files = {name: part for name, path in parts.items() if (part := _put(archive, name, path)) is not None}
        if sum(part.bytes for part in files.values()) > LARGEST:
            raise BackupError(message("backup.too-much"))
        manifest = Manifest(FORMAT, metadata.version("stadium-scoreboard"), made, files)
        undated = zipfile.ZipInfo(MANIFEST)  # the clock may say 1970, and zip knows no year before 1980
        written = msgspec.json.format(msgspec.json.encode(manifest))
        if len(written) > LARGEST_MANIFEST or sum(LISTED + len(os.fsencode(name)) for name in files) > LARGEST_LISTING:
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


# -- reading


def _stage(
    sent: Sent, paths: DataPaths, warn: Callable[[Words], None], *, with_settings: bool | None
) -> tuple[Manifest, Path]:
    """Unpack and check everything beside the games; once the folder has its own name it will be carried out.

    Without a word ``with_settings`` they come back where their place is ours to write.
    """
    staged = paths.home / f"{RESTORING}.part"
    shutil.rmtree(staged, ignore_errors=True)
    make_folder(staged)
    try:
        manifest = _unpacked(sent, staged)
        if with_settings is None and not (with_settings := _may_write(paths.owners)):
            _warn_of_other(staged / SETTINGS, paths.owners, warn)
        if not with_settings:
            (staged / SETTINGS).unlink(missing_ok=True)
            files = {name: part for name, part in manifest.files.items() if name != SETTINGS}
            manifest = msgspec.structs.replace(manifest, files=files)
        _check_games(sent, staged / GAMES, warn)
        for why in archive.damaged(old_games(staged / GAMES)):
            warn(message("backup.packed-was-damaged", why=why))
        _check_settings(sent, staged / SETTINGS)
        _check_may_write(paths, manifest)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise
    aside = free_name(paths.home, "before-restore")
    (staged / ASIDE).write_text(aside, encoding="utf-8")
    chown_all_like(staged, paths.home)
    _fsync_all(staged)
    staged.rename(paths.home / RESTORING)
    fsync_folder(paths.home)
    return manifest, paths.home / aside


def _may_read(sent: Sent) -> None:
    """Refuse what is no file: a device such as /dev/zero has no end."""
    if sent.file.exists() and not sent.file.is_file():
        raise sent.refused("backup.no-file")
    try:
        sent.file.open("rb").close()
    except OSError as error:
        raise sent.refused("backup.unread", why=system_words(error)) from error


def _unpacked(sent: Sent, folder: Path) -> Manifest:
    if (listing := listing_bytes(sent.file)) is None or listing > LARGEST_LISTING:
        raise sent.refused("backup.too-large")
    try:
        with zipfile.ZipFile(sent.file) as archive:
            manifest = _read_manifest(sent, archive)
            _check_names(sent, archive, manifest, folder)
            for name, part in manifest.files.items():
                _unpack(sent, archive, folder, name, part)
    except BackupError:
        raise
    except UNREADABLE as error:
        raise sent.refused("backup.none-or-damaged") from error
    return manifest


def _read_manifest(sent: Sent, archive: zipfile.ZipFile) -> Manifest:
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise sent.refused("backup.too-large")
        raw = archive.read(MANIFEST)
        form = msgspec.json.decode(raw, type=dict[str, object]).get("format")
        json.loads(raw, object_pairs_hook=partial(_check_once, sent))
    except (KeyError, msgspec.MsgspecError, OSError, RecursionError) as error:
        raise sent.refused("backup.none") from error
    if isinstance(form, int) and form > FORMAT:
        raise sent.refused("backup.newer")
    try:
        return msgspec.json.decode(raw, type=Manifest)
    except msgspec.MsgspecError as error:
        raise sent.refused("backup.manifest") from error


def _check_once(sent: Sent, pairs: list[tuple[str, object]]) -> None:
    """Refuse a key that stands twice: which was meant is not guessed."""
    counted = Counter(name for name, _ in pairs)
    if twice := next((name for name, count in counted.items() if count > 1), None):
        raise sent.refused("backup.twice", name=shortened(twice))


def _check_names(sent: Sent, archive: zipfile.ZipFile, manifest: Manifest, folder: Path) -> None:
    """Require just what the manifest names, and nothing that would lie elsewhere, cannot lie there or is too large."""
    if sorted(archive.namelist()) != sorted([MANIFEST, *manifest.files]):
        raise sent.refused("backup.other-files")
    for name in manifest.files:
        is_folder = any(str(above) in manifest.files for above in PurePosixPath(name).parents)  # and a file as well
        if not (_has_a_place(name) or name == GAMES) or is_folder or unusable(str(folder / name)):
            raise sent.refused("backup.no-place", name=shortened(name))
    if (wanted := sum(part.bytes for part in manifest.files.values())) > LARGEST:
        raise sent.refused("backup.too-large")
    if wanted > shutil.disk_usage(folder).free:  # a game goes on meanwhile, and needs room as well
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder.parent))


def _unpack(sent: Sent, archive: zipfile.ZipFile, folder: Path, name: str, part: BackupFile) -> None:
    target = folder / name
    make_folder(target.parent)
    if archive.getinfo(name).file_size != part.bytes:
        raise sent.refused("backup.length", name=name)
    with archive.open(name) as source, target.open("wb") as sink:
        shutil.copyfileobj(source, sink)
    with target.open("rb") as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != part.sha256:
            raise sent.refused("backup.changed", name=name)


def _check_settings(sent: Sent, settings: Path) -> None:
    """Check them as a start would; the dice beside them are those that they may name."""
    if settings.exists():
        try:
            load(settings)
        except ConfigError as error:
            why = renamed(fault_alone(error.words), str(settings), SETTINGS)
            raise UnusableSettingsError(message("backup.settings", file=sent.name, why=why)) from error


def _check_games(sent: Sent, games: Path, warn: Callable[[Words], None]) -> None:
    try:
        _verify(games, warn)
    except NoGameError:
        return
    except ScoreboardError as error:
        raise sent.refused("backup.games", why=error.words) from error
    for part in PARTS[1:]:  # SQLite may have made them beside it to read it
        games.with_name(games.name + part).unlink(missing_ok=True)


def _check_may_write(paths: DataPaths, manifest: Manifest) -> None:
    if SETTINGS in manifest.files and not _may_write(paths.owners):
        raise BackupError(message("backup.settings-locked", file=str(paths.owners)))


def _may_write(owners: Path) -> bool:
    there = next(path for path in (owners, *owners.parents) if path.exists())
    return os.access(there, os.W_OK) and os.access(owners.parent if there == owners else there, os.W_OK)


def _warn_of_other(settings: Path, owners: Path, warn: Callable[[Words], None]) -> None:
    """Say that settings are left, unless they are just those that hold."""
    if settings.exists() and not (owners.exists() and owners.read_bytes() == settings.read_bytes()):
        warn(message("backup.settings-left", file=str(owners)))


def _fsync_all(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        if path.is_dir():
            fsync_folder(path)
        else:
            with path.open("rb") as stream:
                os.fsync(stream.fileno())
