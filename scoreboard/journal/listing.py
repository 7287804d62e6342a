"""The list of a journal's games, each verified: thousands of them in a fraction of a second.

Method: one query reads all games, and SQLite joins each game's lines, whose CRC-32 must be the stored one. Rule kept
here: one damaged game costs one game. If a query fails, it is asked again game by game; a summary whose checksum does
not fit the lines is left out.
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
FROM games CROSS JOIN lines USING (game) {} GROUP BY game
"""
"""The join searches for each game's lines, as whoever reads the game does: damage can hide some from a search alone."""

_NEXT_GAME = "SELECT min(game) FROM lines WHERE game > ?"
DAMAGE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Raised by queries of a damaged file. SQLite quotes what it found, and Python may fail to decode the quotation."""


class Listing(NamedTuple):
    """A game in the journal.

    Attributes:
        game: its number.
        imported: it was not played on this scoreboard.
        cut: only its beginning could be salvaged from a damaged file.
        sound: its checksums fit.
        summary: of its lines; None if none is stored that fits them.
    """

    game: int
    imported: bool
    cut: bool = False
    sound: bool = False
    summary: Summary | None = None


class _Row(NamedTuple):
    """What is stored of a game besides its lines."""

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
    """A game's lines, aggregated by SQLite: count, range and sum of their numbers, and their text joined."""

    game: int
    lines: int
    first: int
    last: int
    total: int
    raw: object


def list_games(connection: sqlite3.Connection) -> tuple[Listing, ...]:
    """Every game, oldest first, of a journal of the present schema, damaged ones included.

    Raises:
        sqlite3.Error: if not even their numbers can be read.
    """
    scanned = [game for (game,) in connection.execute("SELECT game FROM games")]
    games = set(scanned)
    rows: dict[int, _Row] = {row[0]: _Row(*row) for row in _rows_of_games(connection, _GAMES + "{}", "g.game", games)}
    whole = _sound_games(connection, rows)
    if not _are_ascending(scanned):
        whole = {game for game in whole if _is_found(connection, game)}
    return tuple(
        _listing(game, rows.get(game), sound=game in whole) for game in sorted(games | _games_with_lines(connection))
    )


def unfinished(connection: sqlite3.Connection) -> Iterator[Listing]:
    """The games that their summaries call unfinished, newest first; rows are fetched as they are consumed."""
    question = f"{_GAMES} WHERE s.over = 0 ORDER BY g.game DESC"
    for row in map(_Row._make, connection.execute(question)):
        if (listing := _listing(row.game, row, sound=False)).summary is not None:
            yield listing


def unsummarized(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The games without a summary that fits their lines."""
    rows = map(_Row._make, connection.execute(_GAMES))
    return tuple(row.game for row in rows if row.checksum is not None and _summary(row) is None)


def known_games(connection: sqlite3.Connection) -> dict[int, bool]:
    """The numbers of all games, and whether each was imported, as far as they can be read."""
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
    """The games whose lines fit their checksums.

    Damage can move a row out of the order of its key: a scan meets it, but a search for it fails. So if a scan yields
    games out of order, here or in `list_games`, each game is searched for.
    """
    verdicts = list[tuple[object, bool]]()
    with suppress(*DAMAGE_ERRORS):
        for record in map(_Record._make, connection.execute(_RECORDS.format(""))):
            verdicts.append((record.game, _is_sound(rows.get(record.game), record)))
        if _are_ascending([game for game, _ in verdicts]):
            return {game for game, is_sound in verdicts if is_sound and isinstance(game, int)}
    return {game for game, row in rows.items() if _is_sound_by_itself(connection, row)}


def _is_found(connection: sqlite3.Connection, game: int) -> bool:
    with suppress(*DAMAGE_ERRORS):
        return connection.execute("SELECT 1 FROM games WHERE game = ?", (game,)).fetchone() is not None
    return False


def _are_ascending(games: list[object]) -> bool:
    numbers = [game for game in games if isinstance(game, int)]
    return len(numbers) == len(games) and all(before < after for before, after in pairwise(numbers))


def _is_sound_by_itself(connection: sqlite3.Connection, row: _Row) -> bool:
    records = _rows_or_none(connection, _RECORDS.format(f"WHERE game = {row.game}"))
    return any(_is_sound(row, _Record(*record)) for record in records)


def _is_sound(row: _Row | None, record: _Record) -> bool:
    """Whether the lines fit their checksums; False for a game without checksums."""
    count = record.lines
    numbered = (record.first, record.last, record.total) == (1, count, count * (count + 1) // 2)
    if row is None or not numbered or not isinstance(record.raw, bytes):
        return False
    kept = row.last, row.checksum, row.mark
    return kept == (record.lines, checksums.of_line(record.raw), checksums.of_game(row.imported, row.rulings))


def _rows_of_games(
    connection: sqlite3.Connection, question: str, key: str, games: set[int]
) -> Iterator[tuple[Any, ...]]:
    """The rows of all games in one query; if damage breaks that off, of each other game that can be read."""
    answered = set[object]()
    try:
        for row in connection.execute(question.format("")):
            answered.add(row[0])
            yield row
    except DAMAGE_ERRORS:
        for game in sorted(games - answered):
            yield from _rows_or_none(connection, question.format(f"WHERE {key} = {game}"))


def _rows_or_none(connection: sqlite3.Connection, question: str) -> list[tuple[Any, ...]]:
    try:
        return connection.execute(question).fetchall()
    except DAMAGE_ERRORS:
        return []


def _games_with_lines(connection: sqlite3.Connection) -> set[int]:
    """The games that have lines, found by the key of the lines alone."""
    found, last = set[int](), 0
    with suppress(*DAMAGE_ERRORS):
        while isinstance(game := connection.execute(_NEXT_GAME, (last,)).fetchone()[0], int):
            last = game
            found.add(game)
    return found
