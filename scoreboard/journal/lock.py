"""The lock beside a journal: one scoreboard at a time plays from it."""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from scoreboard.errors import JournalDamagedError
from scoreboard.journal.sqlite_errors import named_os_errors
from scoreboard.message import message


def claim(path: Path) -> IO[str]:
    """Lock this journal for this process, until the file returned is closed.

    A file beside it is locked: SQLite's own locks are lost when any other handle of the journal is closed.

    Raises:
        JournalInUseError: if another scoreboard has it.
        JournalError: if nothing can be written there.
    """
    with named_os_errors(path), ExitStack() as on_failure:
        lock = on_failure.enter_context(_opened(path, os.O_RDWR | os.O_CREAT))
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        on_failure.pop_all()
    return lock


def is_in_place(lock: IO[str], path: Path) -> bool:
    """Whether that lock of the journal still lies beside it, so that it keeps others out."""
    try:
        there, ours = _lock_of(path).lstat(), os.fstat(lock.fileno())
    except (OSError, ValueError):
        return False
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)


def is_claimed(path: Path) -> bool:
    """Whether a scoreboard plays from this journal now."""
    try:
        with _opened(path, os.O_RDONLY) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (OSError, JournalDamagedError):
        return False
    return False


def _opened(path: Path, how: int) -> IO[str]:
    """The lock, which is no link to another file and no pipe; a JournalDamagedError if it is."""
    lock = _lock_of(path)
    if lock.is_symlink() or (lock.exists() and not lock.is_file()):
        raise JournalDamagedError(message("journal.strange", file=str(path), part=str(lock)))
    return os.fdopen(os.open(lock, how | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644))


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")
