"""`stadium run --camera FILE`: a video of a table, watched until each throw lies still, and read by the real eyes."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.films import film_of_throws
from support.scoring import command_line

from firmware.cli.main import main
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Die


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """An empty table, then a blue 3 thrown on it, then a red 9."""
    return film_of_throws(tmp_path / "table.avi", ("blue", 3), ("red", 9))


@pytest.mark.newest
def test_a_film_of_throws_is_scored(film: Path, tmp_path: Path) -> None:
    """Each throw counts once, when it has come to rest, with how sure the reader was."""
    journal = tmp_path / "games.sqlite"
    options = ["--camera", str(film), "--panel", "simulated", "--buttons", "none", "--journal", str(journal)]
    result = command_line().invoke(main, ["run", *options])
    assert (0, "") == (result.exit_code, result.stderr)
    with Journal.open_readonly(journal) as kept:
        dice = [line for _, line in kept.lines(1) if isinstance(line, Die)]
    assert [("blue", 3, "camera"), ("red", 9, "camera")] == [(die.color, die.value, die.by) for die in dice]
    assert all((die.confidence or 0) > 0.9 for die in dice)
