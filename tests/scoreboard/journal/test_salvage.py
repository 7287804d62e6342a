"""What becomes of a journal that cannot be used as it is: nothing of it is lost, all of it is told, nobody waits."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.journal import by_hand, damage_text, many
from support.resilient import GAME, held, kept, play, pulled_between_two_moves
from support.scoring import SETUP, blue, lines_of, red

from scoreboard.errors import JournalDamagedError, JournalFullError
from scoreboard.journal import salvage
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH

LONG = [SETUP, *lines_of([3, 4, 5, 6, 7] * 30)]
BROKEN_TRIGGER = (
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = replace(sql, 'only', 'onlx') WHERE name = 'lines_kept'",
)
"""What makes a file that must not be written any more."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


# -- a log without its database, and what is no file


@pytest.mark.parametrize("emptied", [True, False], ids=["empty", "missing"])
def test_log_without_a_database_is_put_aside(path: Path, emptied: bool) -> None:
    """It is not begun again over it: the log may hold a whole evening."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        log = path.with_name("games.sqlite-wal").read_bytes()
    path.with_name("games.sqlite-wal").write_bytes(log)
    path.write_bytes(b"") if emptied else path.unlink()
    with closing(ResilientJournal.open(path)) as resilient:
        (remark,) = resilient.remarks
        assert ("damaged", None, 1) == (remark.kind, resilient.trouble, play(resilient, *GAME))
    assert log == path.with_name("games.sqlite.aside-1-wal").read_bytes()
    assert "games.sqlite.aside-1" in ENGLISH(remark.words)
    assert GAME == kept(path)


def test_an_empty_log_is_no_reason(path: Path) -> None:
    """What a full disk did not let somebody begin is empty, and so is a journal that was cut off at its first start."""
    path.touch()
    path.with_name("games.sqlite-wal").touch()
    path.with_name("games.sqlite-shm").write_bytes(b"left behind")
    with closing(ResilientJournal.open(path)) as resilient:
        assert ((), 1) == (resilient.remarks, play(resilient, *GAME))


@pytest.mark.parametrize("name", ["games.sqlite", "games.sqlite-wal"])
def test_folder_in_its_place_moves_aside(path: Path, name: str) -> None:
    """With what is in it; and play is kept as ever."""
    path.with_name(name).mkdir()
    (path.with_name(name) / "photo").write_bytes(b"holiday")
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        assert ["damaged"] == [remark.kind for remark in resilient.remarks]
    aside = path.with_name(name.replace("games.sqlite", "games.sqlite.aside-1"))
    assert (b"holiday", GAME) == ((aside / "photo").read_bytes(), kept(path))


@pytest.mark.parametrize("opened", [Journal.create, Journal.open_readonly])
def test_what_is_no_ordinary_file_is_not_waited_for(path: Path, opened: Callable[[Path], Journal]) -> None:
    """SQLite waits for ever at a pipe until somebody writes into it."""
    os.mkfifo(path)
    with pytest.raises(JournalDamagedError, match="no ordinary file; move it away"):
        opened(path)


@pytest.mark.parametrize("lacks", [100, 4096, 5 * 4096])
def test_other_games_of_a_truncated_file_survive(path: Path, lacks: int) -> None:
    """SQLite reads nothing of a file that is shorter than its header says."""
    many(path, 20)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - lacks)
    with Journal.open_readonly(path) as journal:
        sound = [each.game for each in journal.listings() if each.sound]
        assert 10 < len(sound) < 20
        with pytest.raises(JournalDamagedError):
            journal.verify()
    with closing(ResilientJournal.open(path)) as resilient:
        (remark,) = resilient.remarks
        assert f"{len(sound)} of its games came over whole" in ENGLISH(remark.words)


def test_lone_log_put_aside_is_found_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug is pulled when it has been moved and the new file has not."""
    path.with_name("games.sqlite-wal").write_bytes(b"a log with games in it")
    path.with_name("games.sqlite.aside-1").write_bytes(b"an older one")
    pulled_between_two_moves(path, monkeypatch)
    with closing(ResilientJournal.open(path)) as resilient:
        assert "games.sqlite.aside-2;" in ENGLISH(resilient.remarks[0].words)


# -- what comes over


