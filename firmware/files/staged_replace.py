"""Replacing all the scoreboard's files at once, though the plug may be pulled half-way.

Each replacement is a folder beside the games: once it has its own name it will be carried out, now or at the next
start. Every step can be repeated. Rule kept here: what is replaced is kept aside; only a reset deletes an older one's.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from contextlib import closing, suppress
from errno import EACCES, EBUSY, EPERM, EXDEV
from pathlib import Path
from typing import NamedTuple, Self

from firmware.files.atomic import fsync_folder, is_folder, make_folder, read_plain, remove, write_whole
from scoreboard.journal.lock import claim
from scoreboard.journal.open_files import PARTS
from scoreboard.journal.salvage import UNFINISHED
from scoreboard.message import Message, message

SETTINGS = "stadium.toml"
GAMES = "games.sqlite"
RESTORING, RESETTING = ".restoring", ".before-reset"
"""Marker folders: `.restoring` holds files to be installed, `.before-reset` receives the files that a reset removes."""
LEAVINGS = (f"{RESTORING}.part", f"{RESTORING}.done", f"{RESTORING}.dropped")
"""A replacement that was not staged whole, one that is done, and one that was replaced itself."""
BEFORE_RESET = "before-reset"
ASIDE = "aside"
"""In a restoring folder: the file that holds what `Staged` is."""
IGNORED = "settings-set-aside"
"""Holds the checksum of the owner's file, where a reset could not move that: it is as good as gone until it changes."""


_ASIDE_NAME = re.compile(r"before-restore-\d{1,5}").fullmatch


class DataPaths(NamedTuple):
    """The folder of the games, and the owner's settings."""

    home: Path
    owners: Path


class Staged(NamedTuple):
    """A backup that is to be put back.

    Attributes:
        aside: the name of the folder that takes what it replaces.
        made: when it was made, ISO 8601; empty if that is not known.
    """

    aside: str
    made: str = ""

    @classmethod
    def read(cls, file: Path) -> Self:
        """What `write` wrote. Raises OSError or ValueError if that cannot be read."""
        aside, _, made = read_plain(file).decode("utf-8").partition("\n")
        return cls(aside, made)

    def write(self, file: Path) -> None:
        """Write it."""
        file.write_text(f"{self.aside}\n{self.made}", encoding="utf-8")


class Finished(NamedTuple):
    """What a start has found and finished, to be told.

    Attributes:
        words: the sentence.
        well: whether a backup was put back.
    """

    words: Message
    well: bool


def pending(paths: DataPaths) -> Staged | None:
    """The backup that the next start puts back, if there is one; what cannot be read has no date."""
    if not is_folder(paths.home / RESTORING):
        return None
    try:
        return Staged.read(paths.home / RESTORING / ASIDE)
    except (OSError, ValueError):
        return Staged("")


def drop_pending(paths: DataPaths) -> None:
    """Have it not put back after all. It is renamed first: half deleted it must not be taken for a whole one."""
    dropped = paths.home / f"{RESTORING}.dropped"
    remove(dropped)
    (paths.home / RESTORING).rename(dropped)
    remove(dropped)


def finish_pending(paths: DataPaths) -> Finished | None:
    """Carry out what a pulled plug interrupted, if anything; after an OSError the next start tries again.

    Returns what has become of a backup that was to be put back.
    """
    finished = None
    if os.path.lexists(paths.home / f"{RESTORING}.part"):
        finished = Finished(message("start.not-restored"), well=False)
    with suppress(OSError, ValueError):  # killed before it was told
        finished = _finished(paths, Staged.read(paths.home / f"{RESTORING}.done" / ASIDE))
    for leavings in LEAVINGS:
        remove(paths.home / leavings)
    for name in (RESTORING, RESETTING):
        if not is_folder(paths.home / name):
            remove(paths.home / name)  # a link to a folder is none of ours
    if (staged := pending(paths)) is not None:
        finished = _restore(paths, staged)
    if (paths.home / RESETTING).exists():
        _reset(paths)
    return finished


def resume(paths: DataPaths) -> Finished | None:
    """`finish_pending` at a start, unless a scoreboard is playing or a restore is still being staged."""
    if any(os.path.lexists(paths.home / name) for name in (RESTORING, RESETTING, *LEAVINGS)):
        with closing(claim(paths.home / GAMES)):
            return finish_pending(paths)
    return None


