"""SQLite words what it finds in a file as we read it: a version that does not fails here, by name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scoreboard.errors import JournalDamagedError
from scoreboard.journal.sqlite_errors import FOREIGN_SCHEMA, journal_error

SCHEMA_FORMAT_AT = 44
"""Where a database's header names the format of its schema (https://www.sqlite.org/fileformat.html)."""


def error_of(path: Path, query: str) -> sqlite3.Error:
    """What SQLite says to a query."""
    with closing(sqlite3.connect(path)) as base, pytest.raises(sqlite3.Error) as raised:
        base.execute(query)
    return raised.value


def test_a_schema_format_that_no_version_writes_is_damage(tmp_path: Path) -> None:
    """SQLite has the code of a mistake in SQL for it, so only the words tell."""
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE line (number)")
    raw = bytearray(path.read_bytes())
    raw[SCHEMA_FORMAT_AT : SCHEMA_FORMAT_AT + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(raw)
    error = error_of(path, "SELECT * FROM line")
    assert (sqlite3.SQLITE_ERROR, FOREIGN_SCHEMA[0]) == (error.sqlite_errorcode, str(error))
    assert isinstance(journal_error(path, error), JournalDamagedError)


@pytest.mark.parametrize("query", ["SELECT * FROM line", "SELECT depth FROM sqlite_master"], ids=["table", "column"])
def test_foreign_table_is_damage(tmp_path: Path, query: str) -> None:
    """Another program's database: likewise."""
    path = tmp_path / "games.sqlite"
    error = error_of(path, query)
    assert (sqlite3.SQLITE_ERROR, True) == (error.sqlite_errorcode, str(error).startswith(FOREIGN_SCHEMA[1]))
    assert isinstance(journal_error(path, error), JournalDamagedError)
