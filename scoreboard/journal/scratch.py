"""A folder for what is needed a while: it goes with the program that made it, and what a killed one left goes later.

Rule kept here: whoever uses such a folder holds a lock on it, so nobody else's is ever taken for a leaving. The lock is
the system's and ends with the process, however that ended; what tidies `/var/tmp` heeds it as well.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
PREFIX: Final = "stadium-scratch-"
"""How the folders are called, before letters that are drawn: nobody's own folder is."""


class Scratch:
    """The folder, which is made in ``root`` once it is asked for; as a context, it is there within it.

    Where one is made, what killed programs left there goes first.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder: Path | None = None
        self._lock = -1

    def __enter__(self) -> Path:
        return self.folder()

    def __exit__(self, *_: object) -> None:
        self.close()

    def folder(self) -> Path:
        """It, made anew if somebody has taken it away; an OSError if the disk does not take it."""
        if self._folder is None or not self._folder.is_dir():
            self.close()
            sweep(self._root)
            self._folder, self._lock = _made(self._root)
        return self._folder

    def close(self) -> None:
        """Take it away with all that is in it; what a thread writes into it meanwhile goes at the next `sweep`."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            os.close(self._lock)
            self._folder = None


def memory_folder() -> Path:
    """Where a folder for a moment costs the card nothing."""
    return IN_MEMORY if IN_MEMORY.is_dir() else Path(tempfile.gettempdir())


def sweep(root: Path) -> None:
    """Take away the folders in ``root`` that are our account's and that no process holds, as far as the disk lets it.

    A link to a folder is left alone, and so is what another account has made.
    """
    with suppress(OSError):
        for folder in root.glob(f"{PREFIX}*"):
            with suppress(OSError):
                _sweep(folder)


def _sweep(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return
    lock = _locked(folder)
    try:
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _made(root: Path) -> tuple[Path, int]:
    """A new folder and its lock; another one where a sweep was quicker than the lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=root))
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _locked(folder)
            if folder.is_dir():
                return folder, lock
            os.close(lock)


def _locked(folder: Path) -> int:
    """The lock of a folder; BlockingIOError if a process has it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle
