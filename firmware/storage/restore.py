"""A backup comes back: games, taught dice, packed games and settings.

Rule kept here: nothing at all is touched before all of a backup was judged by its list, unpacked, and read to its end
by the readers that will use it here. What is larger than its kind, has no place here or cannot be used is refused by
its name, and neither card nor memory is ever asked for more than that.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

import msgspec
from msgspec import structs

from firmware.config.diagnostics import fault_alone
from firmware.config.schema import load
from firmware.errors import ConfigError
from firmware.files.atomic import MEGABYTE, fsync_folder, is_roots, make_folder, make_fresh_folder
from firmware.files.staged_replace import (
    ASIDE,
    GAMES,
    RESTORING,
    SETTINGS,
    DataPaths,
    Staged,
    drop_pending,
    finish_pending,
    free_name,
    pending,
)
from firmware.paths import old_games, unusable
from firmware.storage import archive
from firmware.storage.backup import (
    DATABASE,
    FORMAT,
    LARGEST,
    LARGEST_LISTING,
    LARGEST_MANIFEST,
    MANIFEST,
    MOST_FILES,
    BackupError,
    BackupFile,
    Manifest,
)
from firmware.storage.kept_files import Kind, fault, kind_of, read_games
from firmware.storage.zip_listing import listing_bytes
from firmware.text import shortened
from scoreboard.errors import NoGameError, ScoreboardError, cause_of, why_and_remedy
from scoreboard.journal.lock import claim
from scoreboard.journal.open_files import PARTS
from scoreboard.message import Words, message, renamed
from scoreboard.msgspec_errors import DECODE_ERRORS

UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""What `zipfile` raises over a file that is no zip, is damaged, or is locked by a password."""
PACKED_BY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a backup's files are packed; other ways may take gigabytes of memory."""
LOCKED = 1
"""The flag of an encrypted file (APPNOTE.TXT 4.4.4)."""
_Warn = Callable[[Words], None]


class UnusableSettingsError(BackupError):
    """The settings in the backup cannot be used here; the rest could be."""


class Sent(NamedTuple):
    """A backup to be restored: where it lies, and what it is called to who sent it."""

    file: Path
    name: Words

    def refused(self, key: str, **values: Words) -> BackupError:
        """The error that says so."""
        return BackupError(message(key, file=self.name, **values))


class _Part(NamedTuple):
    """A file of a backup that has a place here."""

    name: str
    entry: zipfile.ZipInfo
    written: BackupFile
    kind: Kind


def restore(
    file: Path, paths: DataPaths, warn: _Warn = lambda _: None, *, with_settings: bool = True
) -> tuple[Manifest, Path]:
    """Put back the contents of a backup, and move aside what they replace.

    ``warn`` is called for each damaged game in it, and where another backup was still to be put back: that goes first.
    Returns what was in it, and the folder that has what was replaced.

    Raises:
        BackupError: if the backup cannot be used, or something cannot be written; nothing was touched.
        JournalInUseError: if a scoreboard is playing.
    """
    sent = Sent(file, str(file))
    _may_read(sent)
    try:
        paths.home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(message("backup.no-home", folder=str(paths.home), why=why_and_remedy(error))) from error
    with closing(claim(paths.home / GAMES)):
        try:
            if (before := finish_pending(paths)) is not None:
                warn(before.words)
            manifest, aside = _stage(sent, paths, warn, with_settings=with_settings)
            finish_pending(paths)
        except UnusableSettingsError as error:
            raise BackupError(message("backup.without-settings", why=error.words)) from error
        except OSError as error:
            raise _unwritable(error, paths) from error
    return manifest, aside


def stage(sent: Sent, paths: DataPaths, warn: _Warn = lambda _: None) -> Manifest:
    """Check a backup while a scoreboard plays, and have it put back at the next start, as `restore` does at once.

    The owner's file stays as it is where it is not ours to write, as the service's is; what was set on the page lies
    with the games and comes back. Another backup that was to be put back is not any more. ``warn`` is called where one
    of these is so, and for each damaged game in it. Raises BackupError if it cannot be used; nothing was touched.
    """
    _may_read(sent)
    try:
        manifest, _ = _stage(sent, paths, warn, with_settings=None)
    except OSError as error:
        raise _unwritable(error, paths) from error
    return manifest


def _unwritable(error: OSError, paths: DataPaths) -> BackupError:
    why = why_and_remedy(error)
    return BackupError(message("backup.unwritable", file=str(error.filename or paths.home), why=why))


