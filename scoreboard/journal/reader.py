"""Reading a journal: its games, their lines, and what of them is damaged.

Rule kept here: every line is compared with its checksum, and one damaged game costs no other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from scoreboard.errors import GameDamagedError, JournalDamagedError, JournalTooNewError, NoGameError, ScoreboardError
from scoreboard.journal import checksums, listing
from scoreboard.journal.checksums import ChecksumRow, FlawError
from scoreboard.journal.listing import Listing
from scoreboard.journal.open_files import OpenFiles, is_cut
from scoreboard.journal.sqlite_errors import journal_error, unusable
from scoreboard.journal.summary import Summary, summary_of_lines
from scoreboard.journal.tables import APPLICATION_ID, CREATED_WITH, GAME_TABLES, SCHEMA, SCHEMA_VERSION, readable
from scoreboard.message import Words, message
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules import RulesError
from scoreboard.rules.events import AnyLine

RULINGS_SINCE = 2
"""The first version of the schema that has house rules."""
LINES = "SELECT number, CAST(line AS BLOB) FROM lines WHERE game = ? ORDER BY number"
LAST = "SELECT number, checksum FROM checksums WHERE game = ? ORDER BY number DESC LIMIT 1"
TURNS = "SELECT turn, game, t.checksum FROM turns t JOIN games USING (game) ORDER BY turn DESC"


class JournalReader:
    """An open journal, as far as it is read."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    def close(self) -> None:
        """Give the file back; closing twice is harmless."""
        with suppress(sqlite3.Error):  # what was appended is durable already
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def size(self) -> int:
        """Bytes of the file in use; free pages do not count."""
        with self._named_errors():
            pages, free, page = (
                int(self._scalar(f"PRAGMA {name}")) for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * page

    def copy(self, path: Path) -> None:
        """Write a snapshot of all games into the new file ``path``; a game may go on meanwhile.

        Raises:
            JournalError: if they cannot be read, or not be written there.
        """
        unlocked = f"{path.absolute().as_uri()}?nolock=1"  # it is ours alone, and not every share has locks
        with self._named_errors(), closing(sqlite3.connect(unlocked, uri=True)) as target:
            self._connection.backup(target)

    def verify(self) -> None:
        """Check the structure of the whole file.

        Raises:
            JournalDamagedError: if it is not as SQLite and we wrote it.
        """
        with self._named_errors():
            if self._scalar("PRAGMA quick_check(1)") != "ok":
                raise JournalDamagedError(message("journal.damaged", file=str(self._path)))
            self._check_schema_version()
            self._check_made_by_us()

    def check(self, game: int) -> None:
        """Read every line of a game.

        Raises:
            GameDamagedError: if something of it is not as it was written.
        """
        if not self.has(game):
            raise GameDamagedError.of(self._path, game, None, message("damage.no-game"))
        try:
            for _ in self._named_flaws(game, self._read(game)):
                pass
            self.rulings(game)
        except NoGameError as error:
            raise GameDamagedError.of(self._path, game, None, message("damage.no-lines")) from error
        except GameDamagedError:
            raise
        except JournalDamagedError as error:
            raise GameDamagedError.of(self._path, game, None, message("damage.page")) from error

    def damage(self) -> Iterator[GameDamagedError]:
        """Read every line of every game, and yield the first error of each game that has one."""
        for listed in self.listings():
            try:
                self.check(listed.game)
            except GameDamagedError as error:
                yield error

    def has(self, game: int) -> bool:
        """Whether there is such a game."""
        with self._named_errors():
            return bool(self._scalar("SELECT EXISTS (SELECT 1 FROM games WHERE game = ?)", game))

    def highest(self) -> int:
        """The highest number of a game; 0 if there is none."""
        with self._named_errors():
            return int(self._scalar("SELECT coalesce(max(game), 0) FROM games"))

    def games(self) -> tuple[Listing, ...]:
        """Return all games, oldest first, by number only."""
        with self._named_errors():
            rows = self._connection.execute("SELECT game, imported FROM games ORDER BY game").fetchall()
        return tuple(Listing(game, bool(imported)) for game, imported in rows)

    def known(self) -> dict[int, bool]:
        """Return the number of every game, and whether it was imported, as far as a damaged file can be read."""
        return listing.known_games(self._connection)

    def listings(self) -> tuple[Listing, ...]:
        """Return all games with what a list shows, oldest first, each verified; damaged ones too.

        Raises:
            JournalDamagedError: if not even their numbers can be read.
        """
        if self._schema_version() < SCHEMA_VERSION:
            return self.games()
        with self._named_errors():
            return listing.list_games(self._connection)

    def unfinished(self, most: int) -> tuple[Listing, ...]:
        """Return the newest unfinished games that have summaries, at most ``most``."""
        if self._schema_version() < SCHEMA_VERSION:
            return ()
        with self._named_errors():
            return tuple(islice(listing.unfinished(self._connection), most))

    def games_without_checksums(self) -> tuple[int, ...]:
        """Return the games of an older journal whose lines have no checksums yet."""
        with self._named_errors():
            if self._schema_version() < SCHEMA_VERSION:
                return tuple(listed.game for listed in self.games())
            return tuple(game for (game,) in self._execute("SELECT game FROM unsummed ORDER BY game").fetchall())

    def unsummarized(self) -> tuple[int, ...]:
        """Return the games without a summary that fits their lines; games without checksums are not among them."""
        with self._named_errors():
            return listing.unsummarized(self._connection) if self._schema_version() == SCHEMA_VERSION else ()

    def salvage_counts(self) -> dict[str, int]:
        """How many games could be salvaged in part (``cut``) or not at all (``lost``), by these words."""
        with self._named_errors():
            return dict(self._execute("SELECT came, count(*) FROM salvage GROUP BY came").fetchall())

    def rulings(self, game: int) -> dict[str, object]:
        """The house rules of that game that differ from the game's own, by the names of `HouseRules`; usually none.

        Raises:
            GameDamagedError: if they are not as they were written.
        """
        with self._named_errors():
            if (version := self._schema_version()) < RULINGS_SINCE:
                return {}
            row = self._execute("SELECT rulings FROM house WHERE game = ?", game).fetchone()
            text = str(row[0]) if row else None
            if version == SCHEMA_VERSION and not self._matches_checksum(game, text):
                raise self._damaged_rulings(game, checksums.DAMAGED)
        try:
            return msgspec.json.decode(text, type=dict[str, object]) if text else {}
        except DECODE_ERRORS as error:
            raise self._damaged_rulings(game, str(error)) from error

    def at_rest(self, lengths: Mapping[int, int]) -> tuple[int, ...]:
        """Those games that have just so many lines, and of which none is in play."""
        count, latest = "SELECT count(*) FROM lines WHERE game = ?", self.latest()
        return tuple(game for game, length in lengths.items() if game != latest and self._scalar(count, game) == length)

    def latest(self) -> int | None:
        """Return the game begun here or taken up last, finished or not; None if there is none."""
        with self._named_errors():
            if self._schema_version() == SCHEMA_VERSION:
                for turn, game, checksum in self._execute(TURNS):
                    if checksum == checksums.of_turn(turn, game):
                        return int(game)
            row = self._execute("SELECT game FROM games WHERE imported = 0 ORDER BY game DESC LIMIT 1").fetchone()
        return None if row is None else int(row[0])

    def turns_since(self, turn: int) -> tuple[tuple[int, int], ...]:
        """Return the turns from that one on, each with its game: every beginning and taking up of a game, in order."""
        with self._named_errors():
            if self._schema_version() < SCHEMA_VERSION:
                return ()
            rows = self._execute(f"SELECT * FROM ({TURNS}) WHERE turn >= ? ORDER BY turn", turn).fetchall()  # noqa: S608
        return tuple((turn, game) for turn, game, checksum in rows if checksum == checksums.of_turn(turn, game))

    def last_turn(self) -> int:
        """Return the turn in which the game in play was begun or taken up; 0 if none was."""
        with self._named_errors():
            if self._schema_version() < SCHEMA_VERSION:
                return 0
            return int(self._scalar("SELECT coalesce(max(turn), 0) FROM turns"))

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """Yield a game's lines with their numbers, the game line first.

        Raises:
            NoGameError: if there is no such game.
            GameDamagedError: at a line that is not as it was written.
        """
        return self._named_flaws(game, self._read(game), anything=True)

    def past(self, game: int) -> tuple[AnyLine, ...]:
        """A game's lines; none where there is no such game, or it is damaged."""
        try:
            return tuple(line for _, line in self.lines(game))
        except ScoreboardError:
            return ()

    def readable(self, game: int) -> Iterator[AnyLine]:
        """Yield a game's lines as far as they can be read: of a damaged journal, what came before the damage.

        A line whose checksum is lost is accepted if it can be decoded.
        """
        sums = self._checksums(game)
        with suppress(*listing.DAMAGE_ERRORS, FlawError):
            rows = (ChecksumRow(number, raw, sums.get(number)) for number, raw in self._execute(LINES, game))
            for _, line in checksums.verified(rows, summed=False):
                yield line

    def mark(self, game: int) -> tuple[object, ...] | None:
        """What differs if a line of a game, or a house rule of it, differs; None where its lines have no checksums.

        Raises:
            GameDamagedError: if its house rules are not as they were written.
        """
        with self._named_errors():
            last = self._execute(LAST, game).fetchone() if self._schema_version() == SCHEMA_VERSION else None
        return None if last is None else (*last, msgspec.json.encode(self.rulings(game)))

    def raw(self, game: int) -> bytes:
        """Return the bytes of a game's lines, damaged ones too, each with a newline: for repair by hand."""
        found = list[bytes]()
        with suppress(*listing.DAMAGE_ERRORS):
            for _, raw in self._execute(LINES, game):
                found.append((raw if isinstance(raw, bytes) else b"") + b"\n")
        return b"".join(found)

    def _read(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        with self._named_errors():
            rows = [ChecksumRow(number, raw) for number, raw in self._execute(LINES, game).fetchall()]
            last = self._execute(LAST, game).fetchone() if self._schema_version() == SCHEMA_VERSION else None
            number, checksum = last or (0, None)
            summed = last is not None or (self._schema_version() == SCHEMA_VERSION and not self._lacks_checksums(game))
        if not rows and not number:
            raise NoGameError(message("no-game.number", id=game))
        if not checksums.match_last_checksum(rows, number, checksum):
            sums = self._checksums(game)
            rows = [row._replace(checksum=sums.get(row.number)) for row in rows]
        else:
            summed = False  # checksums are chained, so the last one covers all lines
        yield from checksums.verified(rows, summed=summed, last=number if isinstance(number, int) else 0)

    def _checksums(self, game: int) -> dict[object, int]:
        """The checksums of a game's lines, as far as they can be read."""
        found = dict[object, int]()
        with suppress(*listing.DAMAGE_ERRORS):
            if self._schema_version() == SCHEMA_VERSION:
                for number, checksum in self._execute("SELECT number, checksum FROM checksums WHERE game = ?", game):
                    found[number] = checksum
        return found

    def _named_flaws(
        self, game: int, lines: Iterator[tuple[int, AnyLine]], *, anything: bool = False
    ) -> Iterator[tuple[int, AnyLine]]:
        try:
            yield from lines if anything else checksums.with_one_game_line(lines)
        except FlawError as error:
            raise GameDamagedError.of(self._path, game, error.number, error.why) from error

    def _lacks_checksums(self, game: int) -> bool:
        return bool(self._scalar("SELECT EXISTS (SELECT 1 FROM unsummed WHERE game = ?)", game))

    def _matches_checksum(self, game: int, rulings: str | None) -> bool:
        row = self._execute(
            "SELECT g.imported, c.checksum FROM games g LEFT JOIN checksums c ON c.game = g.game AND number = 0"
            " WHERE g.game = ?",
            game,
        ).fetchone()
        if row is None or (row[1] is None and self._lacks_checksums(game)):
            return True
        return bool(row[1] == checksums.of_game(row[0], rulings))

    def _damaged_rulings(self, game: int, why: Words) -> GameDamagedError:
        return GameDamagedError.of(self._path, game, None, message("damage.house", why=why))

    def newest(self) -> tuple[object, ...]:
        """What differs if a game or a line is missing."""
        latest = self.latest()
        return self.highest(), latest, self._execute(LAST, latest).fetchone()

    def _accept_cut(self) -> None:
        """Have SQLite read a file that was cut; nothing is written."""
        try:
            self._check_begun()
        except sqlite3.DatabaseError:
            if not is_cut(self._path):
                raise
            self._connection.execute("PRAGMA writable_schema = ON")
            self._check_begun()

    def _check_begun(self) -> None:
        if self._is_fresh():
            raise NoGameError(message("no-game.yet", file=str(self._path)))

    def _is_fresh(self) -> bool:
        mark, version = int(self._scalar("PRAGMA application_id")), int(self._scalar("PRAGMA user_version"))
        if (mark, version) == (0, 0) and not self._scalar("SELECT count(*) FROM sqlite_schema"):
            return True
        if mark != APPLICATION_ID:
            raise JournalDamagedError(message("journal.foreign", file=str(self._path)))
        if readable(version) > SCHEMA_VERSION:
            raise JournalTooNewError(message("journal.newer", file=str(self._path)))
        return False

    def _execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _schema_version(self) -> int:
        """The version of the schema, by the tables that exist: the number in the file's header may be damaged."""
        with self._named_errors():
            named = [
                name for (name,) in self._execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            ]
        return max((version for version, table in CREATED_WITH.items() if table in named), default=1)

    def _check_schema_version(self) -> None:
        if readable(int(self._scalar("PRAGMA user_version"))) != self._schema_version():
            raise JournalDamagedError(message("journal.no-form", file=str(self._path)))

    def _check_made_by_us(self) -> None:
        """Raise if a trigger, view or index is not ours, or a table of ours is another one.

        SQLite would obey it: a trigger can drop each line that is written, and a view need never end.
        """
        made = self._execute("SELECT type, lower(name), sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        if any(sql not in SCHEMA for kind, name, sql in made if kind != "table" or name in GAME_TABLES):
            raise JournalDamagedError(message("journal.tables", file=str(self._path)))

    def _scalar(self, question: str, *values: object) -> int | str:
        with closing(self._execute(question, *values)) as cursor:
            answer: int | str = cursor.fetchone()[0]
        return answer

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        OpenFiles.restore_index_at(self._path)
        try:
            yield
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error
        except UnicodeDecodeError as error:  # SQLite quotes what it found, and Python cannot read the quotation
            raise unusable(self._path, sqlite3.SQLITE_CORRUPT) from error


class ShownGame(NamedTuple):
    """A game that is listed, with its summary unless it is damaged; ``derived`` if that was not stored, or is wrong."""

    listed: Listing
    summary: Summary | None
    derived: bool = False
    error: Exception | None = None


def shown(journal: JournalReader, listed: Listing) -> ShownGame:
    """The game as a list shows it."""
    if listed.sound and listed.summary is not None:
        return ShownGame(listed, listed.summary)
    try:
        if not listed.sound:
            journal.check(listed.game)
        summary = listed.summary or summary_of_lines(journal.lines(listed.game), journal.rulings(listed.game))
    except (ScoreboardError, RulesError) as error:
        return ShownGame(listed, None, error=error)
    return ShownGame(listed, summary, derived=listed.summary is None)
