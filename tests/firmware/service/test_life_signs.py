"""The signs of life by which an update is judged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware.service.life_signs import LifeSigns


class Telling:
    """A scoreboard that can be blind, dark, or unable to write."""

    def __init__(self, folder: Path) -> None:
        self.frames, self.lit, self.writes, self.time, self.red = 0, False, True, 0.0, list[str]()
        self.looked, self.tried = 0, 0
        self.signs = LifeSigns(
            "1.0", lambda: self.frames, lambda: self.lit, self.write, self.check_up, folder / "life.json",
            folder / "look", lambda: self.time,
        )  # fmt: skip

    def write(self) -> bool:
        """Count how often something is written."""
        self.tried += 1
        return self.writes

    def check_up(self) -> Sequence[str]:
        """Count how often somebody looks."""
        self.looked += 1
        return self.red

    async def state(self) -> dict[str, Any]:
        """What stands in the file after a look."""
        await self.signs.tell()
        return dict(json.loads(self.signs.file.read_bytes()))


@pytest.fixture
def telling(tmp_path: Path) -> Telling:
    """One that has just started."""
    return Telling(tmp_path)


async def test_frames_are_a_sign_as_long_as_they_come(telling: Telling) -> None:
    """A camera that was unplugged an hour ago sees nothing now."""
    assert not (await telling.state())["frame"]
    telling.frames = 1
    assert not (await telling.state())["frame"]  # which nobody has read yet
    telling.frames = 3
    assert (await telling.state())["frame"]
    telling.time = 9.0
    assert (await telling.state())["frame"]
    telling.time = 11.0
    assert not (await telling.state())["frame"]


async def test_a_check_up_is_made_when_it_is_asked_for(telling: Telling) -> None:
    """Once for each question, and answered by its word; without one nothing is looked at or written."""
    assert (None, False) == ((first := await telling.state())["red"], first["journal"])
    assert (0, 0) == (telling.looked, telling.tried)
    telling.red = ["settings"]
    telling.signs.look.write_text("first", encoding="ascii")
    for _ in range(3):
        state = await telling.state()
    assert (["settings"], "first", True) == (state["red"], state["token"], state["journal"])
    assert (1, 1) == (telling.looked, telling.tried)
    telling.red, telling.writes = [], False
    telling.signs.look.write_text("second", encoding="ascii")
    state = await telling.state()
    assert ([], "second", False) == (state["red"], state["token"], state["journal"])


async def test_a_question_that_is_none_is_not_answered(telling: Telling) -> None:
    """One that is too long, or no text."""
    for content in (b"x" * 65, b"\xff", b""):
        telling.signs.look.write_bytes(content)
        assert "" == (await telling.state())["token"]
    assert 0 == telling.looked


async def test_what_is_as_before_is_not_written_again(telling: Telling) -> None:
    """The file is in memory, but the rest of the system need not look at it each second."""
    telling.lit = True
    assert (await telling.state())["picture"]
    telling.signs.file.unlink()
    await telling.signs.tell()
    assert not telling.signs.file.exists()
