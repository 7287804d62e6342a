"""A table: rows by column, for the page, a terminal, CSV and JSON alike."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.stats.credits import STATS

OF_A_BOX_SCORE: Final = frozenset({*STATS, "ip", "pitches"})
Cell = str | int | float | None
"""A name, a count or an average; None where it cannot be said."""
AS_ON_A_CARD: Final = 3
"""Digits of an average that is written without the zero before the point: ``.250``."""
Row = Mapping[str, Cell]


class Column(Struct, frozen=True, omit_defaults=True):
    """A column.

    Attributes:
        key: under which a row has its value.
        short: its head, as short as on a baseball card.
        full: the same in words; left out where the short form is whole.
        digits: behind the point, where its values are averages; 3 are written without the zero before the point.
    """

    key: str
    short: str
    full: str = ""
    digits: int = 0


class Table(Struct, frozen=True):
    """A table.

    Attributes:
        name: of the table, the same in every language.
        title: in words.
        columns: from left to right.
        rows: from the top down, each with a value for every column. ``game`` beside them is the game that a row tells
            of, ``rules`` which one was played.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def as_csv(self) -> str:
        """The table as CSV (RFC 4180), its heads in words."""
        written = io.StringIO()
        writer = csv.writer(written)
        writer.writerow([column.full or column.short for column in self.columns])
        writer.writerows([_safe(row.get(column.key)) for column in self.columns] for row in self.rows)
        return written.getvalue()

    def as_text(self) -> list[tuple[str, ...]]:
        """Its heads and rows as texts."""
        heads = tuple(column.short for column in self.columns)
        return [heads, *(tuple(shown(row.get(each.key), each.digits) for each in self.columns) for row in self.rows)]


RESULTS: Final = ("result", "streak")
"""Columns whose values begin with how a game ended: W, L or T."""


def table(name: str, keys: str, rows: Iterable[Row], language: Language) -> Table:
    """The table of that name with these columns, parted by spaces: ``avg:3`` has three digits behind the point."""
    columns = [(key, int(digits or 0)) for key, _, digits in (each.partition(":") for each in keys.split())]
    return Table(
        name,
        # one of: season.table.* and the name of a table
        language.say(message(f"season.table.{name}")),
        tuple(_column(key, digits, language) for key, digits in columns),
        tuple(_worded(row, language) for row in rows),
    )


def _worded(row: Row, language: Language) -> Row:
    """The row with how its game ended in this language's letter."""
    ended = {key: str(row[key]) for key in RESULTS if row.get(key)}
    # one of: season.column.w, season.column.l, season.column.t
    letters = {key: language.say(message(f"season.column.{text[0].lower()}")) for key, text in ended.items()}
    return {**row, **{key: letters[key] + text[1:] for key, text in ended.items()}}


def _column(key: str, digits: int, language: Language) -> Column:
    """A column of a box score is called as there."""
    if key in OF_A_BOX_SCORE:
        # one of: box-score.*, page.stat.* and a name of OF_A_BOX_SCORE
        words = message(f"box-score.{key}"), message(f"page.stat.{key}")
    else:
        # one of: season.column.*, season.in-words.* and another name of a column
        words = message(f"season.column.{key}"), message(f"season.in-words.{key}")
    short, full = map(language.say, words)
    return Column(key, short, "" if full == short else full, digits)


def shown(value: Cell, digits: int = 0) -> str:
    """The value as it is printed: ``.250`` for an average of a quarter, a dash for none."""
    if value is None:
        return "-"
    if not digits or isinstance(value, str):
        return str(value)
    text = f"{value:.{digits}f}"
    return text.removeprefix("0") if digits == AS_ON_A_CARD and value < 1 else text


def _safe(value: Cell) -> Cell:
    """A name that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@"} else value
