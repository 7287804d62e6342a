"""Play begins whatever lies on the disk, and what cannot be read is put aside, every byte of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.faults import FaultyDisk, damaged, disk
from support.lab import examples
from support.resilient import GAME, held, kept, play, pulled_between_two_moves
from support.scoring import SETUP, CountingClock, blue, lines_of

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalInUseError,
    JournalReadOnlyError,
)
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.salvage import put_aside
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.session import Session

__all__ = ["disk"]

SCHEMA_FORMAT = 44
"""Where SQLite's header tells it, in four bytes."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


# -- a disk that has failed before the start


def test_a_read_only_card_still_shows_the_game_it_holds(path: Path, disk: FaultyDisk) -> None:
    """The last game is on the board, lines that lie in SQLite's write-ahead log included, and play goes on."""
    with closing(ResilientJournal.open(path)) as resilient, closing(sqlite3.connect(path)) as reader:
        play(resilient, *GAME)
        reader.execute("SELECT * FROM games").fetchall()  # another reader, so that closing leaves the log there
        resilient.close()
        disk.fault, disk.refuses_opening = sqlite3.SQLITE_READONLY, True
        with closing(ResilientJournal.open(path)) as locked:
            assert (GAME, True) == (held(locked), isinstance(locked.trouble, JournalReadOnlyError))
            locked.append(1, 5, blue(9))
            disk.fault, disk.refuses_opening = None, False
    assert [*GAME, blue(9)] == kept(path)


def test_a_log_that_can_only_be_read_in_a_copy_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite must write beside a log to read it; where it cannot, the lines in the log are read all the same."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        for part in ("", "-wal"):
            copy = path.parent / "card" / f"games.sqlite{part}"
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(path.with_name(f"games.sqlite{part}").read_bytes())
    card, look = path.parent / "card" / "games.sqlite", Journal.open_readonly

    def not_there(asked: Path) -> Journal:
        if asked == card:
            raise JournalError("cannot be opened")
        return look(asked)

    monkeypatch.setattr(Journal, "open_readonly", not_there)
    monkeypatch.setattr(Journal, "create", lambda *_, **__: (_ for _ in ()).throw(JournalReadOnlyError("read-only")))
    with closing(ResilientJournal.open(card)) as locked:
        assert GAME == held(locked)


def test_play_begins_in_memory_if_need_be(tmp_path: Path) -> None:
    """No disk at all is no reason not to play."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with closing(ResilientJournal.open(tmp_path / "file" / "games.sqlite")) as resilient:
        assert (None, True) == (resilient.latest(), resilient.trouble is not None)
        assert (1, GAME) == (play(resilient, *GAME), held(resilient))


def test_journal_named_by_the_user_is_never_moved(path: Path) -> None:
    """A user who types a file's name hears that it is no journal; only the appliance's own file is put aside."""
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(JournalDamagedError):
        ResilientJournal.open(path, repair=False)
    assert b"Dear diary, " * 1000 == path.read_bytes()


# -- a file that cannot be read


def test_file_that_is_no_journal_is_put_aside(path: Path) -> None:
    """Every byte of it is still there, the remark says where, and play begins again and is kept."""
    path.write_bytes(b"Dear diary, " * 1000)
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
    aside = path.with_name("games.sqlite.aside-1")
    assert b"Dear diary, " * 1000 == aside.read_bytes()
    assert (GAME, "damaged", True) == (
        kept(path),
        resilient.remarks[0].kind,
        str(aside) in ENGLISH(resilient.remarks[0].words),
    )


def test_a_newer_journal_is_put_aside(path: Path) -> None:
    """After going back to an older Stadium the newer games wait for the update, and play goes on."""
    Journal.create(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with closing(ResilientJournal.open(path)) as resilient:
        assert (["newer"], None) == ([remark.kind for remark in resilient.remarks], resilient.trouble)
    assert path.with_name("games.sqlite.aside-1").exists()


def test_the_second_file_put_aside_does_not_replace_the_first(path: Path) -> None:
    """Names count up, and also round a lone log that a power cut left behind."""
    path.with_name("games.sqlite.aside-1").write_bytes(b"the first")
    path.with_name("games.sqlite.aside-2-wal").write_bytes(b"a log alone")
    path.write_bytes(b"the third")
    assert "games.sqlite.aside-3" == put_aside(path).name
    assert b"the first" == path.with_name("games.sqlite.aside-1").read_bytes()


def test_unreadable_game_in_a_sound_file_is_skipped(path: Path) -> None:
    """The file is sound, one game in it is not: it is named, the others are untouched, and a new one begins."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        play(resilient, *GAME)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO lines VALUES (2, 5, '{}')")
        connection.commit()
    with closing(ResilientJournal.open(path)) as resilient:
        assert (["game"], None) == ([remark.kind for remark in resilient.remarks], resilient.latest())
        assert 3 == play(resilient, *GAME)
    assert (GAME, GAME, []) == (kept(path, 1), kept(path, 3), list(path.parent.glob("*aside*")))


