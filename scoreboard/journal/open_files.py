"""The files of an open journal: whether what lies at its path is still what SQLite has open.

SQLite goes on writing into files that were removed, renamed or replaced, and trusts that nobody cuts them. So each
transaction is checked here. Rule kept here: no file that is looked into here is closed while SQLite has it open, for
that would drop SQLite's locks (POSIX locks belong to the process, not to the handle).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import ClassVar, NamedTuple

from scoreboard.errors import JournalDamagedError
from scoreboard.journal.sqlite_errors import disk_error_code
from scoreboard.message import message

DATABASE, LOG, INDEX = PARTS = ("", "-wal", "-shm")
"""What SQLite keeps a database in, as endings of the file's name."""
LARGEST_PAGE_BYTES = 1 << 16
"""Bytes of a page of SQLite's, which a file's header calls 1."""


class _FileSeen(NamedTuple):
    """A file as it was seen."""

    device: int
    inode: int
    size: int
    changed_ns: int


class OpenFiles:
    """The files of the journal at a path, shared by all journals that this process has open there.

    Attributes:
        turn: held for a transaction, so that this process's own changes are never taken for somebody else's.
        users: how many journals share it.
    """

    _shared: ClassVar[dict[Path, OpenFiles]] = {}
    _sharing: ClassVar[Lock] = Lock()

    def __init__(self, path: Path) -> None:
        self._path, self._real = path, Path(os.path.realpath(path))
        self._seen = self._look()
        self.users = 0
        self._handle = self._index = -1
        self.turn = Lock()

    @classmethod
    def join(cls, path: Path) -> OpenFiles:
        """The files at that path, which are open by now; `leave` when they are closed."""
        with cls._sharing:
            shared = cls._shared.get(path.absolute())
            if shared is None or not shared.users:
                shared = cls._shared[path.absolute()] = cls(path)
            shared.users += 1
            return shared

    def leave(self) -> None:
        """They are closed here; the last one to leave forgets them."""
        with self._sharing:
            self.users -= 1
            if not self.users:
                self.forget()

    def forget(self) -> None:
        """Have the next journal that is opened at the path see the files anew."""
        if self._shared.get(self._path.absolute()) is self:
            del self._shared[self._path.absolute()]
        for handle in (self._handle, self._index):
            if handle >= 0:
                os.close(handle)
        self._handle = self._index = -1

    @property
    def are_in_place(self) -> bool:
        """Whether each file lies where it was opened."""
        try:
            led_to = os.stat(self._path)  # noqa: PTH116 - as the others
        except OSError:
            return False
        now, database = self._look(), self._seen[DATABASE]
        same = all(_identity(now[part]) == _identity(self._seen[part]) for part in PARTS)
        return same and database is not None and (led_to.st_dev, led_to.st_ino) == _identity(database)

    @property
    def are_touched(self) -> bool:
        """Whether somebody else has changed the database or its log: another program of ours, or a stranger."""
        now = self._look()
        return any(now[part] != self._seen[part] for part in (DATABASE, LOG))

    @classmethod
    def restore_index_at(cls, path: Path) -> None:
        """`restore_index` of the journals that this process has open at that path, if any."""
        if (shared := cls._shared.get(path.absolute())) is not None:
            shared.restore_index()

    def restore_index(self) -> None:
        """Give the index of the log its length back if somebody has cut it: SQLite would die of reading it (SIGBUS).

        It is filled with zeros, which SQLite takes for an index that must be made again from the log. They take room on
        the disk: a hole where there is none would be as deadly.
        """
        index, mapped = _part(self._real, INDEX), self._seen[INDEX]
        now = _seen(index)
        if mapped is None or now is None or now.size >= mapped.size or _identity(now) != _identity(mapped):
            return
        with suppress(OSError):
            if self._index < 0:
                self._index = os.open(index, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            os.ftruncate(self._index, 1)  # not 0: the page with the heading is never beyond the end
            os.ftruncate(self._index, mapped.size)
            os.posix_fallocate(self._index, 0, mapped.size)

    def note(self) -> None:
        """What lies there now is as it should be."""
        self._seen = self._look()

    def copy_to(self, folder: Path) -> Path:
        """Copy the database and its log, as a start after a power cut would find them; an OSError if that fails."""
        if self._handle < 0:
            self._handle = os.open(self._real, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        copy = folder / self._real.name
        with copy.open("wb") as sink, os.fdopen(self._handle, "rb", closefd=False) as source:
            source.seek(0)
            shutil.copyfileobj(source, sink)
        with suppress(FileNotFoundError):
            shutil.copyfile(_part(self._real, LOG), _part(copy, LOG))
        return copy

    def _look(self) -> dict[str, _FileSeen | None]:
        return {part: _seen(_part(self._real, part)) for part in PARTS}


def check_file(path: Path) -> None:
    """Raise where SQLite would delete a log that still has lines, would follow a link, or does not notice a folder."""
    parts = [_part(path, ending) for ending in PARTS]
    log = _part(path, LOG)
    if strange := next((part for part in parts if part.is_symlink() or (part.exists() and not part.is_file())), None):
        kind = "folder" if strange.is_dir() else "strange"
        # one of: journal.empty, journal.folder, journal.missing
        raise JournalDamagedError(message(f"journal.{kind}", file=str(path), part=str(strange)))
    if log.exists() and log.stat().st_size and not (path.exists() and path.stat().st_size):
        kind = "empty" if path.exists() else "missing"
        raise JournalDamagedError(message(f"journal.{kind}", file=str(path), log=log.name))


def is_cut(path: Path) -> bool:
    """Whether the file is shorter than its header says (SQLite's file format, 1.3: bytes 16 and 28)."""
    with suppress(OSError), path.open("rb") as file:
        header, size = file.read(32), file.seek(0, os.SEEK_END)
        page = int.from_bytes(header[16:18], "big")
        return 0 < size < (page if page > 1 else LARGEST_PAGE_BYTES) * int.from_bytes(header[28:32], "big")
    return False


def is_immutable(path: Path) -> bool:
    """Whether SQLite cannot write its locks beside the file; then no program can be writing, and it is read without."""
    why, log = disk_error_code(path.parent), path.with_name(f"{path.name}-wal")
    if log.exists():  # a log that a full disk cut off is empty
        return why == sqlite3.SQLITE_FULL and not log.stat().st_size
    return why is not None


def _part(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _seen(file: Path) -> _FileSeen | None:
    """The file; None if there is none, or a link or a folder in its place."""
    try:
        found = file.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return _FileSeen(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _identity(seen: _FileSeen | None) -> tuple[int, int] | None:
    return None if seen is None else (seen.device, seen.inode)
