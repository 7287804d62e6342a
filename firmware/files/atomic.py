"""Files that are there whole or not at all, whenever the plug is pulled: the one way in which we write them.

Rule kept here: a file's former content is there until the new one is safe on the disk beside it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from glob import escape
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from firmware.files.roots_hand import RootsHand

MEGABYTE = 1 << 20
NO_FILE = "it is a device, a pipe or a folder, and no file"
UNDONE = ".part"
"""How the name of a file ends that is being written."""
_IS_UNDONE = re.compile(r"\..+\.[a-z0-9_]{8}\.part").fullmatch
DEFAULT_MODE = 0o644
"""Of a new file: written by its owner, read by all."""
UNSUPPORTED = frozenset((errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP))
"""Errors of file systems without modes or fsync of folders: a stick in exFAT, a network share."""
hands: list[RootsHand] = []
"""Root's, which writes what the account of this program may not; there is one in some commands that root starts."""


def write_whole(file: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file in one step: after a power cut, or an OSError, it holds its former content or all of ``content``.

    Its folder is made if there is none. Without ``mode`` it keeps its permissions, and a new one can be read by all.
    """
    with written_whole(file, mode) as stream:
        stream.write(content)


def read_plain(file: Path, most: int = MEGABYTE) -> bytes:
    """The content of a small file. An OSError where it has over ``most`` bytes, or is a pipe or a device."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, NO_FILE, str(file))
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return content


def written_whole(file: Path, mode: int | None = None) -> AbstractContextManager[IO[bytes]]:
    """`write_whole` bit by bit: until the block has ended well the file has a random name, for its owner alone.

    What a killed program left of the same file goes first.
    """
    hand = next((hand for hand in hands if hand.may_write(file)), None)
    return written_here(file, mode) if hand is None else hand.written(file, mode)


def is_roots(file: Path) -> bool:
    """Whether root writes that file, or into that folder, for this program."""
    return any(hand.may_write(file) for hand in hands)


@contextmanager
def written_here(file: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """`written_whole` by this process."""
    if file.exists() and not file.is_file():  # root would put a plain file in place of /dev/null
        raise OSError(errno.EINVAL, NO_FILE, str(file))
    make_folder(file.parent)
    sweep_undone(file.parent, file.name)
    with _temporary_file(file) as temporary:
        try:
            yield temporary
            temporary.flush()
            _set_mode(temporary.fileno(), file, mode)
            os.fsync(temporary.fileno())
            Path(temporary.name).replace(file)
        except BaseException:
            Path(temporary.name).unlink(missing_ok=True)
            raise
    fsync_folder(file.parent)


def sweep_undone(folder: Path, name: str = "*") -> None:
    """Take away what killed programs of this account left while they wrote the file of that name, or any.

    Each is locked as long as it is written, and the lock ends with the process: no file in the making is taken.
    """
    with suppress(OSError):
        for undone in folder.glob(f".{name if name == '*' else escape(name)}.*{UNDONE}"):
            if _IS_UNDONE(undone.name):
                with suppress(OSError):
                    _sweep_undone(undone)


def _sweep_undone(undone: Path) -> None:
    handle = os.open(undone, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(handle)
        if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            undone.unlink()
    finally:
        os.close(handle)


def _temporary_file(file: Path) -> IO[bytes]:
    """A new file beside it, locked; another one where a sweep was quicker than the lock."""
    while True:
        made = NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", suffix=UNDONE, delete=False)  # noqa: SIM115
        with suppress(OSError):  # a share without locks is swept by nobody
            fcntl.flock(made, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(made.fileno()).st_nlink:
            return made
        made.close()


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing."""
    if is_roots(folder) or folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    fsync_folder(folder.parent)


def make_fresh_folder(folder: Path) -> None:
    """Make a folder that is empty: what has its name goes, a link to another folder too."""
    remove(folder)
    make_folder(folder.parent)
    folder.mkdir()
    fsync_folder(folder.parent)


def remove(path: Path) -> None:
    """Remove a file, a link, or a folder with all that is in it, as far as the disk lets it."""
    with suppress(OSError):
        if is_folder(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def is_folder(path: Path) -> bool:
    """Whether it is a folder itself, and no link to one."""
    return not path.is_symlink() and path.is_dir()  # the link first: it may lead where we may not look


@contextmanager
def ignoring_unsupported() -> Iterator[None]:
    """Ignore that the file system does not support an operation: the data there is whole all the same."""
    try:
        yield
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise


def fsync_folder(folder: Path) -> None:
    """Make what was made, moved or deleted in ``folder`` survive a power cut, on a disk that can do so."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with ignoring_unsupported():
            os.fsync(handle)
    finally:
        os.close(handle)


def _set_mode(handle: int, file: Path, mode: int | None) -> None:
    """Set the permissions; a disk that has none is an error only if a mode was given, as for a secret."""
    if mode is not None:
        os.fchmod(handle, mode)
        return
    with ignoring_unsupported():
        os.fchmod(handle, file.stat().st_mode & 0o777 if file.exists() else DEFAULT_MODE)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lock a folder against other programs of ours until the block has ended; OSError if it cannot be opened."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
