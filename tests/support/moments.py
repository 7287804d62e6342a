"""The moments of whole games: of each line that has any its number and their names.

    PYTHONPATH=tests python -m support.moments

writes those of all golden games anew. Look at what changed before you commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scoreboard.display.moments import moments_of
from scoreboard.record import read, replay

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = sorted((GOLDEN / "games").glob("*.jsonl"))


def table_of(record: Path) -> Path:
    """Where a golden game's moments are kept."""
    return GOLDEN / "moments" / f"{record.stem}.txt"


def moments_in(record: Path) -> str:
    """The moments of that game, a row for each line that has any."""
    return "".join(f"{number} {' '.join(names)}\n" for number, names in _lines(record) if names)


def _lines(record: Path) -> Iterator[tuple[int, list[str]]]:
    with record.open("rb") as stream:
        first, *steps = replay(read(stream, _no_warning))
    before = first.after
    for step in steps:
        if step.refused is None and step.after is not before:
            yield step.number, [moment.name for moment in moments_of(before.game, step.line, step.after)]
        before = step.after


def _no_warning(warning: str) -> None:
    raise AssertionError(warning)


if __name__ == "__main__":
    for game in GAMES:
        table_of(game).write_text(moments_in(game), encoding="ascii")
