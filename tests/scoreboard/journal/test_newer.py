"""A journal that a newer version has written, in the hands of an older one to which an update was taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.journal import by_hand
from support.scoring import SETUP, blue, red

from scoreboard.errors import JournalDamagedError, JournalFullError, JournalTooNewError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.journal.tables import SCHEMA_VERSION, header, readable

NEXT = SCHEMA_VERSION + 1
ADDED = "CREATE TABLE ratings (game INTEGER PRIMARY KEY, stars INTEGER NOT NULL) STRICT"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a game, to which a newer version has added a table that it may do without."""
    file = tmp_path / "games.sqlite"
    with closing(Journal.create(file)) as journal:
        journal.add([SETUP, red(1)])
    by_hand(file, ADDED, "INSERT INTO ratings VALUES (1, 5)", f"PRAGMA user_version = {header(NEXT, SCHEMA_VERSION)}")
    return file


def number_of(file: Path) -> int:
    """Its user_version."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize(
    ("version", "oldest", "read_as"),
    [
        (SCHEMA_VERSION, 0, SCHEMA_VERSION),
        (2, 0, 2),
        (NEXT, SCHEMA_VERSION, SCHEMA_VERSION),
        (NEXT + 5, SCHEMA_VERSION - 1, SCHEMA_VERSION),
        (NEXT, 0, NEXT),
        (NEXT, NEXT, NEXT),
    ],
)
def test_newer_journal_is_read_if_it_allows_our_version(version: int, oldest: int, read_as: int) -> None:
    """A journal without an oldest version is for its own version and later ones."""
    assert read_as == readable(header(version, oldest))


def test_an_older_version_goes_on_with_it(path: Path) -> None:
    """Every game and line is there, more are written, and what the newer one has added stays, and its number."""
    with closing(ResilientJournal.open(path)) as journal:
        assert (1, None, ()) == (journal.latest(), journal.trouble, journal.remarks)
        journal.append(1, 3, blue(2))
    with closing(Journal.open_readonly(path)) as again:
        again.verify()
        again.check(1)
        assert [SETUP, red(1), blue(2)] == [line for _, line in again.lines(1)]
    with closing(sqlite3.connect(path)) as connection:
        assert [(1, 5)] == connection.execute("SELECT * FROM ratings").fetchall()
    assert header(NEXT, SCHEMA_VERSION) == number_of(path)


def test_newer_journal_that_excludes_our_version_is_not_touched(path: Path) -> None:
    """The error names a newer Stadium as the remedy; not a byte is changed."""
    by_hand(path, f"PRAGMA user_version = {NEXT}")
    before = path.read_bytes()
    for opened in (Journal.create, Journal.open_readonly):
        with pytest.raises(JournalTooNewError, match="newer Stadium"):
            opened(path)
    assert before == path.read_bytes()


def test_a_trigger_that_is_not_known_is_damage(path: Path) -> None:
    """SQLite would obey it; so a migration that an older version shall live with adds tables alone."""
    by_hand(path, "CREATE TRIGGER odd BEFORE INSERT ON lines BEGIN SELECT raise(IGNORE); END")
    with pytest.raises(JournalDamagedError):
        Journal.create(path)


def test_writing_is_tried_by_what_changes_nothing(path: Path) -> None:
    """Something goes through the log to the disk, and all is as before."""
    with closing(Journal.create(path)) as journal:
        before = journal.newest()
        logged = path.with_name(f"{path.name}-wal").stat().st_size
        journal.touch()
        assert path.with_name(f"{path.name}-wal").stat().st_size > logged
        assert (before, header(NEXT, SCHEMA_VERSION)) == (journal.newest(), number_of(path))


def test_a_disk_that_takes_nothing_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is known already, or is found out by trying."""
    with closing(ResilientJournal.open(path)) as journal:
        assert journal.can_write()
        with monkeypatch.context() as full:
            full.setattr(Journal, "touch", Mock(side_effect=JournalFullError("full")))
            assert not journal.can_write()
        assert journal.can_write()
        journal.suspend(JournalDamagedError("lab"))
        assert not journal.can_write()