def _stage(sent: Sent, paths: DataPaths, warn: _Warn, *, with_settings: bool | None) -> tuple[Manifest, Path]:
    """Unpack and check everything beside the games; once the folder has its own name it will be carried out.

    Without a word ``with_settings`` they come back where their place is ours to write.
    """
    staged = paths.home / f"{RESTORING}.part"
    make_fresh_folder(staged)
    try:
        manifest = _unpacked(sent, staged)
        if with_settings is None and not (with_settings := _may_write(paths.owners)):
            _warn_of_other(staged / SETTINGS, paths.owners, warn)
        if not with_settings:
            (staged / SETTINGS).unlink(missing_ok=True)
            manifest = _without(manifest, SETTINGS)
        manifest = structs.replace(manifest, games=_judge(sent, manifest, staged, paths, warn))
        _check_may_write(paths, manifest)
        aside = free_name(paths.home, "before-restore")
        Staged(aside, manifest.made).write(staged / ASIDE)
        _fsync_all(staged)
        if (before := pending(paths)) is not None:
            warn(message("backup.instead", made=before.made))
            drop_pending(paths)
        staged.rename(paths.home / RESTORING)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise
    fsync_folder(paths.home)
    return manifest, paths.home / aside


def _without(manifest: Manifest, *names: str) -> Manifest:
    files = {name: part for name, part in manifest.files.items() if name not in names}
    return structs.replace(manifest, files=files)


def _may_read(sent: Sent) -> None:
    """Refuse what is no file: a device such as /dev/zero has no end."""
    if sent.file.exists() and not sent.file.is_file():
        raise sent.refused("backup.no-file")
    try:
        sent.file.open("rb").close()
    except OSError as error:
        raise sent.refused("backup.unread", why=why_and_remedy(error)) from error


def _unpacked(sent: Sent, folder: Path) -> Manifest:
    """What the backup holds and is put back, unpacked into the folder; its list is judged before."""
    with ExitStack() as opened:
        with _read_errors(sent):
            if (listing := listing_bytes(sent.file)) is None or listing > LARGEST_LISTING:
                raise sent.refused("backup.too-large")
            archive = opened.enter_context(zipfile.ZipFile(sent.file))
            manifest = _read_manifest(sent, archive)
        parts = _judged_list(sent, archive, manifest, folder)
        for part in parts:
            _unpack(sent, archive, folder, part)
    return _without(manifest, *(manifest.files.keys() - {part.name for part in parts}))


@contextmanager
def _read_errors(sent: Sent) -> Iterator[None]:
    """Within it the backup is read, and nothing is written: an error is the backup's, or its disk's."""
    try:
        yield
    except BackupError:
        raise
    except OSError as error:
        if cause_of(error) == "misplaced":  # a place before the beginning of the file, as damage may name it
            raise sent.refused("backup.none-or-damaged") from error
        raise sent.refused("backup.unread", why=why_and_remedy(error)) from error
    except UNREADABLE as error:
        raise sent.refused("backup.none-or-damaged") from error


def _read_manifest(sent: Sent, archive: zipfile.ZipFile) -> Manifest:
    try:
        if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise sent.refused("backup.too-large")
        raw = archive.read(MANIFEST)
        form = msgspec.json.decode(raw, type=dict[str, object]).get("format")
        json.loads(raw, object_pairs_hook=partial(_check_once, sent))
    except (KeyError, *DECODE_ERRORS) as error:
        raise sent.refused("backup.none") from error
    if isinstance(form, int) and form > FORMAT:
        raise sent.refused("backup.newer")
    try:
        return msgspec.json.decode(raw, type=Manifest)
    except DECODE_ERRORS as error:
        raise sent.refused("backup.manifest") from error


def _check_once(sent: Sent, pairs: list[tuple[str, object]]) -> None:
    """Refuse a key that stands twice: which was meant is not guessed."""
    counted = Counter(name for name, _ in pairs)
    if (twice := next((name for name, count in counted.items() if count > 1), None)) is not None:
        raise sent.refused("backup.twice", name=shortened(twice))


def _judged_list(sent: Sent, archive: zipfile.ZipFile, manifest: Manifest, folder: Path) -> list[_Part]:
    """Those that are to be unpacked.

    Raises BackupError unless the zip has just what the manifest names, each once, and nothing that would lie elsewhere,
    cannot lie there, is larger than its kind, or is no plain file.
    """
    listed = Counter(archive.namelist())
    named = Counter([MANIFEST, *manifest.files])
    if (other := next(((listed - named) | (named - listed)).elements(), None)) is not None:
        raise sent.refused("backup.other-files", name=shortened(other))
    if len(listed) > MOST_FILES + 1:
        raise sent.refused("backup.too-large")
    parts = [_judged(sent, archive.getinfo(name), part, manifest, folder) for name, part in manifest.files.items()]
    kept = [part for part in parts if part.kind.name != "made-again"]
    if sum(part.written.bytes for part in parts) > LARGEST:
        raise sent.refused("backup.too-large")
    if sum(part.written.bytes for part in kept) > shutil.disk_usage(folder).free:  # a game goes on, and needs room too
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder.parent))
    return kept


