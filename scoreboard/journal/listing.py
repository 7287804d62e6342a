"""Every game of a journal at a glance, each looked through: thousands of them in a fraction of a second.

Rule kept here: one damaged game costs one game. What SQLite can no longer read of one is asked for game by game, and a
summary that does not belong to the lines as they are is left out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from scoreboard.journal import checksums
from scoreboard.journal.summary import Summary, unpacked

_LAST_CHECKSUM = "FROM checksums c WHERE c.game = g.game ORDER BY number DESC LIMIT 1"
_GAMES = f"""
SELECT g.game, g.imported, h.rulings,
       (SELECT number {_LAST_CHECKSUM}), (SELECT checksum {_LAST_CHECKSUM}),
       (SELECT checksum FROM checksums c WHERE c.game = g.game AND number = 0),
       EXISTS (SELECT 1 FROM unsummed u WHERE u.game = g.game),
       s.over, s.checksum, s.summary,
       EXISTS (SELECT 1 FROM salvage v WHERE v.game = g.game AND came = 'cut')
FROM games g LEFT JOIN house h USING (game) LEFT JOIN summaries s USING (game)
"""  # noqa: S608 - made of our own words
_RECORDS = """
SELECT game, count(*), min(number), max(number), sum(number), CAST(group_concat(line, char(10)) AS BLOB)
FROM lines {} GROUP BY game
"""

_NEXT_GAME = "SELECT min(game) FROM lines WHERE game > ?"
DAMAGE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What asking a damaged file raises: SQLite quotes what it found, and Python may not be able to read the quotation."""


class Listing(NamedTuple):
    """A game in the journal.

    Attributes:
        game: its number.
        imported: it was not played on this scoreboard.
        cut: a damaged file gave only its beginning.
        sound: all of it was found to be as it was written.
        summary: of its lines as they are; None where none is kept.
    """

    game: int
    imported: bool
    cut: bool = False
    sound: bool = False
    summary: Summary | None = None


class _Row(NamedTuple):
    """What is kept of a game besides its lines."""

    game: int
    imported: int
    rulings: str | None
    last: int | None
    checksum: int | None
    mark: int | None
    unsummed: int
    over: int | None
    summed: int | None
    summary: str | None
    cut: int


class _Record(NamedTuple):
    """What a game's lines come to."""

    game: int
    lines: int
    first: int
    last: int
    total: int
    raw: object


def list_games(connection: sqlite3.Connection) -> tuple[Listing, ...]:
    """Every game, oldest first, of a journal of the present form; also one of which not all can be read.

    Raises:
        sqlite3.Error: if not even their numbers can be read.
    """
    games = {game for (game,) in connection.execute("SELECT game FROM games")}
    rows: dict[int, _Row] = {row[0]: _Row(*row) for row in _rows_of_games(connection, _GAMES + "{}", "g.game", games)}
    whole = _sound_games(connection, rows)
    return tuple(
        _listing(game, rows.get(game), sound=game in whole) for game in sorted(games | _games_with_lines(connection))
    )


def unfinished(connection: sqlite3.Connection) -> Iterator[Listing]:
    """The games that are not over, newest first, as far as their summaries tell; asks for no more than is taken."""
    question = f"{_GAMES} WHERE s.over = 0 ORDER BY g.game DESC"
    for row in map(_Row._make, connection.execute(question)):
        if (listing := _listing(row.game, row, sound=False)).summary is not None:
            yield listing


def unsummarized(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The games without a summary that can be believed."""
    rows = map(_Row._make, connection.execute(_GAMES))
    return tuple(row.game for row in rows if row.checksum is not None and _summary(row) is None)


def known_games(connection: sqlite3.Connection) -> dict[int, bool]:
    """The numbers of all games that are known of, and whether each was imported, as far as that can be read."""
    found = dict.fromkeys(_games_with_lines(connection), False)
    with suppress(*DAMAGE_ERRORS):
        for game, imported in connection.execute("SELECT game, imported FROM games"):
            found[game] = bool(imported)
    return found


def _listing(game: int, row: _Row | None, *, sound: bool) -> Listing:
    if row is None:
        return Listing(game, imported=False)
    return Listing(game, bool(row.imported), bool(row.cut), sound, _summary(row))


def _summary(row: _Row) -> Summary | None:
    if not isinstance(row.summary, str) or not isinstance(row.checksum, int):
        return None
    if row.summed != checksums.of_summary(row.summary, row.checksum):
        return None
    summary = unpacked(row.summary)
    return summary if summary is not None and (summary.lines, summary.over) == (row.last, row.over) else None


def _sound_games(connection: sqlite3.Connection, rows: dict[int, _Row]) -> set[int]:
    """The games whose lines are those that the checksums were made of.

    What lies out of its place is seen in passing, and not found when it is asked for: then each game is asked for.
    """
    told = list[tuple[object, bool]]()
    with suppress(*DAMAGE_ERRORS):
        for record in map(_Record._make, connection.execute(_RECORDS.format(""))):
            told.append((record.game, _is_sound(rows.get(record.game), record)))
        if _are_ascending([game for game, _ in told]):
            return {game for game, is_sound in told if is_sound and isinstance(game, int)}
    return {game for game, row in rows.items() if _is_sound_by_itself(connection, row)}


def _are_ascending(games: list[object]) -> bool:
    numbers = [game for game in games if isinstance(game, int)]
    return len(numbers) == len(games) and all(before < after for before, after in pairwise(numbers))


def _is_sound_by_itself(connection: sqlite3.Connection, row: _Row) -> bool:
    records = _rows_or_none(connection, _RECORDS.format(f"WHERE game = {row.game}"))
    return any(_is_sound(row, _Record(*record)) for record in records)


def _is_sound(row: _Row | None, record: _Record) -> bool:
    """Whether the lines are those that the checksums were made of; of one without checksums this says nothing."""
    count = record.lines
    numbered = (record.first, record.last, record.total) == (1, count, count * (count + 1) // 2)
    if row is None or not numbered or not isinstance(record.raw, bytes):
        return False
    kept = row.last, row.checksum, row.mark
    return kept == (record.lines, checksums.of_line(record.raw), checksums.of_game(row.imported, row.rulings))


def _rows_of_games(
    connection: sqlite3.Connection, question: str, key: str, games: set[int]
) -> Iterator[tuple[Any, ...]]:
    """The answers for all games at once; where damage forbids that, for each of which it does not."""
    told = set[object]()
    try:
        for row in connection.execute(question.format("")):
            told.add(row[0])
            yield row
    except DAMAGE_ERRORS:
        for game in sorted(games - told):
            yield from _rows_or_none(connection, question.format(f"WHERE {key} = {game}"))


def _rows_or_none(connection: sqlite3.Connection, question: str) -> list[tuple[Any, ...]]:
    try:
        return connection.execute(question).fetchall()
    except DAMAGE_ERRORS:
        return []


def _games_with_lines(connection: sqlite3.Connection) -> set[int]:
    """Games of which there are lines only."""
    found, last = set[int](), 0
    with suppress(*DAMAGE_ERRORS):
        while isinstance(game := connection.execute(_NEXT_GAME, (last,)).fetchone()[0], int):
            last = game
            found.add(game)
    return found
