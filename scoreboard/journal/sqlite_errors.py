"""Errors of SQLite and of the system -> one of our own, whose words say what to do.

Rule kept here: no error of another library leaves the journal. Where SQLite says only that something failed, the disk
is asked why.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from scoreboard.errors import (
    Cause,
    JournalDamagedError,
    JournalError,
    JournalForbiddenError,
    JournalFullError,
    JournalInUseError,
    JournalMissingError,
    JournalReadOnlyError,
    cause_of,
    remedied,
    why_and_remedy,
)
from scoreboard.message import Message, message

ERRORS_BY_CODE: dict[int, tuple[type[JournalError], Message]] = {
    sqlite3.SQLITE_FULL: (JournalFullError, message("unusable.full")),
    sqlite3.SQLITE_CORRUPT: (JournalDamagedError, message("unusable.corrupt")),
    sqlite3.SQLITE_NOTADB: (JournalDamagedError, message("unusable.foreign")),
    sqlite3.SQLITE_BUSY: (JournalInUseError, message("unusable.busy")),
    sqlite3.SQLITE_LOCKED: (JournalInUseError, message("unusable.busy")),
    sqlite3.SQLITE_READONLY: (JournalReadOnlyError, message("unusable.read-only")),
    sqlite3.SQLITE_CANTOPEN: (JournalMissingError, message("unusable.unopened")),
    sqlite3.SQLITE_PERM: (JournalForbiddenError, message("unusable.forbidden")),
    sqlite3.SQLITE_IOERR: (JournalError, message("unusable.disk")),
    sqlite3.SQLITE_CONSTRAINT: (JournalError, message("unusable.other-lines")),
}
"""SQLite's primary result code -> our error, and why; what helps hangs on its cause."""
FOREIGN_SCHEMA = ("unsupported file format", "no such ")
"""How SQLite's text begins, under its code for mistakes in SQL, if a header is damaged or the tables are not ours."""
ERRORS_BY_CAUSE: Mapping[Cause, type[JournalError]] = {
    "full": JournalFullError,
    "read-only": JournalReadOnlyError,
    "forbidden": JournalForbiddenError,
    "in-use": JournalInUseError,
    "missing": JournalMissingError,
    "misplaced": JournalMissingError,
}
"""The cause of an error of the system, about the folder or the lock beside the journal -> our error."""


def disk_error_code(folder: Path) -> int | None:
    """The SQLite code of why its locks cannot be written there, which it does not say itself; None if none is known."""
    if not folder.is_dir():
        return None
    if not os.access(folder, os.W_OK):
        return sqlite3.SQLITE_READONLY if _is_locked(folder) else sqlite3.SQLITE_PERM
    return None if os.statvfs(folder).f_bavail else sqlite3.SQLITE_FULL


def journal_error(path: Path, error: sqlite3.Error) -> JournalError:
    """Our error for an error of SQLite's about the journal at ``path``."""
    # Python itself raises an OperationalError, without a code, over text that is no UTF-8: only damage makes that.
    unnamed = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else 0
    primary = getattr(error, "sqlite_errorcode", unnamed) & 0xFF
    if primary == sqlite3.SQLITE_ERROR and str(error).startswith(FOREIGN_SCHEMA):
        primary = sqlite3.SQLITE_CORRUPT
    with suppress(OSError):  # a disk that fails may tell nothing more
        primary = _looked_up(path, primary)
    return unusable(path, primary, str(error))


def _looked_up(path: Path, primary: int) -> int:
    """The code that says more exactly what the disk has, as far as it can be asked."""
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
        primary = disk_error_code(path.parent) or primary
    if primary == sqlite3.SQLITE_READONLY and path.exists() and not (os.access(path, os.W_OK) or _is_locked(path)):
        return sqlite3.SQLITE_PERM
    if primary == sqlite3.SQLITE_CANTOPEN and path.exists() and not os.access(path, os.R_OK):
        return sqlite3.SQLITE_PERM
    return primary


def _is_locked(path: Path) -> bool:
    """Whether the whole disk may not be written."""
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def unusable(path: Path, primary: int, text: str = "") -> JournalError:
    """Our error for a primary result code of SQLite's, which it words like that itself."""
    leaf, why = ERRORS_BY_CODE.get(primary, (JournalError, message("unusable.other", error=text)))
    if primary in ERRORS_BY_CODE and primary != sqlite3.SQLITE_CONSTRAINT:  # these say themselves what helps
        why = remedied(why, leaf.cause)
    return leaf(message("journal.unusable", file=str(path), why=why))


@contextmanager
def named_os_errors(path: Path) -> Iterator[None]:
    """Raise an OSError beside the journal as one of our own errors."""
    try:
        yield
    except JournalError:
        raise
    except BlockingIOError as error:
        raise JournalInUseError(message("journal.claimed", file=str(path))) from error
    except OSError as error:
        leaf = ERRORS_BY_CAUSE.get(cause_of(error), JournalError)
        raise leaf(message("journal.unwritable", file=str(path), why=why_and_remedy(error))) from error
