"""Keeping what was found out in the owner's file, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from firmware.config import toml_edit
from firmware.config.schema import SYSTEM_FILE
from firmware.config.toml_edit import Changes
from firmware.files.staged_replace import DataPaths, is_set_aside


def keep(home: Path, changes: Changes, file: Path | None = None, owners: Path = SYSTEM_FILE) -> Path | None:
    """Make the changes in ``file``, the owner's without one; what a reset has set aside stays so.

    ``home`` is the folder of the games. Returns and raises as `firmware.config.toml_edit.write` does.
    """
    if file is None and is_set_aside(DataPaths(home, owners)):
        return toml_edit.replace(owners, toml_edit.edited("", changes))
    return toml_edit.write(file or owners, changes)
