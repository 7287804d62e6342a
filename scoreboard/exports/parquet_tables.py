"""Games as Parquet files, the tables of `tables`, as data frames read them.

Rule kept here: pyarrow is asked for only where somebody wants these. It is in no Debian, so a Pi does without.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import ClassVar

from scoreboard.exports.forms import ExportedGame, ExportError, Form, archive, registered
from scoreboard.exports.tables import TABLES, tables_of
from scoreboard.language import Language
from scoreboard.message import message


@registered
class ParquetTables(Form):
    """A ZIP archive of Parquet files."""

    name: ClassVar[str] = "parquet"
    ending: ClassVar[str] = "zip"
    library: ClassVar[str] = "pyarrow"

    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:  # noqa: ARG002 - columns have one name
        """The archive.

        Raises:
            ExportError: if pyarrow is not installed.
        """
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            raise ExportError(message("export.wants-pyarrow")) from error
        files, rows = dict[str, bytes](), tables_of(games)
        for name, table in TABLES.items():
            kinds = {column: pa.string() if kind is str else pa.int64() for column, kind in table.columns.items()}
            file = BytesIO()
            pq.write_table(pa.Table.from_pylist(rows[name], pa.schema(kinds)), file)
            files[f"{name}.parquet"] = file.getvalue()
        return archive(files)
