"""Play goes on when the disk does not, nothing is passed off as kept, and nothing unreadable is deleted."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from faults_kit import BREAKS, FaultyDisk, damaged, disk, planted
from hypothesis import given, settings
from hypothesis import strategies as st
from scoreboard_kit import SETUP, CountingClock, blue, lines_of, record_of, red, thrown

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalInUseError,
    JournalReadOnlyError,
    MalformedError,
    NoGameError,
)
from scoreboard.journal import Journal
from scoreboard.keeper import Keeper, put_aside
from scoreboard.rules import Refused
from scoreboard.rules.events import AnyLine, Die, Hold
from scoreboard.session import Session

__all__ = ["disk"]

ROOT = Path(__file__).parent.parent.parent
FAULTS = {
    sqlite3.SQLITE_FULL: JournalFullError,
    sqlite3.SQLITE_READONLY: JournalReadOnlyError,
    sqlite3.SQLITE_IOERR: JournalError,
    sqlite3.SQLITE_BUSY: JournalInUseError,
    sqlite3.SQLITE_CORRUPT: JournalDamagedError,
}
GAME = [SETUP, blue(3), red(5), blue(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


def kept(path: Path, game: int = 1) -> list[AnyLine]:
    """What a game's file holds, read by another program."""
    with Journal.look(path) as journal:
        return [line for _, line in journal.lines(game)]


def play(keeper: Keeper, *lines: AnyLine) -> int:
    """Begin a game with the first of the lines, and append the others."""
    game = keeper.add(lines[:1])
    for number, line in enumerate(lines[1:], start=2):
        keeper.append(game, number, line)
    return game


def held(keeper: Keeper) -> list[AnyLine]:
    """The game in play, whether or not it is on the disk."""
    game = keeper.latest()
    return [] if game is None else [line for _, line in keeper.lines(game)]


# -- a disk that is well


def test_on_a_sound_disk_every_line_is_there_at_once(path: Path) -> None:
    """A keeper without trouble is a journal: when `append` returns any other program reads the line."""
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME)
        assert (GAME, None, ()) == (kept(path), keeper.trouble, keeper.remarks)


def test_a_second_scoreboard_is_turned_away(path: Path) -> None:
    """A journal in use is no fault of the disk, and not to be played beside."""
    with closing(Keeper.open(path)), pytest.raises(JournalInUseError):
        Keeper.open(path)


def test_a_line_that_could_not_be_read_back_is_refused(path: Path) -> None:
    """Disk or no disk, only lines that read as they were written are taken."""
    with closing(Keeper.open(path)) as keeper:
        game = play(keeper, *GAME)
        with pytest.raises(MalformedError):
            keeper.append(game, 5, Die(color="", value=3))
        assert (GAME, GAME) == (held(keeper), kept(path))


def test_a_line_out_of_its_turn_is_refused(path: Path) -> None:
    """A number left out, or a game that is over and done with, is not written down."""
    with closing(Keeper.open(path)) as keeper:
        game = play(keeper, *GAME)
        for wrong in ((game, 7), (game + 1, 5)):
            with pytest.raises(JournalError, match="not the next one"):
                keeper.append(*wrong, blue(3))


def test_a_game_that_is_not_held_cannot_be_read_from_it(path: Path) -> None:
    """A keeper knows the game in play; the others are read from the journal."""
    with closing(Keeper.open(path)) as keeper, pytest.raises(NoGameError):
        list(keeper.lines(1))


# -- a disk that fails while a game is played


@pytest.mark.parametrize("at", BREAKS)
@pytest.mark.parametrize(("code", "leaf"), FAULTS.items())
def test_play_goes_on_and_what_was_held_is_written(
    path: Path, disk: FaultyDisk, code: int, leaf: type, at: str
) -> None:
    """The disk fails in the middle of a game: it is said so long as it lasts, and afterwards every line is there."""
    with closing(Keeper.open(path)) as keeper:
        game = play(keeper, *GAME[:2])
        disk.fault, disk.at = code, at
        keeper.append(game, 3, GAME[2])
        keeper.append(game, 4, GAME[3])
        assert (GAME, True, 2) == (held(keeper), isinstance(keeper.trouble, leaf), keeper.refused)
        keeper.catch_up()
        assert isinstance(keeper.trouble, leaf)
        disk.fault = None
        keeper.catch_up()
        assert (None, GAME) == (keeper.trouble, kept(path))