def reset(paths: DataPaths) -> Path:
    """Move everything aside, until the next reset; returns the folder. After an OSError the next start tries again."""
    aside = paths.home / RESETTING
    make_folder(aside)
    try:
        return _reset(paths)
    except OSError:
        if aside.exists() and all(entry.name.startswith(SETTINGS) for entry in aside.iterdir()):
            shutil.rmtree(aside, ignore_errors=True)  # nothing was moved, so nothing is pending
        raise


def is_set_aside(paths: DataPaths) -> bool:
    """Whether a reset has set the owner's file aside but could not move it."""
    with suppress(OSError):
        return read_plain(paths.home / IGNORED) == _checksum(paths.owners.read_bytes()).encode("ascii")
    return False


def free_name(home: Path, name: str) -> str:
    """``name`` with the first number after it that nothing has yet."""
    return next(f"{name}-{number}" for number in range(1, 10_000) if not (home / f"{name}-{number}").exists())


def _restore(paths: DataPaths, what: Staged) -> Finished:
    """Carry it out; what was staged without a name for what it replaces is none of ours, and is dropped."""
    staged = paths.home / RESTORING
    if not _ASIDE_NAME(what.aside):
        drop_pending(paths)
        return Finished(message("start.not-restored"), well=False)
    aside = paths.home / what.aside
    make_folder(aside)
    for entry in sorted(staged.iterdir(), key=lambda entry: entry.name == SETTINGS):  # /etc may not be ours to write
        if entry.name == SETTINGS:
            _replace_settings(entry, paths, aside)
        elif entry.name != ASIDE:
            _replace(entry, paths.home, aside)
    fsync_folder(paths.home)
    # Renamed first, for half deleted it must not be taken for a pending one.
    shutil.rmtree(staged.rename(paths.home / f"{RESTORING}.done"))
    return _finished(paths, what)


def _finished(paths: DataPaths, what: Staged) -> Finished:
    return Finished(message("start.restored", made=what.made[:16], folder=str(paths.home / what.aside)), well=True)


def _replace(entry: Path, home: Path, aside: Path) -> None:
    """Move an entry into its place; as long as it is staged, the old one is there."""
    there = home / entry.name
    parts = (*PARTS, *UNFINISHED) if entry.name == GAMES else PARTS  # games may have another name
    for part in reversed(parts):  # a log must not outlive its database
        old = there.with_name(there.name + part)
        if old.exists():
            old.rename(aside / old.name)
    entry.rename(there)


def _replace_settings(entry: Path, paths: DataPaths, aside: Path) -> None:
    """Copy the settings, which may lie on another disk; if a reset had set them aside, they hold again."""
    content, owners = entry.read_bytes(), paths.owners
    before = owners.read_bytes() if owners.exists() else None
    if before != content:
        if before is not None:
            write_whole(aside / SETTINGS, before)
        write_whole(owners, content)
    (paths.home / IGNORED).unlink(missing_ok=True)
    entry.unlink()


def _reset(paths: DataPaths) -> Path:
    aside = paths.home / RESETTING
    if paths.owners.exists():  # first, for only this needs room
        write_whole(aside / SETTINGS, paths.owners.read_bytes())
    for entry in sorted(paths.home.iterdir()):
        if entry.name not in (RESETTING, BEFORE_RESET):
            taken = (aside / entry.name).exists()  # by an unfinished reset, and games were played since
            _move(entry, aside / (free_name(aside, entry.name) if taken else entry.name))
    _drop_settings(paths)
    leavings = paths.home / BEFORE_RESET
    shutil.rmtree(leavings, ignore_errors=True)
    kept = aside.rename(paths.home / free_name(paths.home, BEFORE_RESET) if leavings.exists() else leavings)
    fsync_folder(paths.home)
    return kept


def _move(entry: Path, to: Path) -> None:
    """Move an entry; a folder of another account's, such as lost+found, or that a disk is mounted on, stays."""
    try:
        entry.rename(to)
    except OSError as error:
        if not (entry.is_dir() and error.errno in (EPERM, EACCES, EBUSY, EXDEV)):
            raise


def _drop_settings(paths: DataPaths) -> None:
    """Delete the owner's file, or mark it as set aside."""
    if not paths.owners.exists():
        return
    content = paths.owners.read_bytes()
    try:
        paths.owners.unlink()
    except OSError:  # /etc is not ours to write, as it should be
        write_whole(paths.home / IGNORED, _checksum(content).encode("ascii"))


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
