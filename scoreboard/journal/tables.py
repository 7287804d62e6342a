"""The journal's tables: their form, and what those of an older Stadium lack of it.

Rule kept here: a form is only ever added to. An older journal gets what it lacks in one short transaction, however many
games it holds; no line of it is written anew.

=============  ========================================================================================
``games``      every game, and whether it was imported
``lines``      their lines
``house``      since 2: how the house plays a game, where it is not the game's own way
``checksums``  since 3: of each line, the CRC-32 of the record up to and with it; under number 0 that of
               what is noted with the game besides its lines
``unsummed``   since 3: games of an older journal whose lines have no checksums yet
``turns``      since 3: games as they were begun here or taken up again, one after the other
``summaries``  since 3: what a list shows of a game; always to be had again from its lines
``salvage``    since 3: games of which a damaged file gave only a beginning (``cut``), or nothing (``lost``)
=============  ========================================================================================
"""

from __future__ import annotations

APPLICATION_ID = 0x53544144
"""SQLite's application_id of a journal: STAD."""
SCHEMA_VERSION = 3
"""SQLite's user_version of a journal: the form of the tables below."""

_GAMES = "game INTEGER PRIMARY KEY, imported INTEGER NOT NULL CHECK (imported IN (0, 1))"
_KEY = "PRIMARY KEY (game, number)"
_LINES = f"game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, line TEXT NOT NULL, {_KEY}"
_CHECKSUMS = f"game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, checksum INTEGER NOT NULL, {_KEY}"
_TURNS = "turn INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, checksum INTEGER NOT NULL"
_PER_GAME = "game INTEGER PRIMARY KEY REFERENCES games"
_SUMMARIES = f"{_PER_GAME}, over INTEGER NOT NULL, checksum INTEGER NOT NULL, summary TEXT NOT NULL"
_IN_ORDER = "NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM lines WHERE game = NEW.game)"
_NEVER = "BEGIN SELECT raise(ABORT, 'history is only added to'); END"

_APPEND_ONLY: dict[int, dict[str, str]] = {
    1: {
        "lines_kept": "UPDATE ON lines",
        "lines_stay": "DELETE ON lines",
        "games_kept": "UPDATE ON games",
        "games_stay": "DELETE ON games",
    },
    2: {"house_kept": "UPDATE ON house", "house_stays": "DELETE ON house"},
    3: {
        "checksums_kept": "UPDATE ON checksums",
        "checksums_stay": "DELETE ON checksums",
        "turns_kept": "UPDATE ON turns",
        "turns_stay": "DELETE ON turns",
    },
}
"""Triggers that make the database itself refuse to change history, and the form that each came with."""


def _triggers(form: int) -> tuple[str, ...]:
    return tuple(f"CREATE TRIGGER {name} BEFORE {what} {_NEVER}" for name, what in _APPEND_ONLY[form].items())


MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: (
        f"CREATE TABLE games ({_GAMES}) STRICT",
        f"CREATE TABLE lines ({_LINES}) STRICT, WITHOUT ROWID",
        f"CREATE TRIGGER lines_in_order BEFORE INSERT ON lines WHEN {_IN_ORDER} {_NEVER}",
        *_triggers(1),
        f"PRAGMA application_id = {APPLICATION_ID}",
    ),
    2: (f"CREATE TABLE house ({_PER_GAME}, rulings TEXT NOT NULL) STRICT", *_triggers(2)),
    3: (
        f"CREATE TABLE checksums ({_CHECKSUMS}) STRICT, WITHOUT ROWID",
        f"CREATE TABLE unsummed ({_PER_GAME}) STRICT",
        "INSERT INTO unsummed SELECT game FROM games",
        f"CREATE TABLE turns ({_TURNS}) STRICT",
        f"CREATE TABLE summaries ({_SUMMARIES}) STRICT",
        "CREATE INDEX unfinished ON summaries (game) WHERE over = 0",
        f"CREATE TABLE salvage ({_PER_GAME}, came TEXT NOT NULL CHECK (came IN ('cut', 'lost'))) STRICT",
        *_triggers(3),
    ),
}
"""What each form of the tables has that the one before lacks."""
CREATED_WITH = {2: "house", 3: "checksums"}
"""A table that only a journal of that form, or of a later one, has."""
SCHEMA = frozenset(sql for form in MIGRATIONS.values() for sql in form if sql.startswith("CREATE"))
"""What SQLite tells of the tables of a whole journal."""
GAME_TABLES = ("lines", "checksums", "house", "unsummed", "turns", "summaries", "salvage", "games")
"""The tables that a game has a part in, its own row last."""


def migrations_from(version: int) -> tuple[str, ...]:
    """What makes tables of the present form of those of form ``version``; of 0, which is none, all of it."""
    return (
        *(sql for form, since in MIGRATIONS.items() if form > version for sql in since),
        f"PRAGMA user_version = {SCHEMA_VERSION}",
    )


def unlock_history() -> tuple[str, ...]:
    """What lets history be changed within a transaction; `lock_history` must follow."""
    return tuple(f"DROP TRIGGER {name}" for form in _APPEND_ONLY.values() for name in form)


def lock_history() -> tuple[str, ...]:
    """What has the database refuse to change history."""
    return tuple(sql for form in _APPEND_ONLY for sql in _triggers(form))
