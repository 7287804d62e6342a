"""The lock beside a journal: one scoreboard at a time plays from it."""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from scoreboard.journal.ownership import chown_like
from scoreboard.journal.sqlite_errors import named_os_errors


def claim(path: Path) -> IO[str]:
    """Lock this journal for this process, until the file returned is closed.

    A file beside it is locked: SQLite's own locks are lost when any other handle of the journal is closed.

    Raises:
        JournalInUseError: if another scoreboard has it.
        JournalError: if nothing can be written there.
    """
    with named_os_errors(path), ExitStack() as on_failure:
        lock = on_failure.enter_context(_lock_of(path).open("a", encoding="utf-8"))
        chown_like(lock.fileno(), path.parent)
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
        with _lock_of(path).open("r", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")
