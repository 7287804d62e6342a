"""Files that are there whole or not at all, whenever the plug is pulled.

Rule kept here: what a file held before is there until what it shall hold is safe on the disk beside it.
"""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Write a file in one step: after a power cut it holds either what it held before or all of ``content``.

    Raises:
        OSError: if it could not be written; it holds what it held before.
    """
    beside = file.with_name(f".{file.name}.part")
    try:
        with beside.open("wb") as part:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    settle(file.parent)


def settle(folder: Path) -> None:
    """Have what was made, moved or deleted in ``folder`` survive a power cut.

    Raises:
        OSError: if the disk cannot promise it.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
