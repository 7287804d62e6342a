"""Keeping what was found out, or set in the menu, in the owner's file; beside the games where that is not ours."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from firmware.config import toml_edit
from firmware.config.fallback import SET_HERE
from firmware.config.toml_edit import Changes
from firmware.files.atomic import is_roots
from firmware.files.staged_replace import DataPaths, is_set_aside
from firmware.paths import SYSTEM_FILE


def keep(home: Path, changes: Changes, file: Path | None = None, owners: Path = SYSTEM_FILE) -> Path | None:
    """Make the changes in ``file``, the owner's without one; what a reset has set aside stays so.

    ``home`` is the folder of the games. Returns and raises as `firmware.config.toml_edit.write` does.
    """
    if file is None and is_set_aside(DataPaths(home, owners)):
        return toml_edit.replace(owners, toml_edit.edited("", changes))
    return toml_edit.write(file or owners, changes)


def is_ours(file: Path | None = None, owners: Path = SYSTEM_FILE) -> bool:
    """Whether the file is ours to write; the service's account may not write in /etc."""
    return file is not None or is_roots(owners) or os.access(owners.parent, os.W_OK)


def keep_here(home: Path, changes: Changes, file: Path | None = None, owners: Path = SYSTEM_FILE) -> Path:
    """`keep`; beside the games where the owner's file is not ours to write, as the service's is. Returns where."""
    if not is_ours(file, owners):
        toml_edit.write(home / SET_HERE, changes)
        put_first(home / SET_HERE, owners)
        return home / SET_HERE
    keep(home, changes, file, owners)
    return file or owners


def put_first(here: Path, owners: Path) -> None:
    """Have what was written just now go before the owner's file, however late the clock is."""
    with suppress(OSError):
        late = owners.stat().st_mtime_ns
        if here.stat().st_mtime_ns < late:
            os.utime(here, ns=(late, late))
