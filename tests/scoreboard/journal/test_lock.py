"""The lock beside a journal is no way to another file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scoreboard.errors import JournalError
from scoreboard.journal.lock import claim


@pytest.mark.parametrize(("of", "guard", "instead"), [(os, "O_NOFOLLOW", 0), (Path, "is_symlink", lambda _: False)])
def test_each_guard_alone_follows_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: object, guard: str, instead: object
) -> None:
    """A link is seen before it is opened, and refused by the system where it is laid after that."""
    (tmp_path / "games.sqlite.lock").symlink_to(tmp_path / "elsewhere")
    with monkeypatch.context() as off:
        off.setattr(of, guard, instead)
        with pytest.raises(JournalError):
            claim(tmp_path / "games.sqlite")
    assert not (tmp_path / "elsewhere").exists()
