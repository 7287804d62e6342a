"""Ownership of the files that root makes for the account that plays.

Rule kept here: files that `sudo stadium …` writes among that account's files belong to that account, or the service
could not open its own games, dice and settings.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNSUPPORTED = frozenset((errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP))
"""Errors of file systems without owners, modes or fsync of folders: a stick in exFAT, a network share."""


@contextmanager
def ignoring_unsupported() -> Iterator[None]:
    """Ignore that the file system does not support an operation: the data there is whole all the same."""
    try:
        yield
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise


def chown_like(made: int | Path, like: Path) -> None:
    """Give a file that root has made the owner of ``like``; other accounts own their files already.

    Args:
        made: a file or folder, or the handle of an open one.
        like: usually the folder that it lies in.
    """
    if os.geteuid() != 0:
        return
    is_of, shall_be = os.stat(made), like.stat()  # noqa: PTH116 - a handle has no path
    if (is_of.st_uid, is_of.st_gid) != (shall_be.st_uid, shall_be.st_gid):
        with ignoring_unsupported():
            os.chown(made, shall_be.st_uid, shall_be.st_gid)