def test_a_line_that_was_safe_after_all_is_not_written_twice(path: Path, disk: FaultyDisk) -> None:
    """A disk that reports a failure after its flush: the line is there once."""
    with closing(Keeper.open(path)) as keeper:
        game = play(keeper, *GAME[:3])
        disk.fault, disk.at, disk.too_late = sqlite3.SQLITE_IOERR, "COMMIT", True
        keeper.append(game, 4, GAME[3])
        disk.fault = None
        keeper.catch_up()
        assert (None, GAME) == (keeper.trouble, kept(path))


def test_games_begun_without_a_disk_are_all_written(path: Path, disk: FaultyDisk) -> None:
    """A whole evening in memory: every game is filed under the number that it was played as."""
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME[:2])
        disk.fault = sqlite3.SQLITE_FULL
        assert [2, 3] == [play(keeper, *GAME[:3]), play(keeper, *GAME)]
        disk.fault = None
        keeper.catch_up()
    assert [GAME[:2], GAME[:3], GAME] == [kept(path, game) for game in (1, 2, 3)]


def test_how_the_house_plays_is_held_and_written_with_its_game(path: Path, disk: FaultyDisk) -> None:
    """A game of house rules that was begun without a disk is resumed by the same rules."""
    with closing(Keeper.open(path)) as keeper:
        disk.fault = sqlite3.SQLITE_FULL
        game = keeper.add(GAME, rulings={"walk_off": False})
        assert {"walk_off": False} == keeper.rulings(game)
        disk.fault = None
    with closing(Keeper.open(path)) as keeper:
        assert {"walk_off": False} == keeper.rulings(1)


def test_a_number_taken_meanwhile_is_not_fought_over(path: Path, disk: FaultyDisk) -> None:
    """A game imported while the disk was out keeps its number; ours is filed after it, whole."""
    with closing(Keeper.open(path)) as keeper:
        disk.fault = sqlite3.SQLITE_FULL
        game = play(keeper, *GAME)
        disk.fault = None
        with Journal.create(path) as importing:
            importing.add([SETUP, red(1)], imported=True)
        keeper.catch_up()
        keeper.append(game, 5, blue(2))
    assert ([SETUP, red(1)], [*GAME, blue(2)]) == (kept(path, 1), kept(path, 2))


def test_another_card_with_another_game_of_that_number_is_not_written_into(path: Path, disk: FaultyDisk) -> None:
    """The card was swapped: what it holds stays as it is, and our game is added to it whole."""
    with closing(Keeper.open(path)) as keeper:
        game = play(keeper, *GAME[:2])
        disk.fault = sqlite3.SQLITE_IOERR
        keeper.append(game, 3, GAME[2])
        disk.fault = None
        path.unlink()
        with Journal.create(path) as swapped:
            swapped.add([SETUP, red(9)])
        keeper.catch_up()
        keeper.append(game, 4, GAME[3])
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
    """The disk has come back, and the game is stopped before anybody tried again."""
    with closing(Keeper.open(path)) as keeper:
        disk.fault = sqlite3.SQLITE_FULL
        play(keeper, *GAME)
        disk.fault = None
    assert GAME == kept(path)


def rubbish(content: bytearray) -> None:
    """Overwrite everything but the first page."""
    content[4096:] = b"\xa5" * (len(content) - 4096)


def test_a_file_damaged_in_play_is_put_aside_and_the_game_written_anew(path: Path, disk: FaultyDisk) -> None:
    """Rubbish over the pages under our feet: the damaged file stays, and the game in play is whole in a new one."""
    with closing(Keeper.open(path)) as keeper:
        keeper.add([SETUP, *[blue(3)] * 500])
    with closing(Keeper.open(path)) as keeper:
        content = damaged(path, rubbish)
        disk.fault = sqlite3.SQLITE_CORRUPT
        keeper.append(1, 502, red(5))
        disk.fault = None
        keeper.catch_up()
        assert (None, 502) == (keeper.trouble, len(kept(path)))
        assert ["damaged"] == [remark.kind for remark in keeper.remarks]
    assert content[4096:] == path.with_name("games.sqlite.aside-1").read_bytes()[4096:]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 10), st.sampled_from(["well", "full", "new game", "catch up"])), max_size=30))
def test_what_is_on_the_disk_is_always_the_beginning_of_what_was_played(plays: list[tuple[int, str]]) -> None:
    """Through faults, recoveries and new games, each file holds a beginning of its game, and in the end all of it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        faulty = planted(patch)
        path = Path(folder) / "games.sqlite"
        keeper = Keeper.open(path)
        session = Session(keeper, CountingClock())
        session.new_game(SETUP)
        games = [session.history]
        for value, event in plays:
            faulty.fault = {"well": None, "full": sqlite3.SQLITE_FULL}.get(event, faulty.fault)
            if event == "new game":
                session.new_game(SETUP)
                games.append(session.history)
            if event == "catch up":
                keeper.catch_up()
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
    return [history.game.setup, *[noted.line for noted in history.lines][::-1]]  # type: ignore[attr-defined]


PLAYER = """
import sys
from pathlib import Path
from scoreboard.keeper import Keeper
from scoreboard.record import read

