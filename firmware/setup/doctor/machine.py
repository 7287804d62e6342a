"""The machine as the checks see it: files, folders and commands, all of which can be handed in.

Rule kept here: the checks ask the system through here alone, so that a test's Pi, a folder and a few answers, is a
peer of a real one. What cannot be read is None; nothing raises.
"""

from __future__ import annotations

import grp
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

LOOK_S: Final = 5.0
"""Seconds that a command has to answer."""


def answer(command: Sequence[str]) -> str | None:
    """A command's output; None where there is no such command, it fails, or takes longer than ``LOOK_S``."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LOOK_S)  # noqa: S603 - our own words
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def own_groups() -> frozenset[str]:
    """The names of this program's groups."""
    return frozenset(entry.gr_name for entry in grp.getgrall() if entry.gr_gid in os.getgroups())


def may_write(path: Path) -> bool:
    """Whether this program may write there; a card that is read-only counts as no."""
    return os.access(path, os.R_OK | os.W_OK)


def package(name: str) -> str | None:
    """The version of a Python package; None where it is not installed."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(name)
    return None


@dataclass(frozen=True)
class Machine:
    """A machine whose file system begins at ``root``; the rest as the functions above."""

    root: Path = Path("/")
    answer: Callable[[Sequence[str]], str | None] = answer
    groups: Callable[[], frozenset[str]] = own_groups
    may_write: Callable[[Path], bool] = may_write
    package: Callable[[str], str | None] = package

    def at(self, path: str | Path) -> Path:
        """The machine's ``path`` on this one."""
        return self.root / str(path).lstrip("/")

    def read(self, path: str | Path) -> str | None:
        """The text of a file; None where it cannot be read."""
        with suppress(OSError):
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip("\x00 \n")
        return None

    def has(self, path: str | Path) -> bool:
        """Whether there is such a file."""
        return self.at(path).exists()

    def found(self, pattern: str) -> list[str]:
        """The machine's paths that match, in order."""
        return sorted(f"/{path.relative_to(self.root)}" for path in self.root.glob(pattern.lstrip("/")))

    def room(self, path: str | Path) -> tuple[int, int] | None:
        """Free bytes and all bytes of the disk under ``path``; None where they cannot be read."""
        with suppress(OSError):
            usage = shutil.disk_usage(self.at(path))
            return usage.free, usage.total
        return None

    @property
    def model(self) -> str | None:
        """The Raspberry Pi's name; None on any other machine."""
        model = self.read("/proc/device-tree/model")
        return model if model is not None and "Raspberry Pi" in model else None
