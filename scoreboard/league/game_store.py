"""All games that a league was sent, in a database: SQLite's file, or a PostgreSQL server.

Rule kept here: what was sent is kept as it came, seal and record, so that everything can be verified again. Rows are
only ever added: a record that is sent again with more lines is a row of its own, and a forged one replaces nothing.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from scoreboard.errors import ScoreboardError
from scoreboard.league.verified_game import SentGame, VerifiedGame
from scoreboard.message import Message, Words, message
from scoreboard.season import SeasonGame

if TYPE_CHECKING:
    import psycopg

POSTGRESQL = ("postgresql://", "postgres://")
COLUMNS = "box, number, digest, lines, game, fault, seal, record, named"
TABLE = """
CREATE TABLE IF NOT EXISTS games (box TEXT, number BIGINT, digest TEXT, lines BIGINT NOT NULL, game {bytes},
fault TEXT NOT NULL, seal {bytes} NOT NULL, record {bytes} NOT NULL, named TEXT NOT NULL,
PRIMARY KEY (box, number, digest))
"""
ONCE = "ON CONFLICT (box, number, digest) DO NOTHING"
_Row = tuple[str, int, str, int, bytes | None, str, bytes, bytes, str]


class LeagueStoreError(ScoreboardError, OSError):
    """The database cannot be used: says what to do."""


class GameStore(ABC):
    """A database of games."""

    @abstractmethod
    def keep(self, games: Sequence[VerifiedGame]) -> None:
        """Keep these, all or none; `LeagueStoreError` if they cannot be kept."""

    @abstractmethod
    def games(self) -> Iterator[VerifiedGame]:
        """Every game, by stadium and number; `LeagueStoreError` if they cannot be read."""

    @abstractmethod
    def close(self) -> None:
        """Give the connection back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(database: str) -> GameStore:
    """The database of that address: ``postgresql://...``, or the path of a file, which is made.

    Raises:
        LeagueStoreError: if it cannot be opened.
    """
    return PostgreSqlStore(database) if database.startswith(POSTGRESQL) else SqliteStore(Path(database))


class SqliteStore(GameStore):
    """A file of SQLite's."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._connection = sqlite3.connect(file, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            with self._connection:
                self._connection.execute(TABLE.format(bytes="BLOB"))
        except sqlite3.Error as error:
            raise self._error(error) from error

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def keep(self, games: Sequence[VerifiedGame]) -> None:
        """Keep these, all or none."""
        insert = f"INSERT INTO games ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) {ONCE}"  # noqa: S608 - our own words
        try:
            with self._connection:
                self._connection.executemany(insert, map(_row_of, games))
        except sqlite3.Error as error:
            raise self._error(error) from error

    def games(self) -> Iterator[VerifiedGame]:
        """Every game."""
        select = f"SELECT {COLUMNS} FROM games ORDER BY box, number, digest"  # noqa: S608 - our own words
        try:
            with closing(self._connection.execute(select)) as rows:
                yield from map(_game_of, rows)
        except sqlite3.Error as error:
            raise self._error(error) from error

    def _error(self, error: sqlite3.Error) -> LeagueStoreError:
        return LeagueStoreError(message("league.database", database=str(self._file), why=str(error)))


class PostgreSqlStore(GameStore):
    """A PostgreSQL server; a password is better in ``~/.pgpass`` than in the address."""

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise LeagueStoreError(message("league.no-psycopg")) from error
        self._failures = psycopg.Error
        try:
            self._connection: psycopg.Connection = psycopg.connect(address)
            with self._connection.transaction():
                self._connection.execute(TABLE.format(bytes="BYTEA"))
                self._connection.execute(
                    "CREATE TEMPORARY TABLE sent (LIKE games INCLUDING DEFAULTS) ON COMMIT DELETE ROWS"
                )
        except psycopg.Error as error:
            raise self._error(error) from error

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def keep(self, games: Sequence[VerifiedGame]) -> None:
        """Keep these, all or none: copied into a table of their own first, for that is quickest."""
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                with cursor.copy(f"COPY sent ({COLUMNS}) FROM STDIN") as copy:
                    for each in games:
                        copy.write_row(_row_of(each))
                cursor.execute(f"INSERT INTO games ({COLUMNS}) SELECT {COLUMNS} FROM sent {ONCE}")  # noqa: S608 - our own words
        except self._failures as error:
            raise self._error(error) from error

    def games(self) -> Iterator[VerifiedGame]:
        """Every game."""
        try:
            with self._connection.transaction(), self._connection.cursor("games") as cursor:
                cursor.execute(f"SELECT {COLUMNS} FROM games ORDER BY box, number, digest")  # noqa: S608 - our own words
                yield from map(_game_of, cursor)
        except self._failures as error:
            raise self._error(error) from error

    def _error(self, error: Exception) -> LeagueStoreError:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        return LeagueStoreError(message("league.database", database="PostgreSQL", why=why))


def _row_of(game: VerifiedGame) -> _Row:
    played = None if game.game is None else msgspec.json.encode(game.game)
    fault = "" if game.fault is None else msgspec.json.encode(game.fault).decode()
    sent = game.sent
    digest = sha256(sent.seal + b"\0" + sent.record).hexdigest()
    return (game.box, game.number, digest, game.lines, played, fault, sent.seal, sent.record, sent.named)


def _game_of(row: _Row) -> VerifiedGame:
    box, number, _, lines, played, fault, seal, record, named = row
    game = None if played is None else msgspec.json.decode(bytes(played), type=SeasonGame)
    words = _message(msgspec.json.decode(fault)) if fault else None
    return VerifiedGame(box, number, lines, game, words, SentGame(bytes(seal), bytes(record), named))


def _message(kept: Mapping[str, Any]) -> Message:
    """The message as it was before it became JSON."""
    return Message(kept["key"], tuple((name, _words(value)) for name, value in kept["values"]))


def _words(kept: Any) -> Words:  # noqa: ANN401 - JSON
    match kept:
        case dict():
            return _message(kept)
        case list():
            return tuple(map(_words, kept))
        case int():
            return kept
    return str(kept)
