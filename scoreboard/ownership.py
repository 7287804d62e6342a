"""Whose the files are that root makes for the account that plays.

Rule kept here: whatever `sudo stadium …` writes among that account's files is that account's, or the service would be
shut out of its own games, dice and settings.
"""

from __future__ import annotations

import os
from pathlib import Path


def hand_over(made: int | Path, like: Path) -> None:
    """Give what root has made to the owner of ``like``; whoever is not root owns what they make already.

    Args:
        made: a file or folder, or the handle of an open one.
        like: usually the folder that it lies in.

    Raises:
        OSError: if the disk knows no owners but its own.
    """
    if os.geteuid() != 0:
        return
    is_of, shall_be = os.stat(made), like.stat()  # noqa: PTH116 - a handle has no path
    if (is_of.st_uid, is_of.st_gid) != (shall_be.st_uid, shall_be.st_gid):
        os.chown(made, shall_be.st_uid, shall_be.st_gid)