(_, setup), *lines = read(sys.stdin.buffer, print)
keeper = Keeper.open(Path(sys.argv[1]))
troubles = 0
game = keeper.add([setup])
for number, line in lines:
    keeper.append(game, number, line)
    troubles += keeper.trouble is not None
    if number % 10 == 0:
        keeper.catch_up()
keeper.close()
print(troubles, keeper.trouble is None)
"""
"""A scoreboard on whatever disk there is, which asks a failed one again every ten lines."""


@pytest.mark.parametrize(("room", "whole"), [(48, True), (40, False)])
def test_a_disk_without_room_holds_what_fits(path: Path, room: int, whole: bool) -> None:
    """The kernel itself refuses to let a file grow: the write-ahead log, or in the end the database as well."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room * 1024, room * 1024))

    game = [SETUP, *lines_of([3, 4, 5, 6, 7] * (20 if whole else 60))]
    command = [sys.executable, "-c", PLAYER, str(path)]
    told = subprocess.run(
        command, input=record_of(*game[1:]), cwd=ROOT, capture_output=True, check=True, preexec_fn=little_room
    )
    troubles, saved = told.stdout.split()
    assert (True, str(whole).encode()) == (int(troubles) > 0, saved), told.stdout
    found = kept(path)
    assert game[: len(found)] == found
    assert whole == (len(game) == len(found))


# -- a disk that has failed before the start


def test_a_read_only_card_still_shows_the_game_it_holds(path: Path, disk: FaultyDisk) -> None:
    """The last game is on the board, lines that lie in SQLite's write-ahead log included, and play goes on."""
    with closing(Keeper.open(path)) as keeper, closing(sqlite3.connect(path)) as reader:
        play(keeper, *GAME)
        reader.execute("SELECT * FROM games").fetchall()  # another reader, so that closing leaves the log there
        keeper.close()
        disk.fault, disk.refuses_opening = sqlite3.SQLITE_READONLY, True
        with closing(Keeper.open(path)) as locked:
            assert (GAME, True) == (held(locked), isinstance(locked.trouble, JournalReadOnlyError))
            locked.append(1, 5, blue(9))
            disk.fault, disk.refuses_opening = None, False
    assert [*GAME, blue(9)] == kept(path)


def test_a_log_that_can_only_be_read_in_a_copy_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite must write beside a log to read it; where it cannot, the lines in the log are read all the same."""
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME)
        for part in ("", "-wal"):
            copy = path.parent / "card" / f"games.sqlite{part}"
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(path.with_name(f"games.sqlite{part}").read_bytes())
    card, look = path.parent / "card" / "games.sqlite", Journal.look

    def not_there(asked: Path) -> Journal:
        if asked == card:
            raise JournalError("cannot be opened")
        return look(asked)

    monkeypatch.setattr(Journal, "look", not_there)
    monkeypatch.setattr(Journal, "create", lambda *_, **__: (_ for _ in ()).throw(JournalReadOnlyError("read-only")))
    with closing(Keeper.open(card)) as locked:
        assert GAME == held(locked)


def test_where_there_is_no_folder_and_none_can_be_made_play_begins_in_memory(tmp_path: Path) -> None:
    """No disk at all is no reason not to play."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with closing(Keeper.open(tmp_path / "file" / "games.sqlite")) as keeper:
        assert (None, True) == (keeper.latest(), keeper.trouble is not None)
        assert (1, GAME) == (play(keeper, *GAME), held(keeper))


def test_a_journal_that_a_person_has_just_named_is_refused_and_not_moved(path: Path) -> None:
    """Whoever types a file's name hears that it is no journal; only the appliance's own file is put aside."""
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(JournalDamagedError):
        Keeper.open(path, mend=False)
    assert b"Dear diary, " * 1000 == path.read_bytes()


# -- a file that cannot be read


def test_a_file_that_is_no_journal_is_put_aside_under_a_name_that_is_told(path: Path) -> None:
    """Every byte of it is still there, the remark says where, and play begins anew and is kept."""
    path.write_bytes(b"Dear diary, " * 1000)
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME)
    aside = path.with_name("games.sqlite.aside-1")
    assert b"Dear diary, " * 1000 == aside.read_bytes()
    assert (GAME, "damaged", True) == (kept(path), keeper.remarks[0].kind, str(aside) in keeper.remarks[0].said)


