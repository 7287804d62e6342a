"""Folders that go with the program that made them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoreboard.journal import scratch
from scoreboard.journal.scratch import PREFIX, Scratch, sweep

HOLDS = """
import sys, pathlib
from scoreboard.journal.scratch import Scratch
folder = Scratch(pathlib.Path(sys.argv[1])).folder()
(folder / "sent-1.zip").write_bytes(b"PK")
print(folder, flush=True)
sys.stdin.read()
"""


def test_what_a_killed_program_left_goes_at_the_next_start_and_not_before(tmp_path: Path) -> None:
    """As long as it runs its folder stays, whoever else starts."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        folder = Path(program.stdout.readline().strip())
        sweep(tmp_path)
        assert (folder / "sent-1.zip").exists()
        program.send_signal(signal.SIGKILL)
        program.wait()
    assert folder.exists()
    sweep(tmp_path)
    assert [] == list(tmp_path.iterdir())


def test_only_our_own_folders_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a family's own, nor one of another account, nor what a link leads to."""
    mine, family, target = tmp_path / f"{PREFIX}abc", tmp_path / "stadium-pictures", tmp_path / "target"
    for folder in (mine, family, target):
        folder.mkdir()
        (folder / "file").write_text("kept", encoding="utf-8")
    link = tmp_path / f"{PREFIX}link"
    link.symlink_to(target)
    (tmp_path / f"{PREFIX}file").write_text("kept", encoding="utf-8")
    with monkeypatch.context() as other:
        other.setattr(os, "geteuid", lambda: os.getuid() + 1)
        sweep(tmp_path)
    assert mine.exists()
    sweep(tmp_path)
    assert ([family, target], True, False) == (
        [path for path in (family, target) if (path / "file").exists()], link.is_symlink(), mine.exists(),
    )  # fmt: skip
    sweep(tmp_path / "none")


def test_missing_folder_is_made_again(tmp_path: Path) -> None:
    """A program that tidies the disk may delete it while we run; at the end nothing is left."""
    scratch = Scratch(tmp_path)
    first = scratch.folder()
    assert first == scratch.folder()
    shutil.rmtree(first)
    assert scratch.folder().is_dir()
    scratch.close()
    scratch.close()
    assert [] == list(tmp_path.iterdir())


def test_a_sweep_that_is_quicker_than_the_lock_takes_nobodys_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs that start at once: the one whose folder went makes another."""
    make, made = scratch.tempfile.mkdtemp, list[str]()

    def swept(**how: object) -> str:
        made.append(make(prefix=str(how["prefix"]), dir=str(how["dir"])))
        if len(made) == 1:
            sweep(tmp_path)
        return made[-1]

    monkeypatch.setattr(scratch.tempfile, "mkdtemp", swept)
    held = Scratch(tmp_path)
    assert (True, 2) == (held.folder().is_dir(), len(made))
    held.close()
