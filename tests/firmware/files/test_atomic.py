"""Files are written whole or not at all, and belong to those who need them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.files.atomic import MEGABYTE, make_folder, read_plain, write_whole, written_whole


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """One that holds something, in a folder with nothing else."""
    file = tmp_path / "kept"
    file.write_bytes(b"old")
    return file


def mode(file: Path) -> int:
    """Who may do what with it."""
    return file.stat().st_mode & 0o777


def test_content_takes_the_place_of_the_old(file: Path) -> None:
    """All of it, and nothing is left lying beside it."""
    write_whole(file, b"new")
    assert (b"new", [file]) == (file.read_bytes(), list(file.parent.iterdir()))


@pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_half_way_changes_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException
) -> None:
    """A full disk or an impatient hand: the old file is there, whole, and nothing else."""
    monkeypatch.setattr(os, "fsync", Mock(side_effect=trouble))
    with pytest.raises(type(trouble)):
        write_whole(file, b"new")
    assert (b"old", [file]) == (file.read_bytes(), list(file.parent.iterdir()))


def test_what_breaks_off_while_it_is_written_changes_nothing(file: Path) -> None:
    """What comes bit by bit takes its place only once the last bit was there."""

    def breaks_off() -> None:
        with written_whole(file) as stream:
            stream.write(b"ne")
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - our own
        breaks_off()
    assert (b"old", [file]) == (file.read_bytes(), list(file.parent.iterdir()))


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the folder that names it is on the disk afterwards, as is the name of a folder that was made for it."""
    order: list[str] = []
    sync, replace = os.fsync, Path.replace
    called = {tmp_path: "parent", tmp_path / "new": "folder"}

    def fsync(handle: int) -> None:
        order.append(called.get(Path(f"/proc/self/fd/{handle}").resolve(), "file"))
        sync(handle)

    def named(path: Path, target: Path) -> Path:
        order.append("name")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", named)
    write_whole(tmp_path / "new" / "file", b"new")
    assert ["parent", "file", "name", "folder"] == order


def test_a_file_keeps_who_may_read_it(file: Path) -> None:
    """Unless that is said; a new one may be read by all, by the service above all."""
    file.chmod(0o640)
    write_whole(file, b"new")
    kept = mode(file)
    write_whole(file, b"new", 0o600)
    write_whole(file.with_name("fresh"), b"new")
    assert (0o640, 0o600, 0o644) == (kept, mode(file), mode(file.with_name("fresh")))


def test_a_secret_is_one_from_its_first_byte(file: Path) -> None:
    """While it is written nobody but its owner can read it, whatever it may become."""
    with written_whole(file, 0o644):
        modes = [mode(path) for path in file.parent.iterdir() if path != file]
    assert [0o600] == modes


def test_file_in_the_way_of_a_folder_is_named(file: Path) -> None:
    """A file where a folder should be made is left alone."""
    with pytest.raises(OSError, match="kept"):
        make_folder(file / "below")


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_disk_without_modes_or_folder_sync_takes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """As an exFAT stick or a share does; the file itself is safe."""
    fsync = os.fsync

    def settled(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", settled)
    monkeypatch.setattr(os, "fchmod", Mock(side_effect=OSError(code, os.strerror(code))))
    write_whole(tmp_path / "folder" / "file", b"all of it")
    assert b"all of it" == (tmp_path / "folder" / "file").read_bytes()


def test_a_secret_is_not_left_on_a_disk_that_cannot_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is asked for who may read a file, that is a condition."""
    monkeypatch.setattr(os, "fchmod", lambda *_: (_ for _ in ()).throw(PermissionError(errno.EPERM, "no")))
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "secret", b"a password", 0o600)
    assert [] == list(tmp_path.iterdir())


def test_failing_disk_is_still_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not known there can be done without; what is lost cannot."""
    monkeypatch.setattr(os, "fchmod", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error")))
    with pytest.raises(OSError, match="Input/output error"):
        write_whole(tmp_path / "file", b"all of it")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path, make: Callable[[Path], object]) -> None:
    """If root names /dev/null there would be a plain file there, and a system that breaks."""
    there = tmp_path / "there"
    make(there)
    with pytest.raises(OSError, match="no file"):
        write_whole(there, b"new")
    assert (False, ["there"]) == (there.is_file(), [path.name for path in tmp_path.iterdir()])


def test_what_may_have_no_end_is_not_read(tmp_path: Path) -> None:
    """A pipe that nobody fills, a device, and what is far too large: none of them holds up a game."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "large").write_bytes(bytes(MEGABYTE + 1))
    for name, why in (("pipe", "no file"), ("device", "no file"), ("large", "File too large")):
        with pytest.raises(OSError, match=why):
            read_plain(tmp_path / name)
