"""The journal: every line of every game in one SQLite file, durable before anything shows it.

Rule kept here: what is written stays. Lines are only ever appended; the database itself refuses to change or delete
one. A line is on the disk when `append` returns (write-ahead log, ``synchronous=FULL``; both are set and read back), so
a power cut can cost at most the line that was being written. Only whole games are deleted, by `forget`, which only
their owner calls. Nothing here deletes a file or repairs a damaged one: `scoreboard.journal.salvage` does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Literal, Self

import msgspec

from scoreboard.errors import (
    GameDamagedError,
    JournalDamagedError,
    JournalError,
    JournalGoneError,
    MalformedError,
    NoGameError,
    ScoreboardError,
)
from scoreboard.journal import checksums
from scoreboard.journal.lock import claim, is_in_place
from scoreboard.journal.open_files import OpenFiles, check_file, is_immutable
from scoreboard.journal.reader import LAST, LINES, JournalReader
from scoreboard.journal.scratch import Scratch, memory_folder
from scoreboard.journal.sqlite_errors import journal_error, named_os_errors
from scoreboard.journal.summary import Summary, packed, summary_of_lines
from scoreboard.journal.tables import (
    GAME_TABLES,
    SCHEMA,
    SCHEMA_VERSION,
    lock_history,
    migrations_from,
    unlock_history,
)
from scoreboard.message import message
from scoreboard.record import decode, encode
from scoreboard.rules import RulesError
from scoreboard.rules.events import AnyLine

BUSY_TIMEOUT_S = 5.0
"""Seconds to wait for another writer, such as an import."""
SYNCHRONOUS_FULL = 2
"""What SQLite answers for ``synchronous=FULL``."""

MAX_QUICK_BYTES = 4 << 20
"""Largest journal in bytes that is verified as it is opened, while the user waits."""


class Journal(JournalReader):
    """An open journal: `create` opens it for writing, `open_readonly` for reading."""

    is_held = False
    """What is appended is on the disk, or an error is raised; see `scoreboard.session.Store`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        super().__init__(path, connection)
        self._lock: IO[str] | None = None
        self._files: OpenFiles | None = None

    @classmethod
    def create(cls, path: Path, *, alone: bool = False) -> Self:
        """Open the journal for writing; make it and its folder if they do not exist.

        Args:
            path: the file.
            alone: lock it for the one scoreboard that plays from it, until closed.

        Raises:
            JournalError: if it cannot be written; the leaf says whose fault that is.
        """
        with named_os_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            check_file(path)
        OpenFiles.restore_index_at(path)
        journal = cls(path, _connect(path, "rwc"))
        return journal._or_close(lambda: journal._prepare(alone=alone))

    @classmethod
    def open_readonly(cls, path: Path, *, immutable: bool = False) -> Self:
        """Open the journal for reading, also while a scoreboard plays from it.

        Args:
            path: the file.
            immutable: no other program has it open, so SQLite needs no lock files beside it.

        Raises:
            NoGameError: if there is no such file, or no game was ever begun in it.
            JournalError: if it cannot be read.
        """
        with named_os_errors(path):
            check_file(path)
            is_there, is_alone = path.exists(), immutable or is_immutable(path)
        if not is_there:
            raise NoGameError(message("no-game.journal", file=str(path)))
        OpenFiles.restore_index_at(path)
        journal = cls(path, _connect(path, "ro&immutable=1" if is_alone else "ro"))
        return journal._or_close(journal._accept_cut)

    def close(self) -> None:
        """Give the file back; closing twice is harmless."""
        if self._files is not None:
            self._files.restore_index()
        super().close()
        if self._lock is not None:
            self._lock.close()
        files, self._files = self._files, None
        if files is not None:
            files.leave()

    def release(self) -> None:
        """Let another journal be opened at the path to play from it alone; this one can still be read."""
        if self._lock is not None:
            self._lock.close()
        if self._files is not None:
            self._files.forget()

    @property
    def is_large(self) -> bool:
        """Whether it takes long to read all of it; not if that cannot be told."""
        with suppress(JournalError):
            return self.size() > MAX_QUICK_BYTES
        return False

    @property
    def is_in_doubt(self) -> bool:
        """Whether the files are not those that were opened, or somebody else has changed them."""
        return self._files is not None and (not self._is_in_place or self._files.are_touched)

    @contextmanager
    def restarted(self) -> Iterator[Journal]:
        """A copy in memory of the journal as a start after a power cut would find it.

        Raises:
            JournalError, OSError: if there is nothing to read, or no memory for it.
        """
        if self._files is None:
            raise self._gone()
        with (
            Scratch(memory_folder()) as folder,
            Journal.open_readonly(self._files.copy_to(folder)) as copy,
        ):
            yield copy

    def check_files(self) -> None:
        """Raise unless a start after a power cut would find the games as they are read here.

        Raises:
            JournalGoneError: if it would not.
            JournalError: if that cannot be found out.
        """
        with self._transaction():
            pass

    def touch(self) -> None:
        """Write what changes nothing: durable when this returns, as a line would be.

        Raises:
            JournalError: if the disk does not take it.
        """
        with self._transaction():
            self._execute(f"PRAGMA user_version = {self._scalar('PRAGMA user_version')}")

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
            rulings: its house rules, where they differ from the game's own; they can never be changed.
            number: to give it, if no other game has it; the next by default.

        Raises:
            JournalError: if it could not be made durable; the journal is as it was.
        """
        kept = list(lines)
        texts = [encoded(at, line) for at, line in enumerate(kept, start=1)]
        ruled = msgspec.json.encode(rulings).decode() if rulings else None
        summary = _summary(kept, rulings or {})  # before the journal is held: a long game takes long to play out
        with self._transaction():
            game = int(self._execute("INSERT INTO games VALUES (?, ?)", number, imported).lastrowid or 0)
            if ruled is not None:
                self._execute("INSERT INTO house VALUES (?, ?)", game, ruled)
            rows = ((game, at, text) for at, text in enumerate(texts, start=1))
            self._connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
            self._insert_checksums(game, [text.encode() for text in texts], checksums.of_game(int(imported), ruled))
            if summary is not None:
                self._keep_summary(game, summary)
            if not imported:
                self._mark_as_latest(game)
        return game

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """Add the next line of a game; it is durable when this returns.

        Raises:
            JournalError: if it could not be made durable; the journal is as it was.
        """
        self.extend(game, number, [line])

    def extend(self, game: int, number: int, lines: Iterable[AnyLine]) -> None:
        """Add the next lines of a game, the first of them with that number: all of them or none.

        Raises:
            JournalError: if they could not be made durable; the journal is as it was.
        """
        texts = [(at, encoded(at, line)) for at, line in enumerate(lines, start=number)]
        with self._transaction():
            if self._lacks_checksums(game):
                self._add_checksums(game)
            self._connection.executemany(
                "INSERT INTO lines VALUES (?, ?, ?)", ((game, *numbered) for numbered in texts)
            )
            before = self._checksum(game, number - 1)
            for at, text in texts:
                before = checksums.of_line(text.encode(), before)
                self._execute("INSERT INTO checksums VALUES (?, ?, ?)", game, at, before)

    def resume(self, game: int) -> None:
        """Make that game the one in play, as if it had just been begun; durable when this returns.

        Raises:
            NoGameError: if there is no such game.
            GameDamagedError: if it is not as it was written.
            JournalError: if it could not be made durable; the journal is as it was.
        """
        if not self.has(game):
            raise NoGameError(message("no-game.number", id=game))
        self.check(game)
        with self._transaction():
            self._mark_as_latest(game)

    def keep_summary(self, game: int, summary: Summary) -> None:
        """As `keep_summaries`, of one game."""
        self.keep_summaries({game: summary})

    def keep_summaries(self, summaries: Mapping[int, Summary]) -> None:
        """Store these summaries, by game. One whose number of lines is not that of its game is left out.

        Raises:
            JournalError: if that could not be made durable; the journal is as it was.
        """
        with self._transaction():
            for game, summary in summaries.items():
                self._keep_summary(game, summary)

    def add_checksums(self, games: Iterable[int]) -> None:
        """Add checksums to `games_without_checksums`; a game that cannot be read stays without.

        Raises:
            JournalError: if that could not be made durable; the journal is as it was.
        """
        with self._transaction():
            for game in games:
                with suppress(GameDamagedError):
                    self._add_checksums(game)

    def salvaged(self, game: int, came: Literal["cut", "lost"]) -> None:
        """Record that a game could be salvaged only in part, or not at all."""
        with self._transaction():
            self._execute("INSERT INTO salvage VALUES (?, ?)", game, came)

    def forget(self, games: Collection[int], *, shrink: bool = False, overwrite: bool = False) -> None:
        """Delete whole games, all of them or none. The room they took is used again.

        Args:
            games: their numbers; with how many lines each was read, if one must stay that is gone on with since.
            shrink: give the room back to the disk as well, which takes as much again for a while, and time.
            overwrite: write zeros where they were, so that nothing of them can be read from the file any more.

        Raises:
            JournalError: if that could not be made durable; the journal is as it was.
        """
        if overwrite:
            self._connection.execute("PRAGMA secure_delete = ON")
        with self._transaction():
            games = self.at_rest(games) if isinstance(games, Mapping) else games
            for statement in unlock_history():
                self._execute(statement)
            for table in GAME_TABLES:
                self._connection.executemany(f"DELETE FROM {table} WHERE game = ?", ((game,) for game in games))  # noqa: S608 - names of ours
            for statement in lock_history():
                self._execute(statement)
        if overwrite:
            with suppress(sqlite3.Error):  # a reader may be at it; the log is emptied when it is next full
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if shrink:
            with suppress(sqlite3.Error):  # there may be no room for it, and the pages are used again all the same
                self._connection.execute("VACUUM")
        if self._files is not None:
            self._files.note()

    # -- within a transaction

    def _mark_as_latest(self, game: int) -> None:
        turn = 1 + int(self._scalar("SELECT coalesce(max(turn), 0) FROM turns"))
        self._execute("INSERT INTO turns VALUES (?, ?, ?)", turn, game, checksums.of_turn(turn, game))

    def _insert_checksums(self, game: int, lines: Iterable[bytes], checksum: int) -> None:
        before, rows = 0, [(game, 0, checksum)]
        for number, raw in enumerate(lines, start=1):
            before = checksums.of_line(raw, before)
            rows.append((game, number, before))
        self._connection.executemany("INSERT INTO checksums VALUES (?, ?, ?)", rows)

    def _add_checksums(self, game: int) -> None:
        """Add checksums to a game of an older journal if all of it can be read. Damage of before cannot be detected."""
        self.check(game)
        raw = [row[1] for row in self._execute(LINES, game).fetchall()]
        imported = int(self._scalar("SELECT imported FROM games WHERE game = ?", game))
        rulings = self._execute("SELECT rulings FROM house WHERE game = ?", game).fetchone()
        self._insert_checksums(game, raw, checksums.of_game(imported, rulings[0] if rulings else None))
        self._execute("DELETE FROM unsummed WHERE game = ?", game)

    def _checksum(self, game: int, number: int) -> int:
        row = self._execute("SELECT checksum FROM checksums WHERE game = ? AND number = ?", game, number).fetchone()
        if row is None or not isinstance(row[0], int):
            raise GameDamagedError.of(self._path, game, number, message("damage.no-checksum"))
        return row[0]

    def _keep_summary(self, game: int, summary: Summary) -> None:
        last = self._execute(LAST, game).fetchone()
        if last is not None and last[0] == summary.lines and isinstance(last[1], int):
            text = packed(summary)
            row = game, summary.over, checksums.of_summary(text, last[1]), text
            self._execute("REPLACE INTO summaries VALUES (?, ?, ?, ?)", *row)

    def _or_close(self, check: Callable[[], object]) -> Self:
        try:
            with self._named_errors():
                check()
        except BaseException:
            self.close()
            raise
        return self

    def _prepare(self, *, alone: bool) -> None:
        # Before anything is changed in a file that may be another program's.
        is_older = not self._is_fresh() and self._schema_version() < SCHEMA_VERSION
        self._lock = claim(self._path) if alone else None
        self._set("journal_mode", "wal", "wal")
        self._set("synchronous", "FULL", SYNCHRONOUS_FULL)
        with ExitStack() as claimed:
            if is_older and not alone:  # a scoreboard of that older Stadium would write lines without checksums
                claimed.enter_context(claim(self._path))
            with self._transaction():
                for statement in self._pending_migrations():
                    self._execute(statement)
        self._check_schema()
        self._files = OpenFiles.join(self._path)
        self._check_in_place()
        if (unsummed := self.games_without_checksums()) and self.size() <= MAX_QUICK_BYTES:
            self.add_checksums(unsummed)

    def _pending_migrations(self) -> tuple[str, ...]:
        """The statements that make the schema of a new journal, or bring that of an older one up to date."""
        if self._is_fresh():
            return migrations_from(0)
        self._check_schema_version()
        return migrations_from(version) if (version := self._schema_version()) < SCHEMA_VERSION else ()

    def _set(self, pragma: str, value: str, answer: str | int) -> None:
        self._connection.execute(f"PRAGMA {pragma} = {value}")
        if self._scalar(f"PRAGMA {pragma}") != answer:
            raise JournalError(message("journal.unsafe", file=str(self._path), setting=f"{pragma}={value}"))

    def _check_schema(self) -> None:
        """Raise if a table or trigger is not as it was made: a damaged trigger would reject every line."""
        made = {sql for (sql,) in self._connection.execute("SELECT sql FROM sqlite_schema")}
        if not made >= SCHEMA:
            raise JournalDamagedError(message("journal.tables", file=str(self._path)))
        self._check_made_by_us()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._named_errors(), ExitStack() as held:
            if self._files is not None:
                held.enter_context(self._files.turn)
                self._files.restore_index()
            self._check_in_place()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if self._files is not None and self._files.are_touched:
                    self._check_restart()
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._check_in_place()
            if self._files is not None:
                self._files.note()

    @property
    def _is_in_place(self) -> bool:
        is_locked = self._lock is None or is_in_place(self._lock, self._path)
        return is_locked and (self._files is None or self._files.are_in_place)

    def _check_in_place(self) -> None:
        """Raise if what is written would not be found at the path."""
        if not self._is_in_place:
            raise self._gone()

    def _check_restart(self) -> None:
        """Raise if a start after a power cut would read other games, as from a log that was cut."""
        try:
            with self.restarted() as restarted:
                if not self.is_large:
                    restarted.verify()
                is_same = restarted.newest() == self.newest()
        except (ScoreboardError, OSError) as error:
            raise self._gone() from error
        if not is_same:
            raise self._gone()

    def _gone(self) -> JournalGoneError:
        return JournalGoneError(message("journal.gone", file=str(self._path)))


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    try:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        # one thread at a time has a journal, but not always the one that opened it
        return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise journal_error(path, error) from error


def encoded(number: int, line: AnyLine) -> str:
    """The line of that number as text; a MalformedError if that could not be decoded again."""
    try:
        raw = encode(line)
        decode(raw)
    except ValueError as error:
        raise MalformedError(number, str(error)) from error
    return raw.decode()


def _summary(lines: Iterable[AnyLine], rulings: Mapping[str, object]) -> Summary | None:
    """The game's summary; None if it cannot be replayed."""
    with suppress(ScoreboardError, RulesError):
        return summary_of_lines(enumerate(lines, start=1), rulings)
    return None