def test_what_can_be_read_of_a_damaged_file_goes_on(path: Path, disk: FaultyDisk) -> None:
    """Damage in one game: the others are brought over under their own numbers, and the sound one in play goes on."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        resilient.add([SETUP, *[blue(3)] * 500])
        play(resilient, *GAME[:3])
    damaged(path, a_page_amid_the_long_game)
    with closing(ResilientJournal.open(path)) as resilient:
        disk.fault = sqlite3.SQLITE_CORRUPT
        resilient.append(3, 4, GAME[3])
        disk.fault = None
        resilient.catch_up()
        assert (None, 3, GAME) == (resilient.trouble, resilient.latest(), kept(path, 3))
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


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.integers(0, 2**20), st.binary(min_size=1, max_size=600)), min_size=1, max_size=6))
@example([(SCHEMA_FORMAT, b"\x00\x00\x00\x05")])  # one that SQLite does not know
def test_no_damage_keeps_it_from_starting_or_costs_a_byte(damage: list[tuple[int, bytes]]) -> None:
    """Whatever bytes are overwritten: it starts, plays and keeps the game, and what was put aside is all there."""
    content = bytearray(two_games())
    for where, rubbish in damage:
        at = where % len(content)
        content[at : at + len(rubbish)] = rubbish[: len(content) - at]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        path.write_bytes(content)
        with closing(ResilientJournal.open(path)) as resilient:
            session = Session(resilient, CountingClock())
            session.new_game(SETUP)
            session.submit(blue(3))
            game = held(resilient)
            resilient.catch_up()  # only if damage was met as the game was filed
            assert resilient.trouble is None
            with Journal.open_readonly(path) as journal:
                assert game == [line for _, line in journal.lines(journal.latest() or 0)]
        for aside in Path(folder).glob("*.aside-1"):
            assert content[HEADER:] == aside.read_bytes()[HEADER:]


def with_a_damaged_trigger(path: Path) -> bytes:
    """Two games, all of which can be read, in a file that must not be written any more; its bytes."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add([SETUP, blue(3)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'only', 'onlx') WHERE name = 'lines_kept'")
        connection.commit()
    return path.read_bytes()


def test_full_card_keeps_the_damaged_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game in play goes on in memory, nothing is moved, and once there is room every game is brought over."""
    damaged, add = with_a_damaged_trigger(path), Journal.add

    def full(journal: Journal, *lines: object, number: int | None = None, **rest: object) -> int:
        if number == 2:
            raise JournalFullError("no room")
        return add(journal, *lines, number=number, **rest)  # type: ignore[arg-type] # as it was called

    with monkeypatch.context() as card:
        card.setattr(Journal, "add", full)
        resilient = ResilientJournal.open(path)
    assert (True, (), [SETUP, blue(3)]) == (
        isinstance(resilient.trouble, JournalFullError),
        resilient.remarks,
        held(resilient),
    )
    assert damaged[HEADER:] == path.read_bytes()[HEADER:]
    assert not list(path.parent.glob("*.part*"))
    with closing(resilient):
        resilient.catch_up()
        assert (None, ["damaged"]) == (resilient.trouble, [remark.kind for remark in resilient.remarks])
        assert "2 of its games came over whole and go on here, 0 cut short" in ENGLISH(resilient.remarks[0].words)
    assert [GAME, [SETUP, blue(3)]] == [kept(path, 1), kept(path, 2)]


def test_a_plug_pulled_between_two_moves_costs_no_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The damaged file is put aside, and the new one, which is whole, not yet in its place."""
    with_a_damaged_trigger(path)
    pulled_between_two_moves(path, monkeypatch)
    assert not path.exists()
    with closing(ResilientJournal.open(path)) as resilient:
        assert (None, [SETUP, blue(3)]) == (resilient.trouble, held(resilient))
    assert [GAME, [SETUP, blue(3)]] == [kept(path, 1), kept(path, 2)]


def test_file_put_aside_is_named_after_a_power_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And that a newer Stadium wrote it, if one did: nothing is put aside a second time."""
    with Journal.create(path) as journal:
        journal.add(GAME)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9")
    pulled_between_two_moves(path, monkeypatch)
    with closing(ResilientJournal.open(path)) as resilient:
        (remark,) = resilient.remarks
        assert ("newer", True) == (remark.kind, "games.sqlite.aside-1;" in ENGLISH(remark.words))
    assert not path.with_name("games.sqlite.aside-2").exists()


def test_second_program_does_not_disturb_salvage(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one builds the new file the other is told that the games are in use."""
    with_a_damaged_trigger(path)
    add, reported = Journal.add, list[str]()

    def meanwhile(journal: Journal, *lines: object, **rest: object) -> int:
        with pytest.raises(JournalInUseError):
            ResilientJournal.open(path)
        reported.append("in use")
        return add(journal, *lines, **rest)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(Journal, "add", meanwhile)
    with closing(ResilientJournal.open(path)) as resilient:
        assert (None, ["in use"] * 2) == (resilient.trouble, reported)


@pytest.mark.parametrize("version", [-(1 << 31), 0, 1])
def test_a_journal_that_denies_its_form_is_put_aside(path: Path, version: int) -> None:
    """Damage to a single number of the file's header costs no game: what it holds goes on in a new file."""
    with Journal.create(path) as journal:
        journal.add(GAME)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with closing(ResilientJournal.open(path)) as resilient:
        assert (None, ["damaged"], GAME) == (
            resilient.trouble,
            [each.kind for each in resilient.remarks],
            held(resilient),
        )


HEADER = 100
"""Bytes in which SQLite counts openings; its file format's own length."""
