"""Whose the files are that root makes for the account that plays.

Rule kept here: whatever `sudo stadium …` writes among that account's files is that account's, or the service would be
shut out of its own games, dice and settings.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNSUPPORTED = frozenset((errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP))
"""What a disk answers that has no owners, no modes or no promise for folders: a stick in exFAT, a share of another."""


@contextmanager
def ignoring_unsupported() -> Iterator[None]:
    """Do without what the disk does not know: what was written there is whole all the same."""
    try:
        yield
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise


def chown_like(made: int | Path, like: Path) -> None:
    """Give what root has made to the owner of ``like``; whoever is not root owns what they make already.

    A disk that knows no owners but its own has nothing to be given.

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
