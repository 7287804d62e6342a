"""Errors of SQLite and of the system -> one of our own, whose text says what to do.

Rule kept here: no error of another library leaves the journal. Where SQLite says only that something failed, the disk
is asked why.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalInUseError,
    JournalReadOnlyError,
)

ERRORS_BY_CODE: dict[int, tuple[type[JournalError], str]] = {
    sqlite3.SQLITE_FULL: (JournalFullError, "the disk is full; make room, then enter the last play again"),
    sqlite3.SQLITE_CORRUPT: (JournalDamagedError, "it is damaged; put it aside and start again, or restore a copy"),
    sqlite3.SQLITE_NOTADB: (JournalDamagedError, "it is no journal; name another file, or put this one aside"),
    sqlite3.SQLITE_BUSY: (JournalInUseError, "another program is writing it; stop that, then try again"),
    sqlite3.SQLITE_LOCKED: (JournalInUseError, "another program is writing it; stop that, then try again"),
    sqlite3.SQLITE_READONLY: (
        JournalReadOnlyError,
        "it may not be written; give yourself the right to, or name another file",
    ),
    sqlite3.SQLITE_CANTOPEN: (JournalError, "it cannot be opened; check that its folder exists and is yours to write"),
    sqlite3.SQLITE_PERM: (JournalError, "it may not be opened; give yourself the right to, or name another file"),
    sqlite3.SQLITE_IOERR: (JournalError, "the disk fails to read or write; check the card, then enter the play again"),
    sqlite3.SQLITE_CONSTRAINT: (JournalError, "it holds other lines than this game; start the scoreboard again"),
}
"""SQLite's primary result code -> our error, and what to do."""
FOREIGN_SCHEMA = ("unsupported file format", "no such ")
"""How SQLite's text begins, under its code for mistakes in SQL, if a header is damaged or the tables are not ours."""
ERRORS_BY_ERRNO: dict[int | None, type[JournalError]] = {
    errno.ENOSPC: JournalFullError,
    errno.EDQUOT: JournalFullError,
    errno.EROFS: JournalReadOnlyError,
    errno.EACCES: JournalReadOnlyError,
    errno.EPERM: JournalReadOnlyError,
}
"""The system's error number, of the folder or the lock beside the journal -> our error."""


def disk_error_code(folder: Path) -> int | None:
    """The SQLite code of why its locks cannot be written there, which it does not say itself; None if none is known."""
    if not folder.is_dir():
        return None
    if not os.access(folder, os.W_OK):
        return sqlite3.SQLITE_READONLY
    return None if os.statvfs(folder).f_bavail else sqlite3.SQLITE_FULL


def journal_error(path: Path, error: sqlite3.Error) -> JournalError:
    """Our error for an error of SQLite's about the journal at ``path``."""
    # Python itself raises an OperationalError, without a code, over text that is no UTF-8: only damage makes that.
    unnamed = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else 0
    primary = getattr(error, "sqlite_errorcode", unnamed) & 0xFF
    if primary == sqlite3.SQLITE_ERROR and str(error).startswith(FOREIGN_SCHEMA):
        primary = sqlite3.SQLITE_CORRUPT
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
        primary = disk_error_code(path.parent) or primary
    leaf, what = ERRORS_BY_CODE.get(primary, (JournalError, f"{error}; name another file"))
    return leaf(f"The journal {path} cannot be used: {what}")


@contextmanager
def named_os_errors(path: Path) -> Iterator[None]:
    """Raise an OSError beside the journal as one of our own errors."""
    try:
        yield
    except BlockingIOError as error:
        raise JournalInUseError(f"Another scoreboard plays from the journal {path}; stop that one first") from error
    except OSError as error:
        leaf = ERRORS_BY_ERRNO.get(error.errno, JournalError)
        raise leaf(f"The journal {path} cannot be written: {error.strerror}; name another file") from error
