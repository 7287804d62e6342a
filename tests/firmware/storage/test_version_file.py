"""Which version ran before this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.storage.version_file import Versions, note_version


def test_the_version_before_is_known_until_the_next_update(tmp_path: Path) -> None:
    """However often the program starts; at first none is known."""
    file = tmp_path / "games.version.json"
    ran = ["0.1.0", "0.1.0", "0.2.0", "0.2.0", "0.3.0"]
    assert ["", "", "0.1.0", "0.1.0", "0.2.0"] == [note_version(file, version).before for version in ran]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"now": 3}', b"\xff\xfe"])
def test_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    """The program starts all the same, without knowing an earlier version."""
    file = tmp_path / "games.version.json"
    file.write_bytes(content)
    assert [Versions("0.1.0"), Versions("0.1.0")] == [note_version(file, "0.1.0") for _ in range(2)]


def test_a_card_that_takes_nothing_is_no_bar(tmp_path: Path) -> None:
    """The program starts, and knows nothing of before."""
    (tmp_path / "file").touch()
    assert Versions("0.1.0") == note_version(tmp_path / "file/games.version.json", "0.1.0")
