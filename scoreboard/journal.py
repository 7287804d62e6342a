"""The journal: every line of every game in one SQLite file, durable before anything shows it.

Rule kept here: what is written stays. Lines are only ever appended; the database itself refuses to change or delete
one. A line is on the disk when `append` returns (write-ahead log, ``synchronous=FULL``; both are asked for and the
answers checked), so a power cut can cost at most the line that was being written. Games leave whole, by one door,
`forget`, which their owner opens. Nothing here deletes a file or mends a damaged one: `scoreboard.keeper` puts it by.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

import msgspec

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalTooNewError,
    MalformedError,
    NoGameError,
)
from scoreboard.faults import FAULTS, fault, named_os_faults, of_the_disk
from scoreboard.ownership import hand_over
from scoreboard.record import decode, encode
from scoreboard.rules.events import AnyLine

MARK = 0x53544144
"""SQLite's application_id of a journal: STAD."""
VERSION = 2
"""SQLite's user_version of a journal: the form of the tables below."""
PATIENCE = 5.0
"""Seconds to wait for another writer, such as an import."""
FULL = 2
"""What SQLite answers for ``synchronous=FULL``."""

GAMES = "game INTEGER PRIMARY KEY, imported INTEGER NOT NULL CHECK (imported IN (0, 1))"
LINES = (
    "game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, number)"
)
IN_ORDER = "NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM lines WHERE game = NEW.game)"
NEVER = "BEGIN SELECT raise(ABORT, 'history is only added to'); END"
LASTING = {
    "lines_kept": "UPDATE ON lines",
    "lines_stay": "DELETE ON lines",
    "games_kept": "UPDATE ON games",
    "games_stay": "DELETE ON games",
}
LASTING_2 = {"house_kept": "UPDATE ON house", "house_stays": "DELETE ON house"}
"""Triggers that make the database itself refuse to change history; the second ones since the second form."""
RULINGS = "game INTEGER PRIMARY KEY REFERENCES games, rulings TEXT NOT NULL"
SINCE_2 = (
    f"CREATE TABLE house ({RULINGS}) STRICT",
    *(f"CREATE TRIGGER {name} BEFORE {what} {NEVER}" for name, what in LASTING_2.items()),
    f"PRAGMA user_version = {VERSION}",
)
"""What the second form of the tables has besides: how the house plays a game, where it is not the game's own way."""
SCHEMA = (
    f"CREATE TABLE games ({GAMES}) STRICT",
    f"CREATE TABLE lines ({LINES}) STRICT, WITHOUT ROWID",
    f"CREATE TRIGGER lines_in_order BEFORE INSERT ON lines WHEN {IN_ORDER} {NEVER}",
    *(f"CREATE TRIGGER {name} BEFORE {what} {NEVER}" for name, what in LASTING.items()),
    f"PRAGMA application_id = {MARK}",
    *SINCE_2,
)


class Listed(NamedTuple):
    """A game in the journal."""

    game: int
    imported: bool


