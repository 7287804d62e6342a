"""Files that are there whole or not at all, whenever the plug is pulled: the one way in which we write them.

Rule kept here: a file's former content is there until the new one is safe on the disk beside it. Root's files belong
to the owner of their folder, for that may be the account that plays.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from scoreboard.journal.ownership import chown_like, ignoring_unsupported

MEGABYTE = 1 << 20
DEFAULT_MODE = 0o644
"""Of a new file: written by its owner, read by all."""


def write_whole(file: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file in one step: after a power cut, or an OSError, it holds its former content or all of ``content``.

    Its folder is made if there is none. Without ``mode`` it keeps its permissions, and a new one can be read by all.
    """
    with written_whole(file, mode) as stream:
        stream.write(content)


@contextmanager
def written_whole(file: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """`write_whole` bit by bit: until the block has ended well the file has a random name, for its owner alone."""
    if file.exists() and not file.is_file():  # root would put a plain file in place of /dev/null
        raise OSError(errno.EINVAL, "it is a device, a pipe or a folder, and no file", str(file))
    make_folder(file.parent)
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as beside:
        try:
            yield beside.file
            beside.flush()
            _set_mode(beside.fileno(), file, mode)
            chown_like(beside.fileno(), file.parent)
            os.fsync(beside.fileno())
            Path(beside.name).replace(file)
        except BaseException:
            Path(beside.name).unlink(missing_ok=True)
            raise
    fsync_folder(file.parent)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing; each belongs to the owner of its parent."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    chown_like(folder, folder.parent)
    fsync_folder(folder.parent)


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
