"""What is in the journal stays there, and what cannot be kept is said in one clear line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.journal import by_hand, older
from support.scoring import SETUP, blue, red

from scoreboard.errors import (
    GameDamagedError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalInUseError,
    JournalTooNewError,
    MalformedError,
    NoGameError,
)
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Die


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal will be, in a folder that is not there yet."""
    return tmp_path / "stadium" / "games.sqlite"


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Those that are opened from now on."""
    opened, connect = list[sqlite3.Connection](), sqlite3.connect

    def noted(*path: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - SQLite's own
        opened.append(connect(*path, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    return opened


def append_for_ever(journal: Journal, game: int) -> None:
    """Go on throwing."""
    for number in count(2):
        journal.append(game, number, red(3))


def test_lines_are_kept_across_openings(path: Path) -> None:
    """What was appended is there when the journal is opened again."""
    with Journal.create(path) as journal:
        journal.append(journal.add([SETUP]), 2, blue(3))
    with Journal.create(path) as journal:
        assert [(1, SETUP), (2, blue(3))] == list(journal.lines(1))


def test_the_journal_is_as_durable_as_it_says(path: Path, connections: list[sqlite3.Connection]) -> None:
    """Write-ahead log and full synchronisation are in force on the writing connection."""
    with Journal.create(path):
        pragmas = [connections[-1].execute(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")]
        assert [("wal",), (2,)] == pragmas


def test_a_journal_that_cannot_be_durable_is_not_used(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's answer is checked: a database in memory has no write-ahead log, and is turned down."""
    in_memory = sqlite3.connect(":memory:", isolation_level=None)
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: in_memory)
    with pytest.raises(JournalError, match="journal_mode=wal"):
        Journal.create(path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE lines SET line = '{}'",
        "DELETE FROM lines",
        "UPDATE games SET imported = 1",
        "DELETE FROM games",
        "INSERT INTO lines VALUES (1, 4, '{}')",
        "INSERT INTO lines VALUES (1, 2, '{}')",
        "REPLACE INTO lines VALUES (1, 1, '{}')",
    ],
)
def test_the_database_refuses_to_change_history(path: Path, change: str) -> None:
    """Even by hand no line is changed, deleted, replaced or left out."""
    with Journal.create(path) as journal:
        journal.add([SETUP, blue(3)])
    with pytest.raises(sqlite3.IntegrityError, match="history is only added to"):
        by_hand(path, change)


def test_a_game_is_added_whole_or_not_at_all(path: Path) -> None:
    """A game that cannot be written in full leaves no trace."""
    with Journal.create(path) as journal:
        with pytest.raises(MalformedError):
            journal.add([SETUP, Die(color="red", value=11)], imported=True)
        assert () == journal.games()


def test_what_could_not_be_read_back_is_not_written(path: Path) -> None:
    """A line that a program made wrongly is turned down before it is in the journal for ever."""
    with Journal.create(path) as journal:
        game = journal.add([SETUP])
        with pytest.raises(MalformedError, match="line 2"):
            journal.append(game, 2, Die(color="", value=3))
        assert 1 == len(list(journal.lines(game)))


def test_lines_that_were_held_are_added_all_or_none(path: Path) -> None:
    """And stand there as if each had been added by itself."""
    with Journal.create(path) as journal:
        game = journal.add([SETUP])
        with pytest.raises(MalformedError, match="line 3"):
            journal.extend(game, 2, [blue(3), Die(color="red", value=11)])
        with pytest.raises(JournalError, match="other lines"):
            journal.extend(game, 3, [blue(3)])
        journal.extend(game, 2, [blue(3), blue(4)])
        assert ([SETUP, blue(3), blue(4)], []) == ([line for _, line in journal.lines(game)], list(journal.damage()))


def test_imported_games_are_not_the_latest(path: Path) -> None:
    """The latest game is the one last played here, whatever was brought in since."""
    with Journal.create(path) as journal:
        assert journal.latest() is None
        played = journal.add([SETUP])
        journal.add([SETUP], imported=True)
        assert played == journal.latest()


def test_an_unknown_game_is_named(path: Path) -> None:
    """Asking for a game that is not there says which, and where to look."""
    with Journal.create(path) as journal, pytest.raises(NoGameError, match="game 7"):
        next(journal.lines(7))


def test_one_scoreboard_plays_from_a_journal(path: Path) -> None:
    """A second one is told that there is a first; once that closes, it may."""
    with Journal.create(path, alone=True), pytest.raises(JournalInUseError, match="Another scoreboard"):
        Journal.create(path, alone=True)
    Journal.create(path, alone=True).close()


def test_a_game_is_imported_while_another_is_played(path: Path) -> None:
    """An import is a writer of its own game, and waits for nobody."""
    with Journal.create(path, alone=True) as playing:
        game = playing.add([SETUP])
        with Journal.create(path) as importing:
            importing.add([SETUP], imported=True)
        playing.append(game, 2, blue(3))
        assert 2 == len(playing.games())


