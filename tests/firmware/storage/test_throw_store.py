"""The pictures of throws on the disk: whole or not at all, bounded, and gone with their games."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from support.scoring import SETUP, lines_of
from support.throws import SEVEN, kept

from firmware.paths import throw_pictures
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.storage.throw_store import StoreLimits, ThrowStore, forget_pictures
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey

THROW = kept(SEVEN)
ROOM = StoreLimits(3, 1 << 20)


def key(number: int, begun: str = "2026-01-01T12:00:00Z") -> GameKey:
    """A game that began then."""
    return GameKey.of(number, structs.replace(SETUP, at=begun))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the throws are kept."""
    return tmp_path / "games.pictures"


@pytest.fixture
def store(folder: Path) -> ThrowStore:
    """One with room for three games."""
    return ThrowStore(folder, ROOM)


def test_throw_is_found_by_its_line(store: ThrowStore, folder: Path) -> None:
    """By another program too; of no other line, and of no other game of that number."""
    store.keep(key(1), 12, THROW)
    again = ThrowStore(folder, ROOM)
    assert (THROW, None) == (again.find(key(1), 12), again.find(key(1), 13))
    assert (None, frozenset()) == (again.find(key(1, "2026-02-01T12:00:00Z"), 12), again.lines(key(2)))
    assert frozenset({12}) == again.lines(key(1))
    assert 0o700 == folder.stat().st_mode & 0o777


def test_file_that_was_torn_is_not_shown(store: ThrowStore, folder: Path) -> None:
    """Nor one that was never finished."""
    store.keep(key(1), 12, THROW)
    (file,) = folder.glob("*/*.throw")
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    file.with_name("13.part").write_bytes(b"x")
    assert store.find(key(1), 12) is None
    assert frozenset({12}) == store.lines(key(1))


def test_oldest_games_go_first(store: ThrowStore) -> None:
    """Beyond so many; one with the number of another journal's game takes its place."""
    for number in (1, 2, 9, 10):
        store.keep(key(number), 2, THROW)
    assert [False, True, True, True] == [bool(store.lines(key(number))) for number in (1, 2, 9, 10)]
    other = key(9, "2026-02-01T12:00:00Z")
    store.keep(other, 2, THROW)
    assert [False, True] == [bool(store.lines(each)) for each in (key(9), other)]


def test_bytes_are_bounded(folder: Path) -> None:
    """The oldest games go, and of a single game its oldest throws."""
    store = ThrowStore(folder, StoreLimits(9, 3 * 2_000))
    store.keep(key(1), 2, THROW)
    size = sum(file.stat().st_size for file in folder.glob("*/*"))
    small = ThrowStore(folder, StoreLimits(9, 3 * size + 10))
    for line in range(2, 8):
        small.keep(key(2), line, THROW)
    assert frozenset() == small.lines(key(1))
    assert frozenset({5, 6, 7}) == small.lines(key(2))


def test_erased_is_gone_and_play_goes_on(store: ThrowStore, folder: Path) -> None:
    """Also where another program erases it in the middle of a game."""
    store.keep(key(1), 2, THROW)
    store.keep(key(2), 2, THROW)
    assert 1 == ThrowStore(folder, ROOM).erase({1})
    assert 1 == ThrowStore(folder, ROOM).erase()
    store.keep(key(2), 3, THROW)
    assert (frozenset(), frozenset({3})) == (store.lines(key(1)), store.lines(key(2)))


def test_pictures_go_with_their_game(tmp_path: Path) -> None:
    """One that left the journal, and one of a former journal; what the disk has not taken yet stays."""
    journal = tmp_path / "games.sqlite"
    with Journal.create(journal) as opened:
        for month in (1, 2):
            opened.add([structs.replace(SETUP, at=f"2026-0{month}-01T12:00:00Z"), *lines_of([3, 4])])
    store = ThrowStore(throw_pictures(journal), StoreLimits(9, 1 << 20))
    there, former, held = key(1), key(2, "2025-02-01T12:00:00Z"), key(3)
    for game in (there, former, held):
        store.keep(game, 2, THROW)
    assert not JournalMaintenance(journal, 1 << 20, tmp_path / "old", lambda: 0.0)()
    assert [True, False, True] == [bool(store.lines(game)) for game in (there, former, held)]
    with Journal.create(journal) as opened:
        opened.forget([1])
        forget_pictures(opened, throw_pictures(journal))
    assert frozenset() == store.lines(there)
