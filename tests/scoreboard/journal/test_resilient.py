"""Play goes on when the disk does not, nothing is passed off as kept, and nothing unreadable is deleted."""

from __future__ import annotations

import errno
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.faults import BREAKS, DeadFolder, FaultyDisk, damaged, disk, planted
from support.lab import examples
from support.resilient import GAME, held, kept, play
from support.scoring import SETUP, CountingClock, blue, lines_of, record_of, red, thrown

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalInUseError,
    JournalReadOnlyError,
    MalformedError,
    NoGameError,
)
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.salvage import put_aside
from scoreboard.journal.store import Journal
from scoreboard.rules import Refused
from scoreboard.rules.events import AnyLine, Die, Hold
from scoreboard.session import Session

__all__ = ["disk"]

ROOT = Path(__file__).parents[3]
FAULTS = {
    sqlite3.SQLITE_FULL: JournalFullError,
    sqlite3.SQLITE_READONLY: JournalReadOnlyError,
    sqlite3.SQLITE_IOERR: JournalError,
    sqlite3.SQLITE_BUSY: JournalInUseError,
    sqlite3.SQLITE_CORRUPT: JournalDamagedError,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


# -- a disk that is well


def test_on_a_sound_disk_every_line_is_there_at_once(path: Path) -> None:
    """A journal without trouble is a journal: when `append` returns any other program reads the line."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        assert (GAME, None, ()) == (kept(path), resilient.trouble, resilient.remarks)


def test_a_second_scoreboard_is_turned_away(path: Path) -> None:
    """A journal in use is no fault of the disk, and not to be played beside."""
    with closing(ResilientJournal.open(path)), pytest.raises(JournalInUseError):
        ResilientJournal.open(path)


def test_a_line_that_could_not_be_read_back_is_refused(path: Path) -> None:
    """Disk or no disk, only lines that read as they were written are taken."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME)
        with pytest.raises(MalformedError):
            resilient.append(game, 5, Die(color="", value=3))
        assert (GAME, GAME) == (held(resilient), kept(path))


def test_a_line_out_of_its_turn_is_refused(path: Path) -> None:
    """A number left out, or a game that is over and done with, is not written down."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME)
        for wrong in ((game, 7), (game + 1, 5)):
            with pytest.raises(JournalError, match="not the next one"):
                resilient.append(*wrong, blue(3))


def test_a_game_that_is_not_held_cannot_be_read_from_it(path: Path) -> None:
    """A journal knows the game in play; the others are read from the journal."""
    with closing(ResilientJournal.open(path)) as resilient, pytest.raises(NoGameError):
        list(resilient.lines(1))


# -- a disk that fails while a game is played


@pytest.mark.parametrize("at", BREAKS)
@pytest.mark.parametrize(("code", "leaf"), FAULTS.items())
def test_play_goes_on_and_what_was_held_is_written(
    path: Path, disk: FaultyDisk, code: int, leaf: type, at: str
) -> None:
    """The disk fails in the middle of a game: it is said so long as it lasts, and afterwards every line is there."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME[:2])
        disk.fault, disk.at = code, at
        resilient.append(game, 3, GAME[2])
        resilient.append(game, 4, GAME[3])
        assert (GAME, True, 2) == (held(resilient), isinstance(resilient.trouble, leaf), resilient.refused)
        resilient.catch_up()
        assert isinstance(resilient.trouble, leaf)
        disk.fault = None
        resilient.catch_up()
        assert (None, GAME) == (resilient.trouble, kept(path))


def test_a_line_that_was_safe_after_all_is_not_written_twice(path: Path, disk: FaultyDisk) -> None:
    """A disk that reports a failure after its flush: the line is there once."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME[:3])
        disk.fault, disk.at, disk.too_late = sqlite3.SQLITE_IOERR, "COMMIT", True
        resilient.append(game, 4, GAME[3])
        disk.fault = None
        resilient.catch_up()
        assert (None, GAME) == (resilient.trouble, kept(path))


def test_games_begun_without_a_disk_are_all_written(path: Path, disk: FaultyDisk) -> None:
    """A whole evening in memory: every game is filed under the number that it was played as."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME[:2])
        disk.fault = sqlite3.SQLITE_FULL
        assert [2, 3] == [play(resilient, *GAME[:3]), play(resilient, *GAME)]
        disk.fault = None
        resilient.catch_up()
    assert [GAME[:2], GAME[:3], GAME] == [kept(path, game) for game in (1, 2, 3)]


def test_how_the_house_plays_is_held_and_written_with_its_game(path: Path, disk: FaultyDisk) -> None:
    """A game of house rules that was begun without a disk is resumed by the same rules."""
    with closing(ResilientJournal.open(path)) as resilient:
        disk.fault = sqlite3.SQLITE_FULL
        game = resilient.add(GAME, rulings={"walk_off": False})
        assert {"walk_off": False} == resilient.rulings(game)
        disk.fault = None
    with closing(ResilientJournal.open(path)) as resilient:
        assert {"walk_off": False} == resilient.rulings(1)


def test_a_game_is_played_under_its_number_on_the_disk(path: Path) -> None:
    """A game imported while another one is played takes the next number; what is begun then has the one after it."""
    with closing(ResilientJournal.open(path)) as resilient, closing(Journal.create(path)) as other:
        play(resilient, *GAME)
        imported = other.add([SETUP, red(9)], imported=True)
        begun = play(resilient, *GAME[:2])
        resilient.resume(imported)
        assert (begun, kept(path, begun), held(resilient)) == (3, GAME[:2], [SETUP, red(9)])
        assert play(resilient, SETUP) == 4


def test_a_number_taken_meanwhile_is_not_fought_over(path: Path, disk: FaultyDisk) -> None:
    """A game imported while the disk was out keeps its number; ours is filed after it, whole."""
    with closing(ResilientJournal.open(path)) as resilient:
        disk.fault = sqlite3.SQLITE_FULL
        game = play(resilient, *GAME)
        disk.fault = None
        with Journal.create(path) as importing:
            importing.add([SETUP, red(1)], imported=True)
        resilient.catch_up()
        resilient.append(game, 5, blue(2))
    assert ([SETUP, red(1)], [*GAME, blue(2)]) == (kept(path, 1), kept(path, 2))


def test_swapped_card_with_another_game_is_not_overwritten(path: Path, disk: FaultyDisk) -> None:
    """The card was swapped: what it holds stays as it is, and our game is added to it whole."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME[:2])
        disk.fault = sqlite3.SQLITE_IOERR
        resilient.append(game, 3, GAME[2])
        disk.fault = None
        path.unlink()
        with Journal.create(path) as swapped:
            swapped.add([SETUP, red(9)])
        resilient.catch_up()
        resilient.append(game, 4, GAME[3])
    assert ([SETUP, red(9)], GAME) == (kept(path, 1), kept(path, 2))


def test_a_log_is_put_aside_with_its_database(path: Path) -> None:
    """Without it the last lines would be lost; left behind it could spoil the new journal."""
    for part in ("", "-wal", "-shm"):
        path.with_name(f"games.sqlite{part}").write_bytes(part.encode())
    aside = put_aside(path)
    assert {f"{aside.name}{part}": part for part in ("", "-wal", "-shm")} == {
        file.name: file.read_text(encoding="ascii") for file in path.parent.iterdir()
    }


def test_closing_writes_what_is_held(path: Path, disk: FaultyDisk) -> None:
    """The disk has come back, and the game is stopped before it was tried again."""
    with closing(ResilientJournal.open(path)) as resilient:
        disk.fault = sqlite3.SQLITE_FULL
        play(resilient, *GAME)
        disk.fault = None
    assert GAME == kept(path)


def rubbish(content: bytearray) -> None:
    """Overwrite everything but the first page."""
    content[4096:] = b"\xa5" * (len(content) - 4096)


def test_file_damaged_in_play_is_put_aside_and_rewritten(path: Path, disk: FaultyDisk) -> None:
    """Rubbish over the pages under our feet: the damaged file stays, and the game in play is whole in a new one."""
    with closing(ResilientJournal.open(path)) as resilient:
        resilient.add([SETUP, *[blue(3)] * 500])
    with closing(ResilientJournal.open(path)) as resilient:
        content = damaged(path, rubbish)
        disk.fault = sqlite3.SQLITE_CORRUPT
        resilient.append(1, 502, red(5))
        disk.fault = None
        resilient.catch_up()
        assert (None, 502) == (resilient.trouble, len(kept(path)))
        assert ["damaged"] == [remark.kind for remark in resilient.remarks]
    assert content[4096:] == path.with_name("games.sqlite.aside-1").read_bytes()[4096:]


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.integers(1, 10), st.sampled_from(["well", "full", "new game", "catch up"])), max_size=30))
def test_disk_always_has_the_beginning_of_the_game(plays: list[tuple[int, str]]) -> None:
    """Through faults, recoveries and new games, each file holds a beginning of its game, and in the end all of it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        faulty = planted(patch)
        path = Path(folder) / "games.sqlite"
        resilient = ResilientJournal.open(path)
        session = Session(resilient, CountingClock())
        session.new_game(SETUP)
        games = [session.history]
        for value, event in plays:
            faulty.fault = {"well": None, "full": sqlite3.SQLITE_FULL}.get(event, faulty.fault)
            if event == "new game":
                session.new_game(SETUP)
                games.append(session.history)
            if event == "catch up":
                resilient.catch_up()
            if not session.game.over:
                session.submit(thrown(session.game, value))
            games[-1] = session.history
            written = kept(path, 1)
            assert written == played(games[0])[: len(written)]
        faulty.fault = None
        session.close()
        assert [played(game) for game in games] == [kept(path, number) for number in range(1, len(games) + 1)]


def played(history: object) -> list[AnyLine]:
    """The lines of a history, as a record has them."""
    return [history.game.setup, *[recorded.line for recorded in history.lines][::-1]]  # type: ignore[attr-defined]


def test_refused_press_leaves_no_trace(path: Path, disk: FaultyDisk) -> None:
    """The law judges before anything is held."""
    disk.fault = sqlite3.SQLITE_FULL
    with closing(ResilientJournal.open(path)) as resilient:
        session = Session(resilient, CountingClock())
        session.new_game(SETUP)
        with pytest.raises(Refused):
            session.submit(Hold())
        assert 1 == len(held(resilient))


PLAYER = """
import sys
from pathlib import Path
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.record import read

(_, setup), *lines = read(sys.stdin.buffer, print)
resilient = ResilientJournal.open(Path(sys.argv[1]))
troubles = 0
game = resilient.add([setup])
for number, line in lines:
    resilient.append(game, number, line)
    troubles += resilient.trouble is not None
    if number % 10 == 0:
        resilient.catch_up()
resilient.close()
print(troubles, resilient.trouble is None)
"""
"""A scoreboard on whatever disk there is, which asks a failed one again every ten lines."""


@pytest.mark.parametrize(("room", "whole"), [(56, True), (48, False)])
def test_a_disk_without_room_holds_what_fits(path: Path, room: int, whole: bool) -> None:
    """The kernel itself refuses to let a file grow: the write-ahead log, or in the end the database as well."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room * 1024, room * 1024))

    game = [SETUP, *lines_of([3, 4, 5, 6, 7] * (20 if whole else 60))]
    command = [sys.executable, "-c", PLAYER, str(path)]
    printed = subprocess.run(
        command, input=record_of(*game[1:]), cwd=ROOT, capture_output=True, check=True, preexec_fn=little_room
    )
    troubles, saved = printed.stdout.split()
    assert (True, str(whole).encode()) == (int(troubles) > 0, saved), printed.stdout
    found = kept(path)
    assert game[: len(found)] == found
    assert whole == (len(game) == len(found))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY])
@pytest.mark.parametrize("fault", [errno.EIO, errno.EACCES, errno.ESTALE, errno.ENODEV])
def test_a_disk_that_tells_nothing_any_more_ends_no_game(
    path: Path, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch, code: int, fault: int
) -> None:
    """Not even what lies on it can be asked; once it can be again all is written."""
    folder = DeadFolder(path.parent, monkeypatch)
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME[:2])
        folder.fault, disk.fault = fault, code
        resilient.append(1, 3, GAME[2])
        assert resilient.trouble is not None
        resilient.check_files()
        resilient.catch_up()
        with pytest.raises(JournalError):
            resilient.repair()
        resilient.verify_file()
        assert () == resilient.unfinished(9)
        assert 2 == play(resilient, *GAME)
        assert resilient.trouble is not None
        folder.fault = disk.fault = None
        resilient.catch_up()
        assert resilient.trouble is None
    assert (GAME[:3], GAME) == (kept(path, 1), kept(path, 2))


def test_a_disk_that_tells_nothing_at_the_end_holds_nobody_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is closed, and `trouble` says that the end is lost."""
    folder = DeadFolder(path.parent, monkeypatch)
    resilient = ResilientJournal.open(path)
    play(resilient, *GAME[:2])
    folder.fault = errno.EIO
    resilient.append(1, 3, GAME[2])
    resilient.close()
    assert resilient.trouble is not None