def test_journal_is_read_during_play(path: Path) -> None:
    """A reader sees what is durable so far."""
    with Journal.create(path, alone=True) as playing:
        playing.append(playing.add([SETUP]), 2, blue(3))
        with Journal.open_readonly(path) as looking:
            assert [SETUP, blue(3)] == [line for _, line in looking.lines(1)]


def test_a_reader_makes_no_journal(path: Path) -> None:
    """Looking for games where none were played leaves the folder as it was."""
    with pytest.raises(NoGameError):
        Journal.open_readonly(path)
    assert not path.parent.exists()


def test_another_user_s_journal_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that is not ours to write, a journal at rest is read without laying anything beside it."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    before = sorted(path.parent.iterdir())
    monkeypatch.setattr("os.access", lambda *_: False)
    with Journal.open_readonly(path) as journal:
        assert [(1, SETUP)] == list(journal.lines(1))
        assert before == sorted(path.parent.iterdir())


@pytest.mark.parametrize("begun", [False, True])
def test_games_are_read_on_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch, begun: bool) -> None:
    """Where there is no room even for a lock, a journal at rest is read without one; a log begun in vain is empty."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    if begun:
        path.with_name("games.sqlite-wal").touch()
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_bavail=0))
    before = sorted(path.parent.iterdir())
    with Journal.open_readonly(path) as journal:
        assert [(1, SETUP)] == list(journal.lines(1))
        assert before == sorted(path.parent.iterdir())


def test_game_in_play_is_read_on_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its newest lines are in the log, so that journal does not lie still."""
    with Journal.create(path) as playing:
        playing.add([SETUP, blue(3)])
        monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_bavail=0))
        with Journal.open_readonly(path) as journal:
            assert [(1, SETUP), (2, blue(3))] == list(journal.lines(1))


def test_who_looks_on_from_before_the_first_throw_sees_it(path: Path) -> None:
    """The log of a scoreboard that has just been started is empty, too."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    with Journal.create(path) as playing, Journal.open_readonly(path) as journal:
        playing.append(1, 2, blue(3))
        assert [(1, SETUP), (2, blue(3))] == list(journal.lines(1))


def test_a_reader_cannot_write(path: Path) -> None:
    """A journal opened to look at is not written."""
    Journal.create(path).close()
    with Journal.open_readonly(path) as journal, pytest.raises(JournalError, match="may not be written"):
        journal.add([SETUP])


def test_a_full_disk_costs_the_line_and_nothing_else(path: Path, connections: list[sqlite3.Connection]) -> None:
    """When there is no room the line is not recorded, the error says so, and those before it stand."""
    with Journal.create(path) as journal:
        game = journal.add([SETUP])
        connections[-1].execute("PRAGMA max_page_count = 1")
        with pytest.raises(JournalFullError, match="disk is full"):
            append_for_ever(journal, game)
        kept = len(list(journal.lines(game)))
        connections[-1].execute("PRAGMA max_page_count = 1000000")
        journal.append(game, kept + 1, blue(5))
        assert (kept + 1, blue(5)) == list(journal.lines(game))[-1]


def test_foreign_file_is_left_alone(path: Path) -> None:
    """A foreign file is named and not touched."""
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(JournalDamagedError, match="no journal"):
        Journal.create(path)
    assert b"Dear diary, " * 1000 == path.read_bytes()


def test_another_program_s_database_is_left_alone(path: Path) -> None:
    """A database that is not ours is turned down before anything in it is changed."""
    path.parent.mkdir()
    by_hand(path, "CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(JournalDamagedError, match="no journal of games"):
        Journal.create(path)
    assert before == path.read_bytes()


def test_damaged_journal_is_an_error(path: Path) -> None:
    """Pages overwritten with rubbish are found when they are read."""
    with Journal.create(path) as journal:
        journal.add([SETUP, *(blue(3) for _ in range(1000))])
    damaged = bytearray(path.read_bytes())
    damaged[4096:] = b"\xa5" * (len(damaged) - 4096)
    path.write_bytes(damaged)
    with pytest.raises(JournalDamagedError, match="damaged"), Journal.open_readonly(path) as journal:
        list(journal.lines(1))


def test_a_line_that_was_tampered_with_is_named(path: Path) -> None:
    """A line that no longer reads is reported by game and line."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    by_hand(path, 'INSERT INTO lines VALUES (1, 2, \'{"type":"cheat"}\')')
    with pytest.raises(JournalDamagedError, match="game 1, line 2"), Journal.open_readonly(path) as journal:
        list(journal.lines(1))


def test_game_is_read_up_to_a_missing_line(path: Path) -> None:
    """What came after the gap would be another game."""
    with Journal.create(path) as journal:
        journal.add([SETUP, blue(3), red(5)])
    by_hand(path, "DROP TRIGGER lines_stay", "DELETE FROM lines WHERE number = 2")
    with Journal.open_readonly(path) as journal:
        assert [SETUP] == list(journal.readable(1))


