"""What root takes of a request that has a line in it, and what it takes from nobody."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.errors import RequestError
from firmware.network.privileged_requests import LONGEST, ask, taken

ME = frozenset({os.geteuid()})
LINE = b"43617361 open seen\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of requests."""
    (made := tmp_path / "requests").mkdir()
    return made


def test_a_line_comes_to_root_as_it_was_written(folder: Path) -> None:
    """Once: it is gone then, and nobody but the account and root could have read it, whatever the umask."""
    before = os.umask(0o077)
    try:
        ask("join-wifi", folder, LINE)
    finally:
        os.umask(before)
    assert 0o640 == (folder / "join-wifi").stat().st_mode & 0o777
    assert LINE == taken("join-wifi", folder, ME)
    assert [] == list(folder.iterdir())


def test_a_request_is_there_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root waits for the name, so the line is there before the name is; what an interrupted attempt left is no bar."""
    (folder / ".join-wifi").write_bytes(b"half")
    seen: list[bytes] = []
    replace = Path.replace
    monkeypatch.setattr(Path, "replace", lambda old, new: (seen.append(old.read_bytes()), replace(old, new))[1])
    ask("join-wifi", folder, LINE)
    assert [LINE] == seen


def made_by_somebody_else(file: Path) -> None:
    """A plain file, of an account that may not ask."""
    file.write_bytes(LINE)


def link(file: Path) -> None:
    """A link to a file that only root could read."""
    (secret := file.parent.parent / "secret").write_bytes(LINE)
    file.symlink_to(secret)


def second_name(file: Path) -> None:
    """A second name of somebody's file."""
    (secret := file.parent.parent / "secret").write_bytes(LINE)
    file.hardlink_to(secret)


def huge(file: Path) -> None:
    """More than a request has."""
    file.write_bytes(b"0" * (LONGEST + 1))


def pipe(file: Path) -> None:
    """A pipe that nobody writes into: whoever opens it for reading waits for ever."""
    os.mkfifo(file)


def directory(file: Path) -> None:
    """A folder."""
    file.mkdir()


def nothing(_: Path) -> None:
    """No file at all: it was taken away between."""


@pytest.mark.parametrize("made", [made_by_somebody_else, link, second_name, huge, pipe, directory, nothing])
def test_anything_else_is_refused_and_taken_away(folder: Path, made: Callable[[Path], None]) -> None:
    """Nothing is followed, waited for or read at length, nor is it tried again; what a link leads to stays."""
    made(folder / "join-wifi")
    with pytest.raises(RequestError):
        taken("join-wifi", folder, frozenset({os.geteuid() + 1}) if made is made_by_somebody_else else ME)
    assert [] == list(folder.iterdir())
    assert all(LINE == path.read_bytes() for path in folder.parent.glob("secret"))


def test_no_link_is_followed_wherever_it_leads(folder: Path) -> None:
    """Not even to an open file without a name, which looks like a request that was taken away."""
    (file := folder.parent / "secret").write_bytes(LINE)
    with file.open("rb") as held:
        file.unlink()
        (folder / "join-wifi").symlink_to(f"/proc/self/fd/{held.fileno()}")
        with pytest.raises(RequestError):
            taken("join-wifi", folder, ME)


def test_the_service_and_root_may_ask(folder: Path) -> None:
    """Where nobody has the service's account, root alone: files of this test's account are root's, or are refused."""
    ask("join-wifi", folder, LINE)
    if os.geteuid() == 0:
        assert LINE == taken("join-wifi", folder)
    else:
        with pytest.raises(RequestError):
            taken("join-wifi", folder)
