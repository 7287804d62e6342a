"""What killed programs leave goes at the next backup or start: only our own, and nothing that is still being made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support.backup import GAME, MADE, furnished

from firmware import startup
from firmware.files.atomic import sweep_undone, write_whole
from firmware.files.staged_replace import GAMES, DataPaths
from firmware.storage.backup import back_up
from scoreboard.journal import scratch
from scoreboard.journal.resilient import ResilientJournal

ROOT = Path(__file__).parents[3]
BACKING_UP = """
import sys, zipfile
from pathlib import Path
from firmware.files.staged_replace import DataPaths
from firmware.storage import backup
file, home, owners, made = sys.argv[1:]
def stands(*_):
    print("ready", flush=True)
    sys.stdin.read()
backup._write = stands
backup.back_up(Path(file), DataPaths(Path(home), Path(owners)), made)
"""
WRITING = """
import sys
from pathlib import Path
from firmware.files.atomic import written_whole
with written_whole(Path(sys.argv[1])) as stream:
    stream.write(b"half")
    stream.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path) -> DataPaths:
    """A scoreboard that has been played with."""
    return furnished(tmp_path / "stadium", GAME)


@contextmanager
def standing(program: str, *arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """A program that stands still in the middle of its work, until it is killed."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert b"ready\n" == running.stdout.readline()
        try:
            yield running
        finally:
            running.kill()


def killed(program: str, *arguments: object) -> None:
    """It was killed there."""
    with standing(program, *arguments) as running:
        running.send_signal(signal.SIGKILL)


def test_next_backup_takes_away_what_killed_ones_left(place: DataPaths, tmp_path: Path) -> None:
    """Copies of all games and half of a zip lay beside the file; then there is the file alone."""
    stick = tmp_path / "stick"
    stick.mkdir()
    for _ in range(2):
        killed(BACKING_UP, stick / "b.zip", *place, MADE)
    assert list(stick.glob("*/games.sqlite"))
    back_up(stick / "b.zip", place, MADE)
    assert [stick / "b.zip"] == list(stick.iterdir())


def test_backup_that_is_running_keeps_its_files(place: DataPaths, tmp_path: Path) -> None:
    """Two at once into one folder, or into one file."""
    stick = tmp_path / "stick"
    stick.mkdir()
    with ExitStack() as running:
        for name in ("b.zip", "c.zip"):
            running.enter_context(standing(BACKING_UP, stick / name, *place, MADE))
        before = {path for path in stick.rglob("*") if path.is_file()}
        back_up(stick / "b.zip", place, MADE)
        assert before | {stick / "b.zip"} == {path for path in stick.rglob("*") if path.is_file()}
        assert 4 == len(before)


def test_nothing_of_anybody_elses_goes(place: DataPaths, tmp_path: Path) -> None:
    """A family's folders, files of like names, links, and what another program may still be writing."""
    stick, target = tmp_path / "stick", tmp_path / "target"
    for folder in (stick / "tmpabcdefgh", stick / "tmp12345678", target):
        folder.mkdir(parents=True)
    (stick / "tmpabcdefgh" / "holiday.jpg").write_bytes(b"kept")
    (stick / "tmp12345678" / "games.sqlite").write_bytes(b"kept")
    (target / "games.sqlite").write_bytes(b"kept")
    (stick / f"{scratch.PREFIX}link").symlink_to(target)
    (stick / "tmpzyxwvuts").symlink_to(target)
    (stick / ".b.zip.abcdefgh.part").symlink_to(target / "games.sqlite")
    (stick / ".b.zip.mine.part").write_bytes(b"kept")
    (stick / ".c.zip.abcdefgh.part").write_bytes(b"kept")
    os.utime(stick / "tmpabcdefgh", (0, 0))
    before = {*stick.rglob("*"), *target.rglob("*")}
    back_up(stick / "b.zip", place, MADE)
    assert before | {stick / "b.zip"} == {*stick.rglob("*"), *target.rglob("*")}


def test_file_is_written_over_what_a_killed_program_left(tmp_path: Path) -> None:
    """The next one of the same name tidies, and takes none that is being written."""
    file = tmp_path / "kept[1]"
    killed(WRITING, file)
    killed(WRITING, tmp_path / "other")
    with standing(WRITING, file):
        write_whole(file, b"whole")
        assert (b"whole", 3) == (file.read_bytes(), len(list(tmp_path.iterdir())))
    sweep_undone(tmp_path)
    assert [file] == list(tmp_path.iterdir())


def test_start_takes_away_what_lies_with_the_games(place: DataPaths) -> None:
    """In the folder and those in it: half-written files, and the new file of a repair that was killed."""
    folder = place.home / "old-games"
    folder.mkdir(exist_ok=True)
    for file in (place.home / "phones", folder / "game-0001.jsonl.gz"):
        killed(WRITING, file)
    repair = place.home / f"{GAMES}.part"
    repair.write_bytes(b"half")
    startup.finish(place)
    ResilientJournal.open(place.home / GAMES).close()
    assert [] == [path for path in place.home.rglob("*") if path.name.endswith(".part")]


def test_copies_in_memory_go_at_the_next_start(
    place: DataPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that were looked at there by a program that was killed would fill it."""
    monkeypatch.setattr(scratch, "IN_MEMORY", tmp_path / "memory")
    left = tmp_path / "memory" / f"{scratch.PREFIX}left"
    left.mkdir(parents=True)
    (left / GAMES).write_bytes(b"copy")
    ResilientJournal.open(place.home / GAMES).close()
    assert [] == list((tmp_path / "memory").iterdir())