def test_a_journal_that_no_longer_keeps_its_order_is_damaged(path: Path) -> None:
    """It is found before play, not at the first line that is turned away or filed twice."""
    Journal.create(path).close()
    by_hand(path, "DROP TRIGGER lines_in_order")
    with pytest.raises(JournalDamagedError, match="its tables are not as they were made"):
        Journal.create(path)


@pytest.mark.parametrize(
    "strange",
    [
        "CREATE TRIGGER loses_all BEFORE INSERT ON lines BEGIN SELECT raise(IGNORE); END",
        "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
        "CREATE UNIQUE INDEX one_line_each ON lines (game)",
    ],
)
def test_what_we_have_not_made_is_not_obeyed(path: Path, strange: str) -> None:
    """A file that somebody has sent may hold a trigger that drops each line: it is neither taken nor written to."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    by_hand(path, strange)
    with pytest.raises(JournalDamagedError, match="its tables are not as they were made"):
        Journal.create(path)
    with pytest.raises(JournalDamagedError, match="not as they were made"), Journal.open_readonly(path) as journal:
        journal.verify()


@pytest.mark.parametrize("opened", [Journal.create, Journal.open_readonly])
def test_a_newer_journal_asks_for_a_newer_stadium(path: Path, opened: Callable[[Path], Journal]) -> None:
    """A journal whose form is not known yet is neither read nor written."""
    Journal.create(path).close()
    by_hand(path, "PRAGMA user_version = 99")
    with pytest.raises(JournalTooNewError, match="newer Stadium"):
        opened(path)


def test_a_folder_that_cannot_be_made_is_named() -> None:
    """Where nothing can be written, the error names the journal and says what to do."""
    with pytest.raises(JournalError, match=r"/proc/stadium/games.sqlite cannot be written: .*; check the name"):
        Journal.create(Path("/proc/stadium/games.sqlite"))


def test_a_folder_in_place_of_a_journal_is_named(tmp_path: Path) -> None:
    """A path that is no file is turned down in one line."""
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.create(tmp_path)


def test_a_journal_from_a_cut_off_first_start_is_used(path: Path) -> None:
    """A power cut between making the file and making its tables leaves an empty one, which is as good as none."""
    path.parent.mkdir()
    by_hand(path, "PRAGMA journal_mode = wal")
    with Journal.create(path) as journal:
        assert 1 == journal.add([SETUP])


def test_rulings_are_kept_with_their_game(path: Path) -> None:
    """Each game has its own, and most have none."""
    with Journal.create(path) as journal:
        ours, plain = journal.add([SETUP], rulings={"plus": 2, "walk_off": False}), journal.add([SETUP])
        assert ({"plus": 2, "walk_off": False}, {}) == (journal.rulings(ours), journal.rulings(plain))


@pytest.mark.parametrize("change", ["UPDATE house SET rulings = '{}'", "DELETE FROM house"])
def test_rulings_are_history_too(path: Path, change: str) -> None:
    """By what a game was played is never changed."""
    with Journal.create(path) as journal:
        journal.add([SETUP], rulings={"plus": 2})
    with pytest.raises(sqlite3.DatabaseError, match="only added to"):
        by_hand(path, change)


@pytest.mark.parametrize("form", [1, 2])
def test_an_older_journal_is_brought_up_to_date(path: Path, form: int) -> None:
    """Its games stay as they are, may be read before, and have what those of today have."""
    older(path, form, [SETUP, blue(3)])
    with Journal.open_readonly(path) as journal:
        assert ({}, 1, [SETUP, blue(3)]) == (
            journal.rulings(1),
            journal.latest(),
            [line for _, line in journal.lines(1)],
        )
    with Journal.create(path) as journal:
        new = journal.add([SETUP], rulings={"plus": 2})
        assert ({}, {"plus": 2}) == (journal.rulings(1), journal.rulings(new))
    with Journal.create(path) as journal:
        assert ({"plus": 2}, ()) == (journal.rulings(new), journal.games_without_checksums())


def test_a_journal_that_does_not_say_its_form_is_damaged(path: Path) -> None:
    """It says that it is an older one, and has what only a newer one has: it is put by, and not written."""
    Journal.create(path).close()
    by_hand(path, "PRAGMA user_version = 1")
    with pytest.raises(JournalDamagedError, match="which form it has"):
        Journal.create(path)


def test_damaged_rulings_are_named(path: Path) -> None:
    """A game is not judged by rules that cannot be read."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
    by_hand(path, "INSERT INTO house VALUES (1, '{')")
    with (
        Journal.open_readonly(path) as journal,
        pytest.raises(GameDamagedError, match="game 1: its house rules are damaged"),
    ):
        journal.rulings(1)
