"""The solved table in its file: made once, used with its own law alone, and never in the way of a game."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from support.scoring import SETUP

from firmware.files.atomic import alone_in, write_whole
from firmware.storage import expectancy_file
from firmware.storage.expectancy_file import SolvedTable, kept_expectancy, law_digest, made_expectancy, table_file
from scoreboard.rules import start
from scoreboard.stats.expectancy import Expectancy
from scoreboard.stats.play_graph import moment_code

OPENING = start(SETUP)


@pytest.fixture
def solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Expectancy]:
    """A home without a table, and each table that is made there, of one moment and at once."""
    made: list[Expectancy] = []

    def solve() -> Expectancy:
        made.append(Expectancy(np.array([moment_code(OPENING)]), np.array([[0.5, 0.25, 0.125]], np.float32)))
        return made[-1]

    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    monkeypatch.setattr(expectancy_file, "solved", solve)
    return made


def test_a_table_is_made_once(solutions: list[Expectancy]) -> None:
    """And then read."""
    assert kept_expectancy() is None
    assert 0.5 == made_expectancy().of(OPENING) == made_expectancy().of(OPENING)
    assert 1 == len(solutions)


def test_a_table_that_another_program_makes_is_waited_for(
    solutions: list[Expectancy], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scoreboard that starts again meanwhile makes no second one beside it."""

    @contextmanager
    def once_the_other_is_done(_: Path) -> Iterator[None]:
        write_whole(table_file(), expectancy_file.solved().packed())
        yield

    monkeypatch.setattr(expectancy_file, "alone_in", once_the_other_is_done)
    assert 0.5 == made_expectancy().of(OPENING)
    assert 1 == len(solutions)


def test_who_is_alone_in_a_folder_is_waited_for(tmp_path: Path) -> None:
    """The lock is the system's, so it goes with the program that has it."""
    with alone_in(tmp_path):
        handle = os.open(tmp_path, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(handle)


def test_another_law_has_its_own_table(solutions: list[Expectancy], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made anew, and the older one is taken away."""
    made_expectancy()
    older = table_file()
    monkeypatch.setattr(expectancy_file, "law_digest", lambda: "another")
    made_expectancy()
    assert (2, False, True) == (len(solutions), older.exists(), table_file().exists())


def test_the_digest_is_of_the_laws_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter more in any file of it makes another."""
    for name in ("rules/diamante/running.py", "stats/half_throws.py", "stats/play_graph.py", "stats/expectancy.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("law", encoding="utf-8")
    monkeypatch.setattr(expectancy_file, "files", lambda _: tmp_path)
    law_digest.cache_clear()
    before = law_digest()
    (tmp_path / "rules/diamante/running.py").write_text("laws", encoding="utf-8")
    law_digest.cache_clear()
    assert before != law_digest()
    law_digest.cache_clear()


@pytest.mark.parametrize("kept", [0, 2, 100, 300])
@pytest.mark.parametrize("rubbish", [b"", b"rubbish of any kind"])
@pytest.mark.usefixtures("solutions")
def test_a_damaged_table_is_none(kept: int, rubbish: bytes) -> None:
    """It is made again."""
    made_expectancy()
    table_file().write_bytes(table_file().read_bytes()[:kept] + rubbish)
    assert kept_expectancy() is None
    assert 0.5 == made_expectancy().of(OPENING)


def test_a_game_has_the_table_fetched(solutions: list[Expectancy], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first to ask does not wait for it; where there is none it is made, beside the game, once."""
    threads: list[object] = []
    monkeypatch.setattr(expectancy_file, "Thread", lambda target, **_: threads.append(target) or Started(target))
    monkeypatch.setattr(expectancy_file, "_make_in_subprocess", made_expectancy)
    table = SolvedTable()
    assert table() is None
    Started.run()
    worth = table()
    assert worth is not None
    assert (0.5, 1, 1) == (worth(OPENING), len(threads), len(solutions))


class Started:
    """A thread that runs when it is told."""

    waiting: list[object] = []  # noqa: RUF012 - one for all

    def __init__(self, target: object) -> None:
        self.waiting.append(target)

    def start(self) -> None:
        """Wait."""

    @classmethod
    def run(cls) -> None:
        """Run what waits."""
        while cls.waiting:
            cls.waiting.pop()()  # type: ignore[operator] # a target