def test_a_newer_journal_is_put_aside(path: Path) -> None:
    """After going back to an older Stadium the newer games wait for the update, and play goes on."""
    Journal.create(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with closing(Keeper.open(path)) as keeper:
        assert (["newer"], None) == ([remark.kind for remark in keeper.remarks], keeper.trouble)
    assert path.with_name("games.sqlite.aside-1").exists()


def test_the_second_file_put_aside_does_not_replace_the_first(path: Path) -> None:
    """Names count up, and also round a lone log that a power cut left behind."""
    path.with_name("games.sqlite.aside-1").write_bytes(b"the first")
    path.with_name("games.sqlite.aside-2-wal").write_bytes(b"a log alone")
    path.write_bytes(b"the third")
    assert "games.sqlite.aside-3" == put_aside(path).name
    assert b"the first" == path.with_name("games.sqlite.aside-1").read_bytes()


def test_one_unreadable_game_in_a_sound_file_is_passed_over_and_stays(path: Path) -> None:
    """The file is sound, one game in it is not: it is named, the others are untouched, and a new one begins."""
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME)
        play(keeper, *GAME)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO lines VALUES (2, 5, '{}')")
        connection.commit()
    with closing(Keeper.open(path)) as keeper:
        assert (["game"], None) == ([remark.kind for remark in keeper.remarks], keeper.latest())
        assert 3 == play(keeper, *GAME)
    assert (GAME, GAME, []) == (kept(path, 1), kept(path, 3), list(path.parent.glob("*aside*")))


def test_what_can_be_read_of_a_damaged_file_goes_on(path: Path, disk: FaultyDisk) -> None:
    """Damage in one game: the others are brought over under their own numbers, and the sound one in play goes on."""
    with closing(Keeper.open(path)) as keeper:
        play(keeper, *GAME)
        keeper.add([SETUP, *[blue(3)] * 500])
        play(keeper, *GAME[:3])
    damaged(path, a_page_amid_the_long_game)
    with closing(Keeper.open(path)) as keeper:
        disk.fault = sqlite3.SQLITE_CORRUPT
        keeper.append(3, 4, GAME[3])
        disk.fault = None
        keeper.catch_up()
        assert (None, 3, GAME) == (keeper.trouble, keeper.latest(), kept(path, 3))
    assert GAME == kept(path, 1)
    assert 1 < len(kept(path, 2)) < 501


def a_page_amid_the_long_game(content: bytearray) -> None:
    """Nothing but zeros where some of its lines were."""
    page = content.rindex(b'"color":"blue","value":3', 0, len(content) * 3 // 4) // 4096 * 4096
    content[page : page + 4096] = bytes(4096)


@cache
def two_games() -> bytes:
    """A journal of two games, as the card holds it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with Journal.create(path) as journal:
            journal.add(GAME)
            journal.add([SETUP, *lines_of([3, 4, 5, 6, 7] * 8)])
        return path.read_bytes()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=600)), min_size=1, max_size=6)
)
def test_no_damage_keeps_it_from_starting_or_costs_a_byte(damage: list[tuple[float, bytes]]) -> None:
    """Whatever bytes are overwritten: it starts, plays and keeps the game, and what was put aside is all there."""
    content = bytearray(two_games())
    for where, rubbish in damage:
        at = int(where * len(content))
        content[at : at + len(rubbish)] = rubbish[: len(content) - at]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        path.write_bytes(content)
        with closing(Keeper.open(path)) as keeper:
            session = Session(keeper, CountingClock())
            session.new_game(SETUP)
            session.submit(blue(3))
            game = held(keeper)
            keeper.catch_up()  # only if damage was met as the game was filed
            assert (None, game) == (keeper.trouble, kept(path, keeper._held[-1].filed or 0))
        for aside in Path(folder).glob("*.aside-1"):
            assert content[HEADER:] == aside.read_bytes()[HEADER:]


HEADER = 100
"""Bytes in which SQLite counts openings; its file format's own length."""


def test_a_refused_press_leaves_no_trace_in_memory_either(path: Path, disk: FaultyDisk) -> None:
    """The law judges before anything is held."""
    disk.fault = sqlite3.SQLITE_FULL
    with closing(Keeper.open(path)) as keeper:
        session = Session(keeper, CountingClock())
        session.new_game(SETUP)
        with pytest.raises(Refused):
            session.submit(Hold())
        assert 1 == len(held(keeper))
