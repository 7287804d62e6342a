"""`stadium run --camera FILE`: a video of a table, watched until each throw lies still, and read by the real eyes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from support.scoring import command_line
from support.stills import draw_throw

from firmware.cli.main import main
from firmware.devices.protocols import Frame
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Die

STILL = 10
"""Frames that everything lies still for."""


def table(*dice: tuple[str, int]) -> Frame:
    """A still of these dice; the same light, the same cloth."""
    return draw_throw(np.random.default_rng(3), dice, die_px=120)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """An empty table, then a blue 3 thrown on it, then a red 9 in its place."""
    scenes = [table(), table(("blue", 3)), table(("red", 9))]
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (640, 480))
    for scene in scenes:
        for _ in range(STILL):
            writer.write(scene)
    writer.release()
    return path


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