class Journal:
    """An open journal. `create` one to write, `look` into one to read."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock: IO[str] | None = None

    @classmethod
    def create(cls, path: Path, *, alone: bool = False) -> Self:
        """Open the journal to write, and make it and its folder where there is none.

        Args:
            path: the file.
            alone: be the one scoreboard that plays from this journal, until closed.

        Raises:
            JournalError: if it cannot be written; the leaf says whose fault that is.
        """
        with named_os_faults(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, _connect(path, "rwc"))
        journal._after(lambda: journal._prepare(alone=alone))
        with named_os_faults(path):
            for part in path.parent.glob(f"{path.name}*"):
                hand_over(part, path.parent)
        return journal

    @classmethod
    def look(cls, path: Path) -> Self:
        """Open the journal to read, also while a scoreboard plays from it.

        Raises:
            NoGameError: if there is no such file, or no game was ever begun in it.
            JournalError: if it cannot be read.
        """
        if not path.exists():
            raise NoGameError(f"There is no journal {path} yet: play a game first")
        journal = cls(path, _connect(path, "ro&immutable=1" if _lies_still(path) else "ro"))
        return journal._after(journal._has_begun)

    def close(self) -> None:
        """Give the file back; closing twice is harmless."""
        with suppress(sqlite3.Error):  # what was appended is durable already
            self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(
        self,
        lines: Iterable[AnyLine],
        *,
        imported: bool = False,
        rulings: Mapping[str, object] | None = None,
        number: int | None = None,
    ) -> int:
        """Add a game with its first lines, the game line foremost, all or none, and return its number.

        Args:
            lines: of the game.
            imported: it was not played on this scoreboard.
            rulings: in what the house plays it otherwise; they are kept with the game for good.
            number: the one to give it, if no other game has it; without, the next.

        Raises:
            JournalError: if it could not be made durable; the journal is as it was.
        """
        with self._transaction():
            game = self._connection.execute("INSERT INTO games VALUES (?, ?)", (number, imported)).lastrowid
            rows = ((game, number, _text(number, line)) for number, line in enumerate(lines, start=1))
            self._connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
            if rulings:
                kept = msgspec.json.encode(rulings).decode()
                self._connection.execute("INSERT INTO house VALUES (?, ?)", (game, kept))
        return int(game or 0)

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """Add the next line of a game; it is durable when this returns.

        Raises:
            JournalError: if it could not be made durable; the journal is as it was.
        """
        with self._transaction():
            self._connection.execute("INSERT INTO lines VALUES (?, ?, ?)", (game, number, _text(number, line)))

    def forget(self, games: Collection[int], *, shrink: bool = False) -> None:
        """Delete whole games, all of them or none. The room they took is used again.

        Args:
            games: their numbers.
            shrink: give the room back to the disk as well, which takes as much again for a while, and time.

        Raises:
            JournalError: if that could not be made durable; the journal is as it was.
        """
        with self._transaction():
            for name in LASTING | LASTING_2:
                self._connection.execute(f"DROP TRIGGER {name}")
            for table in ("lines", "house", "games"):
                self._connection.executemany(f"DELETE FROM {table} WHERE game = ?", ((game,) for game in games))  # noqa: S608 - names of ours
            for name, what in (LASTING | LASTING_2).items():
                self._connection.execute(f"CREATE TRIGGER {name} BEFORE {what} {NEVER}")
        if shrink:
            with suppress(sqlite3.Error):  # there may be no room for it, and the pages are used again all the same
                self._connection.execute("VACUUM")

    def size(self) -> int:
        """How many bytes the games take in the file; room that is free to be used again does not count."""
        with self._named_faults():
            pages, free, page = (
                int(self._ask(f"PRAGMA {name}")) for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * page

    def copy(self, path: Path) -> None:
        """Write all games of this moment into the new file ``path``; a game may go on meanwhile.

        Raises:
            JournalError: if they cannot be read, or not be written there.
        """
        with self._named_faults(), closing(sqlite3.connect(path)) as target:
            self._connection.backup(target)

    def verify(self) -> None:
        """Look through the whole file.

        Raises:
            JournalDamagedError: if it is not as SQLite wrote it.
        """
        with self._named_faults():
            if self._ask("PRAGMA quick_check(1)") != "ok":
                raise JournalDamagedError(f"The journal {self._path} is damaged")

    def games(self) -> tuple[Listed, ...]:
        """Return all games, oldest first."""
        with self._named_faults():
            rows = self._connection.execute("SELECT game, imported FROM games ORDER BY game").fetchall()
        return tuple(Listed(game, bool(imported)) for game, imported in rows)

    def rulings(self, game: int) -> dict[str, object]:
        """In what the house plays that game otherwise, by the names of `HouseRules`; usually in nothing.

        Raises:
            JournalDamagedError: if they are not as they were written.
        """
        with self._named_faults():
            if int(self._ask("PRAGMA user_version")) < VERSION:
                return {}
            row = self._connection.execute("SELECT rulings FROM house WHERE game = ?", (game,)).fetchone()
        try:
            return msgspec.json.decode(str(row[0]), type=dict[str, object]) if row else {}
        except msgspec.MsgspecError as error:
            raise JournalDamagedError(f"The journal {self._path}, house rules of game {game}: {error}") from error

    def latest(self) -> int | None:
        """Return the game played last on this scoreboard, finished or not; None if there is none."""
        return next((listed.game for listed in reversed(self.games()) if not listed.imported), None)

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """Yield a game's lines with their numbers, the game line first.

        Raises:
            NoGameError: if there is no such game.
            JournalDamagedError: at a line that is not as it was written.
        """
        with self._named_faults():
            rows = self._connection.execute("SELECT number, line FROM lines WHERE game = ? ORDER BY number", (game,))
            found = rows.fetchall()
        if not found:
            raise NoGameError(f"There is no game {game}; `stadium games` lists those there are")
        for number, text in found:
            yield number, self._line(game, number, text)

    def readable(self, game: int) -> Iterator[AnyLine]:
        """Yield a game's lines as far as they can be read: of a damaged journal, what came before the damage."""
        asked = "SELECT number, line FROM lines WHERE game = ? ORDER BY number"
        with suppress(sqlite3.Error, JournalDamagedError):
            for expected, (number, text) in enumerate(self._connection.execute(asked, (game,)), start=1):
                if number != expected:
                    return
                yield self._line(game, number, text)

    def _line(self, game: int, number: int, text: object) -> AnyLine:
        try:
            return decode(str(text).encode())
        except ValueError as error:
            raise JournalDamagedError(f"The journal {self._path}, game {game}, line {number}: {error}") from error

    def _after(self, check: Callable[[], object]) -> Self:
        try:
            with self._named_faults():
                check()
        except BaseException:
            self.close()
            raise
        return self

    def _prepare(self, *, alone: bool) -> None:
        self._is_fresh()  # before anything is changed in a file that may not be ours
        self._lock = claim(self._path) if alone else None
        self._set("journal_mode", "wal", "wal")
        self._set("synchronous", "FULL", FULL)
        with self._transaction():
            for statement in self._missing():
                self._connection.execute(statement)
        self._is_whole()

    def _missing(self) -> tuple[str, ...]:
        """What makes the tables of a new journal, or those that an older one lacks."""
        if self._is_fresh():
            return SCHEMA
        version = int(self._ask("PRAGMA user_version"))
        if version == VERSION:
            return ()
        if version != 1 or self._ask("SELECT count(*) FROM sqlite_schema WHERE name = 'house'"):
            raise JournalDamagedError(f"The journal {self._path} is damaged: it does not say which form it has")
        return SINCE_2

    def _set(self, pragma: str, value: str, answer: str | int) -> None:
        self._connection.execute(f"PRAGMA {pragma} = {value}")
        if self._ask(f"PRAGMA {pragma}") != answer:
            raise JournalError(f"The journal {self._path} cannot be kept safe here: no {pragma}={value}; move it")

    def _is_fresh(self) -> bool:
        mark, version = int(self._ask("PRAGMA application_id")), int(self._ask("PRAGMA user_version"))
        if (mark, version) == (0, 0) and not self._ask("SELECT count(*) FROM sqlite_schema"):
            return True
        if mark != MARK:
            raise JournalDamagedError(f"{self._path} is no journal of games; name another file")
        if version > VERSION:
            raise JournalTooNewError(f"The journal {self._path} was written by a newer Stadium; update this one")
        return False

    def _has_begun(self) -> None:
        if self._is_fresh():
            raise NoGameError(f"There is no game in {self._path} yet: play one first")

    def _is_whole(self) -> None:
        """Its own tables and triggers are as they were made: a damaged trigger would turn every line away."""
        made = {sql for (sql,) in self._connection.execute("SELECT sql FROM sqlite_schema")}
        if not {statement for statement in SCHEMA if statement.startswith("CREATE")} <= made:
            raise JournalDamagedError(f"The journal {self._path} is damaged: its tables are not as they were made")

    def _ask(self, question: str) -> int | str:
        with closing(self._connection.execute(question)) as cursor:
            answer: int | str = cursor.fetchone()[0]
        return answer

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._named_faults():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _named_faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise fault(self._path, error) from error
        except UnicodeDecodeError as error:  # SQLite quotes what it found, and Python cannot read the quotation
            leaf, what = FAULTS[sqlite3.SQLITE_CORRUPT]
            raise leaf(f"The journal {self._path} cannot be used: {what}") from error


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    try:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise fault(path, error) from error


