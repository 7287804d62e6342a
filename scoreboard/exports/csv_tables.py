"""Games as CSV, a file for each table: spreadsheets open them."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from typing import ClassVar, Final

from scoreboard.exports.forms import ExportedGame, Form, archive, registered
from scoreboard.exports.tables import TABLES, Row, tables_of
from scoreboard.language import Language

FORMULA: Final = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would take for a formula: a name that somebody typed is none."""


@registered
class CsvTables(Form):
    """A ZIP archive of CSV files (RFC 4180, UTF-8 with a mark by which spreadsheets know it)."""

    name: ClassVar[str] = "csv"
    ending: ClassVar[str] = "zip"

    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:  # noqa: ARG002 - columns have one name
        """The archive."""
        rows = tables_of(games)
        return archive({f"{name}.csv": _csv(tuple(TABLES[name].columns), rows[name]) for name in TABLES})


def _csv(columns: tuple[str, ...], rows: Iterable[Row]) -> bytes:
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_plain(row.get(column)) for column in columns] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _plain(cell: str | int | None) -> str | int | None:
    """The cell, with an apostrophe before what a spreadsheet would compute."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) and len(cell) > 1 else cell
