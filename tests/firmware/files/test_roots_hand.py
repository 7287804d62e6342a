"""A helper that stays root writes the files that root's user named, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from firmware.files import atomic
from firmware.files.atomic import is_roots, make_folder, write_whole, written_here, written_whole
from firmware.files.roots_hand import RootsHand

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that the helper may write, and a folder in which it may write any."""
    (tmp_path / "there").mkdir()
    hand = RootsHand([tmp_path / "there" / "evening.zip"], [tmp_path / "pictures"], written_here)
    monkeypatch.setattr(atomic, "hands", [hand])
    yield tmp_path / "there" / "evening.zip"
    hand.close()


def test_named_files_are_written_whole(named: Path) -> None:
    """Twice, large, and with the mode that was asked for."""
    for content in (b"first", b"second" * 100_000):
        write_whole(named, content, 0o600)
        assert (content, 0o600) == (named.read_bytes(), named.stat().st_mode & 0o777)
    assert [named] == list(named.parent.iterdir())


def test_files_in_a_named_folder_are_written(named: Path) -> None:
    """It is made with the first, and is there already to who would make it."""
    folder = named.parents[1] / "pictures"
    make_folder(folder)
    assert (True, False) == (is_roots(folder), folder.exists())
    write_whole(folder / "1.jpg", b"picture")
    assert b"picture" == (folder / "1.jpg").read_bytes()


def stop(stream: IO[bytes]) -> None:
    """Write half of it, and be interrupted."""
    stream.write(b"half")
    raise KeyboardInterrupt


def test_a_file_that_is_not_finished_is_not_there(named: Path) -> None:
    """The former one stays, and nothing lies beside it."""
    write_whole(named, b"former")
    with pytest.raises(KeyboardInterrupt), written_whole(named) as stream:
        stop(stream)
    assert ([named], b"former") == (list(named.parent.iterdir()), named.read_bytes())


@pytest.mark.parametrize("other", ["there/other.zip", "there/../there/evening.zip/x", "pictures/a/b.jpg", "x"])
def test_no_other_file_is_written(named: Path, other: str) -> None:
    """Not by asking the helper itself, either."""
    file = named.parents[1] / other
    assert not is_roots(file)
    with pytest.raises(PermissionError), atomic.hands[0].written(file, None):
        pass
    write_whole(named, b"it goes on")


def test_a_folder_that_is_not_there_is_named(named: Path) -> None:
    """As it is a slip of the pen, it is not made."""
    named.parent.rmdir()
    with pytest.raises(FileNotFoundError, match="evening"):
        write_whole(named, b"")
    assert not named.parent.exists()


def test_it_ends_with_its_program(tmp_path: Path) -> None:
    """When the line is closed, as by a program that is killed, what was not finished goes."""
    hand = RootsHand([tmp_path / "x"], [], written_here)
    with pytest.raises(OSError, match="Bad file"), hand.written(tmp_path / "x", None):
        hand.close()
    assert list(tmp_path.iterdir()) == []
