"""All games that a league was sent, in a database: SQLite's file, or a PostgreSQL server.

Rule kept here: what was sent is kept as it came, seal and record, so that everything can be verified again. Games are
only ever added: a record that is sent again with more lines is a row of its own, and a forged one replaces nothing. One
that is there already is judged again, by the league's file as it is now.
Beside them are the lines of games that arrive one by one, each under its number and the checksum of the record up to
it; those of old games are let go.
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
from msgspec import Struct, structs

from scoreboard.errors import ScoreboardError
from scoreboard.league.verified_game import SentGame, VerifiedGame
from scoreboard.message import Message, Words, message
from scoreboard.season import SeasonGame

if TYPE_CHECKING:
    import psycopg

POSTGRESQL = ("postgresql://", "postgres://")
ARRIVED = "box, game, number, checksum, line, seal"
COLUMNS = "box, number, digest, lines, game, fault, seal, record, named"
TABLE = """
CREATE TABLE IF NOT EXISTS games (box TEXT, number BIGINT, digest TEXT, lines BIGINT NOT NULL, game {bytes},
fault TEXT NOT NULL, seal {bytes} NOT NULL, record {bytes} NOT NULL, named TEXT NOT NULL,
PRIMARY KEY (box, number, digest))
"""
DISTINCT = f"DISTINCT ON (box, number, digest) {COLUMNS}"
WITHOUT_SENT = "box, number, digest, lines, game, fault, SUBSTR(seal, 1, 0), SUBSTR(record, 1, 0), named"
ONCE = "ON CONFLICT (box, number, digest) DO UPDATE SET game = excluded.game, fault = excluded.fault"
LINES = """
CREATE TABLE IF NOT EXISTS lines (box TEXT, game BIGINT, number BIGINT, checksum BIGINT, came BIGINT NOT NULL,
line {bytes} NOT NULL, seal {bytes} NOT NULL, judged INTEGER NOT NULL DEFAULT 0,
PRIMARY KEY (box, game, number, checksum))
"""
_Row = tuple[str, int, str, int, bytes | None, str, bytes, bytes, str]


class ArrivedLine(Struct, frozen=True):
    """A line of a game that arrived by itself.

    Attributes:
        box: the stadium.
        game: its number there.
        number: of the line.
        checksum: of the record up to and with it.
        line: as the record has it, without its newline.
        seal: of the record up to and with it, as JSON; empty where there is none.
    """

    box: str
    game: int
    number: int
    checksum: int
    line: bytes
    seal: bytes = b""


class LeagueStoreError(ScoreboardError, OSError):
    """The database cannot be used: says what to do."""


class GameStore(ABC):
    """A database of games."""

    @abstractmethod
    def keep(self, games: Sequence[VerifiedGame]) -> None:
        """Keep these, all or none; `LeagueStoreError` if they cannot be kept."""

    @abstractmethod
    def games(self, *, as_sent: bool = True) -> Iterator[VerifiedGame]:
        """Every game, by stadium and number, its record and seal too if ``as_sent``.

        Raises:
            LeagueStoreError: if they cannot be read.
        """

    @abstractmethod
    def close(self) -> None:
        """Give the connection back."""

    @abstractmethod
    def execute(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Do that for each of the rows, all or none, whose values stand for ``?``; `LeagueStoreError` if it fails."""

    @abstractmethod
    def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What is found; likewise."""

    def mark(self) -> tuple[int, ...]:
        """Differs where games, what counts of them, or seals that wait differ."""
        counted = self.fetch("SELECT COUNT(*), COUNT(game) FROM games")[0]
        waiting = self.fetch("SELECT COUNT(*) FROM lines WHERE judged = 0 AND seal <> ?", b"")[0]
        return (*map(int, counted), *map(int, waiting))

    def game(self, box: str, number: int) -> bytes | None:
        """What the longest record that counts of that stadium's game came to, as JSON; None without one."""
        query = "SELECT game FROM games WHERE box = ? AND number = ? AND game IS NOT NULL ORDER BY lines DESC LIMIT 1"
        found = self.fetch(query, box, number)
        return bytes(found[0][0]) if found else None

    def longest(self, box: str, number: int) -> int:
        """Lines of the longest record that counts of that stadium's game; 0 without one."""
        query = "SELECT MAX(lines) FROM games WHERE box = ? AND number = ? AND game IS NOT NULL"
        return int(self.fetch(query, box, number)[0][0] or 0)

    def keep_lines(self, lines: Sequence[ArrivedLine], came: int) -> None:
        """Keep lines that arrived at that time, all or none; one that is there is laid aside."""
        self.execute(
            "INSERT INTO lines (box, game, number, checksum, came, line, seal) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (box, game, number, checksum) DO NOTHING",
            [(*structs.astuple(each)[:4], came, each.line, each.seal) for each in lines],
        )

    def lines(self, box: str, game: int, upto: int) -> list[ArrivedLine]:
        """The lines of that stadium's game up to that number, in order."""
        query = f"SELECT {ARRIVED} FROM lines WHERE box = ? AND game = ? AND number <= ? ORDER BY number, checksum"  # noqa: S608 - our own words
        return [_arrived(row) for row in self.fetch(query, box, game, upto)]

    def sealed(self) -> list[ArrivedLine]:
        """The lines with a seal that was not judged yet, in the order in which they came."""
        query = f"SELECT {ARRIVED} FROM lines WHERE judged = 0 AND seal <> ? ORDER BY came, box, game, number"  # noqa: S608 - our own words
        return [_arrived(row) for row in self.fetch(query, b"")]

    def sealed_of(self, box: str, game: int) -> list[ArrivedLine]:
        """Likewise those of one game, in order."""
        query = f"SELECT {ARRIVED} FROM lines WHERE box = ? AND game = ? AND judged = 0 AND seal <> ? ORDER BY number"  # noqa: S608 - our own words
        return [_arrived(row) for row in self.fetch(query, box, game, b"")]

    def judged(self, line: ArrivedLine) -> None:
        """The seal of that line was judged."""
        where = "box = ? AND game = ? AND number = ? AND checksum = ?"
        self.execute(f"UPDATE lines SET judged = 1 WHERE {where}", [structs.astuple(line)[:4]])  # noqa: S608 - our own words

    def let_go(self, box: str, games: int, lines: int) -> None:
        """Let go the lines of that stadium's games but for so many that came last, and of those with more lines."""
        newest = "SELECT game FROM lines WHERE box = ? GROUP BY game ORDER BY MAX(came) DESC, game DESC LIMIT ?"
        self.execute(f"DELETE FROM lines WHERE box = ? AND game NOT IN ({newest})", [(box, box, games)])  # noqa: S608 - our own words
        endless = "SELECT game FROM lines WHERE box = ? GROUP BY game HAVING COUNT(*) > ?"
        self.execute(f"DELETE FROM lines WHERE box = ? AND game IN ({endless})", [(box, box, lines)])  # noqa: S608 - our own words

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
                for table in (TABLE, LINES):
                    self._connection.execute(table.format(bytes="BLOB"))
        except sqlite3.Error as error:
            raise self._error(error) from error

    def execute(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Do that for each row."""
        try:
            with self._connection:
                self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise self._error(error) from error

    def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What is found."""
        try:
            return self._connection.execute(query, values).fetchall()
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

    def games(self, *, as_sent: bool = True) -> Iterator[VerifiedGame]:
        """Every game."""
        select = f"SELECT {COLUMNS if as_sent else WITHOUT_SENT} FROM games ORDER BY box, number, digest"  # noqa: S608 - our own words
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
                for table in (TABLE, LINES):
                    self._connection.execute(table.format(bytes="BYTEA"))
                self._connection.execute(
                    "CREATE TEMPORARY TABLE sent (LIKE games INCLUDING DEFAULTS) ON COMMIT DELETE ROWS"
                )
        except psycopg.Error as error:
            raise self._error(error) from error

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def execute(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Do that for each row."""
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                cursor.executemany(_with_their_marks(statement), rows)
        except self._failures as error:
            raise self._error(error) from error

    def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What is found."""
        try:
            with self._connection.transaction():
                return self._connection.execute(_with_their_marks(query), values).fetchall()
        except self._failures as error:
            raise self._error(error) from error

    def keep(self, games: Sequence[VerifiedGame]) -> None:
        """Keep these, all or none: copied into a table of their own first, for that is quickest."""
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                with cursor.copy(f"COPY sent ({COLUMNS}) FROM STDIN") as copy:
                    for each in games:
                        copy.write_row(_row_of(each))
                cursor.execute(f"INSERT INTO games ({COLUMNS}) SELECT {DISTINCT} FROM sent {ONCE}")  # noqa: S608 - our own words
        except self._failures as error:
            raise self._error(error) from error

    def games(self, *, as_sent: bool = True) -> Iterator[VerifiedGame]:
        """Every game."""
        columns = COLUMNS if as_sent else WITHOUT_SENT
        try:
            with self._connection.transaction(), self._connection.cursor("games") as cursor:
                cursor.execute(f"SELECT {columns} FROM games ORDER BY box, number, digest")  # noqa: S608 - our own words
                yield from map(_game_of, cursor)
        except self._failures as error:
            raise self._error(error) from error

    def _error(self, error: Exception) -> LeagueStoreError:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        return LeagueStoreError(message("league.database", database="PostgreSQL", why=why))


def _with_their_marks(statement: str) -> bytes:
    """The statement with the marks for values that psycopg has."""
    return statement.replace("?", "%s").encode()


def _arrived(row: tuple[Any, ...]) -> ArrivedLine:
    box, game, number, checksum, line, seal = row
    return ArrivedLine(box, game, number, checksum, bytes(line), bytes(seal))


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