def test_salvage_counts_whole_and_shortened_games(path: Path) -> None:
    """And those that are cut short are listed as such from then on."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add([SETUP, blue(4), red(9)])
        journal.add([SETUP, blue(3), red(2)])
    damage_text(path, b'"color":"red","value":9', b'"color":"red","value":8', last=True)
    by_hand(
        path, "DROP TRIGGER lines_kept", "UPDATE lines SET line = 'x' WHERE game = 3 AND number = 1", *BROKEN_TRIGGER
    )
    with closing(ResilientJournal.open(path)) as resilient:
        remark = ENGLISH(resilient.remarks[0].words)
    assert "1 of its games came over whole and go on here, 1 cut short, and of 1 nothing could be read." in remark
    with Journal.open_readonly(path) as journal:
        assert [(1, False), (2, True)] == [(each.game, each.cut) for each in journal.listings()]
        assert [SETUP, blue(4)] == [line for _, line in journal.lines(2)]


def test_resumed_game_goes_on_after_salvage(path: Path) -> None:
    """The game in play is the same, imported or not."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add([SETUP, red(5)])
        journal.add([SETUP, blue(7)], imported=True)
        journal.resume(3)
    by_hand(path, *BROKEN_TRIGGER)
    with closing(ResilientJournal.open(path)) as resilient:
        assert (3, [SETUP, blue(7)]) == (resilient.latest(), held(resilient))


def test_lines_whose_checksums_are_gone_come_over(path: Path) -> None:
    """They can be read, and nothing says that they are others."""
    with Journal.create(path) as journal:
        journal.add(GAME)
    by_hand(path, "DROP TRIGGER checksums_stay", "DELETE FROM checksums", *BROKEN_TRIGGER)
    with closing(ResilientJournal.open(path)) as resilient:
        assert GAME == held(resilient)


# -- a journal that takes long


@pytest.fixture
def large(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal of two games that counts as a large one."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add(LONG)
    monkeypatch.setattr(salvage, "MAX_QUICK_BYTES", 0)
    return path


def test_a_large_journal_is_not_looked_through_before_play(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start asks for the game in play and no other; looking through all of it comes later."""
    for name in ("verify", "games", "listings", "check"):
        monkeypatch.setattr(Journal, name, lambda *_: pytest.fail("that takes long"))
    with closing(ResilientJournal.open(large)) as resilient:
        assert (True, LONG) == (resilient.unverified, held(resilient))


def test_damage_found_in_play_is_repaired_meanwhile(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From then on play is held in memory, until what can be read is in a new file; then all of it is written."""
    with closing(ResilientJournal.open(large)) as resilient:
        assert resilient.verify_file() is None
        monkeypatch.setattr(Journal, "verify", lambda _: (_ for _ in ()).throw(JournalDamagedError("damaged")))
        error = resilient.verify_file()
        assert error is not None
        resilient.suspend(error)
        resilient.append(2, len(LONG) + 1, blue(3))
        assert 3 == play(resilient, *GAME)
        assert (error, LONG) == (resilient.trouble, kept(large, 2))
        resilient.repair()
        assert [] == list(large.parent.glob("*aside*"))
        resilient.catch_up()
        assert (None, None, ["damaged"]) == (
            resilient.trouble,
            resilient.damage,
            [each.kind for each in resilient.remarks],
        )
    assert [GAME, [*LONG, blue(3)], GAME] == [kept(large, game) for game in (1, 2, 3)]


def test_a_large_damaged_journal_shows_its_last_game_at_once(large: Path) -> None:
    """What can be read is brought over during play, or at the latest when the scoreboard stops."""
    by_hand(large, *BROKEN_TRIGGER)
    with closing(ResilientJournal.open(large)) as resilient:
        assert (LONG, ()) == (held(resilient), resilient.remarks)
        assert isinstance(resilient.trouble, JournalDamagedError)
        resilient.append(2, len(LONG) + 1, blue(3))
        resilient.catch_up()
        assert resilient.trouble is resilient.damage is not None
    assert [GAME, [*LONG, blue(3)]] == [kept(large, game) for game in (1, 2)]


def test_full_card_during_salvage_holds_the_play(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again later; nothing is moved until then."""
    by_hand(large, *BROKEN_TRIGGER)
    with closing(ResilientJournal.open(large)) as resilient:
        with monkeypatch.context() as card:
            card.setattr(shutil, "disk_usage", Mock(side_effect=OSError(28, "No space left")))
            with pytest.raises(JournalFullError):
                resilient.repair()
        assert [] == list(large.parent.glob("*aside*"))
    assert LONG == kept(large, 2)
