"""The journal's schema and its migrations.

Rule kept here: a migration only adds. An older journal gets what it lacks in one short transaction, however many games
it holds; none of its lines is rewritten. An older Stadium, to which an update may be taken back, goes on with a newer
journal that says so: see `readable`. "Since" is the version of the schema.

=============  ========================================================================================
``games``      every game, and whether it was imported
``lines``      their lines
``house``      since 2: how the house plays a game, where it is not the game's own way
``checksums``  since 3: of each line, the CRC-32 of the record up to and with it; number 0 is that of
               the game's origin and house rules
``unsummed``   since 3: games of an older journal whose lines have no checksums yet
``turns``      since 3: the order in which games were begun here or resumed; the last is the one in play
``summaries``  since 3: what a list shows of a game; a cache, computed from its lines
``salvage``    since 3: games of which a damaged file gave only a beginning (``cut``), or nothing (``lost``)
=============  ========================================================================================
"""

from __future__ import annotations

APPLICATION_ID = 0x53544144
"""SQLite's application_id of a journal: STAD."""
SCHEMA_VERSION = 3
"""SQLite's user_version of a journal: the version of its schema."""

_OLDEST = 16
"""From this bit on, SQLite's user_version has the oldest schema whose programs may write to the journal; 0: its own."""

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
"""Triggers that make the database itself refuse to change history, by the version that added them."""


def _triggers(version: int) -> tuple[str, ...]:
    return tuple(f"CREATE TRIGGER {name} BEFORE {what} {_NEVER}" for name, what in _APPEND_ONLY[version].items())


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
"""What each version adds."""
CREATED_WITH = {2: "house", 3: "checksums"}
"""A table by which a version or a later one is known."""
SCHEMA = frozenset(sql for added in MIGRATIONS.values() for sql in added if sql.startswith("CREATE"))
"""What ``sqlite_schema`` of a whole journal contains."""
GAME_TABLES = ("lines", "checksums", "house", "unsummed", "turns", "summaries", "salvage", "games")
"""The tables that have rows of a game, ``games`` last."""


def header(version: int, oldest: int = 0) -> int:
    """What user_version says of a journal to which programs of the schema ``oldest`` may write as well.

    That is for a migration that adds tables and nothing else, to games that are whole without them: an older program
    neither fills them nor deletes from them, and takes a trigger, view or index that it does not know for damage.
    """
    return version | oldest << _OLDEST


def readable(number: int) -> int:
    """The schema as which this program may read and write a journal of that user_version; more than ours if not."""
    version, oldest = number & (1 << _OLDEST) - 1, number >> _OLDEST
    return SCHEMA_VERSION if version > SCHEMA_VERSION >= oldest > 0 else version


def migrations_from(version: int) -> tuple[str, ...]:
    """The statements that bring a schema up to date from ``version``; from 0, an empty file."""
    return (
        *(sql for number, added in MIGRATIONS.items() if number > version for sql in added),
        f"PRAGMA user_version = {SCHEMA_VERSION}",
    )


def unlock_history() -> tuple[str, ...]:
    """The statements that let a transaction change history; `lock_history` must follow."""
    return tuple(f"DROP TRIGGER {name}" for triggers in _APPEND_ONLY.values() for name in triggers)


def lock_history() -> tuple[str, ...]:
    """The statements that make the database refuse to change history."""
    return tuple(sql for version in _APPEND_ONLY for sql in _triggers(version))
