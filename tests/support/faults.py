"""A disk that fails on command: SQLite's own errors, raised where SQLite would raise them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoreboard.journal import store as journal_module
from scoreboard.journal.sqlite_errors import journal_error

BREAKS = ("BEGIN", "COMMIT")
"""Statements at which a disk refuses: before anything is written, or when it should be made safe."""


class FaultyDisk:
    """Stands between the journal and SQLite.

    Attributes:
        fault: the SQLite result code that every write meets; None while the disk is well.
        at: the statement at which it is met.
        too_late: the write is safe when the error is raised, as when a disk fails after its flush.
        refuses_opening: a journal cannot even be opened to write.
    """

    def __init__(self) -> None:
        self.fault: int | None = None
        self.at = "BEGIN"
        self.too_late = False
        self.refuses_opening = False

    def meets(self, statement: str) -> None:
        """Raise what the disk has for this statement."""
        if self.fault is not None and statement.startswith(self.at):
            raise coded(self.fault)


class _Connection:
    """A connection whose writes go through the disk."""

    def __init__(self, inner: sqlite3.Connection, disk: FaultyDisk) -> None:
        self._inner, self._disk = inner, disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - whatever SQLite takes
        """What SQLite does, unless the disk fails before or after."""
        if not self._disk.too_late:
            self._disk.meets(statement)
        cursor = self._inner.execute(statement, *values)
        if self._disk.too_late:
            self._disk.meets(statement)
        return cursor

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the rest is SQLite's own
        return getattr(self._inner, name)


def coded(code: int) -> sqlite3.OperationalError:
    """The error that SQLite raises for a result code."""
    error = sqlite3.OperationalError("a planted fault")
    error.sqlite_errorcode = code
    return error


def planted(monkeypatch: pytest.MonkeyPatch) -> FaultyDisk:
    """The disk under every journal from now on."""
    faulty, connect = FaultyDisk(), journal_module._connect

    def connected(path: Path, mode: str) -> object:
        if faulty.refuses_opening and mode == "rwc":
            raise journal_error(path, coded(faulty.fault or sqlite3.SQLITE_CANTOPEN))
        return _Connection(connect(path, mode), faulty)

    monkeypatch.setattr(journal_module, "_connect", connected)
    return faulty


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FaultyDisk:
    """The disk under every journal of the test."""
    return planted(monkeypatch)


class DeadFolder:
    """A folder that answers nothing while there is a fault, as on a card that dies, or without the right to look.

    Attributes:
        fault: the system's error number that whoever looks into it meets; None while it is well.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fault: int | None = None
        self._folder = folder
        for name in ("stat", "lstat", "statvfs", "open", "listdir", "scandir", "rename", "unlink", "mkdir"):
            monkeypatch.setattr(os, name, self._met(getattr(os, name)))

    def _met(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(path: Any = ".", *others: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the system takes
            is_here = isinstance(path, str | Path) and self._folder in (Path(path), *Path(path).parents)
            if self.fault is not None and is_here:
                raise OSError(self.fault, os.strerror(self.fault), str(path))
            return ask(path, *others, **named)

        return asked


Damage = Callable[[bytearray], None]


def damaged(path: Path, damage: Damage) -> bytes:
    """Do ``damage`` to a file, and return what it holds now."""
    content = bytearray(path.read_bytes())
    damage(content)
    path.write_bytes(content)
    return bytes(content)
