"""The machine as the checks see it: files, folders and commands, and nothing that cannot be handed in.

Rule kept here: every look at the system goes through here, so that a test's Pi, a folder and a few answers, is a peer
of a real one. Whatever cannot be read is None; no look raises.
"""

from __future__ import annotations

import grp
import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

PATIENCE_S = 5
"""For a command to answer."""


def answer(command: Sequence[str]) -> str | None:
    """What a command prints; None where there is no such command, or it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)  # noqa: S603 - our own words
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def own_groups() -> frozenset[str]:
    """The names of the groups that this program has."""
    return frozenset(entry.gr_name for entry in grp.getgrall() if entry.gr_gid in os.getgroups())


def may_write(path: Path) -> bool:
    """Whether this program may write there; a card that is read-only counts as no."""
    return os.access(path, os.R_OK | os.W_OK)


def package(name: str) -> str | None:
    """The version of a Python package; None where it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True)
class Machine:
    """A machine to look at.

    Attributes:
        root: where its file system begins.
        answer: asks a command.
        groups: names the groups we have.
        may_write: tells whether we may write somewhere.
        package: tells a package's version.
    """

    root: Path = Path("/")
    answer: Callable[[Sequence[str]], str | None] = answer
    groups: Callable[[], frozenset[str]] = own_groups
    may_write: Callable[[Path], bool] = may_write
    package: Callable[[str], str | None] = package

    def at(self, path: str | Path) -> Path:
        """Where the machine's ``path`` is for us."""
        return self.root / str(path).lstrip("/")

    def read(self, path: str | Path) -> str | None:
        """The text of a file; None where it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip("\x00 \n")
        except OSError:
            return None

    def has(self, path: str | Path) -> bool:
        """Whether there is such a file."""
        return self.at(path).exists()

    def found(self, pattern: str) -> list[str]:
        """The machine's paths that match, in order."""
        return sorted(f"/{path.relative_to(self.root)}" for path in self.root.glob(pattern.lstrip("/")))

    def room(self, path: str | Path) -> tuple[int, int] | None:
        """Bytes of the disk under ``path``: those that are free, and all; None where that cannot be told."""
        try:
            usage = shutil.disk_usage(self.at(path))
        except OSError:
            return None
        return usage.free, usage.total

    @property
    def model(self) -> str | None:
        """The Raspberry Pi's name; None on any other machine."""
        model = self.read("/proc/device-tree/model")
        return model if model is not None and "Raspberry Pi" in model else None

    @property
    def kernel(self) -> str:
        """The system's own name and version."""
        return platform.release()