def _judged(sent: Sent, entry: zipfile.ZipInfo, written: BackupFile, manifest: Manifest, folder: Path) -> _Part:
    name, kind = entry.filename, kind_of(entry.filename)
    is_folder = any(str(above) in manifest.files for above in PurePosixPath(name).parents)  # and a file as well
    if kind is None or is_folder or unusable(str(folder / name)) or entry.orig_filename != name:
        raise sent.refused("backup.no-place", name=shortened(name))
    if entry.file_size != written.bytes:
        raise sent.refused("backup.length", name=name)
    if written.bytes > kind.most:
        raise sent.refused("backup.part-too-large", name=name)
    is_plain = stat.S_IFMT(entry.external_attr >> 16) in (0, stat.S_IFREG)
    if not is_plain or entry.flag_bits & LOCKED or entry.compress_type not in PACKED_BY:
        raise sent.refused("backup.not-plain", name=name)
    return _Part(name, entry, written, kind)


def _unpack(sent: Sent, archive: zipfile.ZipFile, folder: Path, part: _Part) -> None:
    """Write the file piece by piece; what it says of its own length is not trusted."""
    target = folder / part.name
    make_folder(target.parent)
    length, hashed = 0, hashlib.sha256()
    with _read_errors(sent):
        source = archive.open(part.entry)
    with source, target.open("xb") as sink:
        while chunk := _piece(sent, source):
            if part.kind.name == "games" and not length and not chunk.startswith(DATABASE):
                raise sent.refused("backup.unusable", name=part.name, why=message("backup.not-ours"))
            length += len(chunk)
            if length > part.written.bytes:
                break
            hashed.update(chunk)
            sink.write(chunk)
    if length != part.written.bytes:
        raise sent.refused("backup.length", name=part.name)
    if hashed.hexdigest() != part.written.sha256:
        raise sent.refused("backup.changed", name=part.name)


def _piece(sent: Sent, source: IO[bytes]) -> bytes:
    with _read_errors(sent):
        return source.read(MEGABYTE)


def _judge(sent: Sent, manifest: Manifest, staged: Path, paths: DataPaths, warn: _Warn) -> int:
    """Have each file read by its own reader; returns how many games there are."""
    games = 0
    owners = staged / SETTINGS if SETTINGS in manifest.files else paths.owners
    for name in manifest.files:
        kind = kind_of(name)
        if kind is None:
            continue
        if kind.name == "games":
            games += _games(sent, staged / name, warn)
        elif name == SETTINGS:
            _check_settings(sent, staged / name, paths)
        elif why := fault(kind.name, staged / name, owners):
            raise sent.refused("backup.unusable", name=name, why=renamed(why, str(staged / name), name))
    for why in archive.damaged(old_games(staged / GAMES)):
        warn(message("backup.packed-was-damaged", why=why))
    return games


def _check_settings(sent: Sent, settings: Path, paths: DataPaths) -> None:
    """Check them as a start would; the dice beside them are those that they may name."""
    if settings.exists():
        try:
            load(settings, places=(paths.owners.parent,))
        except ConfigError as error:
            why = renamed(fault_alone(error.words), str(settings), SETTINGS)
            raise UnusableSettingsError(message("backup.settings", file=sent.name, why=why)) from error


def _games(sent: Sent, games: Path, warn: _Warn) -> int:
    """How many there are; each that is damaged is told."""
    try:
        count = read_games(games, lambda why: warn(message("backup.game-damaged", why=why)))
    except NoGameError:
        return 0
    except ScoreboardError as error:
        raise sent.refused("backup.games", why=error.words) from error
    for part in PARTS[1:]:  # SQLite may have made them beside it to read it
        games.with_name(games.name + part).unlink(missing_ok=True)
    return count


def _check_may_write(paths: DataPaths, manifest: Manifest) -> None:
    if SETTINGS in manifest.files and not _may_write(paths.owners):
        raise BackupError(message("backup.settings-locked", file=str(paths.owners)))


def _may_write(owners: Path) -> bool:
    if is_roots(owners):
        return True
    there = next(path for path in (owners, *owners.parents) if path.exists())
    return os.access(there, os.W_OK) and os.access(owners.parent if there == owners else there, os.W_OK)


def _warn_of_other(settings: Path, owners: Path, warn: _Warn) -> None:
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
