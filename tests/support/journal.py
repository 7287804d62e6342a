"""Journals as tests need them: of an older form, damaged by hand, or with thousands of games in a few seconds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from msgspec import structs
from support.scoring import SETUP, lines_of

from scoreboard.journal import checksums
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import packed, summary_of_lines
from scoreboard.journal.tables import MIGRATIONS
from scoreboard.record import encode
from scoreboard.rules.events import AnyLine

KINDS = 12
"""How many different games a journal of many is made of."""


def by_hand(path: Path, *statements: str) -> None:
    """Do to the journal what no code of ours does."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def damage_text(path: Path, old: bytes, new: bytes, *, last: bool = False) -> None:
    """Overwrite the first (or the last) place in the file that holds ``old``, as a failing card might."""
    assert len(old) == len(new)
    content = path.read_bytes()
    at = content.rindex(old) if last else content.index(old)
    path.write_bytes(content[:at] + new + content[at + len(new) :])


def older(path: Path, form: int, *games: Sequence[AnyLine]) -> None:
    """A journal of an older form of the tables, as an older Stadium left it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for at in range(1, form + 1):
            for statement in MIGRATIONS[at]:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {form}")
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("BEGIN")
        for game, lines in enumerate(games, start=1):
            connection.execute("INSERT INTO games VALUES (?, 0)", (game,))
            rows = [(game, number, encode(line).decode()) for number, line in enumerate(lines, start=1)]
            connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")


def a_season(plays: int = 60) -> list[list[AnyLine]]:
    """A few different games, with moments and confidence as the appliance notes them."""
    games = [[(at * 7 + kind * 3) % 10 + 1 for at in range(plays)] for kind in range(KINDS)]
    return [_stamped([structs.replace(SETUP), *lines_of(game)]) for game in games]


def _stamped(lines: Iterable[AnyLine]) -> list[AnyLine]:
    moments = (f"2026-04-01T18:{at // 60 % 60:02}:{at % 60:02}.123456Z" for at in range(10**6))
    return [structs.replace(line, at=at, by="camera") for line, at in zip(lines, moments, strict=False)]


def many(path: Path, games: int, *, summarized: bool = True, plays: int = 60) -> None:
    """Make a journal of many games; by hand, for `Journal.add` plays each of them out."""
    Journal.create(path).close()
    season = [_prepared(lines) for lines in a_season(plays)]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for game in range(1, games + 1):
            texts, sums, over, summary = season[game % KINDS]
            connection.execute("INSERT INTO games VALUES (?, 0)", (game,))
            connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", ((game, *text) for text in texts))
            connection.executemany("INSERT INTO checksums VALUES (?, ?, ?)", ((game, *each) for each in sums))
            connection.execute("INSERT INTO turns VALUES (?, ?, ?)", (game, game, checksums.of_turn(game, game)))
            if summarized:
                checked = checksums.of_summary(summary, sums[-1][1])
                connection.execute("INSERT INTO summaries VALUES (?, ?, ?, ?)", (game, over, checked, summary))
        connection.execute("COMMIT")


def _prepared(lines: Sequence[AnyLine]) -> tuple[list[tuple[int, str]], list[tuple[int, int]], bool, str]:
    raw = [encode(line) for line in lines]
    sums, before = [(0, checksums.of_game(0, None))], 0
    for number, each in enumerate(raw, start=1):
        before = checksums.of_line(each, before)
        sums.append((number, before))
    summary = summary_of_lines(enumerate(lines, start=1), {})
    return [(at, each.decode()) for at, each in enumerate(raw, start=1)], sums, summary.over, packed(summary)