def _lies_still(path: Path) -> bool:
    """Whether nobody can be writing, and we could not lay SQLite's locks beside the file: then it is read without."""
    why, log = of_the_disk(path.parent), path.with_name(f"{path.name}-wal")
    if log.exists():  # what a full disk did not let somebody begin is empty
        return why == sqlite3.SQLITE_FULL and not log.stat().st_size
    return why is not None


def claim(path: Path) -> IO[str]:
    """Be the one program that has this journal, until what is returned is closed.

    A file beside it is locked: SQLite's own locks are lost when any other handle of the journal is closed.

    Raises:
        JournalInUseError: if another scoreboard has it.
        JournalError: if nothing can be written there.
    """
    with named_os_faults(path), ExitStack() as on_failure:
        lock = on_failure.enter_context(_lock_of(path).open("a", encoding="utf-8"))
        hand_over(lock.fileno(), path.parent)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        on_failure.pop_all()
    return lock


def is_claimed(path: Path) -> bool:
    """Whether a scoreboard plays from this journal now."""
    try:
        with _lock_of(path).open("r", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _text(number: int, line: AnyLine) -> str:
    """Write the line as it will be read; what could not be read back is not written."""
    try:
        raw = encode(line)
        decode(raw)
    except ValueError as error:
        raise MalformedError(number, str(error)) from error
    return raw.decode()
