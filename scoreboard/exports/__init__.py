"""Games in forms that other programs read and judge, and a scorekeeper's card to print.

A module a form, which registers itself in `forms`: `retrosheet` (with `game_lines`, the plays half-inning by
half-inning, and `play_lines`, how one is written).
`csv_tables` and `parquet_tables` (the rows of `tables`), `json_boxes`, and `scorecard_pdf` (draws what `scorecard`
reads off the play lines).
"""

from scoreboard.exports import csv_tables, json_boxes, parquet_tables, retrosheet, scorecard_pdf
from scoreboard.exports.forms import FORMS, ExportedGame, ExportError, Form

__all__ = [
    "FORMS",
    "ExportError",
    "ExportedGame",
    "Form",
    "csv_tables",
    "json_boxes",
    "parquet_tables",
    "retrosheet",
    "scorecard_pdf",
]
